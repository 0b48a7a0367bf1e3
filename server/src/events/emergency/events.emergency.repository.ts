import type { EventKind } from '@rumbo/contract/events.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

/** The open event of a kind; call with the vehicle locked, after it was recorded. */
export async function findOpenDeclaration(
  tx: Transaction,
  vehicleId: string,
  kind: EventKind,
): Promise<string> {
  const [row] = await tx.sql<{ id: string }>(
    `select id from events.events where vehicle_id = $1 and kind = $2 and status in ('active', 'acknowledged')`,
    [vehicleId, kind],
  )
  if (!row) throw new Error('The declared emergency was not recorded.')
  return row.id
}

export const writeNote = (tx: Transaction, id: string, note: string): Promise<unknown> =>
  tx.sql('update events.events set note = $2 where id = $1', [id, note])
