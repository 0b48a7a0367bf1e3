-- How many identifiers each company asked to list within the day that began at `since`: each answer says whether another
-- company has the device, so nobody may try millions of them.
create table telemetry.expected_checks (
  company_id uuid primary key references organisation.companies (id),
  since timestamptz(3) not null,
  identifiers integer not null
);

alter table telemetry.expected_checks enable row level security;
alter table telemetry.expected_checks force row level security;
create policy owner on telemetry.expected_checks to rumbo_owner using (true) with check (true);
create policy system on telemetry.expected_checks to rumbo_system using (true) with check (true);
grant select, insert, update on telemetry.expected_checks to rumbo_system;
