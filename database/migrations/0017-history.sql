-- History: trips, stays and days kept as reports come; closed days as one row a vehicle and hour; what came late.
alter table organisation.companies
  -- Days that positions, trips, stays and days are kept.
  add column history_days integer not null default 180 check (history_days between 3 and 3650);
grant update (history_days) on organisation.companies to rumbo_scoped;

-- The gateway also needs the company's day and how long it keeps; an outer join that nobody asks for costs nothing.
create or replace view vehicles.listened with (security_invoker = true) as
  select v.id, v.vehicle_no, v.company_id, v.fleet_id, v.imei, v.silence_from,
    exists (select 1 from vehicles.status_causes c where c.vehicle_id = v.id and c.cause = 'silent') as is_silent,
    o.time_zone, o.history_days
  from vehicles.vehicles v
  left join organisation.companies o on o.id = v.company_id
  where v.archived_at is null;

-- Every vehicle there ever was, for history: an archived one still gets its late points.
create view vehicles.numbered with (security_invoker = true) as
  select v.vehicle_no, v.id, v.company_id, v.fleet_id, o.time_zone, o.history_days
  from vehicles.vehicles v
  left join organisation.companies o on o.id = v.company_id;
grant select on vehicles.numbered to rumbo_system;

-- The company's days, and how many of them it keeps.
create view organisation.clocks with (security_invoker = true) as
  select id as company_id, time_zone, history_days from organisation.companies;
grant select on organisation.clocks to rumbo_system;

-- Movement as it stands after the last usable fix (as_of). A vehicle is on a trip while trip_started_at is set;
-- stand_* is then the stop that may end it, and otherwise the stay it is in. The sums of the running day follow.
alter table telemetry.vehicle_state
  add column protocol text,
  add column last_fix_ignition boolean,
  add column stand_since timestamptz(3),
  add column stand_latitude integer,
  add column stand_longitude integer,
  add column stand_idle_seconds integer not null default 0,
  add column trip_started_at timestamptz(3),
  add column trip_distance_metres double precision not null default 0,
  add column trip_stand_metres double precision not null default 0,
  add column trip_max_speed_tenths smallint not null default 0,
  add column trip_moving_seconds integer not null default 0,
  add column engine_seconds double precision not null default 0,
  -- In the time zone of the company; its sums go to vehicle_days when the day is over.
  add column day date,
  add column day_records integer not null default 0,
  add column day_distance_metres double precision not null default 0,
  add column day_moving_seconds integer not null default 0,
  add column day_idle_seconds integer not null default 0,
  add column day_engine_seconds integer not null default 0,
  add column day_max_speed_tenths smallint not null default 0,
  add column day_first_at timestamptz(3),
  -- Raised when the job of late points computes all this anew: a gateway that knew less does not overwrite it.
  add column movement_epoch integer not null default 0;

create table telemetry.trips (
  id uuid primary key,
  vehicle_no integer not null,
  vehicle_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  start_latitude integer not null,
  start_longitude integer not null,
  end_latitude integer,
  end_longitude integer,
  -- Of a trip that lasts: as it was when last written; the running sums are in vehicle_state.
  distance_metres integer not null default 0,
  max_speed_tenths smallint not null default 0,
  moving_seconds integer not null default 0,
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);
create index trips_vehicle on telemetry.trips (vehicle_id, started_at desc);
create index trips_number on telemetry.trips (vehicle_no, started_at desc);

-- Where a vehicle stood for three minutes or more.
create table telemetry.stays (
  id uuid primary key,
  vehicle_no integer not null,
  vehicle_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  latitude integer not null,
  longitude integer not null,
  idle_seconds integer not null default 0,
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);
create index stays_vehicle on telemetry.stays (vehicle_id, started_at desc);
create index stays_number on telemetry.stays (vehicle_no, started_at desc);

-- Days that are over, in the time zone of the company.
create table telemetry.vehicle_days (
  vehicle_no integer not null,
  day date not null,
  vehicle_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  records integer not null,
  distance_metres integer not null,
  moving_seconds integer not null,
  idle_seconds integer not null,
  engine_seconds integer not null,
  max_speed_tenths smallint not null,
  first_at timestamptz(3),
  last_at timestamptz(3),
  primary key (vehicle_no, day),
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);
create index vehicle_days_vehicle on telemetry.vehicle_days (vehicle_id, day desc);
create index vehicle_days_fleet on telemetry.vehicle_days (fleet_id, day);

-- Days to be computed anew from their positions, since points came late.
create table telemetry.dirty_days (
  vehicle_no integer not null,
  day date not null,
  -- Another value at each marking: what was marked again meanwhile is not taken off.
  mark bigint not null,
  primary key (vehicle_no, day)
);

-- Closed days: the positions of one vehicle and hour, packed by telemetry.hours; monthly partitions (UTC).
create table telemetry.position_hours (
  hour timestamptz(3) not null,
  vehicle_no integer not null,
  records integer not null,
  points bytea not null,
  primary key (vehicle_no, hour)
) partition by range (hour);

-- Rows of positions without their old costs: no null bitmap (marks say what is unknown), an arrival of four bytes, and a
-- key whose entries take 24 bytes instead of 32. Marks and bytes are named in telemetry.positions.rules.
alter table telemetry.positions rename to positions_former;
do $$
declare
  child record;
begin
  for child in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'telemetry.positions_former'::regclass loop
    execute format('alter table telemetry.%I rename to %I', child.relname, 'former_' || child.relname);
  end loop;
end $$;

create table telemetry.positions (
  fix_time timestamptz(3) not null,
  report_hash bigint not null,
  vehicle_no integer not null,
  latitude integer not null,
  longitude integer not null,
  -- Unknown: -1.
  odometer_metres integer not null,
  -- From the fix to its arrival; days that are open long keep at most 24 of it.
  delay_ms integer not null,
  -- A byte each: satellites, battery, fuel, signal; 255 where unknown.
  levels integer not null,
  speed_tenths smallint not null,
  -- Unknown: -1.
  heading smallint not null,
  -- Unknown: -32768.
  altitude smallint not null,
  -- Bits named in telemetry.rules: invalid, late, ignition known, ignition on, charging, blocked.
  flags smallint not null
) partition by range (fix_time);
alter table telemetry.positions enable row level security;
alter table telemetry.positions force row level security;
create policy owner on telemetry.positions to rumbo_owner using (true) with check (true);
create policy everything on telemetry.positions to rumbo_system using (true) with check (true);
grant select, insert, delete on telemetry.positions to rumbo_system;

create or replace function telemetry.ensure_partitions(first_day date, last_day date) returns integer
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
      -- The second in four bytes, before the hash: 16 bytes with it. One hash in one second is one report.
      execute format('create unique index %I on telemetry.%I
        (vehicle_no, ((date_part(''epoch'', fix_time - timestamptz ''2000-01-01 00:00:00+00''))::integer), report_hash)',
        name || '_key', name);
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

-- Day by day: what was stored before comes along.
do $$
declare
  former record;
  day date;
begin
  for former in select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'telemetry.positions_former'::regclass order by 1 loop
    day := to_date(right(former.name, 8), 'YYYYMMDD');
    perform telemetry.ensure_partitions(day, day);
    execute format('insert into telemetry.positions (fix_time, report_hash, vehicle_no, latitude, longitude, odometer_metres,
        delay_ms, levels, speed_tenths, heading, altitude, flags)
      select fix_time, report_hash, vehicle_no, latitude, longitude, coalesce(odometer_metres, -1),
        least(greatest(date_part(''epoch'', received_at - fix_time) * 1000, -2147483648), 2147483647)::integer,
        (case when satellites is null then -1 when satellites < 128 then satellites
            else least(satellites, 254) - 256 end) * 16777216 + coalesce(battery_percent, 255) * 65536 + coalesce(fuel_percent, 255) * 256 + coalesce(signal_percent, 255),
        speed_tenths, coalesce(heading, -1), coalesce(altitude, -32768), flags
      from telemetry.%I order by vehicle_no, fix_time, report_hash on conflict do nothing', former.name);
    execute format('drop table telemetry.%I', former.name);
  end loop;
end $$;
drop table telemetry.positions_former;

-- Positions of days that are closed or about to be; they move into position_hours.
create table telemetry.positions_late (
  like telemetry.positions including defaults,
  primary key (vehicle_no, fix_time, report_hash)
);
-- What waited in a device for longer than 24 days is here.
alter table telemetry.positions_late alter column delay_ms type bigint;

-- Fixes before write_from go to positions_late; positions before read_from are read from position_hours.
-- UTC days. Made by the first start of a gateway.
create table telemetry.history_boundary (
  is_only boolean primary key default true check (is_only),
  write_from date not null,
  read_from date not null check (read_from <= write_from)
);

alter table telemetry.trips enable row level security;
alter table telemetry.trips force row level security;
alter table telemetry.stays enable row level security;
alter table telemetry.stays force row level security;
alter table telemetry.vehicle_days enable row level security;
alter table telemetry.vehicle_days force row level security;
alter table telemetry.dirty_days enable row level security;
alter table telemetry.dirty_days force row level security;
alter table telemetry.position_hours enable row level security;
alter table telemetry.position_hours force row level security;
alter table telemetry.positions_late enable row level security;
alter table telemetry.positions_late force row level security;
alter table telemetry.history_boundary enable row level security;
alter table telemetry.history_boundary force row level security;

create policy owner on telemetry.trips to rumbo_owner using (true) with check (true);
create policy owner on telemetry.stays to rumbo_owner using (true) with check (true);
create policy owner on telemetry.vehicle_days to rumbo_owner using (true) with check (true);
create policy owner on telemetry.dirty_days to rumbo_owner using (true) with check (true);
create policy owner on telemetry.position_hours to rumbo_owner using (true) with check (true);
create policy owner on telemetry.positions_late to rumbo_owner using (true) with check (true);
create policy owner on telemetry.history_boundary to rumbo_owner using (true) with check (true);
create policy everything on telemetry.trips to rumbo_system using (true) with check (true);
create policy everything on telemetry.stays to rumbo_system using (true) with check (true);
create policy everything on telemetry.vehicle_days to rumbo_system using (true) with check (true);
create policy everything on telemetry.dirty_days to rumbo_system using (true) with check (true);
create policy everything on telemetry.position_hours to rumbo_system using (true) with check (true);
create policy everything on telemetry.positions_late to rumbo_system using (true) with check (true);
create policy everything on telemetry.history_boundary to rumbo_system using (true) with check (true);
create policy read_all on telemetry.trips for select to rumbo_all using (true);
create policy read_all on telemetry.stays for select to rumbo_all using (true);
create policy read_all on telemetry.vehicle_days for select to rumbo_all using (true);

create policy read_fleets on telemetry.trips for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy read_fleets on telemetry.stays for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy read_fleets on telemetry.vehicle_days for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy read_vehicles on telemetry.trips for select to rumbo_guest using (
  vehicle_id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[])
  and fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy read_vehicles on telemetry.stays for select to rumbo_guest using (
  vehicle_id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[])
  and fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy read_vehicles on telemetry.vehicle_days for select to rumbo_guest using (
  vehicle_id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[])
  and fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));

grant select, insert, update, delete on telemetry.trips, telemetry.stays, telemetry.vehicle_days, telemetry.dirty_days,
  telemetry.position_hours, telemetry.positions_late to rumbo_system;
grant select, insert, update on telemetry.history_boundary to rumbo_system;
grant delete on telemetry.position_extras to rumbo_system;
grant select on telemetry.trips, telemetry.stays, telemetry.vehicle_days to rumbo_all, rumbo_scoped, rumbo_guest;

-- Days that are over and the running one, in the same columns.
create view telemetry.days with (security_invoker = true) as
  select vehicle_no, day, vehicle_id, company_id, fleet_id, records, distance_metres, moving_seconds, idle_seconds,
    engine_seconds, max_speed_tenths, first_at, last_at
  from telemetry.vehicle_days d
  where not exists (select from telemetry.vehicle_state s where s.vehicle_no = d.vehicle_no and s.day = d.day)
  union all
  select vehicle_no, day, vehicle_id, company_id, fleet_id, day_records, round(day_distance_metres)::integer,
    day_moving_seconds, day_idle_seconds, day_engine_seconds, day_max_speed_tenths, day_first_at,
    case when day_first_at is not null then nullif(as_of, '-infinity') end
  from telemetry.vehicle_state
  where day is not null;
grant select on telemetry.days to rumbo_system, rumbo_all, rumbo_scoped, rumbo_guest;

-- Monthly partitions of closed hours, made like those of positions: as the owner, apart, then attached.
create function telemetry.ensure_hour_partitions(first_day date, last_day date) returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  month date;
  name text;
  made integer := 0;
begin
  if last_day - first_day > 4000 then raise exception 'At most 4000 days at a time'; end if;
  perform pg_advisory_xact_lock(hashtext('telemetry.ensure_hour_partitions'));
  for month in select generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, interval '1 month')::date loop
    name := 'position_hours_' || to_char(month, 'YYYYMM');
    if to_regclass('telemetry.' || name) is null then
      execute format('create table telemetry.%I (like telemetry.position_hours including defaults including constraints)', name);
      -- Packed by the application: compressing it again gains next to nothing.
      execute format('alter table telemetry.%I alter column points set storage external', name);
      execute format('alter table telemetry.%I add primary key (vehicle_no, hour)', name);
      execute format('alter table telemetry.%I enable row level security', name);
      execute format('alter table telemetry.%I force row level security', name);
      execute format('create policy owner on telemetry.%I to rumbo_owner using (true) with check (true)', name);
      execute format('alter table telemetry.position_hours attach partition telemetry.%I for values from (%L) to (%L)', name,
        month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      made := made + 1;
    end if;
  end loop;
  return made;
end $$;
revoke all on function telemetry.ensure_hour_partitions(date, date) from public;
grant execute on function telemetry.ensure_hour_partitions(date, date) to rumbo_system;
