-- Recurring services: a series creates a service for each of its days, some days ahead.
create table services.series (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  -- The body of a new service. Its instants are those of `anchor_day`, a day in the company's time zone.
  content jsonb not null,
  anchor_day date not null,
  -- The route by road through the stops; null where no road connects them.
  plan jsonb,
  -- Numbers from 1 Monday to 7.
  weekdays jsonb not null,
  -- Inclusive; null: until further notice.
  until date,
  skips_holidays boolean not null,
  -- Whether no service is created, and why: the code of a problem, or what a person wrote.
  is_paused boolean not null default false,
  pause_problem text,
  pause_note text,
  -- The last day whose service was created or decided about.
  covered_until date not null,
  created_at timestamptz(3) not null,
  created_by_name text,
  updated_at timestamptz(3) not null,
  updated_by_name text,
  version integer not null default 1
);
create index series_of_fleet on services.series (company_id, fleet_id);
create index series_due on services.series (covered_until) where not is_paused;

-- One row a day, so that no day gets a second service, also where the first one was deleted or cancelled.
create table services.series_days (
  series_id uuid not null references services.series on delete cascade,
  day date not null,
  company_id uuid not null,
  fleet_id uuid not null,
  -- Null: the dispatch time had passed before a service could be created.
  service_id uuid references services.services on delete set null,
  primary key (series_id, day)
);
create index series_days_of_service on services.series_days (service_id);

alter table services.services add column series_id uuid references services.series on delete set null;

do $$
declare
  name text;
  listed constant text := '= any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
  readable constant text := 'fleet_id ' || format(listed, 'read_services');
  manageable constant text := 'fleet_id ' || format(listed, 'manage_fleets');
begin
  foreach name in array array['series', 'series_days'] loop
    execute format('alter table services.%I enable row level security', name);
    execute format('alter table services.%I force row level security', name);
    execute format('create policy owner on services.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on services.%I to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on services.%I to rumbo_all using (true) with check (true)', name);
    execute format('create policy read_own on services.%I for select to rumbo_scoped using (%s)', name, readable);
    execute format('create policy add_own on services.%I for insert to rumbo_scoped with check (%s)', name, manageable);
    execute format('create policy change_own on services.%I for update to rumbo_scoped using (%s) with check (%s)', name, manageable, manageable);
    execute format('create policy remove_own on services.%I for delete to rumbo_scoped using (%s)', name, manageable);
    execute format('grant select, insert, update, delete on services.%I to rumbo_system, rumbo_all, rumbo_scoped', name);
  end loop;
end $$;
