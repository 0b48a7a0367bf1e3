import { dayMs } from '@rumbo/contract/time-units'
import { asSystem } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import { forgetInbound } from '../inbound/store.ts'
import type { JobTask } from '../jobs/jobs.ts'

/** Deliveries are deleted after this long, except those that wait. */
export const deliveryRetentionMs = 30 * dayMs
/** Deleted in one transaction, so that none lasts long. */
const batch = 10_000

/**
 * Deletes what was sent 30 days ago, and what failed, expired or was kept and was written then; and replies that were handled
 * as long ago.
 * @param limit the most deleted in one transaction. Default: 10,000
 */
export async function forgetOldDeliveries(
  database: Pick<Database, 'transaction'>,
  limit = batch,
): Promise<void> {
  let deleted: number
  do {
    deleted = await database.transaction(asSystem('forget old deliveries'), async (tx) => {
      const rows = await tx.sql(
        // Nothing is sent before it is written: `created_at` has an index.
        `delete from platform.deliveries where id in (
           select id from platform.deliveries
            where status <> 'pending' and created_at < $1::timestamptz and coalesce(sent_at, created_at) < $1::timestamptz
            order by created_at limit $2)
         returning id`,
        [new Date(tx.now.getTime() - deliveryRetentionMs), limit],
      )
      return rows.length
    })
  } while (deleted === limit)
  const before = (tx: { now: Date }) => new Date(tx.now.getTime() - deliveryRetentionMs)
  do {
    deleted = await database.transaction(asSystem('forget old replies'), (tx) =>
      forgetInbound(tx, before(tx), limit),
    )
  } while (deleted === limit)
}

export const deliveryTasks = (database: Pick<Database, 'transaction'>): Record<string, JobTask> => ({
  'platform:forget-deliveries': () => forgetOldDeliveries(database),
  // Enqueued by processes of the version before; to be removed with the next release.
  'platform:send-messages': async () => undefined,
  'platform:forget-messages': async () => undefined,
})
export const deliveryCrontab = '23 9 * * * platform:forget-deliveries ?fill=1d'
