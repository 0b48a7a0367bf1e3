-- Payments of services and of customers' accounts, and the cash of drivers: entries that are only ever added.
create schema payments;
grant usage on schema payments to rumbo_system, rumbo_all, rumbo_scoped;

-- Net amount received for a service, and how many entries it has; entries keep it from being deleted.
alter table services.services
  add column paid_minor bigint not null default 0,
  add column payment_entries integer not null default 0,
  add column last_closeout_number integer;
create index services_account on services.services (company_id, requester_contact_id, ended_at)
  where payment_method = 'account' and status = 'completed' and archived_at is null;
create index services_driver_running on services.services (fleet_id, assigned_driver_id)
  where status = 'in_progress' and archived_at is null;

create table payments.entries (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  kind text not null check (kind in ('payment', 'refund', 'void')),
  -- Null for a payment on a customer's account.
  service_id uuid references services.services,
  service_number integer,
  contact_id uuid not null,
  contact_name text not null,
  method text not null check (method in ('cash', 'card', 'app', 'transfer')),
  -- Positive for what was received, negative for what was given back.
  amount_minor bigint not null check (amount_minor <> 0),
  currency char(3) not null,
  -- Null: received in the office.
  driver_id uuid,
  driver_name text,
  received_at timestamptz(3) not null,
  note text,
  voids uuid unique references payments.entries,
  recorded_at timestamptz(3) not null,
  recorded_by uuid,
  recorded_by_name text,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id),
  check ((service_id is null) = (service_number is null)),
  check ((driver_id is null) = (driver_name is null)),
  check ((voids is not null) = (kind = 'void')),
  check (kind <> 'payment' or amount_minor > 0),
  check (kind <> 'refund' or amount_minor < 0)
);
create index entries_service on payments.entries (service_id, recorded_at) where service_id is not null;
create index entries_contact on payments.entries (contact_id, received_at);
create index entries_driver_cash on payments.entries (fleet_id, driver_id, recorded_at)
  where driver_id is not null and method = 'cash';

-- The next number of a cash close-out of each company; the row's lock makes numbers without gaps.
create table payments.numbers (
  company_id uuid primary key,
  last_number integer not null
);

create table payments.closeouts (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  closeout_number integer not null,
  driver_id uuid not null,
  driver_name text not null,
  shift_id uuid,
  entries integer not null check (entries > 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  expected_minor bigint not null,
  counted_minor bigint not null check (counted_minor >= 0),
  currency char(3) not null,
  note text,
  closed_at timestamptz(3) not null,
  closed_by uuid,
  closed_by_name text,
  unique (company_id, closeout_number),
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create index closeouts_fleet on payments.closeouts (fleet_id, closed_at desc);
create index closeouts_driver on payments.closeouts (driver_id, closed_at desc);

-- An entry belongs to one close-out at most.
create table payments.closeout_entries (
  entry_id uuid primary key references payments.entries,
  closeout_id uuid not null references payments.closeouts,
  fleet_id uuid not null
);
create index closeout_entries_closeout on payments.closeout_entries (closeout_id);

create table payments.closeout_corrections (
  id uuid primary key,
  closeout_id uuid not null references payments.closeouts,
  company_id uuid not null,
  fleet_id uuid not null,
  -- Positive: handed over later; negative: given back to the driver.
  amount_minor bigint not null check (amount_minor <> 0),
  reason text not null,
  at timestamptz(3) not null,
  by_id uuid,
  by_name text
);
create index closeout_corrections_closeout on payments.closeout_corrections (closeout_id, at);

alter table payments.numbers enable row level security;
alter table payments.numbers force row level security;
create policy owner on payments.numbers to rumbo_owner using (true) with check (true);
create policy system on payments.numbers to rumbo_system using (true) with check (true);
create policy everything on payments.numbers to rumbo_all using (true) with check (true);
create policy own on payments.numbers to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]))
  with check (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update on payments.numbers to rumbo_system, rumbo_all, rumbo_scoped;

do $$
declare
  name text;
  readable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.read_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
  manageable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.manage_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  foreach name in array array['entries', 'closeouts', 'closeout_entries', 'closeout_corrections'] loop
    execute format('alter table payments.%I enable row level security', name);
    execute format('alter table payments.%I force row level security', name);
    execute format('create policy owner on payments.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on payments.%I to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on payments.%I to rumbo_all using (true) with check (true)', name);
    execute format('create policy read_own on payments.%I for select to rumbo_scoped using (%s)', name, readable);
    execute format('create policy add_own on payments.%I for insert to rumbo_scoped with check (%s)', name, manageable);
    -- Nobody changes or deletes what was recorded.
    execute format('grant select, insert on payments.%I to rumbo_system, rumbo_all, rumbo_scoped', name);
  end loop;
end $$;

-- Drivers read the cash they received themselves, and their close-outs.
do $$
declare
  own constant text := 'driver_id = any((select coalesce(nullif(current_setting(''rumbo.own_contacts'', true), ''''), ''{}'')::uuid[])::uuid[])
    and fleet_id = any((select coalesce(nullif(current_setting(''rumbo.driven_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  execute format('create policy driven on payments.entries for select to rumbo_driver using (%s)', own);
  execute format('create policy driven on payments.closeouts for select to rumbo_driver using (%s)', own);
  execute 'create policy driven on payments.closeout_entries for select to rumbo_driver using (
    exists (select from payments.entries e where e.id = entry_id))';
  execute 'create policy driven on payments.closeout_corrections for select to rumbo_driver using (
    exists (select from payments.closeouts c where c.id = closeout_id))';
end $$;
