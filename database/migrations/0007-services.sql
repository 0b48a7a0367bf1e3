-- Services, their stops and the history of their states.
create schema services;
grant usage on schema services to rumbo_system, rumbo_all, rumbo_scoped;

-- The next service number of each company; the row's lock makes numbers without gaps.
create table services.numbers (
  company_id uuid primary key,
  last_number integer not null
);

create table services.services (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  service_number integer not null,
  service_type text not null check (service_type in ('taxi', 'delivery', 'shuttle', 'package', 'custom')),
  priority_level smallint not null check (priority_level between 0 and 3),
  customer_name text not null,
  customer_phone text not null,
  customer_email text,
  requester_contact_id uuid not null,
  dispatch_time timestamptz(3) not null,
  status text not null default 'created' check (status in (
    'created', 'on_dispatch', 'vehicle_assigned', 'in_progress', 'completed',
    'cancelled_by_client', 'cancelled_by_driver', 'cancelled_by_central')),
  status_since timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  notes text,
  estimated_cost_minor bigint,
  current_cost_minor bigint,
  final_cost_minor bigint,
  currency char(3) not null,
  payment_method text not null check (payment_method in ('cash', 'card', 'account', 'app')),
  payment_status text not null check (payment_status in ('pending', 'paid', 'refunded', 'cancelled')),
  assigned_vehicle_id uuid,
  assigned_vehicle_number text,
  assigned_driver_id uuid,
  driver_name text,
  driver_phone text,
  search_text text not null generated always as (lower(service_number::text || ' ' || customer_name || ' ' || customer_phone || ' ' || coalesce(assigned_vehicle_number, ''))) stored,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  archived_at timestamptz(3),
  version integer not null default 1,
  unique (company_id, service_number),
  check ((assigned_vehicle_id is not null) or status not in ('vehicle_assigned', 'in_progress', 'completed'))
);
create index services_fleet_status on services.services (fleet_id, status, dispatch_time) where archived_at is null;
-- One running service a vehicle: two dispatchers at once cannot give it away twice.
create unique index services_running_vehicle on services.services (assigned_vehicle_id)
  where status in ('vehicle_assigned', 'in_progress') and archived_at is null;

create table services.planned_stops (
  id uuid primary key,
  service_id uuid not null references services.services on delete cascade,
  fleet_id uuid not null,
  sequence smallint not null,
  stop_type text not null check (stop_type in ('pickup', 'checkpoint', 'drop')),
  address text not null,
  latitude double precision not null,
  longitude double precision not null,
  time_window_start timestamptz(3),
  time_window_end timestamptz(3),
  reference text,
  contact_name text,
  contact_phone text,
  extra_cost_minor bigint,
  unique (service_id, sequence)
);
create table services.executed_stops (
  id uuid primary key,
  service_id uuid not null references services.services on delete cascade,
  planned_stop_id uuid not null,
  fleet_id uuid not null,
  arrived timestamptz(3),
  departed timestamptz(3),
  cost_at_stop_minor bigint,
  distance_at_stop_metres double precision,
  notes text,
  status text not null check (status in ('executed', 'cancelled_by_client', 'cancelled_by_driver', 'cancelled_by_central')),
  operator text not null check (operator in ('client', 'driver', 'central', 'system')),
  unique (service_id, planned_stop_id)
);
create table services.status_history (
  id uuid primary key,
  service_id uuid not null references services.services on delete cascade,
  fleet_id uuid not null,
  status text not null,
  at timestamptz(3) not null,
  actor_name text,
  note text
);
create index status_history_service on services.status_history (service_id, at);

alter table services.numbers enable row level security;
alter table services.numbers force row level security;
create policy owner on services.numbers to rumbo_owner using (true) with check (true);
create policy system on services.numbers to rumbo_system using (true) with check (true);
create policy everything on services.numbers to rumbo_all using (true) with check (true);
create policy own on services.numbers to rumbo_scoped
  using (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]))
  with check (company_id = any((select coalesce(nullif(current_setting('rumbo.write_companies', true), ''), '{}')::uuid[])::uuid[]));
grant select, insert, update on services.numbers to rumbo_system, rumbo_all, rumbo_scoped;

do $$
declare
  name text;
  readable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.read_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
  manageable constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.manage_fleets'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  foreach name in array array['services', 'planned_stops', 'executed_stops', 'status_history'] loop
    execute format('alter table services.%I enable row level security', name);
    execute format('alter table services.%I force row level security', name);
    execute format('create policy owner on services.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on services.%I to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on services.%I to rumbo_all using (true) with check (true)', name);
    execute format('create policy read_own on services.%I for select to rumbo_scoped using (%s)', name, readable);
    execute format('create policy add_own on services.%I for insert to rumbo_scoped with check (%s)', name, manageable);
    execute format('create policy change_own on services.%I for update to rumbo_scoped using (%s) with check (%s)', name, manageable, manageable);
    execute format('create policy remove_own on services.%I for delete to rumbo_scoped using (%s)', name, manageable);
  end loop;
end $$;
grant select, insert, update, delete on services.planned_stops to rumbo_system, rumbo_all, rumbo_scoped;
grant select, insert, update on services.services, services.executed_stops to rumbo_system, rumbo_all, rumbo_scoped;
grant select, insert, update on services.status_history to rumbo_system, rumbo_all, rumbo_scoped;
