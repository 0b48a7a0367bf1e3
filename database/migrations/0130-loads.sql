-- What a service carries, and the planned time at its stops: what deliveries are planned by.
alter table services.services
  add column required_load_kg double precision check (required_load_kg > 0 and required_load_kg <= 100000),
  add column required_load_m3 double precision check (required_load_m3 > 0 and required_load_m3 <= 1000);
-- Null: what the plan that visits the stop sets.
alter table services.planned_stops
  add column service_minutes smallint check (service_minutes between 0 and 480);
