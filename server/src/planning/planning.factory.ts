import { type Plan, planSettings } from '@rumbo/contract/planning.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { findPlan, insertPlan, instantsOf, type NewPlan } from './planning.repository.ts'
import { insertVersion } from './versions/planning.versions.repository.ts'

/** Creates a plan of the whole of today without routes, for tests and the demo. Default date: today in UTC. */
export async function buildPlan(
  tx: Transaction,
  given: Partial<Omit<NewPlan, 'from' | 'until'>> & Pick<NewPlan, 'companyId' | 'fleetId'>,
): Promise<Plan> {
  const id = uuid()
  const plan = {
    id,
    name: `Plan ${id.slice(-6)}`,
    date: tx.now.toISOString().slice(0, 10),
    startTime: null,
    endTime: null,
    settings: planSettings.parse({}),
    content: { routes: [] },
    figures: null,
    scheduleId: null,
    ...given,
  }
  await insertPlan(tx, { ...plan, ...(await instantsOf(tx, plan.companyId, plan)) })
  const built = await findPlan(tx, plan.id)
  if (!built) throw new Error('The plan was not stored.')
  return built
}

/** Keeps a plan under a name, for tests. @returns the version's id */
export async function buildPlanVersion(tx: Transaction, plan: Plan, name = 'Antes'): Promise<string> {
  const id = uuid()
  await insertVersion(tx, plan, { id, name, cause: 'named' })
  return id
}
