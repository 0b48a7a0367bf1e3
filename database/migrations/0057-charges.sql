-- What services cost, line by line: estimated before, current while they run, final from what was executed.
alter table services.services
  -- [{"key", "name"}] of the extras chosen from the tariff.
  add column extras jsonb not null default '[]',
  -- The route by road through the planned stops; null where no road connects them.
  add column planned_distance_metres double precision,
  add column planned_duration_seconds double precision,
  -- Guessed from the straight line.
  add column is_route_estimated boolean not null default false,
  -- Computed by a tariff; otherwise an estimated cost is a price agreed with the customer.
  add column is_estimate_computed boolean not null default false,
  -- Of the vehicle when the service started, to know what was driven so far.
  add column start_odometer_metres double precision;

create table services.charges (
  service_id uuid not null references services.services on delete cascade,
  phase text not null check (phase in ('estimate', 'current', 'final')),
  company_id uuid not null,
  fleet_id uuid not null,
  tariff_id uuid,
  tariff_name text,
  -- As `chargeLine` of the contract, with amounts as decimal strings.
  lines jsonb not null,
  total_minor bigint not null check (total_minor >= 0),
  currency char(3) not null,
  distance_metres double precision not null,
  driving_seconds double precision not null,
  waiting_seconds double precision not null,
  distance_source text not null check (distance_source in ('measured', 'planned', 'straight_line')),
  time_source text not null check (time_source in ('measured', 'planned', 'straight_line')),
  -- The total was typed by a person.
  is_set boolean not null,
  computed_at timestamptz(3) not null,
  primary key (service_id, phase)
);

do $$
declare
  listed constant text := '= any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
  readable constant text := 'fleet_id ' || format(listed, 'read_services');
  manageable constant text := 'fleet_id ' || format(listed, 'manage_fleets');
begin
  alter table services.charges enable row level security;
  alter table services.charges force row level security;
  create policy owner on services.charges to rumbo_owner using (true) with check (true);
  create policy system on services.charges to rumbo_system using (true) with check (true);
  create policy everything on services.charges to rumbo_all using (true) with check (true);
  execute format('create policy read_own on services.charges for select to rumbo_scoped using (%s)', readable);
  execute format('create policy add_own on services.charges for insert to rumbo_scoped with check (%s)', manageable);
  execute format('create policy change_own on services.charges for update to rumbo_scoped using (%s) with check (%s)', manageable, manageable);
  execute format('create policy remove_own on services.charges for delete to rumbo_scoped using (%s)', manageable);
  -- A driver collects the price of the own services.
  execute format('create policy driven on services.charges for select to rumbo_driver using (
    fleet_id %s and exists (select from services.services s where s.id = service_id))', format(listed, 'driven_fleets'));
end $$;
grant select, insert, update, delete on services.charges to rumbo_system, rumbo_all, rumbo_scoped;
