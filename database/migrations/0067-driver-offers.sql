-- Offers to drivers, reservations of busy vehicles, and what drivers did on their phones.
alter table dispatch.fleet_settings add column offers_to_drivers boolean not null default false;
alter table dispatch.decisions drop constraint decisions_outcome_check;
alter table dispatch.decisions add constraint decisions_outcome_check
  check (outcome in ('assigned', 'offered', 'reserved', 'suggested', 'held', 'none'));

-- A service offered to a driver, who accepts or rejects it until it expires.
create table dispatch.offers (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  service_id uuid not null references services.services on delete cascade,
  vehicle_id uuid not null,
  vehicle_number text not null,
  driver_id uuid not null,
  driver_name text not null,
  kind text not null check (kind in ('now', 'booked', 'rescued')),
  status text not null check (status in ('open', 'accepted', 'rejected', 'expired', 'withdrawn')),
  arrival_seconds integer,
  is_estimate boolean not null default true,
  offered_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  answered_at timestamptz(3)
);
create unique index offers_open_service on dispatch.offers (service_id) where status = 'open';
create unique index offers_open_vehicle on dispatch.offers (vehicle_id) where status = 'open';
create index offers_driver on dispatch.offers (driver_id, offered_at);
create index offers_service on dispatch.offers (service_id, offered_at);
create index offers_fleet on dispatch.offers (fleet_id, offered_at);

-- The vehicle that is to serve a waiting service once it is free. The engine may change it at any time before.
create table dispatch.reservations (
  service_id uuid primary key references services.services on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  vehicle_id uuid not null,
  vehicle_number text not null,
  -- Among the reservations of the vehicle; 1 is served first.
  place integer not null,
  arrives_at timestamptz(3) not null,
  is_estimate boolean not null,
  reserved_at timestamptz(3) not null
);
create index reservations_fleet on dispatch.reservations (fleet_id);
create index reservations_vehicle on dispatch.reservations (vehicle_id, place);

-- What a driver did on the phone, by the id that the phone gave it, so that a repeated request changes nothing.
create schema drivers;
grant usage on schema drivers to rumbo_system, rumbo_all, rumbo_scoped;
create table drivers.actions (
  id uuid primary key,
  user_id uuid not null,
  company_id uuid,
  fleet_id uuid,
  service_id uuid,
  kind text not null,
  happened_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- Null: done. Otherwise the code of the problem.
  problem text
);
create index actions_received on drivers.actions (received_at);
create index actions_service on drivers.actions (service_id, happened_at);

-- What dispatch achieved in each hour.
create table dispatch.hours (
  fleet_id uuid not null,
  company_id uuid not null,
  hour timestamptz(0) not null,
  figures jsonb not null,
  primary key (fleet_id, hour)
);

-- Since when the driver of a running shift takes a break.
alter table shifts.shifts add column break_since timestamptz(3) check (break_since is null or status = 'running');

do $$
declare
  name text;
  listed constant text := '= any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  foreach name in array array['dispatch.offers', 'dispatch.reservations', 'dispatch.hours', 'drivers.actions'] loop
    execute format('alter table %s enable row level security', name);
    execute format('alter table %s force row level security', name);
    execute format('create policy owner on %s to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on %s to rumbo_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %s to rumbo_system', name);
    execute format('create policy everything on %s to rumbo_all using (true) with check (true)', name);
    execute format('create policy read_own on %s for select to rumbo_scoped using (fleet_id %s)', name, format(listed, 'read_services'));
    execute format('grant select on %s to rumbo_all, rumbo_scoped', name);
  end loop;
end $$;
