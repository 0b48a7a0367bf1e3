-- Which rule an event is of, the geofence whose shape it met, and the figures behind it.
alter table events.events
  add column rule_id uuid,
  add column fence_id uuid,
  add column fence_shape_version integer check (fence_shape_version > 0),
  add column detail jsonb check (jsonb_typeof(detail) = 'object' and length(detail::text) <= 4000),
  add check ((fence_id is null) = (fence_shape_version is null));

-- Open events of the same trouble become one: the latest, of active ones if there are any. It takes the times and the
-- occurrences of the others, which end as resolved by the system.
create temporary table same_events on commit drop as
  select id, vehicle_id, first_value(id) over newest_first as kept_id
  from events.events where status in ('active', 'acknowledged')
  window newest_first as (
    partition by vehicle_id, type, kind, trouble_code, driver_action, service_number
    order by (status = 'active') desc, last_occurred_at desc, id desc);

update events.events e set occurred_at = all_of.first_at, last_occurred_at = all_of.last_at,
  occurrences = all_of.occurrences, severity = all_of.severity, is_alarm = all_of.is_alarm, version = e.version + 1,
  updated_at = now()
from (
  select s.kept_id, min(o.occurred_at) as first_at, max(o.last_occurred_at) as last_at,
    least(sum(o.occurrences), 2147483647)::integer as occurrences, max(o.severity) as severity, bool_or(o.is_alarm) as is_alarm
  from same_events s join events.events o on o.id = s.id group by s.kept_id having count(*) > 1) as all_of
where e.id = all_of.kept_id;

update events.events e set status = 'resolved', resolved_at = now(), resolved_by = null, resolved_by_id = null,
  version = e.version + 1, updated_at = now()
from same_events s where e.id = s.id and s.id <> s.kept_id;

-- The vehicle stays as alarmed as it was, now by the event that is left; handling that one frees it.
insert into vehicles.status_causes (vehicle_id, company_id, fleet_id, cause, source_id, since, detail)
  select c.vehicle_id, c.company_id, c.fleet_id, c.cause, s.kept_id::text, min(c.since), min(c.detail)
  from vehicles.status_causes c join same_events s on s.vehicle_id = c.vehicle_id and s.id::text = c.source_id
  where s.id <> s.kept_id group by c.vehicle_id, c.company_id, c.fleet_id, c.cause, s.kept_id
  on conflict do nothing;
delete from vehicles.status_causes c using same_events s
  where s.vehicle_id = c.vehicle_id and s.id::text = c.source_id and s.id <> s.kept_id;

-- While one is open, the same trouble is another occurrence of it. It also finds the open events of a vehicle.
create unique index events_open_same on events.events
  (vehicle_id, type, kind, rule_id, fence_id, trouble_code, driver_action, service_number) nulls not distinct
  where status in ('active', 'acknowledged');
drop index events.events_open;
drop index events.events_open_code;

-- What the rules over readings and movements remember of a vehicle (JSON, see telemetry.conditions.ts); null: nothing. The
-- type of rows gets another name, since a gateway of an older version may still write with the former one.
alter table telemetry.vehicle_state add column conditions text;
create type telemetry.batch_vehicle as (
  vehicle_no integer,
  state_version bigint,
  as_of timestamptz(3),
  last_report_at timestamptz(3),
  last_report_hash bigint,
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
  odometer_metres double precision,
  protocol text,
  driver_card text,
  trouble_codes text,
  last_fix_ignition boolean,
  stand_since timestamptz(3),
  stand_latitude integer,
  stand_longitude integer,
  stand_idle_seconds integer,
  trip_started_at timestamptz(3),
  trip_distance_metres double precision,
  trip_stand_metres double precision,
  trip_max_speed_tenths smallint,
  trip_moving_seconds integer,
  engine_seconds double precision,
  day date,
  day_records integer,
  day_distance_metres double precision,
  day_moving_seconds integer,
  day_idle_seconds integer,
  day_engine_seconds integer,
  day_max_speed_tenths smallint,
  day_first_at timestamptz(3),
  suspect_fixes smallint,
  suspect_at timestamptz(3),
  suspect_latitude integer,
  suspect_longitude integer,
  conditions text
);
