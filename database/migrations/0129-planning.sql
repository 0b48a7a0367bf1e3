-- Plans of a day: which vehicle of a fleet serves which services, in which order.
create schema planning;
grant usage on schema planning to rumbo_system, rumbo_all, rumbo_scoped;

create table planning.schedules (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  name text not null,
  weekdays integer[] not null,
  skips_holidays boolean not null,
  -- Times of the day in the company's time zone.
  start_time text,
  end_time text,
  days_ahead integer not null,
  made_at text not null,
  -- As `planSettings` of the contract.
  settings jsonb not null,
  seconds integer not null,
  until date,
  is_active boolean not null,
  template_plan_id uuid,
  last_date date,
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  updated_by_name text,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create unique index schedules_name on planning.schedules (fleet_id, lower(name));

create table planning.plans (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  date date not null,
  name text not null,
  start_time text,
  end_time text,
  -- The same as instants; `until_at` is exclusive.
  from_at timestamptz(3) not null,
  until_at timestamptz(3) not null,
  settings jsonb not null,
  -- As `planContent` of the contract.
  content jsonb not null,
  figures jsonb,
  published_at timestamptz(3),
  published_by_name text,
  -- The version that was published.
  published_version integer,
  schedule_id uuid references planning.schedules (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  updated_by_name text,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id),
  check (until_at > from_at)
);
create unique index plans_name on planning.plans (fleet_id, date, lower(name));
create index plans_day on planning.plans (fleet_id, date desc);
create unique index plans_schedule_day on planning.plans (schedule_id, date) where schedule_id is not null;
alter table planning.schedules add foreign key (template_plan_id) references planning.plans (id) on delete set null;

create table planning.versions (
  id uuid primary key,
  plan_id uuid not null references planning.plans (id) on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  name text,
  cause text not null check (cause in ('named', 'before_run', 'published', 'before_restore')),
  plan_version integer not null,
  settings jsonb not null,
  content jsonb not null,
  figures jsonb,
  created_at timestamptz(3) not null,
  created_by_name text,
  check ((cause = 'named') = (name is not null))
);
create index versions_plan on planning.versions (plan_id, created_at desc);
create unique index versions_name on planning.versions (plan_id, lower(name)) where name is not null;

-- Travel between the places of a plan, kept so that only new places are asked of the road engine.
create table planning.travel (
  plan_id uuid primary key references planning.plans (id) on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  -- Latitude and longitude in turn, in the order of rows and columns.
  coordinates double precision[] not null,
  -- Little-endian: 16 bits of seconds, 65535 where there is no way; 32 bits of metres.
  seconds bytea not null,
  metres bytea not null,
  engine text,
  is_estimate boolean not null,
  computed_at timestamptz(3) not null
);
-- Travel times that are wanted, until a worker computed them.
create table planning.travel_requests (
  plan_id uuid primary key references planning.plans (id) on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  requested_at timestamptz(3) not null,
  share double precision not null default 0,
  claimed_until timestamptz(3)
);

create table planning.runs (
  id uuid primary key,
  plan_id uuid not null references planning.plans (id) on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  mode text not null check (mode in ('replan', 'insert', 'fill_idle', 'repair')),
  seconds integer not null,
  status text not null
    check (status in ('waiting', 'travel', 'searching', 'finished', 'failed', 'discarded', 'accepted')),
  plan_version integer not null,
  settings jsonb not null,
  -- The routes it began with, and the services it may plan beside them (null: all).
  base jsonb not null,
  service_ids uuid[],
  travel_share double precision not null default 0,
  -- Seconds searched so far, over all workers that had it.
  searched_seconds double precision not null default 0,
  points jsonb not null default '[]',
  content jsonb,
  figures jsonb,
  figures_before jsonb,
  left_out jsonb not null default '[]',
  iterations bigint not null default 0,
  is_stopped boolean not null default false,
  failure jsonb,
  resumed integer not null default 0,
  -- The worker that has it renews this; afterwards another one goes on from the best so far.
  claimed_by uuid,
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null,
  created_by uuid,
  created_by_name text not null,
  searching_since timestamptz(3),
  ended_at timestamptz(3)
);
create unique index runs_active on planning.runs (plan_id) where status in ('waiting', 'travel', 'searching');
create index runs_plan on planning.runs (plan_id, created_at desc);
create index runs_due on planning.runs (created_at) where status in ('waiting', 'travel', 'searching');

create table planning.presence (
  plan_id uuid not null references planning.plans (id) on delete cascade,
  user_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  name text not null,
  vehicle_id uuid,
  service_id uuid,
  seen_at timestamptz(3) not null,
  primary key (plan_id, user_id)
);

-- The stops of published plans, by vehicle and order; a service is in one published plan at most.
create table planning.published_stops (
  stop_id uuid primary key,
  service_id uuid not null references services.services (id) on delete cascade,
  plan_id uuid not null references planning.plans (id) on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  vehicle_id uuid not null,
  -- Of the stop in the route of its vehicle, from 1.
  sequence integer not null,
  arrives_at timestamptz(3) not null,
  begins_at timestamptz(3) not null,
  departs_at timestamptz(3) not null,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create index published_stops_vehicle on planning.published_stops (vehicle_id, arrives_at);
create index published_stops_plan on planning.published_stops (plan_id, vehicle_id, sequence);
create index published_stops_service on planning.published_stops (service_id);

-- Reservations that a published plan made; null: a person or the engine.
alter table dispatch.reservations add column plan_id uuid references planning.plans (id) on delete set null;
alter table dispatch.released_reservations add column plan_id uuid;

do $$
declare
  name text;
  listed constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
  readable constant text := format(listed, 'read_fleets');
  manageable constant text := format(listed, 'manage_fleets');
begin
  foreach name in array array['planning.schedules', 'planning.plans', 'planning.versions', 'planning.travel',
    'planning.travel_requests', 'planning.runs', 'planning.presence', 'planning.published_stops'] loop
    execute format('alter table %s enable row level security', name);
    execute format('alter table %s force row level security', name);
    execute format('create policy owner on %s to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on %s to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on %s to rumbo_all using (true) with check (true)', name);
    execute format('create policy read_own on %s for select to rumbo_scoped using (%s)', name, readable);
    execute format('grant select, insert, update, delete on %s to rumbo_system, rumbo_all', name);
    execute format('grant select on %s to rumbo_scoped', name);
  end loop;
  foreach name in array array['planning.schedules', 'planning.plans', 'planning.versions', 'planning.runs'] loop
    execute format('create policy add_own on %s for insert to rumbo_scoped with check (%s)', name, manageable);
    execute format('create policy change_own on %s for update to rumbo_scoped using (%s) with check (%s)', name, manageable, manageable);
    execute format('create policy delete_own on %s for delete to rumbo_scoped using (%s)', name, manageable);
    execute format('grant insert, update, delete on %s to rumbo_scoped', name);
  end loop;
  -- Everybody who reads a plan may be present in it and have its travel times computed.
  foreach name in array array['planning.travel_requests', 'planning.presence'] loop
    execute format('create policy add_own on %s for insert to rumbo_scoped with check (%s)', name, readable);
    execute format('create policy change_own on %s for update to rumbo_scoped using (%s) with check (%s)', name, readable, readable);
    execute format('create policy delete_own on %s for delete to rumbo_scoped using (%s)', name, readable);
    execute format('grant insert, update, delete on %s to rumbo_scoped', name);
  end loop;
end $$;
