-- Zones and tariffs of a fleet.
create schema places;
create schema billing;
grant usage on schema places, billing to rumbo_system, rumbo_all, rumbo_scoped;

create table places.zones (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  name text not null,
  -- [[longitude, latitude], …]; the last corner is connected to the first.
  corners jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by_name text,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create unique index zones_name on places.zones (fleet_id, lower(name));

create table billing.tariffs (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  service_type text not null check (service_type in ('taxi', 'delivery', 'shuttle', 'package', 'custom')),
  name text not null,
  -- First and last day, in the company's time zone.
  valid_from date not null,
  valid_until date,
  currency char(3) not null,
  -- As `rates` of the contract, with amounts as decimal strings.
  rates jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by_name text,
  archived_at timestamptz(3),
  check (valid_until >= valid_from),
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create unique index tariffs_start on billing.tariffs (fleet_id, service_type, valid_from) where archived_at is null;

do $$
declare
  name text;
  readable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.read_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
  manageable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.manage_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  foreach name in array array['places.zones', 'billing.tariffs'] loop
    execute format('alter table %s enable row level security', name);
    execute format('alter table %s force row level security', name);
    execute format('create policy owner on %s to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on %s to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on %s to rumbo_all using (true) with check (true)', name);
    execute format('create policy read_own on %s for select to rumbo_scoped using (%s)', name, readable);
    execute format('create policy add_own on %s for insert to rumbo_scoped with check (%s)', name, manageable);
    execute format('create policy change_own on %s for update to rumbo_scoped using (%s) with check (%s)', name, manageable, manageable);
    execute format('grant select, insert, update on %s to rumbo_system, rumbo_all, rumbo_scoped', name);
  end loop;
  execute format('create policy remove_own on places.zones for delete to rumbo_scoped using (%s)', manageable);
end $$;
grant delete on places.zones to rumbo_system, rumbo_all, rumbo_scoped;
