-- Who only drives in a fleet reads own vehicles and services there, and nobody without the right to edit a vehicle reads
-- or searches what its tracker and papers are identified by.

-- What a search looks through for those who may not read VIN and IMEI: both stand at the end of the full text.
alter table vehicles.vehicles add column open_text text collate "C" not null generated always as (
  left(search_text, greatest(0, length(search_text) - length(coalesce(vin, '')) - length(coalesce(imei, '')) - 2))
) stored;
drop index vehicles.vehicles_fleet_number;
create index vehicles_fleet_number on vehicles.vehicles (fleet_id, number_key, id)
  include (company_id, status, type, search_text, open_text) where archived_at is null;

create index services_driver on services.services (assigned_driver_id) where archived_at is null and assigned_driver_id is not null;

-- The access a file or a kept answer was made with; null where it does not depend on any.
alter table platform.files add column grants text[];
alter table platform.idempotency_keys add column grants text[];

-- The contact a person is, with the live vehicles and unfinished services that are the person's own in fleets where
-- they only drive: see docs/decisions/0002-silences.md, "Own vehicles and services of a driver".
create function organisation.drives_of(person uuid, driven uuid[], out contacts uuid[], out vehicles uuid[], out services uuid[])
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
    )
  )
  select array(select id from me), array(select id from own), array(
    select id from named
    union select s.id from services.services s
    where s.assigned_vehicle_id in (select id from own) and s.status in ('vehicle_assigned', 'in_progress')
      and s.assigned_driver_id is null and s.fleet_id = any(driven) and s.archived_at is null
  )
$$;
revoke all on function organisation.drives_of(uuid, uuid[]) from public;
grant execute on function organisation.drives_of(uuid, uuid[]) to rumbo_system;

-- rumbo_driver inherits what rumbo_scoped may, but its lists of fleets and companies leave out those in which the person
-- only drives. These policies add what such a person reads there; everybody else's policies stay as they are.
do $$
declare
  name text;
  listed constant text := '= any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
  driven constant text := 'fleet_id ' || format(listed, 'driven_fleets');
  own_vehicle constant text := format(listed, 'read_vehicles');
  own_user constant text := 'user_id = (select nullif(current_setting(''rumbo.user_id'', true), '''')::uuid)';
begin
  execute format('create policy driven on organisation.companies for select to rumbo_driver using (id %s)', format(listed, 'driven_companies'));
  execute format('create policy driven on organisation.fleets for select to rumbo_driver using (id %s)', format(listed, 'driven_fleets'));
  execute format('create policy driven on organisation.assignments for select to rumbo_driver using (%s)', own_user);
  execute format('create policy driven on vehicles.vehicles for select to rumbo_driver using (id %s and %s)', own_vehicle, driven);
  foreach name in array array['vehicles.status_causes', 'telemetry.vehicle_state', 'telemetry.trips', 'telemetry.stays',
      'telemetry.vehicle_days', 'telemetry.alarms', 'events.events', 'commands.commands'] loop
    execute format('create policy driven on %s for select to rumbo_driver using (vehicle_id %s and %s)', name, own_vehicle, driven);
  end loop;
  execute format('create policy named on services.services for select to rumbo_driver using (assigned_driver_id %s and %s)',
    format(listed, 'own_contacts'), driven);
  execute format('create policy driven on services.services for select to rumbo_driver using (
    assigned_vehicle_id %s and %s and assigned_driver_id is null and status in (''vehicle_assigned'', ''in_progress''))', own_vehicle, driven);
  foreach name in array array['planned_stops', 'executed_stops', 'status_history'] loop
    execute format('create policy driven on services.%I for select to rumbo_driver using (
      %s and exists (select from services.services s where s.id = service_id))', name, driven);
  end loop;
end $$;
