-- User management: whom a company keeps without an assignment, who sees whom, lists of many users.

-- A guest's place: with a vehicle, the one they may watch. Without one they are not assigned yet, and a fleet only
-- says who looks after them. Others keep such a place, which grants them nothing, until they get an assignment.
alter table organisation.guest_vehicles
  alter column fleet_id drop not null,
  alter column vehicle_id drop not null,
  add constraint guest_vehicles_fleet_named check (vehicle_id is null or fleet_id is not null);
create index guest_vehicles_fleet on organisation.guest_vehicles (fleet_id);
create index guest_vehicles_vehicle on organisation.guest_vehicles (vehicle_id);
alter table organisation.assignments add column assigned_by_name text;
create index assignments_user on organisation.assignments (user_id);

-- Written by the system after the rules allowed it: a role that may write here could give itself any company.
drop policy add_company on organisation.assignments;
drop policy add_fleet on organisation.assignments;
drop policy change_company on organisation.assignments;
drop policy change_fleet on organisation.assignments;
revoke insert, update on organisation.assignments from rumbo_scoped;
drop policy add_fleet on organisation.guest_vehicles;
drop policy change_fleet on organisation.guest_vehicles;
drop policy remove_fleet on organisation.guest_vehicles;
revoke insert, update, delete on organisation.guest_vehicles from rumbo_scoped;

create policy read_company on organisation.guest_vehicles for select to rumbo_scoped
  using (fleet_id is null and company_id = any((select coalesce(nullif(current_setting('rumbo.manage_companies', true), ''), '{}')::uuid[])::uuid[]));
-- Colleagues: people with an assignment or a guest's place the reader may see. By EXISTS, which looks a few rows up
-- one by one and hashes for many.
alter policy colleagues on identity.users using (
  exists (select from organisation.assignments where assignments.user_id = users.id)
);
create policy kept on identity.users for select to rumbo_scoped using (
  exists (select from organisation.guest_vehicles where guest_vehicles.user_id = users.id)
);

-- Letters without accents, so that "Garcia" finds "García".
alter table identity.users
  add column updated_by uuid,
  add column updated_by_name text,
  add column search_text text not null generated always as (
    translate(
      lower(username || ' ' || first_name || ' ' || last_name || ' ' || coalesce(display_name, '') || ' ' || email || ' ' || coalesce(phone, '')),
      'áàâäãåéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÅÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ',
      'aaaaaaeeeeiiiiooooouuuuncaaaaaaeeeeiiiiooooouuuunc'
    )
  ) stored;
grant select (search_text, updated_by_name) on identity.users to rumbo_all, rumbo_scoped;
create index users_by_name on identity.users (last_name collate "es-x-icu", first_name collate "es-x-icu", id)
  where archived_at is null;
create index users_by_creation on identity.users (created_at, id) where archived_at is null;
create index users_by_login on identity.users (last_login_at, id) where archived_at is null;
