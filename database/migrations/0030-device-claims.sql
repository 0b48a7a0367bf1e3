-- Devices that two connections spoke for at the same time: meanwhile restricted commands are refused.
create table telemetry.device_claims (
  identifier text primary key,
  -- Of this claim, and of the event it raised.
  id uuid not null,
  since timestamptz(3) not null,
  -- When both connections were heard last; the claim ends ten minutes later.
  contested_at timestamptz(3) not null,
  -- Of both, the one that spoke last first.
  addresses text[] not null
);
create index device_claims_contested on telemetry.device_claims (contested_at);
alter table telemetry.device_claims enable row level security;
alter table telemetry.device_claims force row level security;
create policy owner on telemetry.device_claims to rumbo_owner using (true) with check (true);
create policy everything on telemetry.device_claims to rumbo_system using (true) with check (true);
grant select, insert, update, delete on telemetry.device_claims to rumbo_system;

-- Another gateway still had the device a moment ago: until then restricted commands wait.
alter table telemetry.device_connections add column contested_until timestamptz(3);

-- Where the command is written to: its answer comes from there or is not believed.
alter table commands.commands add column connection text;
