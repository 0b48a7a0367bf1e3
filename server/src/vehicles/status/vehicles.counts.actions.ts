import type { OutputOf } from '@rumbo/contract/endpoint'
import { minuteMs } from '@rumbo/contract/time-units'
import { type readStatusHistory, statusHistoryMinutes } from '@rumbo/contract/vehicles.status.contract'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import {
  countFleets,
  findCountsOfLastWeek,
  findCountsSince,
  thinOutCounts,
} from './vehicles.counts.repository.ts'
import { allCounts, minuteColumns, minuteOf } from './vehicles.counts.rules.ts'

/** The status counts of the fleets' last hour by minute, and of a week ago; only gaps for fleets out of reach. */
export async function readStatusHistoryOf(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<OutputOf<typeof readStatusHistory>> {
  const until = minuteOf(tx.now)
  const since = new Date(until - (statusHistoryMinutes - 1) * minuteMs)
  const weekAgo = await findCountsOfLastWeek(tx, fleetIds)
  return {
    until: new Date(until).toISOString(),
    minutes: minuteColumns(await findCountsSince(tx, fleetIds, since), until, statusHistoryMinutes),
    weekAgo: weekAgo && { at: weekAgo.at.toISOString(), counts: allCounts(weekAgo) },
  }
}

/** Jobs of the status counts; idempotent. */
export const countTasks = ({ database }: { database: Database }): Record<string, JobTask> => ({
  'vehicles:count': () => database.transaction(asSystem('status counts'), countFleets),
  'vehicles:thin-out-counts': async () => {
    await database.transaction(asSystem('status counts'), thinOutCounts)
  },
})
export const countCrontab = [
  // A past minute cannot be counted later, so there is one attempt and no catching up.
  '* * * * * vehicles:count ?max=1&jobKey=vehicles:count',
  '51 * * * * vehicles:thin-out-counts ?max=3&jobKey=vehicles:thin-out-counts',
].join('\n')
