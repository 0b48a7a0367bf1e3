import type { Transaction } from '../platform/database/transaction.ts'
import { changeCauses, lockVehicles } from '../vehicles/index.ts'
import { lockFindings, type OpenFinding } from './events.ended.repository.ts'
import { writeHandling } from './events.handling.repository.ts'

/**
 * Resolves open events whose reason has ended, on behalf of the system; those that a person has closed meanwhile stay as
 * they are.
 */
export async function resolveFindings(tx: Transaction, ended: readonly OpenFinding[]): Promise<void> {
  if (ended.length === 0) return
  // In the order in which everything locks them.
  await lockVehicles(tx, [...new Set(ended.map(({ vehicleId }) => vehicleId))])
  const open = await lockFindings(
    tx,
    ended.map(({ id }) => id),
  )
  await writeHandling(
    tx,
    open.map(({ id }) => id),
    'resolved',
    null,
  )
  await changeCauses(
    tx,
    open.flatMap(({ id, vehicleId }) =>
      (['critical', 'alarmed'] as const).map((cause) => ({ vehicleId, cause, sourceId: id, holds: false })),
    ),
  )
  for (const { id, vehicleId, companyId, fleetId } of open)
    tx.stale({ domain: 'events', id, companyId, fleetId, vehicleId })
}
