import { forgetOldSignIns } from '../identity/index.ts'
import { asSystem } from '../platform/access.ts'
import { createFactDelivery } from '../platform/facts/delivery.ts'
import { createJobs, platformCrontab, platformTasks } from '../platform/jobs.ts'
import { factListeners } from './fact-listeners.ts'
import type { RunningRole, Shared } from './shared.ts'

const crontab = [platformCrontab, '41 8 * * * identity:forget-sign-ins ?fill=1d'].join('\n')

/** Facts to their listeners, and jobs. */
export async function startWorkerRole({
  databaseUrl,
  clock,
  log,
  database,
  bus,
  metrics,
}: Shared): Promise<RunningRole> {
  const delivery = createFactDelivery({ database, bus, listeners: factListeners, log, clock })
  await delivery.start()
  metrics.gauge('rumbo_facts', 'Facts that wait for a listener', () => delivery.counts())
  const jobs = createJobs({
    url: databaseUrl,
    log,
    crontab,
    tasks: {
      ...platformTasks({ database, log }),
      'identity:forget-sign-ins': () =>
        database.transaction(asSystem('forget old sign-ins'), forgetOldSignIns),
    },
  })
  await jobs.start()
  return {
    ready: {},
    async drain() {
      await jobs.drain()
      await delivery.drain()
    },
  }
}
