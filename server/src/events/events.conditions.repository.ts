import type { EventKind } from '@rumbo/contract/events.contract'
import type { Transaction } from '../platform/database/transaction.ts'

/** When these vehicles last had an occurrence of the kind, handled or not. */
export const findLatest = (
  tx: Transaction,
  vehicleIds: readonly string[],
  kind: EventKind,
): Promise<{ vehicleId: string; at: Date }[]> =>
  tx.sql(
    `select vehicle_id as "vehicleId", max(last_occurred_at) as at from events.events
     where vehicle_id = any($1::uuid[]) and kind = $2 group by vehicle_id`,
    [vehicleIds, kind],
  )
