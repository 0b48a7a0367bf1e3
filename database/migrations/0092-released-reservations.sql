-- The reservation of a service that a person last released or replaced, as it was: so that it can be restored at once.
create table dispatch.released_reservations (
  service_id uuid primary key references services.services on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  vehicle_id uuid not null,
  vehicle_number text not null,
  -- Among the reservations of the vehicle that people made, from 1.
  place integer not null,
  reserved_at timestamptz(3) not null,
  reserved_by uuid not null,
  reserved_by_name text not null,
  blocked_since timestamptz(3),
  blocked_reason text,
  released_at timestamptz(3) not null,
  released_by uuid not null
);
create index released_reservations_at on dispatch.released_reservations (released_at);

alter table dispatch.released_reservations enable row level security;
alter table dispatch.released_reservations force row level security;
create policy owner on dispatch.released_reservations to rumbo_owner using (true) with check (true);
create policy system on dispatch.released_reservations to rumbo_system using (true) with check (true);
grant select, insert, update, delete on dispatch.released_reservations to rumbo_system;
