-- One small index for all filters of the list, instead of a large one for each of three: its columns have few values, so
-- that equal entries are stored once, and a filter without a value is skipped over by PostgreSQL 18.
create index services_by_facets on services.services
  (fleet_id, payment_status, priority_level, payment_method, service_type, status) where archived_at is null;
drop index services.services_by_type;
drop index services.services_by_payment_method;
drop index services.services_by_payment_status;
