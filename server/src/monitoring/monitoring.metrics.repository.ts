import type { Transaction } from '../platform/database/transaction.ts'

export interface LastBackups {
  /** Start of the last complete backup; null before the first. */
  completeAt: Date | null
  bytes: number | null
  /** Whether the last backup failed; null before the first one. */
  hasFailed: boolean | null
}
/** The state of the scheduled backups. */
export async function findLastBackups(tx: Transaction): Promise<LastBackups> {
  const [row] = await tx.sql<LastBackups>(
    `select complete.started_at as "completeAt", complete.bytes::float8 as bytes, latest.error is not null as "hasFailed"
       from (select started_at, error from platform.backups order by started_at desc, id desc limit 1) latest
       left join lateral (
         select started_at, bytes from platform.backups where error is null order by started_at desc, id desc limit 1
       ) complete on true`,
  )
  return row ?? { completeAt: null, bytes: null, hasFailed: null }
}
