import { hostname } from 'node:os'
import type { NotReady } from '@rumbo/contract/monitoring.contract'
import { asSystem } from '../platform/access/access.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Machine } from '../platform/machine/machine-state.ts'
import { rolesNotReady } from '../platform/machine/readiness.ts'
import { findProcesses } from './monitoring.status.repository.ts'
import { isAlive } from './monitoring.status.rules.ts'

/** Timeout of the database check, below the usual timeout of health probes. */
const patienceMs = 3_000

/** Determines at each call which parts of the installation are not ready. */
export function createReadiness(options: {
  database: Pick<Database, 'transaction'>
  clock: Clock
  machine: Pick<Machine, 'state'>
  /** Whether this process accepts new work; false while it drains. */
  isServing: () => boolean
}): () => Promise<NotReady[]> {
  const { database, clock, machine, isServing } = options
  return async () => {
    const missing: NotReady[] = isServing() ? [] : [{ part: 'api', reason: 'draining' }]
    const processes = await within(
      patienceMs,
      database.transaction(asSystem('readiness'), findProcesses, { readOnly: true }),
    ).catch(() => null)
    if (!processes) missing.push({ part: 'database', reason: 'unreachable' })
    const now = clock.now()
    const signs = (processes ?? []).map((one) => ({ ...one, isAlive: isAlive(one, now) }))
    return [...missing, ...rolesNotReady(machine.state(), signs, hostname())]
  }
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The check timed out.')), limitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
