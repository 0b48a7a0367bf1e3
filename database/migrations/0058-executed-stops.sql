-- Executed stops: when they were recorded, and who corrected them by hand and why. A stop that is taken out of the plan
-- before the start, or that a vehicle visited that was taken off the service, is removed.
alter table services.executed_stops
  add recorded_at timestamptz(3) not null default now(),
  add corrected_at timestamptz(3),
  add corrected_by_name text,
  add correction_reason text;
update services.executed_stops set recorded_at = coalesce(departed, arrived, recorded_at);
grant delete on services.executed_stops to rumbo_system, rumbo_all, rumbo_scoped;

-- The changes of one service, from the audit, which only administrators read as a whole. The caller checks first that
-- the person may read the service.
create function services.changes_of(service uuid, most integer)
  returns table (id uuid, at timestamptz, actor_name text, address text, action text, changes jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.id, e.at, e.actor_name, e.address, e.action, e.changes
  from platform.audit_entries e
  where e.entity = 'service' and e.entity_id = service
  order by e.at desc, e.id desc
  limit most
$$;
revoke all on function services.changes_of(uuid, integer) from public;
grant execute on function services.changes_of(uuid, integer) to rumbo_system, rumbo_all, rumbo_scoped;
