import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { forgetMessages } from '../inspection/telemetry.inspection.repository.ts'
import { closeDays, mergeLatePositions } from './telemetry.closing.actions.ts'
import { dropOldPartitions } from './telemetry.keeper.ts'
import { recomputeDirtyDays } from './telemetry.recompute.actions.ts'
import { deleteOld, nextNumbers } from './telemetry.retention.repository.ts'

const vehiclesAtOnce = 200

/** Deletes history beyond the companies' retention, some vehicles at a time. */
export async function forgetHistory(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  let after = -1
  while (!signal?.aborted) {
    const numbers = await database.transaction(asSystem('retention'), (tx) =>
      nextNumbers(tx, after, vehiclesAtOnce),
    )
    const [first] = numbers
    const last = numbers.at(-1)
    if (first === undefined || last === undefined) return
    await database.transaction(asSystem('retention'), (tx) => deleteOld(tx, first, last, now))
    after = last
  }
}

/** Background jobs of history. Each is safe to repeat and to interrupt. */
export function historyTasks(options: {
  database: Database
  /** Connects as any of Rumbo's login roles; the keeper derives its own URL from it. */
  databaseUrl: string
  clock: Clock
  log: Logger
}): Record<string, JobTask> {
  const { database, databaseUrl, clock, log } = options
  return {
    'telemetry:late': async (_payload, { signal }) => {
      await mergeLatePositions(database, signal)
      await recomputeDirtyDays(database, log, { signal })
    },
    'telemetry:close': async (_payload, { signal }) => {
      await closeDays(database, clock.now(), { log, signal })
      await dropOldPartitions({ url: databaseUrl, now: clock.now(), log })
    },
    'telemetry:forget-messages': () =>
      database.transaction(asSystem('forget inspected messages'), forgetMessages),
    'telemetry:forget': (_payload, { signal }) => forgetHistory(database, clock.now(), signal),
  }
}
export const historyCrontab = [
  '* * * * * telemetry:late ?max=1&jobKey=telemetry:late',
  '23 * * * * telemetry:close ?max=3&jobKey=telemetry:close',
  '7 * * * * telemetry:forget-messages ?max=3&jobKey=telemetry:forget-messages',
  '37 9 * * * telemetry:forget ?fill=1d',
].join('\n')
