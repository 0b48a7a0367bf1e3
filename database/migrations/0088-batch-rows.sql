-- Rows of a batch as one parameter each. As one array a column, PostgreSQL would keep every column of every row in a store
-- of its own. A gateway of an older version may still write with these: a change needs types of other names.
create type telemetry.batch_state as (
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
  suspect_longitude integer
);
create type telemetry.batch_position as (
  vehicle_no integer,
  fix_time timestamptz(3),
  report_hash bigint,
  delay_ms bigint,
  latitude integer,
  longitude integer,
  odometer_metres integer,
  levels integer,
  speed_tenths smallint,
  heading smallint,
  altitude smallint,
  flags smallint
);

-- Ends a batch that was written without locks, where a state was not the one it was computed from.
create function telemetry.refuse_stale_states() returns integer
  language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'Another process has changed the state of a vehicle: the batch is written again' using errcode = 'RU001';
end $$;
revoke all on function telemetry.refuse_stale_states() from public;
grant execute on function telemetry.refuse_stale_states() to rumbo_system;
