import type { Transaction } from '../../platform/database/transaction.ts'
import { type CardState, cardStateOf } from './telemetry.cards.rules.ts'

/** What the reader of a vehicle stated last; null where it stated nothing, or the caller may not read the vehicle. */
export async function findCard(tx: Transaction, vehicleId: string): Promise<CardState | null> {
  const [row] = await tx.sql<{ driver_card: string | null }>(
    'select driver_card from telemetry.vehicle_state where vehicle_id = $1',
    [vehicleId],
  )
  return cardStateOf(row?.driver_card ?? null)
}
