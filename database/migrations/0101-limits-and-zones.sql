-- Whether speeding above the limit of the road becomes an event, where an installed region states limits.
alter table organisation.companies add column road_speed_limits boolean not null default false;
grant update (road_speed_limits) on organisation.companies to rumbo_scoped;
create or replace view organisation.clocks with (security_invoker = true) as
  select id as company_id, time_zone, history_days, road_speed_limits from organisation.companies;

-- Gateways read them again when they change.
drop trigger notify_clocks_changed on organisation.companies;
create trigger notify_clocks_changed after update of time_zone, history_days, road_speed_limits on organisation.companies
  for each row when ((old.time_zone, old.history_days, old.road_speed_limits)
    is distinct from (new.time_zone, new.history_days, new.road_speed_limits))
  execute function organisation.notify_clocks();

-- Vehicles that enter a workshop are in maintenance until they leave it. The cause has the fence as its source.
alter table geofences.fences add column is_workshop boolean not null default false
  check (not is_workshop or kind <> 'route');
create index status_causes_of_workshops on vehicles.status_causes (vehicle_id)
  where cause = 'maintenance' and source_id <> '';
