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

-- Alerts that end once a free vehicle is near a place, or when their time is over: each of the person who asked for it.
create table watchpoints.approach_alerts (
  id uuid primary key,
  user_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  label text not null,
  -- The vehicle whose place is watched; it does not end the alert itself.
  vehicle_id uuid references vehicles.vehicles (id) on delete set null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  minutes smallint not null check (minutes between 1 and 60),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  -- Nobody checked for part of its time.
  has_gap boolean not null default false,
  outcome text check (outcome in ('near', 'expired', 'unchecked')),
  ended_at timestamptz(3),
  near_vehicle_id uuid,
  near_vehicle_number text,
  near_seconds real,
  is_estimate boolean not null default false,
  check ((outcome is null) = (ended_at is null)),
  check ((outcome is not distinct from 'near') = (near_vehicle_number is not null)),
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create index approach_alerts_open on watchpoints.approach_alerts (fleet_id) where outcome is null;
create index approach_alerts_user on watchpoints.approach_alerts (user_id);

alter table watchpoints.approach_alerts enable row level security;
alter table watchpoints.approach_alerts force row level security;
create policy owner on watchpoints.approach_alerts to rumbo_owner using (true) with check (true);
create policy system on watchpoints.approach_alerts to rumbo_system using (true) with check (true);
create policy own on watchpoints.approach_alerts to rumbo_all, rumbo_scoped
  using (user_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid))
  with check (user_id = (select nullif(current_setting('rumbo.user_id', true), '')::uuid));
grant select, insert, update, delete on watchpoints.approach_alerts to rumbo_system, rumbo_all, rumbo_scoped;
