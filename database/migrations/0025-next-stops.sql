-- Where a service goes next, for the view of a map: the first stop that was not left, or the last once all were.
-- Null, hence in no view, for what a process of the version before adds meanwhile.
alter table services.services add next_latitude double precision, add next_longitude double precision;
update services.services s set next_latitude = stop.latitude, next_longitude = stop.longitude
from (
  select distinct on (planned.service_id) planned.service_id, planned.latitude, planned.longitude
  from services.planned_stops planned
  left join services.executed_stops executed
    on executed.service_id = planned.service_id and executed.planned_stop_id = planned.id and executed.departed is not null
  order by planned.service_id, executed.id is not null,
    case when executed.id is null then 1 else -1 end * planned.sequence
) stop
where stop.service_id = s.id;
