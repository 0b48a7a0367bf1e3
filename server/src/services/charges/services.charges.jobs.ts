import { createPricing } from '../../billing/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { findInOrder } from '../services.repository.ts'
import { findDriven, refreshCurrent } from './services.charges.actions.ts'
import { findRunning } from './services.charges.repository.ts'

const chunk = 200

async function refreshSome(tx: Transaction, ids: readonly string[]): Promise<void> {
  const services = await findInOrder(tx, ids)
  const driven = await findDriven(tx, services)
  const pricing = createPricing(tx)
  const fleets = new Map<string, string>()
  for (const service of services)
    if (await refreshCurrent(tx, service, pricing, driven.get(service.id) ?? null))
      fleets.set(service.fleetId, service.companyId)
  for (const [fleetId, companyId] of fleets) tx.stale({ domain: 'services', fleetId, companyId })
}

/** Computes what every running service costs by now. */
export async function refreshCurrentCosts(database: Database): Promise<void> {
  const actor = asSystem('current costs')
  const ids = await database.transaction(actor, findRunning, { readOnly: true })
  for (let at = 0; at < ids.length; at += chunk)
    await database.transaction(actor, (tx) => refreshSome(tx, ids.slice(at, at + chunk)))
}

/** Jobs of the costs of running services; idempotent. */
export const chargeTasks = ({ database }: { database: Database }): Record<string, JobTask> => ({
  'services:current-costs': () => refreshCurrentCosts(database),
})
export const chargeCrontab = '* * * * * services:current-costs ?max=1&jobKey=services:current-costs'
