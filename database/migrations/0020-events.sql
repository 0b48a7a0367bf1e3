-- One record for alarms and events; and what the processes of the server tell of themselves.
create schema events;
grant usage on schema events to rumbo_system, rumbo_all, rumbo_scoped;

create table events.events (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  vehicle_id uuid not null,
  -- Null where it is worded by kind or type.
  title text,
  type text not null,
  category text not null check (category in ('vehicle', 'driver', 'system', 'user', 'maintenance', 'security')),
  severity smallint not null check (severity between 0 and 2),
  status text not null default 'active' check (status in ('active', 'acknowledged', 'resolved', 'dismissed')),
  source text not null check (source in ('device', 'system')),
  -- As the device's protocol was translated; null where it was no device.
  kind text,
  -- Makes its vehicle alarmed or critical while it is active.
  is_alarm boolean not null,
  occurred_at timestamptz(3) not null,
  last_occurred_at timestamptz(3) not null,
  occurrences integer not null default 1 check (occurrences > 0),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  speed_kmh double precision,
  heading double precision,
  is_late boolean not null default false,
  due_on date,
  note text,
  acknowledged_at timestamptz(3),
  acknowledged_by text,
  acknowledged_by_id uuid,
  resolved_at timestamptz(3),
  resolved_by text,
  resolved_by_id uuid,
  dismissed_at timestamptz(3),
  dismissed_by text,
  dismissed_by_id uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (last_occurred_at >= occurred_at),
  check ((latitude is null) = (longitude is null)),
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);
create index events_fleet on events.events (fleet_id, occurred_at, id);
create index events_vehicle on events.events (vehicle_id, occurred_at, id);
create index events_time on events.events (occurred_at, id);
-- What is open: looked for at every alarm, for counts, and for lists of what is to be done.
create index events_open on events.events (vehicle_id, type, kind) where status in ('active', 'acknowledged');
create index events_open_fleet on events.events (fleet_id, severity, occurred_at) where status in ('active', 'acknowledged');
-- Maintenance is told of once a vehicle and kind while nobody has closed it.
create unique index events_maintenance on events.events (vehicle_id)
  where type in ('maintenance_due', 'maintenance_overdue') and status in ('active', 'acknowledged');

alter table events.events enable row level security;
alter table events.events force row level security;
create policy owner on events.events to rumbo_owner using (true) with check (true);
create policy everything on events.events to rumbo_system using (true) with check (true);
create policy read_all on events.events for select to rumbo_all using (true);
create policy change_all on events.events for update to rumbo_all using (true) with check (true);
create policy read_fleets on events.events for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy update_fleets on events.events for update to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]))
  with check (fleet_id = any((select coalesce(nullif(current_setting('rumbo.manage_fleets', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update on events.events to rumbo_system;
grant select on events.events to rumbo_all, rumbo_scoped;
-- People handle events; the system alone raises them.
grant update (status, note, acknowledged_at, acknowledged_by, acknowledged_by_id, resolved_at, resolved_by, resolved_by_id,
    dismissed_at, dismissed_by, dismissed_by_id, version, updated_at)
  on events.events to rumbo_all, rumbo_scoped;

-- Alarms of before: open where their vehicle is still alarmed by them.
insert into events.events (id, company_id, fleet_id, vehicle_id, type, category, severity, status, source, kind, is_alarm,
    occurred_at, last_occurred_at, latitude, longitude, is_late, dismissed_at, created_at, updated_at)
  select a.id, a.company_id, a.fleet_id, a.vehicle_id,
    case a.kind when 'sos' then 'emergency_declared' when 'crash' then 'crash_detected' when 'overspeed' then 'speeding'
      when 'harsh_braking' then 'harsh_braking' when 'harsh_acceleration' then 'harsh_acceleration'
      when 'geofence_enter' then 'geofence_entry' when 'geofence_exit' then 'geofence_exit'
      when 'low_battery' then 'low_battery' when 'low_fuel' then 'low_fuel' when 'fault' then 'engine_fault'
      when 'tow' then 'unauthorized_use' when 'movement' then 'unauthorized_use' else 'gps_alarm' end,
    case when a.kind in ('sos', 'power_cut', 'vibration', 'tow', 'tampering', 'door', 'jamming', 'movement', 'removing') then 'security'
      when a.kind in ('overspeed', 'harsh_braking', 'harsh_acceleration', 'harsh_cornering') then 'driver'
      when a.kind in ('power_restored', 'other') then 'system' else 'vehicle' end,
    case when a.kind in ('sos', 'crash') then 2 when a.kind = 'power_restored' then 0 else 1 end,
    case when open.vehicle_id is null then 'dismissed' else 'active' end, 'device', a.kind, a.kind <> 'power_restored',
    coalesce(case when a.has_fix then a.fix_time end, a.received_at), coalesce(case when a.has_fix then a.fix_time end, a.received_at),
    a.latitude / 1e7::double precision, a.longitude / 1e7::double precision, a.is_late,
    case when open.vehicle_id is null then a.received_at end, a.received_at, a.received_at
  from telemetry.alarms a
  left join vehicles.status_causes open
    on open.vehicle_id = a.vehicle_id and open.cause = 'alarmed' and open.source_id = a.id::text
  where (a.latitude is null) = (a.longitude is null);

-- What each process tells of itself every ten seconds. Worth an hour: unlogged, and in no backup's way.
create unlogged table platform.processes (
  id uuid primary key,
  roles text[] not null,
  host text not null,
  pid integer not null,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  figures jsonb not null,
  -- People with a call or an open stream there within five minutes.
  active_users uuid[] not null default '{}'
);
create unlogged table platform.process_samples (
  slot timestamptz(3) not null,
  process_id uuid not null,
  host text not null,
  figures jsonb not null,
  primary key (slot, process_id)
);
alter table platform.processes enable row level security;
alter table platform.processes force row level security;
alter table platform.process_samples enable row level security;
alter table platform.process_samples force row level security;
create policy owner on platform.processes to rumbo_owner using (true) with check (true);
create policy owner on platform.process_samples to rumbo_owner using (true) with check (true);
create policy system on platform.processes to rumbo_system using (true) with check (true);
create policy system on platform.process_samples to rumbo_system using (true) with check (true);
grant select, insert, update, delete on platform.processes, platform.process_samples to rumbo_system;
