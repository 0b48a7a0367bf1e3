-- What last happened in a fleet: an alarm that comes again rises among the latest.
create index events_fleet_last on events.events (fleet_id, last_occurred_at, id);
