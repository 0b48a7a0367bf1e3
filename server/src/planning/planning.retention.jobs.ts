import { dayMs } from '@rumbo/contract/time-units'
import { asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { JobTask } from '../platform/jobs/jobs.ts'
import { forgetRunsOfPast } from './runs/planning.runs.repository.ts'
import { forgetTravelOfPast } from './travel/planning.travel.repository.ts'

/** What plans were computed from is kept for this long after their end. */
const retentionMs = 14 * dayMs
/** Deleted in one transaction: travel times of a large plan are many megabytes. */
const batch = 50

const identity = asSystem('forget what past plans were computed from')

/**
 * Deletes the travel times of plans that ended 14 days ago, and their runs that are over. A page that opens such a plan has
 * the travel times computed again.
 */
export async function forgetPastPlanning(database: Pick<Database, 'transaction'>): Promise<void> {
  for (const forget of [forgetTravelOfPast, forgetRunsOfPast]) {
    let deleted = batch
    while (deleted === batch)
      deleted = await database.transaction(identity, (tx) =>
        forget(tx, new Date(tx.now.getTime() - retentionMs), batch),
      )
  }
}

/** Jobs of past plans; idempotent. */
export const planRetentionTasks = (database: Pick<Database, 'transaction'>): Record<string, JobTask> => ({
  'planning:forget': () => forgetPastPlanning(database),
})
export const planRetentionCrontab = '37 9 * * * planning:forget ?fill=1d'
