import { createPricing } from '../../billing/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { findInOrder } from '../services.repository.ts'
import { findDriven, refreshCurrent } from './services.charges.actions.ts'
import { findRunning } from './services.charges.repository.ts'

const chunk = 200
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Refreshes some running services. @returns the id of the last one; null after all */
async function refreshSome(tx: Transaction, after: string): Promise<string | null> {
  const ids = await findRunning(tx, after, chunk)
  const services = await findInOrder(tx, ids)
  const driven = await findDriven(tx, services)
  const pricing = createPricing(tx)
  const fleets = new Map<string, string>()
  for (const service of services)
    if (await refreshCurrent(tx, service, pricing, driven.get(service.id) ?? null))
      fleets.set(service.fleetId, service.companyId)
  for (const [fleetId, companyId] of fleets) tx.stale({ domain: 'services', fleetId, companyId })
  return ids.length < chunk ? null : (ids.at(-1) ?? null)
}

/** Computes what every running service costs by now. */
export async function refreshCurrentCosts(database: Database): Promise<void> {
  let after: string | null = beforeAll
  while (after !== null) {
    const from: string = after
    after = await database.transaction(asSystem('current costs'), (tx) => refreshSome(tx, from))
  }
}

/** Jobs of the costs of running services; idempotent. */
export const chargeTasks = ({ database }: { database: Database }): Record<string, JobTask> => ({
  'services:current-costs': () => refreshCurrentCosts(database),
})
export const chargeCrontab = '* * * * * services:current-costs ?max=1&jobKey=services:current-costs'
