-- Shifts of drivers, their documents, and the limits of time on duty.
create schema shifts;
grant usage on schema shifts to rumbo_system, rumbo_all, rumbo_scoped;

create table shifts.shifts (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  series_id uuid,
  driver_id uuid not null references directory.contacts,
  driver_name text not null,
  vehicle_id uuid not null references vehicles.vehicles,
  vehicle_number text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  breaks jsonb not null default '[]',
  status text not null default 'planned' check (status in ('planned', 'running', 'ended', 'cancelled')),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  note text,
  created_at timestamptz(3) not null,
  created_by uuid,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  updated_by_name text,
  version integer not null default 1,
  -- The time in which driver and vehicle are taken.
  busy_from timestamptz(3) not null generated always as (least(starts_at, started_at)) stored,
  busy_to timestamptz(3) not null generated always as (coalesce(ended_at, ends_at)) stored,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id),
  check (ends_at > starts_at),
  check ((status in ('running', 'ended')) = (started_at is not null)),
  check ((status = 'ended') = (ended_at is not null))
);
create index shifts_fleet on shifts.shifts (fleet_id, busy_from);
create index shifts_driver on shifts.shifts (driver_id, busy_to) where status <> 'cancelled';
create index shifts_vehicle on shifts.shifts (vehicle_id, busy_to) where status <> 'cancelled';
create index shifts_series on shifts.shifts (series_id, starts_at) where series_id is not null;
-- One running shift of each driver and each vehicle, also where two start at once.
create unique index shifts_running_driver on shifts.shifts (driver_id) where status = 'running';
create unique index shifts_running_vehicle on shifts.shifts (vehicle_id) where status = 'running';

create table shifts.documents (
  id uuid primary key,
  company_id uuid not null,
  contact_id uuid not null references directory.contacts,
  kind text not null check (kind in ('driving_licence', 'driver_permit', 'medical_certificate', 'other')),
  title text,
  number text,
  class text,
  expires_on date,
  note text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  updated_by_name text,
  version integer not null default 1
);
create index documents_contact on shifts.documents (contact_id);
create unique index documents_licence on shifts.documents (contact_id) where kind = 'driving_licence';

-- Limits of time on duty: of a company, and of fleets with limits of their own.
create table shifts.company_limits (
  company_id uuid primary key references organisation.companies,
  day_minutes integer check (day_minutes > 0),
  week_minutes integer check (week_minutes > 0),
  needs_licence boolean not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  updated_by_name text,
  version integer not null default 1
);
create table shifts.fleet_limits (
  fleet_id uuid primary key,
  company_id uuid not null,
  day_minutes integer check (day_minutes > 0),
  week_minutes integer check (week_minutes > 0),
  needs_licence boolean not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  updated_by_name text,
  version integer not null default 1,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);

-- Shifts in the way of others, in any fleet of the company: a dispatcher of one fleet must not double-book a driver who
-- is planned in another. The caller has locked driver and vehicle.
create function shifts.overlapping(company uuid, driver uuid, vehicle uuid, starts timestamptz[], ends timestamptz[], besides uuid[])
  returns setof shifts.shifts
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.* from shifts.shifts s
  where s.company_id = company and (s.driver_id = driver or s.vehicle_id = vehicle) and s.status <> 'cancelled'
    and s.id <> all(besides)
    and exists (select from unnest(starts, ends) as wanted(f, t) where s.busy_from < wanted.t and s.busy_to > wanted.f)
  order by s.busy_from, s.id limit 1
$$;
create function shifts.running_beside(company uuid, driver uuid, vehicle uuid, besides uuid)
  returns setof shifts.shifts
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.* from shifts.shifts s
  where s.company_id = company and (s.driver_id = driver or s.vehicle_id = vehicle) and s.status = 'running' and s.id <> besides
  order by s.started_at, s.id limit 1
$$;
-- Time on duty counts in whichever fleet of the company it was.
create function shifts.worked(company uuid, drivers uuid[], since timestamptz)
  returns table (driver_id uuid, starts_at timestamptz, started_at timestamptz, ended_at timestamptz, breaks jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.driver_id, s.starts_at, s.started_at, s.ended_at, s.breaks from shifts.shifts s
  where s.company_id = company and s.driver_id = any(drivers) and s.started_at is not null
    and (s.ended_at is null or s.ended_at > since)
$$;
revoke all on function shifts.overlapping(uuid, uuid, uuid, timestamptz[], timestamptz[], uuid[]),
  shifts.running_beside(uuid, uuid, uuid, uuid), shifts.worked(uuid, uuid[], timestamptz) from public;
grant execute on function shifts.overlapping(uuid, uuid, uuid, timestamptz[], timestamptz[], uuid[]),
  shifts.running_beside(uuid, uuid, uuid, uuid), shifts.worked(uuid, uuid[], timestamptz) to rumbo_system, rumbo_all, rumbo_scoped;

do $$
declare
  name text;
  listed constant text := '= any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  foreach name in array array['shifts', 'documents', 'company_limits', 'fleet_limits'] loop
    execute format('alter table shifts.%I enable row level security', name);
    execute format('alter table shifts.%I force row level security', name);
    execute format('create policy owner on shifts.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on shifts.%I to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on shifts.%I to rumbo_all using (true) with check (true)', name);
    execute format('grant select, insert, update on shifts.%I to rumbo_system, rumbo_all, rumbo_scoped', name);
  end loop;
  grant delete on shifts.documents to rumbo_system, rumbo_all, rumbo_scoped;

  execute format('create policy read_own on shifts.shifts for select to rumbo_scoped using (fleet_id %s)', format(listed, 'read_fleets'));
  execute format('create policy add_own on shifts.shifts for insert to rumbo_scoped with check (fleet_id %s)', format(listed, 'manage_fleets'));
  execute format('create policy change_own on shifts.shifts for update to rumbo_scoped using (fleet_id %1$s) with check (fleet_id %1$s)', format(listed, 'manage_fleets'));

  execute format('create policy read_own on shifts.documents for select to rumbo_scoped using (company_id %s)', format(listed, 'read_directories'));
  execute format('create policy add_own on shifts.documents for insert to rumbo_scoped with check (company_id %s)', format(listed, 'write_companies'));
  execute format('create policy change_own on shifts.documents for update to rumbo_scoped using (company_id %1$s) with check (company_id %1$s)', format(listed, 'write_companies'));
  execute format('create policy remove_own on shifts.documents for delete to rumbo_scoped using (company_id %s)', format(listed, 'write_companies'));

  execute format('create policy read_own on shifts.company_limits for select to rumbo_scoped using (company_id %s)', format(listed, 'read_companies'));
  execute format('create policy add_own on shifts.company_limits for insert to rumbo_scoped with check (company_id %s)', format(listed, 'manage_companies'));
  execute format('create policy change_own on shifts.company_limits for update to rumbo_scoped using (company_id %1$s) with check (company_id %1$s)', format(listed, 'manage_companies'));
  execute format('create policy read_own on shifts.fleet_limits for select to rumbo_scoped using (fleet_id %s)', format(listed, 'read_fleets'));
  execute format('create policy add_own on shifts.fleet_limits for insert to rumbo_scoped with check (fleet_id %s)', format(listed, 'manage_fleets'));
  execute format('create policy change_own on shifts.fleet_limits for update to rumbo_scoped using (fleet_id %1$s) with check (fleet_id %1$s)', format(listed, 'manage_fleets'));

  -- Drivers read their own shifts and documents.
  execute format('create policy driven on shifts.shifts for select to rumbo_driver using (driver_id %s and fleet_id %s)',
    format(listed, 'own_contacts'), format(listed, 'driven_fleets'));
  execute format('create policy driven on shifts.documents for select to rumbo_driver using (contact_id %s)', format(listed, 'own_contacts'));
end $$;

-- Adds the vehicle of a running shift to the person's own vehicles.
create or replace function organisation.drives_of(person uuid, driven uuid[], out contacts uuid[], out vehicles uuid[], out services uuid[])
  language sql stable set search_path = pg_catalog as $$
  with me as (
    select id from directory.contacts where user_id = person and archived_at is null
  ), named as (
    select s.id, s.assigned_vehicle_id from services.services s join me on me.id = s.assigned_driver_id
    where s.fleet_id = any(driven) and s.archived_at is null
      and s.status in ('created', 'on_dispatch', 'vehicle_assigned', 'in_progress')
  ), own as (
    select v.id from vehicles.vehicles v
    where v.archived_at is null and v.fleet_id = any(driven) and v.id in (
      select k.vehicle_id from vehicles.contacts k join me on me.id = k.contact_id
      where k.role in ('primary_driver', 'backup_driver')
      union select assigned_vehicle_id from named
      union select d.vehicle_id from shifts.shifts d join me on me.id = d.driver_id where d.status = 'running'
    )
  )
  select array(select id from me), array(select id from own), array(
    select id from named
    union select s.id from services.services s
    where s.assigned_vehicle_id in (select id from own) and s.status in ('vehicle_assigned', 'in_progress')
      and s.assigned_driver_id is null and s.fleet_id = any(driven) and s.archived_at is null
  )
$$;
