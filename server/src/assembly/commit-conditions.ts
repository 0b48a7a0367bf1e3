import { recordConditions } from '../events/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findInForceOfVehicles } from '../shifts/index.ts'
import type { FoundCondition } from '../telemetry/index.ts'
import type { CauseChange } from '../vehicles/index.ts'

/**
 * Records what was computed from readings and movements. Outside its hours a vehicle may be used in a shift that runs, or
 * that is planned for this moment.
 */
export async function commitConditions(
  tx: Transaction,
  found: readonly FoundCondition[],
): Promise<CauseChange[]> {
  const used = found.filter(({ kind }) => kind === 'out_of_hours').map(({ vehicleId }) => vehicleId)
  if (used.length === 0) return recordConditions(tx, found)
  const excused = new Set((await findInForceOfVehicles(tx, used)).map(({ vehicleId }) => vehicleId))
  return recordConditions(
    tx,
    found.filter(({ kind, vehicleId }) => kind !== 'out_of_hours' || !excused.has(vehicleId)),
  )
}
