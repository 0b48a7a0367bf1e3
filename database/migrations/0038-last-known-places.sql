-- An alarm without a usable fix is an event where its vehicle was last known to be, and says since when.
alter table events.events
  add column last_known_at timestamptz(3),
  add check (last_known_at is null or latitude is not null);
