-- Files of records: not their owner's, and kept as long as their record. Until one claims them they expire like uploads.
alter table platform.files add column is_of_record boolean not null default false;

-- What the customer says to the driver of a service that requires a PIN. Drivers never read it.
create table services.pins (
  service_id uuid primary key references services.services on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  pin text not null check (pin ~ '^[0-9]{4}$')
);

-- What shows that a stop was served.
create table services.proofs (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  service_id uuid not null references services.services on delete cascade,
  stop_id uuid not null,
  kind text not null check (kind in ('photo', 'signature', 'pin')),
  -- Null for a PIN.
  file_id uuid unique,
  at timestamptz(3) not null,
  by_name text
);
create index proofs_service on services.proofs (service_id, at);
create index proofs_at on services.proofs (at);

do $$
declare
  name text;
  readable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.read_services'', true), ''''), ''{}'')::uuid[])::uuid[])';
  manageable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.manage_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
  driven constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.driven_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  foreach name in array array['pins', 'proofs'] loop
    execute format('alter table services.%I enable row level security', name);
    execute format('alter table services.%I force row level security', name);
    execute format('create policy owner on services.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on services.%I to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on services.%I to rumbo_all using (true) with check (true)', name);
  end loop;
  execute format('create policy read_own on services.pins for select to rumbo_scoped using (%s)', manageable);
  execute format('create policy change_own on services.pins for update to rumbo_scoped using (%s) with check (%s)', manageable, manageable);
  execute format('create policy add_own on services.pins for insert to rumbo_scoped with check (%s)', manageable);
  execute format('create policy read_own on services.proofs for select to rumbo_scoped using (%s)', readable);
  execute format('create policy driven on services.proofs for select to rumbo_driver using (
    %s and exists (select from services.services s where s.id = service_id))', driven);
end $$;
grant select, insert, update on services.pins to rumbo_system, rumbo_all, rumbo_scoped;
-- Drivers give them through the system role.
grant select, insert, delete on services.proofs to rumbo_system;
grant select on services.proofs to rumbo_all, rumbo_scoped;

-- Wrong PINs of a service are counted by the actions that typed them.
create index actions_wrong_pins on drivers.actions (service_id) where problem = 'pin_wrong';
