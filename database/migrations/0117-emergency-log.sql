-- Where the vehicle of an emergency was, and when its conversation was pinned, in the log.
alter table communication.incident_entries
  add column latitude double precision,
  add column longitude double precision,
  -- When the vehicle was there.
  add column fix_at timestamptz(3),
  drop constraint incident_entries_kind_check,
  add constraint incident_entries_kind_check check (kind in ('declared', 'notified', 'acknowledged', 'position',
    'contacted', 'note', 'resolved', 'pinned', 'unpinned')),
  add check ((latitude is null) = (longitude is null) and (latitude is null) = (fix_at is null));
create index incident_entries_positions on communication.incident_entries (thread_id, at) where kind = 'position';

-- Since when the conversation of an emergency is known to be about an event that is closed.
alter table communication.threads add column event_closed_at timestamptz(3);
create index threads_emergencies on communication.threads (event_id) where kind = 'emergency' and event_closed_at is null;
create index threads_closed_emergencies on communication.threads (event_closed_at)
  where kind = 'emergency' and event_closed_at is not null;
