-- The dispatch engine: how each fleet is dispatched, which process decides for it, and what was decided.
create schema dispatch;
grant usage on schema dispatch to rumbo_system, rumbo_all, rumbo_scoped;

create table dispatch.fleet_settings (
  fleet_id uuid primary key,
  company_id uuid not null,
  mode text not null check (mode in ('manual', 'suggest', 'automatic')),
  preset text not null check (preset in ('fastest_pickup', 'fair_queue', 'least_empty', 'longest_idle')),
  longest_arrival_seconds integer not null check (longest_arrival_seconds between 60 and 7200),
  requires_shift boolean not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  updated_by_name text,
  version integer not null default 1,
  foreign key (fleet_id, company_id) references organisation.fleets (id, company_id)
);
create index fleet_settings_engine on dispatch.fleet_settings (fleet_id) where mode <> 'manual';

-- Which process decides for a fleet, until when. The token rises with each new owner: a decision is committed only with
-- the token that it was made with, so that a process that was suspended beyond its lease changes nothing.
create table dispatch.leases (
  fleet_id uuid primary key,
  owner uuid not null,
  token bigint not null,
  expires_at timestamptz(3) not null
);

-- What the engine or a person decided for a service, with the vehicles that were considered.
create table dispatch.decisions (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  service_id uuid not null references services.services on delete cascade,
  at timestamptz(3) not null,
  mode text not null check (mode in ('manual', 'suggest', 'automatic')),
  outcome text not null check (outcome in ('assigned', 'suggested', 'none')),
  vehicle_id uuid,
  vehicle_number text,
  -- As `decision` of the contract.
  explanation jsonb not null
);
create index decisions_service on dispatch.decisions (service_id, at);
create index decisions_at on dispatch.decisions (at);

do $$
declare
  name text;
  listed constant text := '= any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  foreach name in array array['fleet_settings', 'leases', 'decisions'] loop
    execute format('alter table dispatch.%I enable row level security', name);
    execute format('alter table dispatch.%I force row level security', name);
    execute format('create policy owner on dispatch.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on dispatch.%I to rumbo_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on dispatch.%I to rumbo_system', name);
  end loop;
  foreach name in array array['fleet_settings', 'decisions'] loop
    execute format('create policy everything on dispatch.%I to rumbo_all using (true) with check (true)', name);
    execute format('grant select, insert, update on dispatch.%I to rumbo_all, rumbo_scoped', name);
    execute format('create policy read_own on dispatch.%I for select to rumbo_scoped using (fleet_id %s)', name, format(listed, 'read_services'));
    execute format('create policy add_own on dispatch.%I for insert to rumbo_scoped with check (fleet_id %s)', name, format(listed, 'manage_fleets'));
    execute format('create policy change_own on dispatch.%I for update to rumbo_scoped using (fleet_id %2$s) with check (fleet_id %2$s)', name, format(listed, 'manage_fleets'));
  end loop;
end $$;
