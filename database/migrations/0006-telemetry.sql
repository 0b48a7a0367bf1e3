-- What devices said: positions by day, the last state of each vehicle, alarms, and what could not be taken.
create schema telemetry;
grant usage on schema telemetry to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;

-- Degrees are stored times 10,000,000, speed in tenths of km/h. Partitions of one UTC day are attached ahead.
create table telemetry.positions (
  fix_time timestamptz(3) not null,
  report_hash bigint not null,
  received_at timestamptz(3) not null,
  vehicle_no integer not null,
  latitude integer not null,
  longitude integer not null,
  odometer_metres integer,
  speed_tenths smallint not null,
  heading smallint,
  altitude smallint,
  -- Bits named in telemetry.rules: invalid, late, ignition known, ignition on, charging, blocked.
  flags smallint not null,
  satellites smallint,
  battery_percent smallint,
  fuel_percent smallint,
  signal_percent smallint,
  primary key (vehicle_no, fix_time, report_hash)
) partition by range (fix_time);

create table telemetry.position_extras (
  vehicle_no integer not null,
  fix_time timestamptz(3) not null,
  report_hash bigint not null,
  extras jsonb not null,
  primary key (vehicle_no, fix_time, report_hash)
);
create index position_extras_fix_time on telemetry.position_extras using brin (fix_time);

-- One row a vehicle that ever reported. as_of is the time of the last usable fix; a page has room for updates in place.
create table telemetry.vehicle_state (
  vehicle_no integer primary key,
  vehicle_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  as_of timestamptz(3) not null default '-infinity',
  last_report_at timestamptz(3) not null default '-infinity',
  last_report_hash bigint not null default 0,
  latitude integer,
  longitude integer,
  speed_tenths smallint,
  heading smallint,
  altitude smallint,
  satellites smallint,
  ignition boolean,
  is_charging boolean,
  is_engine_blocked boolean,
  battery_percent smallint,
  fuel_percent smallint,
  signal_percent smallint,
  power_volts real,
  odometer_metres double precision not null default 0,
  foreign key (vehicle_no, company_id, fleet_id) references vehicles.vehicles (vehicle_no, company_id, fleet_id)
    on update cascade on delete cascade
) with (fillfactor = 50);
create index vehicle_state_fleet on telemetry.vehicle_state (fleet_id);

create table telemetry.alarms (
  id uuid primary key,
  vehicle_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  kind text not null,
  fix_time timestamptz(3),
  received_at timestamptz(3) not null,
  latitude integer,
  longitude integer,
  is_late boolean not null,
  has_fix boolean not null,
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);
create index alarms_vehicle on telemetry.alarms (vehicle_id, received_at desc);
create index alarms_fleet on telemetry.alarms (fleet_id, received_at desc);

create table telemetry.unknown_devices (
  identifier text primary key,
  protocol text not null,
  address text,
  reports bigint not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  fix_time timestamptz(3),
  latitude integer,
  longitude integer
);
create index unknown_devices_seen on telemetry.unknown_devices (last_seen_at);

create table telemetry.rejected_reports (
  id uuid primary key,
  received_at timestamptz(3) not null,
  device_identifier text not null,
  vehicle_no integer,
  protocol text not null,
  reason text not null,
  detail text,
  fix_time timestamptz(3),
  report jsonb not null
);
create index rejected_reports_received on telemetry.rejected_reports (received_at);

alter table telemetry.positions enable row level security;
alter table telemetry.positions force row level security;
alter table telemetry.position_extras enable row level security;
alter table telemetry.position_extras force row level security;
alter table telemetry.vehicle_state enable row level security;
alter table telemetry.vehicle_state force row level security;
alter table telemetry.alarms enable row level security;
alter table telemetry.alarms force row level security;
alter table telemetry.unknown_devices enable row level security;
alter table telemetry.unknown_devices force row level security;
alter table telemetry.rejected_reports enable row level security;
alter table telemetry.rejected_reports force row level security;

create policy owner on telemetry.positions to rumbo_owner using (true) with check (true);
create policy owner on telemetry.position_extras to rumbo_owner using (true) with check (true);
create policy owner on telemetry.vehicle_state to rumbo_owner using (true) with check (true);
create policy owner on telemetry.alarms to rumbo_owner using (true) with check (true);
create policy owner on telemetry.unknown_devices to rumbo_owner using (true) with check (true);
create policy owner on telemetry.rejected_reports to rumbo_owner using (true) with check (true);
create policy everything on telemetry.positions to rumbo_system using (true) with check (true);
create policy everything on telemetry.position_extras to rumbo_system using (true) with check (true);
create policy everything on telemetry.vehicle_state to rumbo_system using (true) with check (true);
create policy everything on telemetry.alarms to rumbo_system using (true) with check (true);
create policy everything on telemetry.unknown_devices to rumbo_system using (true) with check (true);
create policy everything on telemetry.rejected_reports to rumbo_system using (true) with check (true);
create policy read_all on telemetry.vehicle_state for select to rumbo_all using (true);
create policy read_all on telemetry.alarms for select to rumbo_all using (true);
create policy read_all on telemetry.unknown_devices for select to rumbo_all using (true);
create policy read_all on telemetry.rejected_reports for select to rumbo_all using (true);

create policy read_fleets on telemetry.vehicle_state for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy read_vehicles on telemetry.vehicle_state for select to rumbo_guest
  using (vehicle_id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[]));
create policy read_fleets on telemetry.alarms for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));

grant select, insert on telemetry.positions, telemetry.position_extras to rumbo_system;
grant select, insert, update on telemetry.vehicle_state to rumbo_system;
grant select, insert on telemetry.alarms to rumbo_system;
grant select, insert, update, delete on telemetry.unknown_devices, telemetry.rejected_reports to rumbo_system;
grant select on telemetry.vehicle_state, telemetry.alarms to rumbo_all, rumbo_scoped;
grant select on telemetry.vehicle_state to rumbo_guest;
grant select on telemetry.unknown_devices, telemetry.rejected_reports to rumbo_all;

-- The last state in plain units, for lists and live snapshots of other domains.
create view telemetry.latest with (security_invoker = true) as
  select vehicle_no, vehicle_id, fleet_id,
    nullif(as_of, '-infinity') as fix_time,
    nullif(last_report_at, '-infinity') as last_report_at,
    latitude / 1e7::double precision as latitude,
    longitude / 1e7::double precision as longitude,
    speed_tenths / 10::double precision as speed_kmh,
    heading, satellites, ignition, battery_percent, fuel_percent, signal_percent, odometer_metres
  from telemetry.vehicle_state;
grant select on telemetry.latest to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;

-- The application's role owns no table: partitions are made here, as the owner, for the days asked for.
create function telemetry.ensure_partitions(first_day date, last_day date) returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  -- "day" is a UTC day; the name carries it.
  day date;
  name text;
  made integer := 0;
begin
  if last_day - first_day > 400 then raise exception 'At most 400 days at a time'; end if;
  perform pg_advisory_xact_lock(hashtext('telemetry.ensure_partitions'));
  for day in select generate_series(first_day, last_day, interval '1 day')::date loop
    name := 'positions_' || to_char(day, 'YYYYMMDD');
    if to_regclass('telemetry.' || name) is null then
      -- Created apart and attached: "create … partition of" would lock out the writers of the parent.
      execute format('create table telemetry.%I (like telemetry.positions including defaults including constraints)', name);
      execute format('alter table telemetry.%I add constraint %I check (fix_time >= %L and fix_time < %L)', name,
        name || '_day', day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
      execute format('alter table telemetry.%I add primary key (vehicle_no, fix_time, report_hash)', name);
      execute format('alter table telemetry.%I enable row level security', name);
      execute format('alter table telemetry.%I force row level security', name);
      execute format('create policy owner on telemetry.%I to rumbo_owner using (true) with check (true)', name);
      execute format('alter table telemetry.positions attach partition telemetry.%I for values from (%L) to (%L)', name,
        day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
      execute format('alter table telemetry.%I drop constraint %I', name, name || '_day');
      made := made + 1;
    end if;
  end loop;
  return made;
end $$;
revoke all on function telemetry.ensure_partitions(date, date) from public;
grant execute on function telemetry.ensure_partitions(date, date) to rumbo_system;

-- The oldest day whose partition is open.
create function telemetry.oldest_day() returns date
  language sql stable security definer set search_path = pg_catalog as $$
  select min(to_date(right(c.relname, 8), 'YYYYMMDD'))
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'telemetry.positions'::regclass
$$;
revoke all on function telemetry.oldest_day() from public;
grant execute on function telemetry.oldest_day() to rumbo_system;
