import type { CurrentService } from '@rumbo/contract/services.current.contract'
import type { Transaction } from '../platform/database/transaction.ts'

type CurrentRow = Omit<CurrentService, 'statusSince'> & { statusSince: Date }

/** The started services of fleets with their next stops, as far as the actor may read them. */
export async function findCurrentServices(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<CurrentService[]> {
  const rows = await tx.sql<CurrentRow>(
    `select s.assigned_vehicle_id as "vehicleId", s.id as "serviceId", s.service_number as "serviceNumber",
       s.customer_name as "customerName", s.service_type as "serviceType", s.status,
       s.status_since as "statusSince", s.driver_name as "driverName", next.stop as "nextStop"
     from services.services s
     left join lateral (
       select json_build_object('number', p.number, 'count', p.count, 'stopType', p.stop_type,
           'address', p.address, 'latitude', p.latitude, 'longitude', p.longitude) as stop
       from (
         select planned.*, row_number() over (order by planned.sequence) as number, count(*) over () as count,
           exists (select from services.executed_stops e
             where e.planned_stop_id = planned.id and (e.departed is not null or e.status <> 'executed')) as is_left
         from services.planned_stops planned where planned.service_id = s.id) p
       order by p.is_left, case when p.is_left then -p.number else p.number end
       limit 1) next on true
     where s.fleet_id = any($1::uuid[]) and s.status in ('vehicle_assigned', 'in_progress') and s.archived_at is null
     order by s.service_number`,
    [fleetIds],
  )
  return rows.map(({ statusSince, ...row }) => ({ ...row, statusSince: statusSince.toISOString() }))
}
