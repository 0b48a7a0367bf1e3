-- Repositioning: moves suggested to idle vehicles, towards where requests are expected. Off by default.
alter table dispatch.fleet_settings add column repositions boolean not null default false;
-- The most vehicles with an open suggestion at a time.
alter table dispatch.fleet_settings add column most_moving integer not null default 5
  check (most_moving between 1 and 200);
alter table dispatch.fleet_settings add column longest_move_seconds integer not null default 900
  check (longest_move_seconds between 60 and 3600);
-- The most driving of one vehicle for suggestions within an hour.
alter table dispatch.fleet_settings add column hourly_move_seconds integer not null default 1800
  check (hourly_move_seconds between 60 and 3600);
create index fleet_settings_repositioning on dispatch.fleet_settings (fleet_id) where repositions;

-- A process may decide for a fleet while another one repositions its vehicles.
alter table dispatch.leases add column purpose text not null default 'dispatch'
  check (purpose in ('dispatch', 'repositioning'));
alter table dispatch.leases drop constraint leases_pkey;
alter table dispatch.leases add primary key (fleet_id, purpose);

create table dispatch.suggestions (
  id uuid primary key,
  company_id uuid not null,
  fleet_id uuid not null,
  vehicle_id uuid not null,
  vehicle_number text not null,
  driver_id uuid,
  driver_name text,
  from_latitude double precision not null,
  from_longitude double precision not null,
  to_latitude double precision not null,
  to_longitude double precision not null,
  to_name text not null,
  -- The vehicle is there within this distance.
  reach_metres integer not null,
  drive_seconds integer not null,
  is_estimate boolean not null,
  -- Why: the requests expected there within the next minutes, and the vehicles that are free there by then.
  expected real not null,
  vehicles_there integer not null,
  saved_seconds integer not null,
  -- `served`: the vehicle got a service.
  status text not null check (status in ('open', 'followed', 'served', 'expired', 'dismissed')),
  suggested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((status = 'open') = (ended_at is null))
);
create unique index suggestions_open_vehicle on dispatch.suggestions (vehicle_id) where status = 'open';
create index suggestions_fleet on dispatch.suggestions (fleet_id, suggested_at);
create index suggestions_at on dispatch.suggestions (suggested_at);

do $$
declare
  listed constant text := '= any((select coalesce(nullif(current_setting(''rumbo.%s'', true), ''''), ''{}'')::uuid[])::uuid[])';
begin
  alter table dispatch.suggestions enable row level security;
  alter table dispatch.suggestions force row level security;
  create policy owner on dispatch.suggestions to rumbo_owner using (true) with check (true);
  create policy system on dispatch.suggestions to rumbo_system using (true) with check (true);
  create policy everything on dispatch.suggestions to rumbo_all using (true) with check (true);
  execute format('create policy read_own on dispatch.suggestions for select to rumbo_scoped using (fleet_id %s)',
    format(listed, 'read_services'));
  execute format('create policy change_own on dispatch.suggestions for update to rumbo_scoped using (fleet_id %1$s) with check (fleet_id %1$s)',
    format(listed, 'manage_fleets'));
  grant select, insert, update, delete on dispatch.suggestions to rumbo_system;
  grant select on dispatch.suggestions to rumbo_all, rumbo_scoped;
  grant update (status, ended_at) on dispatch.suggestions to rumbo_all, rumbo_scoped;
end $$;
