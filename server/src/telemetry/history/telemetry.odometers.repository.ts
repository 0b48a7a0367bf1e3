import { silentAfterMs } from '@rumbo/contract/telemetry.freshness'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Odometers of vehicles in metres, by vehicle id; without vehicles that have been silent. */
export async function findOdometers(
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.sql<{ id: string; metres: number }>(
    `select vehicle_id as id, odometer_metres as metres from telemetry.latest
     where vehicle_id = any($1::uuid[]) and fix_time >= $2`,
    [vehicleIds, new Date(tx.now.getTime() - silentAfterMs)],
  )
  return new Map(rows.map(({ id, metres }) => [id, metres]))
}
