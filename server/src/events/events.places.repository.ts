import type { Transaction } from '../platform/database/transaction.ts'
import type { EventSpot } from './events.rules.ts'

/** Where vehicles were when last known, with that time; those that never were anywhere are missing. */
export async function findLastPlaces(
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, EventSpot>> {
  if (vehicleIds.length === 0) return new Map()
  const rows = await tx.sql<{ vehicleId: string; latitude: number; longitude: number; lastKnownAt: Date }>(
    `select vehicle_id as "vehicleId", latitude / 1e7 as latitude, longitude / 1e7 as longitude, as_of as "lastKnownAt"
     from telemetry.vehicle_state where vehicle_id = any($1::uuid[]) and latitude is not null and isfinite(as_of)`,
    [vehicleIds],
  )
  return new Map(
    rows.map(({ vehicleId, ...place }) => [vehicleId, { ...place, speedKmh: null, heading: null }]),
  )
}
