import type { Transaction } from '../../platform/database/transaction.ts'

export interface OrphanCause {
  vehicleId: string
  cause: 'alarmed' | 'critical'
  sourceId: string
}

/**
 * Causes that events gave to vehicles in use, without an active event of that id; of these vehicles, or of all. In the order
 * of vehicles, `limit` at most.
 */
export const findOrphanCauses = (
  tx: Transaction,
  vehicleIds: readonly string[] | null,
  limit: number,
): Promise<OrphanCause[]> =>
  tx.sql<OrphanCause>(
    `select c.vehicle_id as "vehicleId", c.cause, c.source_id as "sourceId"
     from vehicles.status_causes c join vehicles.vehicles v on v.id = c.vehicle_id and v.archived_at is null
     where c.cause in ('alarmed', 'critical') and c.source_id <> '' and ($1::uuid[] is null or c.vehicle_id = any($1))
       and not exists (select from events.events e
         where e.vehicle_id = c.vehicle_id and e.status = 'active' and e.id::text = c.source_id)
     order by c.vehicle_id, c.cause, c.source_id limit $2`,
    [vehicleIds, limit],
  )
