-- Fixes that the vehicle could have reached only at an impossible speed: the last of those that follow one another, and
-- how many they are. Null and 0 where the newest fix is believed.
alter table telemetry.vehicle_state
  add column suspect_fixes smallint not null default 0,
  add column suspect_at timestamptz(3),
  add column suspect_latitude integer,
  add column suspect_longitude integer;

-- The job of late points sets and takes away the mark of a suspect fix.
grant update (flags) on telemetry.positions to rumbo_system;
