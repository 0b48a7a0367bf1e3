-- Gateways keep with a state everything they read of its vehicle's record: whose device it is, in which fleet, whether the
-- device has a secret and which model it is, the speed limit, and the allowed hours. Where one of these changes, a gateway
-- that missed the notice must have its next write refused.
drop trigger raise_state_version on vehicles.vehicles;
create trigger raise_state_version
  after update of imei, archived_at, company_id, fleet_id, device_secret_hash, gps_model, speed_limit_kmh, allowed_hours
  on vehicles.vehicles
  for each row when ((old.imei, old.archived_at, old.company_id, old.fleet_id, old.device_secret_hash, old.gps_model,
      old.speed_limit_kmh, old.allowed_hours)
    is distinct from (new.imei, new.archived_at, new.company_id, new.fleet_id, new.device_secret_hash, new.gps_model,
      new.speed_limit_kmh, new.allowed_hours))
  execute function telemetry.raise_state_version();
