import type { Transaction } from '../platform/database/transaction.ts'

/** The running shift of a vehicle. */
export async function findRunningOfVehicle(
  tx: Transaction,
  vehicleId: string,
): Promise<{ id: string; driverId: string } | null> {
  const [row] = await tx.sql<{ id: string; driverId: string }>(
    `select id, driver_id as "driverId" from shifts.shifts
     where vehicle_id = $1 and status = 'running'`,
    [vehicleId],
  )
  return row ?? null
}

/** Remembers that a card started a shift. */
export const markByCard = (tx: Transaction, id: string): Promise<unknown> =>
  tx.sql('update shifts.shifts set is_by_card = true where id = $1', [id])

/** A refused attempt is undone to here; also after a failed statement, which makes the transaction refuse all others. */
export const openSavepoint = (tx: Transaction): Promise<unknown> => tx.sql('savepoint card')
export const undoSavepoint = (tx: Transaction): Promise<unknown> => tx.sql('rollback to savepoint card')
