import { recordFindings } from '../events/index.ts'
import { followWorkshops, recordCrossings } from '../geofences/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import type { FenceOccurrence } from '../telemetry/index.ts'
import type { CauseChange } from '../vehicles/index.ts'

/** Records what happened in fences: crossings, their events, and the maintenance of vehicles in workshops. */
export async function commitFences(
  tx: Transaction,
  occurrences: readonly FenceOccurrence[],
): Promise<CauseChange[]> {
  const causes = await recordFindings(tx, await recordCrossings(tx, occurrences))
  return [...causes, ...(await followWorkshops(tx, occurrences))]
}
