-- Which fences vehicles are in, or about to enter or leave, as of their last fix. Written with the state of the vehicle, and
-- only where something changed; a vehicle outside all fences has no row, or an empty one.
create table telemetry.fence_states (
  vehicle_no integer primary key references vehicles.vehicles (vehicle_no) on delete cascade,
  -- One element a fence, as `FenceState` of server/src/telemetry/fences.
  states jsonb not null,
  -- The last fix that was accurate enough, where it is not the last one: time in epoch ms, and place.
  last_fix jsonb
) with (fillfactor = 70);
alter table telemetry.fence_states enable row level security;
alter table telemetry.fence_states force row level security;
create policy owner on telemetry.fence_states to rumbo_owner using (true) with check (true);
create policy everything on telemetry.fence_states to rumbo_system using (true) with check (true);
grant select, insert, update, delete on telemetry.fence_states to rumbo_system;

-- Entries and exits, whether a trigger wanted an event or not.
create table geofences.crossings (
  -- Of the crossing, interpolated between two fixes.
  crossed_at timestamptz(3) not null,
  confirmed_at timestamptz(3) not null,
  company_id uuid not null,
  fleet_id uuid not null,
  fence_id uuid not null,
  shape_version integer not null,
  vehicle_id uuid not null,
  is_entry boolean not null,
  foreign key (fence_id, shape_version) references geofences.shapes (fence_id, shape_version)
);
create index crossings_fleet on geofences.crossings (fleet_id, crossed_at);
create index crossings_fence on geofences.crossings (fence_id, crossed_at);
create index crossings_company on geofences.crossings (company_id, crossed_at);

-- When a trigger with a cool-down last raised an event of a vehicle.
create table geofences.raised (
  trigger_id uuid not null,
  vehicle_id uuid not null,
  raised_at timestamptz(3) not null,
  primary key (trigger_id, vehicle_id)
);
create index raised_at on geofences.raised (raised_at);

alter table geofences.crossings enable row level security;
alter table geofences.crossings force row level security;
alter table geofences.raised enable row level security;
alter table geofences.raised force row level security;
create policy owner on geofences.crossings to rumbo_owner using (true) with check (true);
create policy owner on geofences.raised to rumbo_owner using (true) with check (true);
create policy system on geofences.crossings to rumbo_system using (true) with check (true);
create policy system on geofences.raised to rumbo_system using (true) with check (true);
create policy everything on geofences.crossings for select to rumbo_all using (true);
create policy read_own on geofences.crossings for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, delete on geofences.crossings to rumbo_system;
grant select, insert, update, delete on geofences.raised to rumbo_system;
grant select on geofences.crossings to rumbo_all, rumbo_scoped;
