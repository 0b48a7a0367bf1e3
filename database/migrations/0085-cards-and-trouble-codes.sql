-- What a vehicle's device stated last: the driver's card with how it was stated (JSON, see telemetry.cards.rules.ts), and
-- the trouble codes ('P0301,P0420'; empty: it stated that there are none). Null: never stated.
alter table telemetry.vehicle_state add column driver_card text, add column trouble_codes text;

-- Cards of drivers, normalised; one driver each in a company.
create table shifts.cards (
  id uuid primary key,
  company_id uuid not null,
  contact_id uuid not null references directory.contacts,
  card text not null check (card ~ '^[1-9A-Z][0-9A-Z]{0,63}$'),
  -- The last time it was to start a shift and did not.
  refused_at timestamptz(3),
  refused_reason text,
  refused_vehicle_number text,
  created_at timestamptz(3) not null,
  created_by uuid
);
create unique index cards_card on shifts.cards (company_id, card);
create index cards_contact on shifts.cards (contact_id);

-- Cards that were presented and belong to nobody.
create table shifts.unknown_cards (
  company_id uuid not null,
  card text not null,
  vehicle_id uuid not null references vehicles.vehicles,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  times integer not null default 1,
  is_ignored boolean not null default false,
  primary key (company_id, card)
);
create index unknown_cards_seen on shifts.unknown_cards (company_id, last_seen_at);

-- Whether a card starts the shift of its driver, and after how long without ignition that shift ends; null: never.
alter table shifts.company_limits add column starts_by_card boolean not null default false,
  add column ignition_off_minutes integer check (ignition_off_minutes > 0);
alter table shifts.fleet_limits add column starts_by_card boolean not null default false,
  add column ignition_off_minutes integer check (ignition_off_minutes > 0);
alter table shifts.shifts add column is_by_card boolean not null default false;

-- One open event of each vehicle and trouble code.
alter table events.events add column trouble_code text, add column cleared_at timestamptz(3);
create unique index events_open_code on events.events (vehicle_id, trouble_code)
  where trouble_code is not null and status in ('active', 'acknowledged');

do $$
declare
  name text;
  listed constant text := '= any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  foreach name in array array['cards', 'unknown_cards'] loop
    execute format('alter table shifts.%I enable row level security', name);
    execute format('alter table shifts.%I force row level security', name);
    execute format('create policy owner on shifts.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on shifts.%I to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on shifts.%I to rumbo_all using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on shifts.%I to rumbo_system, rumbo_all, rumbo_scoped', name);
    execute format('create policy read_own on shifts.%I for select to rumbo_scoped using (company_id %s)', name, format(listed, 'read_directories'));
    execute format('create policy add_own on shifts.%I for insert to rumbo_scoped with check (company_id %s)', name, format(listed, 'write_companies'));
    execute format('create policy change_own on shifts.%1$I for update to rumbo_scoped using (company_id %2$s) with check (company_id %2$s)', name, format(listed, 'write_companies'));
    execute format('create policy remove_own on shifts.%I for delete to rumbo_scoped using (company_id %s)', name, format(listed, 'write_companies'));
  end loop;
end $$;
