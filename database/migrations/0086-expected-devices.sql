-- Identifiers of devices a company expects: until a vehicle has such a device, the company sees that it reports.
create table telemetry.expected_devices (
  -- As in vehicles.vehicles.imei. A device belongs to one company, so it is unique across companies.
  identifier text primary key check (identifier ~ '^[A-Za-z0-9_-]{3,40}$'),
  company_id uuid not null references organisation.companies (id),
  added_at timestamptz(3) not null,
  added_by uuid,
  added_by_name text
);
create index expected_devices_company on telemetry.expected_devices (company_id, identifier);

alter table telemetry.expected_devices enable row level security;
alter table telemetry.expected_devices force row level security;
create policy owner on telemetry.expected_devices to rumbo_owner using (true) with check (true);
create policy system on telemetry.expected_devices to rumbo_system using (true) with check (true);
grant select, insert, delete on telemetry.expected_devices to rumbo_system;

-- Unknown devices that somebody expects do not count towards the number that is kept: others cannot displace them.
alter table telemetry.unknown_devices add column is_expected boolean not null default false;
drop index telemetry.unknown_devices_seen;
create index unknown_devices_seen on telemetry.unknown_devices (last_seen_at) where not is_expected;
