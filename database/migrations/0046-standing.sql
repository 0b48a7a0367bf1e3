-- Since when a vehicle stands: the start of its open stay, null on a trip.
create or replace view telemetry.latest with (security_invoker = true) as
  select vehicle_no, vehicle_id, fleet_id,
    nullif(as_of, '-infinity') as fix_time,
    nullif(last_report_at, '-infinity') as last_report_at,
    latitude / 1e7::double precision as latitude,
    longitude / 1e7::double precision as longitude,
    speed_tenths / 10::double precision as speed_kmh,
    heading, satellites, ignition, battery_percent, fuel_percent, signal_percent, odometer_metres,
    case when trip_started_at is null and isfinite(stand_since) then stand_since end as stand_since
  from telemetry.vehicle_state;
