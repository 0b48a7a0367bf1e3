import type { Transaction } from '../../platform/database/transaction.ts'
import { isNotHeld, isOpen, postponed } from '../engine/dispatch.reservations.repository.ts'
import type { RouteStop } from './dispatch.published-routes.ts'

/**
 * The stops of the services in published routes that are not over, by vehicle in their order. A service is in its route
 * while its planned vehicle has it, or is reserved for it by the plan and nobody keeps it on hold. One that was postponed
 * comes later by as much.
 * @param vehicleIds only those of these vehicles; null: of all
 */
export const findRouteStops = (
  tx: Transaction,
  fleetIds: readonly string[],
  vehicleIds: readonly string[] | null = null,
): Promise<RouteStop[]> =>
  tx.sql(
    `select ps.plan_id as "planId", ps.vehicle_id as "vehicleId", ps.service_id as "serviceId", ps.stop_id as "stopId",
       p.latitude, p.longitude,
       exists (select from services.executed_stops e where e.service_id = s.id and e.planned_stop_id = p.id
         and (e.departed is not null or e.status <> 'executed')) as "isDone"
     from services.services s
     join planning.published_stops ps on ps.service_id = s.id and ps.fleet_id = s.fleet_id
     join services.planned_stops p on p.id = ps.stop_id
     left join dispatch.reservations r
       on r.service_id = s.id and r.plan_id = ps.plan_id and r.vehicle_id = ps.vehicle_id and ${isOpen}
     where s.fleet_id = any($1::uuid[]) and ($2::uuid[] is null or ps.vehicle_id = any($2)) and s.archived_at is null
       and s.status in ('created', 'on_dispatch', 'vehicle_assigned', 'in_progress')
       and case when s.status in ('vehicle_assigned', 'in_progress') then s.assigned_vehicle_id = ps.vehicle_id
         else ${isNotHeld} and r.service_id is not null end
     order by ps.vehicle_id, ${postponed('ps.arrives_at')}, ps.plan_id, ps.sequence`,
    [fleetIds, vehicleIds],
  )

/** Of these plans, the vehicles that left a stop of their route. */
export const findBegun = (
  tx: Transaction,
  planIds: readonly string[],
): Promise<{ planId: string; vehicleId: string }[]> =>
  tx.sql(
    `select distinct ps.plan_id as "planId", ps.vehicle_id as "vehicleId" from planning.published_stops ps
     join services.executed_stops e on e.service_id = ps.service_id and e.planned_stop_id = ps.stop_id
     where ps.plan_id = any($1::uuid[]) and e.departed is not null`,
    [planIds],
  )

/** How far back published stops are looked at whose services may have left their routes, in days. */
const lookedBackDays = 2

/**
 * The published stops of services that wait without the reservation of their plan, moved to another fleet, or have other stops
 * now. A reservation that was just released may still be restored.
 */
export async function findLeftStops(tx: Transaction, restoreSeconds: number): Promise<string[]> {
  const rows = await tx.sql<{ stopId: string }>(
    `select ps.stop_id as "stopId" from planning.published_stops ps join services.services s on s.id = ps.service_id
     where ps.arrives_at > $1::timestamptz - make_interval(days => ${lookedBackDays})
       and s.archived_at is null
       and (s.fleet_id <> ps.fleet_id
         or not exists (select from services.planned_stops p where p.id = ps.stop_id)
         or s.status in ('created', 'on_dispatch')
           and not exists (select from dispatch.reservations r
             where r.service_id = s.id and r.plan_id = ps.plan_id and r.vehicle_id = ps.vehicle_id and ${isOpen})
           and not exists (select from dispatch.released_reservations x where x.service_id = s.id
             and x.plan_id = ps.plan_id and x.released_at > $1::timestamptz - make_interval(secs => $2)))`,
    [tx.now, restoreSeconds],
  )
  return rows.map(({ stopId }) => stopId)
}
