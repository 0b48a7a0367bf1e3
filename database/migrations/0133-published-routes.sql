-- A vehicle carries out several services at a time where one published plan gave it all of them; any other service alone.
alter table services.services
  -- The published plan in whose route the vehicle serves it; null: alone.
  add column route_plan_id uuid;
drop index services.services_running_vehicle;
create index services_running_vehicle on services.services (assigned_vehicle_id)
  where status in ('vehicle_assigned', 'in_progress') and archived_at is null;
create unique index services_alone_on_vehicle on services.services (assigned_vehicle_id)
  where status in ('vehicle_assigned', 'in_progress') and archived_at is null and route_plan_id is null;

-- When a planned vehicle is to leave for its service; null: by a person or the engine, once the service is due.
alter table dispatch.reservations
  add column leaves_at timestamptz(3),
  -- The earliest that makes sense, once the stop before is done.
  add column may_leave_at timestamptz(3),
  -- Of the service when the plan was published: what is postponed since postpones these times.
  add column planned_dispatch_time timestamptz(3);
create index reservations_plan on dispatch.reservations (plan_id) where plan_id is not null;

-- Published stops of services that went elsewhere are looked for among the latest ones.
create index published_stops_arrival on planning.published_stops (arrives_at);
alter table dispatch.released_reservations
  add column leaves_at timestamptz(3),
  add column may_leave_at timestamptz(3),
  add column planned_dispatch_time timestamptz(3);
