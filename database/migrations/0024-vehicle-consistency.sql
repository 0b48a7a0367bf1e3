-- A VIN is one vehicle's of a company, and a fleet that is being archived takes no vehicle.

-- Of several with one VIN the oldest keeps it; the others keep it in their general notes, for somebody to look at.
with ranked as (
  select id, E'\nNIV que otra unidad de la empresa ya tenía; revisar: ' || vin as line,
    row_number() over (partition by company_id, vin order by created_at, id) as place
  from vehicles.vehicles where archived_at is null and vin is not null
)
update vehicles.vehicles v set
  vin = null,
  -- Notes have room for 4,000 characters.
  notes_general = ltrim(left(coalesce(v.notes_general, ''), 4000 - length(line)) || line, E'\n'),
  search_text = replace(v.search_text, ' ' || lower(v.vin) || ' ', '  '),
  version = v.version + 1,
  updated_at = now(),
  updated_by_name = null
from ranked where ranked.id = v.id and ranked.place > 1;
drop index vehicles.vehicles_vin;
create unique index vehicles_vin_taken on vehicles.vehicles (company_id, vin) where archived_at is null and vin is not null;

-- As the owner: who manages one fleet may not change it, hence not lock it either.
create function organisation.hold_fleets(ids uuid[]) returns setof uuid
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with held as (
    select id, is_active from organisation.fleets where id = any(ids) and archived_at is null order by id for share
  )
  select id from held where is_active
$$;
revoke all on function organisation.hold_fleets(uuid[]) from public;
grant execute on function organisation.hold_fleets(uuid[]) to rumbo_system, rumbo_all, rumbo_scoped;
