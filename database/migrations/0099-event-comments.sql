-- Who is to handle an event, and what people say about it. The server checks who may be named, and writes.
alter table events.events add column assignee_id uuid, add column assignee text,
  add check ((assignee_id is null) = (assignee is null));
create index events_assignee on events.events (assignee_id) where assignee_id is not null;

create table events.comments (
  id uuid primary key,
  event_id uuid not null references events.events (id) on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  vehicle_id uuid not null,
  author_id uuid not null,
  author text not null,
  text text not null check (text <> ''),
  -- Users named in the text, and how they are named there.
  mentions uuid[] not null default '{}',
  mention_names text[] not null default '{}' check (cardinality(mention_names) = cardinality(mentions)),
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);
create index comments_event on events.comments (event_id, created_at, id);
create index comments_vehicle on events.comments (vehicle_id);
create index comments_mentions on events.comments using gin (mentions);

alter table events.comments enable row level security;
alter table events.comments force row level security;
create policy owner on events.comments to rumbo_owner using (true) with check (true);
create policy everything on events.comments to rumbo_system using (true) with check (true);
create policy read_all on events.comments for select to rumbo_all using (true);
create policy read_fleets on events.comments for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
create policy driven on events.comments for select to rumbo_driver
  using (vehicle_id = any((select coalesce(nullif(current_setting('rumbo.read_vehicles', true), ''), '{}')::uuid[])::uuid[])
    and fleet_id = any((select coalesce(nullif(current_setting('rumbo.driven_fleets', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update, delete on events.comments to rumbo_system;
grant select on events.comments to rumbo_all, rumbo_scoped;

-- How long events last: without it, the planner takes a third of them for longer than a day, and reads them all for a
-- period long ago instead of the index of those that are.
create statistics events.events_lasted on (last_occurred_at - occurred_at) from events.events;
-- Only those that were repeated are looked for by their first time; nothing else uses these two.
drop index events.events_time;
drop index events.events_fleet;
create index events_fleet_repeated on events.events (fleet_id, occurred_at) include (company_id, last_occurred_at)
  where occurrences > 1;
-- Those that went on for longer than a day after a period: read from these indexes alone, and by the end that leaves
-- fewest of them for a period until now.
drop index events.events_company_long;
drop index events.events_fleet_long;
create index events_company_long on events.events (company_id, last_occurred_at, occurred_at)
  include (id, fleet_id, vehicle_id, status, severity, category, type, is_alarm, occurrences)
  where occurrences > 1 and last_occurred_at - occurred_at > interval '24 hours';
create index events_fleet_long on events.events (fleet_id, last_occurred_at, occurred_at)
  include (id, company_id, vehicle_id, status, severity, category, type, is_alarm, occurrences)
  where occurrences > 1 and last_occurred_at - occurred_at > interval '24 hours';

-- Views of the list of events.
alter table services.views drop constraint views_screen_check,
  add constraint views_screen_check check (screen in ('services', 'dispatch', 'events'));
