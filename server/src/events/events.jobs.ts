import type { Logger } from 'pino'
import { asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { JobTask } from '../platform/jobs/jobs.ts'
import { clearOrphanCauses } from './causes/events.causes.actions.ts'
import { updateMaintenanceEvents } from './events.maintenance.actions.ts'

const noticeTask = 'events:maintenance'
const causesTask = 'events:causes'

/** Jobs of events. */
export const eventTasks = ({
  database,
  log,
}: {
  database: Database
  log: Logger
}): Record<string, JobTask> => ({
  [noticeTask]: async () => {
    const done = await database.transaction(asSystem('maintenance events'), updateMaintenanceEvents)
    if (done.raised + done.resolved > 0) log.info(done, 'maintenance events')
  },
  [causesTask]: async (_payload, { signal }) => {
    const cleared = await clearOrphanCauses(database, signal)
    if (cleared > 0) log.warn({ cleared }, 'vehicles were alarmed by events that are no longer active')
  },
})

/** Hourly: maintenance because the companies' days start at different hours. */
export const eventCrontab = [
  `7 * * * * ${noticeTask} ?fill=1d&max=3&jobKey=${noticeTask}`,
  `22 * * * * ${causesTask} ?max=3&jobKey=${causesTask}`,
].join('\n')
