import type { Coordinates } from '@rumbo/geo'
import type { Transaction } from '../../platform/database/transaction.ts'

const lookedAt = 100
/** With fewer services, where a fleet drives is not known. */
const fewest = 20

/** The middle of the places that the latest services of a fleet went to; null while there are few. */
export async function findUsualPlace(tx: Transaction, fleetId: string): Promise<Coordinates | null> {
  const [row] = await tx.sql<Coordinates & { count: number }>(
    `select count(*)::integer as count,
       percentile_cont(0.5) within group (order by next_latitude) as latitude,
       percentile_cont(0.5) within group (order by next_longitude) as longitude
     from (
       select next_latitude, next_longitude from services.services
       where fleet_id = $1 and archived_at is null and next_latitude is not null
       order by dispatch_time desc limit $2
     ) latest`,
    [fleetId, lookedAt],
  )
  return row && row.count >= fewest ? { latitude: row.latitude, longitude: row.longitude } : null
}
