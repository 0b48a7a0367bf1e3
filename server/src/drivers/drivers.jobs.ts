import { dayMs } from '@rumbo/contract/time-units'
import { asSystem } from '../platform/access/access.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { JobTask } from '../platform/jobs/jobs.ts'
import type { ShiftLinks } from '../shifts/index.ts'
import { endShiftsByIgnition } from './drivers.cards.actions.ts'
import { purgeActions } from './drivers.repository.ts'
import { runShiftTimeouts } from './drivers.timeouts.actions.ts'

/** A phone sends an action again within a day at most; refused ones are of interest somewhat longer. */
const keptDays = 90
const purgedAtOnce = 5_000

/** Jobs of the driver page; idempotent. */
export const driverTasks = ({
  database,
  clock,
  shiftLinks,
}: {
  database: Database
  clock: Clock
  shiftLinks: ShiftLinks
}): Record<string, JobTask> => ({
  'drivers:ignition-off': async () => {
    await endShiftsByIgnition(database, shiftLinks)
  },
  'drivers:shift-timeouts': async () => {
    await runShiftTimeouts(database)
  },
  'drivers:purge': async () => {
    const before = new Date(clock.now().getTime() - keptDays * dayMs)
    let removed = purgedAtOnce
    while (removed >= purgedAtOnce)
      removed = await database.transaction(asSystem('purge driver actions'), (tx) =>
        purgeActions(tx, before, purgedAtOnce),
      )
  },
})
export const driverCrontab = [
  '33 9 * * * drivers:purge ?fill=1d',
  '* * * * * drivers:ignition-off ?max=1&jobKey=drivers:ignition-off',
  '* * * * * drivers:shift-timeouts ?max=1&jobKey=drivers:shift-timeouts',
].join('\n')
