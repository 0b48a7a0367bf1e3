-- A guest sees its vehicle in the fleet it was shown it in: one moved to another fleet or company is gone for it.
alter policy read_vehicles on vehicles.vehicles using (
  id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[])
  and fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[])
);
alter policy read_vehicles on vehicles.status_causes using (
  vehicle_id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[])
  and fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[])
);
alter policy read_vehicles on telemetry.vehicle_state using (
  vehicle_id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[])
  and fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[])
);
