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

/** Creates a finished run without routes, for tests. @returns its id */
async function buildPlanRun(tx: Transaction, plan: Plan): Promise<string> {
  const id = uuid()
  await tx.sql(
    `insert into planning.runs (id, plan_id, company_id, fleet_id, mode, seconds, status, plan_version, settings, base,
       content, created_at, created_by_name, ended_at)
     values ($1, $2, $3, $4, 'replan', 5, 'finished', $5, $6, $7, $7, $8, 'Ana', $8)`,
    [
      id,
      plan.id,
      plan.companyId,
      plan.fleetId,
      plan.version,
      JSON.stringify(plan.settings),
      JSON.stringify(plan.content),
      tx.now,
    ],
  )
  return id
}

/** Creates a recurring plan of all weekdays, for tests. @returns its id */
async function buildPlanSchedule(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
): Promise<string> {
  const id = uuid()
  await tx.sql(
    `insert into planning.schedules (id, company_id, fleet_id, name, weekdays, skips_holidays, days_ahead, made_at, settings,
       seconds, is_active, updated_at)
     values ($1, $2, $3, $4, '{1,2,3,4,5}', true, 1, '18:00', $5, 20, true, $6)`,
    [id, companyId, fleetId, `Cada día ${id.slice(-6)}`, JSON.stringify(planSettings.parse({})), tx.now],
  )
  return id
}

/** Creates a plan with a version, a finished run, and a recurring plan, for tests. */
export async function buildPlanning(tx: Transaction, place: { companyId: string; fleetId: string }) {
  const plan = await buildPlan(tx, place)
  return {
    planId: plan.id,
    planVersionId: await buildPlanVersion(tx, plan),
    planRunId: await buildPlanRun(tx, plan),
    planScheduleId: await buildPlanSchedule(tx, place),
  }
}

/** Keeps a plan under a name, for tests. @returns the version's id */
export async function buildPlanVersion(tx: Transaction, plan: Plan, name = 'Antes'): Promise<string> {
  const id = uuid()
  await insertVersion(tx, plan, { id, name, cause: 'named' })
  return id
}
