-- The zones of its fleet that a vehicle works in; empty: everywhere.
alter table vehicles.vehicles add column working_zone_ids uuid[] not null default '{}';
create index vehicles_working_zones on vehicles.vehicles (fleet_id)
  where archived_at is null and working_zone_ids <> '{}';
