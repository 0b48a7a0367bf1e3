-- Vehicles, and the causes their status follows from.
create schema vehicles;
grant usage on schema vehicles to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;

create table vehicles.vehicles (
  id uuid primary key,
  vehicle_no integer generated always as identity unique,
  company_id uuid not null,
  fleet_id uuid not null,
  vehicle_number text not null,
  plate_number text not null,
  vin text,
  make text not null,
  model text not null,
  year smallint not null check (year >= 1900),
  type text not null,
  color text not null,
  fuel_type text not null,
  mileage double precision not null default 0 check (mileage >= 0),
  imei text,
  gps_model text,
  gps_serial_number text,
  gps_firmware_version text,
  gps_hardware_version text,
  last_service_date date,
  next_service_date date,
  installation_date date not null,
  installation_responsible text,
  notes_owner text,
  notes_mechanic text,
  notes_general text,
  -- The most severe cause, kept in the same transaction as the causes.
  status text not null,
  status_order smallint not null,
  status_since timestamptz(3) not null,
  -- Silence counts from here where no later report is known: creation, or the last dismissal of an alarm.
  silence_from timestamptz(3) not null,
  -- Folded by vehicles.rules: digits padded, so that T-9 stands before T-10.
  number_key text collate "C" not null,
  plate_key text collate "C" not null,
  search_text text collate "C" not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by_name text,
  archived_at timestamptz(3),
  unique (id, company_id, fleet_id),
  unique (vehicle_no, company_id, fleet_id)
);
create unique index vehicles_number_taken on vehicles.vehicles (company_id, number_key) where archived_at is null;
create unique index vehicles_plate_taken on vehicles.vehicles (company_id, plate_key) where archived_at is null;
create unique index vehicles_device_taken on vehicles.vehicles (imei) where archived_at is null and imei is not null;
-- Lists by fleet, and by order over several fleets; the included columns let filters and counts skip the table.
create index vehicles_fleet_number on vehicles.vehicles (fleet_id, number_key, id)
  include (company_id, status, type, search_text) where archived_at is null;
create index vehicles_fleet_plate on vehicles.vehicles (fleet_id, plate_key, id) where archived_at is null;
create index vehicles_fleet_status on vehicles.vehicles (fleet_id, status_order, number_key, id) where archived_at is null;
create index vehicles_fleet_type on vehicles.vehicles (fleet_id, type, number_key, id) where archived_at is null;
create index vehicles_status on vehicles.vehicles (status_order, number_key, id) where archived_at is null;
create index vehicles_plate on vehicles.vehicles (plate_key, number_key, id) where archived_at is null;
create index vehicles_type on vehicles.vehicles (type, number_key, id) where archived_at is null;
create index vehicles_number on vehicles.vehicles (number_key, id) where archived_at is null;

create table vehicles.status_causes (
  vehicle_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  cause text not null check (cause in ('critical', 'alarmed', 'maintenance', 'out_of_service', 'occupied',
    'en_route', 'in_service', 'silent', 'inactive_by_hand')),
  -- What it follows from: an alarm, a service; empty where there can be only one.
  source_id text not null default '',
  since timestamptz(3) not null,
  detail text,
  primary key (vehicle_id, cause, source_id),
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);

alter table vehicles.vehicles enable row level security;
alter table vehicles.vehicles force row level security;
alter table vehicles.status_causes enable row level security;
alter table vehicles.status_causes force row level security;

create policy owner on vehicles.vehicles to rumbo_owner using (true) with check (true);
create policy owner on vehicles.status_causes to rumbo_owner using (true) with check (true);
create policy everything on vehicles.vehicles to rumbo_system, rumbo_all using (true) with check (true);
create policy everything on vehicles.status_causes to rumbo_system, rumbo_all using (true) with check (true);

create policy read_fleets on vehicles.vehicles for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy insert_fleets on vehicles.vehicles for insert to rumbo_scoped
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy update_fleets on vehicles.vehicles for update to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]))
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy read_vehicles on vehicles.vehicles for select to rumbo_guest
  using (id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[]));

create policy read_fleets on vehicles.status_causes for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy insert_fleets on vehicles.status_causes for insert to rumbo_scoped
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy delete_fleets on vehicles.status_causes for delete to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy read_vehicles on vehicles.status_causes for select to rumbo_guest
  using (vehicle_id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[]));

grant select, insert, update on vehicles.vehicles to rumbo_system, rumbo_all, rumbo_scoped;
grant select on vehicles.vehicles to rumbo_guest;
grant select, insert, delete on vehicles.status_causes to rumbo_system, rumbo_all, rumbo_scoped;
grant select on vehicles.status_causes to rumbo_guest;

-- Whom a device speaks for, and who is quiet: read by telemetry.
create view vehicles.listened with (security_invoker = true) as
  select v.id, v.vehicle_no, v.company_id, v.fleet_id, v.imei, v.silence_from,
    exists (select 1 from vehicles.status_causes c where c.vehicle_id = v.id and c.cause = 'silent') as is_silent
  from vehicles.vehicles v
  where v.archived_at is null;
grant select on vehicles.listened to rumbo_system;
