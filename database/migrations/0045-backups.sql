-- Scheduled backups and how each ended; the supervisor writes them as owner, metrics read them.
create table platform.backups (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  file text not null,
  -- Null where it failed.
  bytes bigint,
  error text
);
create index backups_started on platform.backups (started_at desc);
alter table platform.backups enable row level security;
alter table platform.backups force row level security;
create policy owner on platform.backups to rumbo_owner using (true) with check (true);
create policy system on platform.backups for select to rumbo_system using (true);
grant select on platform.backups to rumbo_system;
