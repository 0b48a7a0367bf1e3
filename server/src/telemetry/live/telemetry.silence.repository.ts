import type { Transaction } from '../../platform/database/transaction.ts'

/** Ids of vehicles that are not marked silent and sent no report since `cutoff`; only among `ids` where given. */
export async function findIdle(
  tx: Transaction,
  cutoff: Date,
  limit: number,
  ids: readonly string[] | null = null,
): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `select l.id from vehicles.listened l left join telemetry.vehicle_state s using (vehicle_no)
     where not l.is_silent and greatest(l.silence_from, s.last_report_at) < $1
       and ($2::uuid[] is null or l.id = any($2)) limit $3`,
    [cutoff, ids, limit],
  )
  return rows.map((row) => row.id)
}
