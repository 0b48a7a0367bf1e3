-- A list of several fleets looks for the services of a vehicle, a driver or a customer in each fleet, so the fleet belongs
-- to these indexes: without it each lookup read all services of the vehicle, the driver or the customer.
drop index services.services_by_vehicle;
create index services_by_vehicle on services.services (assigned_vehicle_id, fleet_id, dispatch_time)
  where archived_at is null and assigned_vehicle_id is not null;
drop index services.services_driver;
create index services_by_driver on services.services (assigned_driver_id, fleet_id, dispatch_time)
  where archived_at is null and assigned_driver_id is not null;
drop index services.services_by_requester;
create index services_by_requester on services.services (requester_contact_id, fleet_id, dispatch_time)
  where archived_at is null;
