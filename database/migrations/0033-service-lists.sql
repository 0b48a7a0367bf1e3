-- When the window of the next stop ends, for the order by risk; null once every stop was left.
alter table services.services add next_window_end timestamptz(3);
update services.services s set next_window_end = stop.time_window_end
from (
  select distinct on (planned.service_id) planned.service_id, planned.time_window_end
  from services.planned_stops planned
  left join services.executed_stops executed
    on executed.service_id = planned.service_id and executed.planned_stop_id = planned.id
  where executed.id is null
  order by planned.service_id, planned.sequence
) stop
where stop.service_id = s.id
  and s.status in ('created', 'on_dispatch', 'vehicle_assigned', 'in_progress');

-- The list by number and by dispatch time. Row-level security lets no search operator into an index condition, so a
-- search reads its text from this index instead of the table.
create index services_by_number on services.services (fleet_id, service_number desc, id) include (search_text)
  where archived_at is null;
create index services_by_dispatch_time on services.services (fleet_id, dispatch_time, id) where archived_at is null;
-- What was completed or cancelled since a time.
create index services_by_end on services.services (fleet_id, ended_at) include (status)
  where archived_at is null and ended_at is not null;
