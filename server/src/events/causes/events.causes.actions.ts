import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { changeCauses, lockVehicles } from '../../vehicles/index.ts'
import { findOrphanCauses } from './events.causes.repository.ts'

const atOnce = 1_000

async function clearSome(tx: Transaction): Promise<number> {
  const found = await findOrphanCauses(tx, null, atOnce)
  if (found.length === 0) return 0
  const vehicleIds = [...new Set(found.map(({ vehicleId }) => vehicleId))]
  await lockVehicles(tx, vehicleIds)
  // What a gateway or a person changed before the locks.
  const orphans = await findOrphanCauses(tx, vehicleIds, atOnce)
  await changeCauses(
    tx,
    orphans.map((orphan) => ({ ...orphan, holds: false })),
  )
  return orphans.length
}

/**
 * Clears what keeps vehicles alarmed or critical although its event is no longer active, such as a gateway of an older
 * version left it, some at a time; the vehicles get the status of their other causes. @returns how many
 */
export async function clearOrphanCauses(database: Database, signal?: AbortSignal): Promise<number> {
  let cleared = 0
  for (let some = atOnce; some === atOnce && !signal?.aborted; cleared += some)
    some = await database.transaction(asSystem('causes without an active event'), clearSome)
  return cleared
}
