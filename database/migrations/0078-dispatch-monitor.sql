-- Waiting services that a person keeps from the dispatch engine until they are released.
create table dispatch.holds (
  service_id uuid primary key references services.services on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  held_at timestamptz(3) not null,
  held_by uuid,
  held_by_name text
);
create index holds_fleet on dispatch.holds (fleet_id);

alter table dispatch.holds enable row level security;
alter table dispatch.holds force row level security;
create policy owner on dispatch.holds to rumbo_owner using (true) with check (true);
create policy system on dispatch.holds to rumbo_system using (true) with check (true);
create policy everything on dispatch.holds to rumbo_all using (true) with check (true);
create policy read_own on dispatch.holds for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_services', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update, delete on dispatch.holds to rumbo_system;
grant select on dispatch.holds to rumbo_all, rumbo_scoped;

-- Views are of the list of services, or of the dispatch monitor.
alter table services.views add column screen text not null default 'services' check (screen in ('services', 'dispatch'));
drop index services.views_name;
create unique index views_name on services.views (user_id, company_id, screen, services.fold(name));
drop index services.views_default;
create unique index views_default on services.views (user_id, company_id, screen) where is_default;

-- The area of a zone, so that the services within it are found.
create function places.area_of(corners jsonb) returns polygon immutable strict parallel safe language sql
  set search_path = pg_catalog as $$
  select ('(' || string_agg(format('(%s,%s)', corner ->> 0, corner ->> 1), ',' order by at) || ')')::polygon
  from jsonb_array_elements(corners) with ordinality as each (corner, at)
$$;
