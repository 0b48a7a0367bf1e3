-- Readings of devices beside the position: what changed, by report, and the latest of each vehicle. Both are packed by the
-- application (server/src/telemetry/readings). What position_extras held is not moved: nothing ever read it, decoders have
-- given its readings other names and units since, and each position repeated what had not changed.
drop table telemetry.position_extras;

create table telemetry.readings (
  -- Of the fix; without one, of the arrival.
  stated_at timestamptz(3) not null,
  vehicle_no integer not null,
  -- The last four bytes of the report's hash.
  report_hash integer not null,
  readings bytea not null
) partition by range (stated_at);

-- One row a vehicle; a page has room for updates in place.
create table telemetry.latest_readings (
  vehicle_no integer primary key references vehicles.vehicles (vehicle_no) on delete cascade,
  -- No reading is younger.
  as_of timestamptz(3) not null,
  readings bytea not null
) with (fillfactor = 60);

alter table telemetry.readings enable row level security;
alter table telemetry.readings force row level security;
alter table telemetry.latest_readings enable row level security;
alter table telemetry.latest_readings force row level security;
create policy owner on telemetry.readings to rumbo_owner using (true) with check (true);
create policy owner on telemetry.latest_readings to rumbo_owner using (true) with check (true);
create policy everything on telemetry.readings to rumbo_system using (true) with check (true);
create policy everything on telemetry.latest_readings to rumbo_system using (true) with check (true);
grant select, insert, delete on telemetry.readings to rumbo_system;
grant select, insert, update, delete on telemetry.latest_readings to rumbo_system;

-- Monthly partitions (UTC): their number stays small however long a company keeps its history.
create function telemetry.ensure_reading_partitions(first_day date, last_day date) returns integer
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  month date;
  name text;
  made integer := 0;
begin
  if last_day - first_day > 4000 then raise exception 'At most 4000 days at a time'; end if;
  perform pg_advisory_xact_lock(hashtext('telemetry.ensure_reading_partitions'));
  for month in select generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, interval '1 month')::date loop
    name := 'readings_' || to_char(month, 'YYYYMM');
    if to_regclass('telemetry.' || name) is null then
      execute format('create table telemetry.%I (like telemetry.readings including defaults including constraints)', name);
      execute format('alter table telemetry.%I alter column readings set storage external', name);
      execute format('alter table telemetry.%I add constraint %I check (stated_at >= %L and stated_at < %L)', name,
        name || '_month', month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
      -- The second in four bytes, as in the keys of positions: one hash in one second is one report.
      execute format('create unique index %I on telemetry.%I
        (vehicle_no, ((date_part(''epoch'', stated_at - timestamptz ''2000-01-01 00:00:00+00''))::integer), report_hash)',
        name || '_key', name);
      execute format('alter table telemetry.%I enable row level security', name);
      execute format('alter table telemetry.%I force row level security', name);
      execute format('create policy owner on telemetry.%I to rumbo_owner using (true) with check (true)', name);
      execute format('alter table telemetry.readings attach partition telemetry.%I for values from (%L) to (%L)', name,
        month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
      execute format('alter table telemetry.%I drop constraint %I', name, name || '_month');
      made := made + 1;
    end if;
  end loop;
  return made;
end $$;
revoke all on function telemetry.ensure_reading_partitions(date, date) from public;
grant execute on function telemetry.ensure_reading_partitions(date, date) to rumbo_system;
