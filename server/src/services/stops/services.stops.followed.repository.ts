import type { Transaction } from '../../platform/database/transaction.ts'
import type { WatchedStop } from './services.stops.rules.ts'

/** A service whose vehicle has it or carries it out. Times in epoch ms. */
export interface RunningService {
  id: string
  version: number
  vehicleNo: number
  /** Of the newest usable fix. */
  asOf: number
  assignedAt: number
}

/** Services with a vehicle that ever reported: all of them, or one. Call under the system role. */
export const findFollowed = (
  tx: Pick<Transaction, 'sql'>,
  only: string | null = null,
): Promise<RunningService[]> =>
  tx.sql(
    `select s.id, s.version, state.vehicle_no as "vehicleNo",
       (extract(epoch from state.as_of) * 1000)::float8 as "asOf",
       (extract(epoch from assigned.at) * 1000)::float8 as "assignedAt"
     from services.services s
     join telemetry.vehicle_state state on state.vehicle_id = s.assigned_vehicle_id
     cross join lateral (
       select max(h.at) as at from services.status_history h
       where h.service_id = s.id and h.status = 'vehicle_assigned') assigned
     where s.status in ('vehicle_assigned', 'in_progress') and s.archived_at is null
       and isfinite(state.as_of) and assigned.at is not null and ($1::uuid is null or s.id = $1)`,
    [only],
  )

export type FollowedStop = WatchedStop & { id: string }

/** The planned stops of services by service id, in order, with what persons recorded of them. */
export async function findFollowedStops(
  tx: Pick<Transaction, 'sql'>,
  serviceIds: readonly string[],
): Promise<ReadonlyMap<string, FollowedStop[]>> {
  const rows = await tx.sql<FollowedStop & { serviceId: string }>(
    `select p.service_id as "serviceId", p.id, p.latitude, p.longitude, p.stop_type = 'pickup' as "isPickup",
       coalesce(e.operator <> 'system' and e.status = 'executed', false) as "isReached",
       case when e.status <> 'executed' then (extract(epoch from e.recorded_at) * 1000)::float8
         when e.corrected_at is not null then (extract(epoch from e.arrived) * 1000)::float8
         when e.operator <> 'system' then (extract(epoch from e.recorded_at) * 1000)::float8 end as "settledAt"
     from services.planned_stops p
     left join services.executed_stops e on e.service_id = p.service_id and e.planned_stop_id = p.id
     where p.service_id = any($1::uuid[]) order by p.service_id, p.sequence`,
    [serviceIds],
  )
  const found = new Map<string, FollowedStop[]>(serviceIds.map((id) => [id, []]))
  for (const { serviceId, ...stop } of rows) found.get(serviceId)?.push(stop)
  return found
}
