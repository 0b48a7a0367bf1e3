-- Positions of drivers' phones, until a gateway has taken them in: a phone is a second device of its vehicle.
create table telemetry.phone_fixes (
  id bigint generated always as identity primary key,
  vehicle_id uuid not null,
  fix_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  latitude double precision not null,
  longitude double precision not null,
  speed_kmh real,
  heading real,
  accuracy_metres real
);
-- When the phone of a vehicle last changed its state: a later report is the tracker's.
create table telemetry.phones (
  vehicle_id uuid primary key,
  last_report_at timestamptz(3) not null
);
do $$
declare
  name text;
begin
  foreach name in array array['phone_fixes', 'phones'] loop
    execute format('alter table telemetry.%I enable row level security', name);
    execute format('alter table telemetry.%I force row level security', name);
    execute format('create policy owner on telemetry.%I to rumbo_owner using (true) with check (true)', name);
    execute format('create policy system on telemetry.%I to rumbo_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on telemetry.%I to rumbo_system', name);
  end loop;
end $$;
