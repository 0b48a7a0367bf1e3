-- Lists of events by kind: the place, the four kinds, then the time. What else a filter asks is in the index too, so
-- that matches are counted without reading the events.
create index events_company_kinds on events.events (company_id, status, severity, category, type, last_occurred_at, id)
  include (fleet_id, vehicle_id, occurred_at, occurrences, is_alarm);
create index events_fleet_kinds on events.events (fleet_id, status, severity, category, type, last_occurred_at, id)
  include (company_id, vehicle_id, occurred_at, occurrences, is_alarm);
create index events_company_last on events.events (company_id, last_occurred_at, id) include (fleet_id);
-- Those of a period that went on after it; few last longer than a day.
create index events_company_repeated on events.events (company_id, occurred_at) include (fleet_id, last_occurred_at)
  where occurrences > 1;
create index events_company_long on events.events (company_id, occurred_at)
  where occurrences > 1 and last_occurred_at - occurred_at > interval '24 hours';
create index events_fleet_long on events.events (fleet_id, occurred_at)
  where occurrences > 1 and last_occurred_at - occurred_at > interval '24 hours';
