import { dayMs } from '@rumbo/contract/time-units'
import { asSystem } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import type { JobTask } from '../jobs/jobs.ts'

/** Deliveries are deleted after this long, except those that wait or are kept for reading. */
export const deliveryRetentionMs = 30 * dayMs

/** Deletes what was sent, failed or expired 30 days ago. */
export async function forgetOldDeliveries(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(asSystem('forget old deliveries'), async (tx) => {
    await tx.sql(
      `delete from platform.deliveries
        where status in ('sent', 'failed', 'expired') and coalesce(sent_at, created_at) < $1::timestamptz`,
      [new Date(tx.now.getTime() - deliveryRetentionMs)],
    )
  })
}

export const deliveryTasks = (database: Pick<Database, 'transaction'>): Record<string, JobTask> => ({
  'platform:forget-deliveries': () => forgetOldDeliveries(database),
  // Enqueued by processes of the version before; deliveries are sent by the runner.
  'platform:send-messages': async () => undefined,
})
export const deliveryCrontab = '23 9 * * * platform:forget-deliveries ?fill=1d'
