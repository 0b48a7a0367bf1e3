-- Geofences of fleets; the shapes they had stay, since events refer to them.
create schema geofences;
grant usage on schema geofences to rumbo_system, rumbo_all, rumbo_scoped;

create table geofences.fences (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  name text not null,
  description text,
  colour text not null,
  tags text[] not null default '{}',
  is_active boolean not null,
  -- Null: every vehicle of the fleet.
  vehicle_ids uuid[],
  -- As `fenceTrigger` of the contract.
  triggers jsonb not null,
  sensitivity text not null check (sensitivity in ('low', 'medium', 'high')),
  zone_id uuid references places.zones (id),
  kind text not null check (kind in ('circle', 'polygon', 'route')),
  shape_version integer not null default 1,
  -- The present shape with few vertices, for the map.
  outline jsonb not null,
  -- Degrees; over the 180th meridian, west is greater than east.
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by_name text,
  archived_at timestamptz(3),
  -- Without accents and case, as a search is.
  search_text text not null generated always as (
    lower(regexp_replace(normalize(name || ' ' || coalesce(description, ''), NFD), '[\u0300-\u036f]', '', 'g'))
  ) stored,
  check (zone_id is null or kind = 'polygon'),
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create unique index fences_name on geofences.fences (fleet_id, lower(name)) where archived_at is null;
create index fences_zone on geofences.fences (zone_id) where archived_at is null and zone_id is not null;
create index fences_vehicles on geofences.fences using gin (vehicle_ids) where archived_at is null;

create table geofences.shapes (
  fence_id uuid not null references geofences.fences (id),
  shape_version integer not null,
  company_id uuid not null,
  fleet_id uuid not null,
  -- As `fenceShape` of the contract.
  shape jsonb not null,
  created_at timestamptz(3) not null,
  created_by_name text,
  primary key (fence_id, shape_version),
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);

do $$
declare
  name text;
  listed constant text := 'fleet_id = any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
  readable constant text := format(listed, 'read_fleets');
  manageable constant text := format(listed, 'manage_fleets');
begin
  foreach name in array array['geofences.fences', 'geofences.shapes'] loop
    execute format('alter table %s enable row level security', name);
    execute format('alter table %s force row level security', name);
    execute format('create policy owner on %s to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on %s to rumbo_system using (true) with check (true)', name);
    execute format('create policy everything on %s to rumbo_all using (true) with check (true)', name);
    execute format('create policy read_own on %s for select to rumbo_scoped using (%s)', name, readable);
    execute format('create policy add_own on %s for insert to rumbo_scoped with check (%s)', name, manageable);
    execute format('grant select, insert on %s to rumbo_system, rumbo_all, rumbo_scoped', name);
  end loop;
  execute format('create policy change_own on geofences.fences for update to rumbo_scoped using (%s) with check (%s)', manageable, manageable);
end $$;
grant update on geofences.fences to rumbo_system, rumbo_all, rumbo_scoped;

-- A vehicle that leaves its fleet, or the company, leaves the fences that name it: by trigger, since forms, imports, the
-- company tree and deletions move vehicles. As the owner, who may change fences of a fleet the mover does not manage.
create function geofences.leave_fences() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  fence record;
begin
  for fence in
    select id, fleet_id, company_id from geofences.fences
    where vehicle_ids @> array[new.id] and archived_at is null
      and (new.archived_at is not null or fleet_id <> new.fleet_id)
    order by id for no key update
  loop
    update geofences.fences set vehicle_ids = array_remove(vehicle_ids, new.id), version = version + 1,
      updated_at = greatest(updated_at, new.updated_at), updated_by_name = new.updated_by_name
    where id = fence.id;
    perform pg_notify('rumbo_fences', json_build_object('fenceId', fence.id, 'fleetId', fence.fleet_id)::text);
    perform pg_notify('rumbo_stale', json_build_array(json_build_object('domain', 'geofences', 'id', fence.id,
      'fleetId', fence.fleet_id, 'companyId', fence.company_id))::text);
  end loop;
  return null;
end $$;
revoke all on function geofences.leave_fences() from public;
create trigger leave_fences after update of fleet_id, archived_at on vehicles.vehicles
  for each row when ((old.fleet_id, old.archived_at) is distinct from (new.fleet_id, new.archived_at))
  execute function geofences.leave_fences();
