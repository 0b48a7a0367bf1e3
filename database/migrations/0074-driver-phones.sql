-- The identifiers by which tracker apps report drivers' positions while the driver page is closed. Only hashes are kept.
create table drivers.phones (
  key_hash text primary key,
  user_id uuid not null unique,
  created_at timestamptz(3) not null
);
alter table drivers.phones enable row level security;
alter table drivers.phones force row level security;
create policy owner on drivers.phones to rumbo_owner using (true) with check (true);
create policy system on drivers.phones to rumbo_system using (true) with check (true);
grant select, insert, update, delete on drivers.phones to rumbo_system;
