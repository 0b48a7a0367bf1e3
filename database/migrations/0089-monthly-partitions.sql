-- One function makes the monthly partitions (UTC) of a table; those of closed hours and of readings call it.
-- add_key: the statement that adds the key to the table %1$I; %2$I is a name for it. Only for the owner's other functions.
create function telemetry.ensure_months(parent text, moment text, packed text, add_key text, first_day date, last_day date)
  returns integer language plpgsql set search_path = pg_catalog as $$
declare
  month date;
  name text;
  starts timestamptz;
  ends timestamptz;
  made integer := 0;
begin
  if last_day - first_day > 4000 then raise exception 'At most 4000 days at a time'; end if;
  perform pg_advisory_xact_lock(hashtext('telemetry.ensure_months ' || parent));
  for month in select generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, interval '1 month')::date loop
    name := parent || '_' || to_char(month, 'YYYYMM');
    if to_regclass('telemetry.' || name) is not null then continue; end if;
    starts := month::timestamp at time zone 'UTC';
    ends := (month + interval '1 month') at time zone 'UTC';
    -- Created apart and attached: "create … partition of" would lock out the writers of the parent.
    execute format('create table telemetry.%I (like telemetry.%I including defaults including constraints)', name, parent);
    -- Packed by the application: compressing it again gains next to nothing.
    execute format('alter table telemetry.%I alter column %I set storage external', name, packed);
    execute format('alter table telemetry.%I add constraint %I check (%I >= %L and %I < %L)', name, name || '_month', moment,
      starts, moment, ends);
    execute format(add_key, name, name || '_key');
    execute format('alter table telemetry.%I enable row level security', name);
    execute format('alter table telemetry.%I force row level security', name);
    execute format('create policy owner on telemetry.%I to rumbo_owner using (true) with check (true)', name);
    execute format('alter table telemetry.%I attach partition telemetry.%I for values from (%L) to (%L)', parent, name, starts,
      ends);
    execute format('alter table telemetry.%I drop constraint %I', name, name || '_month');
    made := made + 1;
  end loop;
  return made;
end $$;
revoke all on function telemetry.ensure_months(text, text, text, text, date, date) from public;

create or replace function telemetry.ensure_hour_partitions(first_day date, last_day date) returns integer
  language sql security definer set search_path = pg_catalog as $$
  select telemetry.ensure_months('position_hours', 'hour', 'points', 'alter table telemetry.%1$I add primary key (vehicle_no, hour)',
    first_day, last_day)
$$;

-- The second in four bytes, as in the keys of positions: one hash in one second is one report.
create or replace function telemetry.ensure_reading_partitions(first_day date, last_day date) returns integer
  language sql security definer set search_path = pg_catalog as $$
  select telemetry.ensure_months('readings', 'stated_at', 'readings', 'create unique index %2$I on telemetry.%1$I
    (vehicle_no, ((date_part(''epoch'', stated_at - timestamptz ''2000-01-01 00:00:00+00''))::integer), report_hash)',
    first_day, last_day)
$$;
