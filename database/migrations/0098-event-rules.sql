-- Since when a service is so late that it is an event; null while it is not.
alter table dispatch.predictions add column delayed_since timestamptz(3);
-- Whether a shift past its end was raised before.
create index events_of_shifts on events.events (rule_id) where type = 'driver_shift_timeout';
