-- How many vehicles of a fleet had each status, minute by minute: what the cards of the panel are drawn from.
create table vehicles.status_counts (
  fleet_id uuid not null,
  at timestamptz(3) not null,
  company_id uuid not null,
  -- Statuses by name; one without vehicles is left out.
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  primary key (fleet_id, at)
);
create index status_counts_time on vehicles.status_counts (at);

alter table vehicles.status_counts enable row level security;
alter table vehicles.status_counts force row level security;
create policy owner on vehicles.status_counts to rumbo_owner using (true) with check (true);
create policy everything on vehicles.status_counts to rumbo_system using (true) with check (true);
create policy read_all on vehicles.status_counts for select to rumbo_all using (true);
create policy read_fleets on vehicles.status_counts for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_fleets', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, delete on vehicles.status_counts to rumbo_system;
-- A guest watches one vehicle, not its fleet: may ask, and finds nothing.
grant select on vehicles.status_counts to rumbo_all, rumbo_scoped, rumbo_guest;
