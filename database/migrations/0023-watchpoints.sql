-- Places that the people of a fleet look at again and again, by name.
create schema watchpoints;
grant usage on schema watchpoints to rumbo_system, rumbo_all, rumbo_scoped;

create table watchpoints.watchpoints (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  name text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by_name text,
  updated_at timestamptz(3) not null,
  updated_by_name text,
  -- Without accents and case, as a search is.
  search_text text not null generated always as (
    lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'))
  ) stored,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create unique index watchpoints_name on watchpoints.watchpoints (fleet_id, lower(name));

alter table watchpoints.watchpoints enable row level security;
alter table watchpoints.watchpoints force row level security;
create policy owner on watchpoints.watchpoints to rumbo_owner using (true) with check (true);
create policy system on watchpoints.watchpoints to rumbo_system using (true) with check (true);
create policy everything on watchpoints.watchpoints to rumbo_all using (true) with check (true);
create policy read_fleets on watchpoints.watchpoints for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy add_fleets on watchpoints.watchpoints for insert to rumbo_scoped
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy change_fleets on watchpoints.watchpoints for update to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]))
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy remove_fleets on watchpoints.watchpoints for delete to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update, delete on watchpoints.watchpoints to rumbo_system, rumbo_all, rumbo_scoped;
