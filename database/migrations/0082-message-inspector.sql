-- Vehicles whose device's messages are recorded for support, until nobody has looked for a while.
create table telemetry.inspections (
  vehicle_id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  -- The device the vehicle had when somebody looked: messages of a later one are not recorded.
  identifier text not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);
create index inspections_until on telemetry.inspections (until);
create index inspections_company on telemetry.inspections (company_id);

-- The last messages of inspected devices in both directions, passwords masked.
create table telemetry.inspected_messages (
  -- In the order of the commits of a vehicle.
  number bigint generated always as identity primary key,
  vehicle_id uuid not null references vehicles.vehicles (id) on delete cascade,
  -- Of the time: a vehicle that goes to another company leaves its messages.
  company_id uuid not null,
  identifier text not null,
  at timestamptz(3) not null,
  direction text not null check (direction in ('in', 'out')),
  kind text not null check (kind in ('message', 'unread', 'refused', 'skipped', 'acknowledgement', 'command')),
  protocol text not null,
  transport text not null,
  connection text not null,
  address text not null,
  bytes bytea not null check (octet_length(bytes) <= 4096),
  -- Of the bytes as they came: longer ones are cut.
  length integer not null,
  -- {"reports": [], "checksumHolds": true, "text": null}
  content jsonb not null
);
create index inspected_messages_vehicle on telemetry.inspected_messages (vehicle_id, number);
create index inspected_messages_at on telemetry.inspected_messages (at);

alter table telemetry.inspections enable row level security;
alter table telemetry.inspections force row level security;
alter table telemetry.inspected_messages enable row level security;
alter table telemetry.inspected_messages force row level security;
create policy owner on telemetry.inspections to rumbo_owner using (true) with check (true);
create policy owner on telemetry.inspected_messages to rumbo_owner using (true) with check (true);
create policy system on telemetry.inspections to rumbo_system using (true) with check (true);
create policy system on telemetry.inspected_messages to rumbo_system using (true) with check (true);
grant select, insert, update, delete on telemetry.inspections, telemetry.inspected_messages to rumbo_system;

-- Passwords that devices demand of commands, encrypted with a key derived from the installation's secret.
create table vehicles.device_passwords (
  vehicle_id uuid primary key references vehicles.vehicles (id) on delete cascade,
  -- The device it belongs to: another one has another password.
  identifier text not null,
  sealed text not null,
  updated_at timestamptz(3) not null
);
alter table vehicles.device_passwords enable row level security;
alter table vehicles.device_passwords force row level security;
create policy owner on vehicles.device_passwords to rumbo_owner using (true) with check (true);
create policy system on vehicles.device_passwords to rumbo_system using (true) with check (true);
grant select, insert, update, delete on vehicles.device_passwords to rumbo_system;
