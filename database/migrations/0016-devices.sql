-- Trackers: the SIM card and secret of a vehicle's device, which vehicle a device spoke for and when,
-- and what the gateways have on the line.
alter table vehicles.vehicles
  add column sim_number text,
  -- SHA-256 of the secret an HTTP device states, in hexadecimal; null where none is asked for.
  add column device_secret_hash text;

-- Stored points of the time before a device moved belong to its former vehicle. The first vehicle of a device has
-- everything before, too: it may have been mounted before it was written down.
create table vehicles.device_spans (
  imei text not null,
  vehicle_id uuid not null,
  company_id uuid not null,
  fleet_id uuid not null,
  attached_at timestamptz(3) not null,
  detached_at timestamptz(3),
  primary key (imei, attached_at),
  foreign key (vehicle_id, company_id, fleet_id) references vehicles.vehicles (id, company_id, fleet_id)
    on update cascade on delete cascade
);
create index device_spans_vehicle on vehicles.device_spans (vehicle_id);
alter table vehicles.device_spans enable row level security;
alter table vehicles.device_spans force row level security;
create policy owner on vehicles.device_spans to rumbo_owner using (true) with check (true);
create policy everything on vehicles.device_spans to rumbo_system using (true) with check (true);
grant select on vehicles.device_spans to rumbo_system;

insert into vehicles.device_spans (imei, vehicle_id, company_id, fleet_id, attached_at)
  select imei, id, company_id, fleet_id, '-infinity' from vehicles.vehicles where imei is not null and archived_at is null;

-- By trigger, so that whoever writes a vehicle writes its span; as the owner, since people's roles may not.
create function vehicles.keep_device_span() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  held_before text := case when tg_op = 'UPDATE' and old.archived_at is null then old.imei end;
  held_now text := case when new.archived_at is null then new.imei end;
  moment timestamptz(3) := new.updated_at;
begin
  if held_before is not distinct from held_now then return null; end if;
  if held_before is not null then
    update vehicles.device_spans set detached_at = greatest(moment, attached_at)
      where imei = held_before and vehicle_id = new.id and detached_at is null;
  end if;
  if held_now is not null then
    insert into vehicles.device_spans (imei, vehicle_id, company_id, fleet_id, attached_at)
      select held_now, new.id, new.company_id, new.fleet_id,
        case when exists (select from vehicles.device_spans s where s.imei = held_now) then moment else '-infinity' end
      on conflict (imei, attached_at) do update set vehicle_id = excluded.vehicle_id,
        company_id = excluded.company_id, fleet_id = excluded.fleet_id, detached_at = null;
  end if;
  return null;
end $$;
revoke all on function vehicles.keep_device_span() from public;
create trigger keep_device_span after insert or update of imei, archived_at on vehicles.vehicles
  for each row execute function vehicles.keep_device_span();

-- One row a running gateway process: where trackers reach it. Written again every few seconds; an old row is a dead one.
create table telemetry.gateways (
  id uuid primary key,
  host text not null,
  -- {"gt06": 5023, …}
  ports jsonb not null,
  connection_limit integer not null,
  -- Counters by protocol and reason, as the gateway has them.
  counters jsonb not null,
  heard_at timestamptz(3) not null
);
-- The last connection of each device, known or not. HTTP and datagrams count as connected for a while after each report.
create table telemetry.device_connections (
  identifier text primary key,
  gateway_id uuid not null,
  protocol text not null,
  transport text not null,
  address text not null,
  connected_at timestamptz(3) not null,
  disconnected_at timestamptz(3),
  heard_at timestamptz(3) not null
);
create index device_connections_gateway on telemetry.device_connections (gateway_id) where disconnected_at is null;
create index device_connections_heard on telemetry.device_connections (heard_at);

alter table telemetry.gateways enable row level security;
alter table telemetry.gateways force row level security;
alter table telemetry.device_connections enable row level security;
alter table telemetry.device_connections force row level security;
create policy owner on telemetry.gateways to rumbo_owner using (true) with check (true);
create policy owner on telemetry.device_connections to rumbo_owner using (true) with check (true);
create policy everything on telemetry.gateways to rumbo_system using (true) with check (true);
create policy everything on telemetry.device_connections to rumbo_system using (true) with check (true);
create policy read_all on telemetry.gateways for select to rumbo_all using (true);
create policy read_all on telemetry.device_connections for select to rumbo_all using (true);
grant select, insert, update, delete on telemetry.gateways, telemetry.device_connections to rumbo_system;
grant select on telemetry.gateways, telemetry.device_connections to rumbo_all;
