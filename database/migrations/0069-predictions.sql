-- When vehicles are expected at the stops of running and waiting services, and which of them will be late.
create table dispatch.predictions (
  service_id uuid primary key references services.services on delete cascade,
  company_id uuid not null,
  fleet_id uuid not null,
  stop_id uuid not null,
  vehicle_id uuid,
  -- Promised: the end of the stop's window, or without one what was first predicted for this vehicle and stop.
  promised_at timestamptz(3) not null,
  has_window boolean not null,
  arrives_at timestamptz(3) not null,
  is_estimate boolean not null,
  cause text not null check (cause in ('distance', 'standing', 'no_vehicle', 'earlier_stop')),
  -- When it was first predicted to be late; null while it is in time.
  late_since timestamptz(3),
  predicted_at timestamptz(3) not null
);
create index predictions_fleet on dispatch.predictions (fleet_id);
alter table dispatch.predictions enable row level security;
alter table dispatch.predictions force row level security;
create policy owner on dispatch.predictions to rumbo_owner using (true) with check (true);
create policy system on dispatch.predictions to rumbo_system using (true) with check (true);
create policy everything on dispatch.predictions to rumbo_all using (true) with check (true);
create policy read_own on dispatch.predictions for select to rumbo_scoped
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_services', true), ''), '{}')::uuid[])::uuid[]));
create policy read_own_driver on dispatch.predictions for select to rumbo_driver
  using (fleet_id = any((select coalesce(nullif(current_setting('rumbo.read_services', true), ''), '{}')::uuid[])::uuid[])
    and exists (select from services.services s where s.id = service_id));
grant select, insert, update, delete on dispatch.predictions to rumbo_system;
grant select on dispatch.predictions to rumbo_all, rumbo_scoped, rumbo_driver;
grant usage on schema dispatch to rumbo_driver;
