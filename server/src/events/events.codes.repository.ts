import type { Transaction } from '../platform/database/transaction.ts'

export interface OpenCode {
  id: string
  vehicleId: string
  troubleCode: string
}

/** Trouble codes of the vehicles that are not closed. Call with the vehicles locked, so that none are added meanwhile. */
export const findOpenCodes = (tx: Transaction, vehicleIds: readonly string[]): Promise<OpenCode[]> =>
  tx.sql(
    `select id, vehicle_id as "vehicleId", trouble_code as "troubleCode"
     from events.events where vehicle_id = any($1::uuid[]) and trouble_code is not null
       and status in ('active', 'acknowledged')`,
    [vehicleIds],
  )

/** Resolves events whose vehicle no longer states their code. */
export async function writeCleared(
  tx: Transaction,
  cleared: readonly { id: string; at: Date }[],
): Promise<void> {
  if (cleared.length === 0) return
  await tx.sql(
    `update events.events e set status = 'resolved', resolved_at = $3, resolved_by = null, resolved_by_id = null,
       cleared_at = greatest(gone.at, e.last_occurred_at), version = e.version + 1, updated_at = $3
     from unnest($1::uuid[], $2::timestamptz[]) as gone(id, at) where e.id = gone.id`,
    [cleared.map(({ id }) => id), cleared.map(({ at }) => at), tx.now],
  )
}
