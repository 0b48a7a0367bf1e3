-- Several gateways on one database: a vehicle's state is written only by a process that knows its present version.
alter table telemetry.vehicle_state
  add column state_version bigint not null default 0,
  drop column movement_epoch;

-- A gateway keeps with a state whose device it is, in which fleet, and whether the device has a secret: where one of
-- these changes, a gateway that missed the notice must have its next write refused. As the owner: people may not write states.
create function telemetry.raise_state_version() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update telemetry.vehicle_state set state_version = state_version + 1 where vehicle_no = new.vehicle_no;
  return null;
end $$;
revoke all on function telemetry.raise_state_version() from public;
create trigger raise_state_version
  after update of imei, archived_at, company_id, fleet_id, device_secret_hash on vehicles.vehicles
  for each row when ((old.imei, old.archived_at, old.company_id, old.fleet_id, old.device_secret_hash)
    is distinct from (new.imei, new.archived_at, new.company_id, new.fleet_id, new.device_secret_hash))
  execute function telemetry.raise_state_version();

-- Gateways keep the clocks of companies in memory and read them again when notified.
create function organisation.notify_clocks() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  perform pg_notify('rumbo_clocks', '');
  return null;
end $$;
revoke all on function organisation.notify_clocks() from public;
create trigger notify_clocks_made after insert on organisation.companies
  for each row execute function organisation.notify_clocks();
create trigger notify_clocks_changed after update of time_zone, history_days on organisation.companies
  for each row when ((old.time_zone, old.history_days) is distinct from (new.time_zone, new.history_days))
  execute function organisation.notify_clocks();
