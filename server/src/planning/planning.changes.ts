import type { Plan } from '@rumbo/contract/planning.contract'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Changes } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { figuresOf } from './planning.figures.ts'
import {
  findPlan,
  findPlanPlace,
  type LockedPlan,
  lockPlan,
  type PlanPlace,
  rewritePlan,
} from './planning.repository.ts'

/** Notifies open pages that the plan, its versions or who has it open changed. */
export const hintPlan = (tx: Transaction, { id, fleetId, companyId }: PlanPlace) =>
  tx.stale({ domain: 'planning', id, fleetId, companyId })

/** Who accepts exceptions of a plan, and when. */
export const acceptedNow = (tx: Transaction) => ({
  by: tx.actor?.displayName ?? null,
  at: tx.now.toISOString(),
})

/** Records what happened to a plan. */
export function auditPlan(tx: Transaction, action: string, plan: Plan, changes?: Changes): void {
  tx.audit({
    action,
    entity: 'plan',
    entityId: plan.id,
    entityName: plan.name,
    companyId: plan.companyId,
    fleetId: plan.fleetId,
    changes,
  })
}

/** Where a plan belongs that the caller may read. @throws Problem `plan_not_found`, `forbidden`, `feature_off` */
export async function readablePlace(tx: Transaction, actor: Actor, id: string): Promise<PlanPlace> {
  const place = await findPlanPlace(tx, id)
  if (!place) throw problem('plan_not_found')
  requireCan(actor, 'planning.read', place)
  return place
}

/** @throws Problem `plan_not_found`, `forbidden`, `feature_off` */
export async function readablePlan(tx: Transaction, actor: Actor, id: string): Promise<Plan> {
  const plan = await findPlan(tx, id)
  if (!plan) throw problem('plan_not_found')
  requireCan(actor, 'planning.read', plan)
  return plan
}

/**
 * Locks a plan to change it.
 * @param version that the caller knows; undefined: any
 * @throws Problem `plan_not_found`, `forbidden`, `feature_off`, `stale_version`: with the plan as it is now
 */
export async function openPlan(
  tx: Transaction,
  actor: Actor,
  id: string,
  version?: number,
): Promise<LockedPlan> {
  const place = await findPlanPlace(tx, id)
  if (!place) throw problem('plan_not_found')
  requireCan(actor, 'planning.edit', place)
  const locked = await lockPlan(tx, id)
  if (!locked) throw problem('plan_not_found')
  const { plan, changedBy, changedAt } = locked
  if (version !== undefined && plan.version !== version)
    throw problem('stale_version', { current: plan, changedBy, changedAt })
  return locked
}

/**
 * Replaces a locked plan, with new figures and the next version.
 * @throws Problem `name_taken`
 */
export async function writePlan(tx: Transaction, plan: Plan): Promise<Plan> {
  await rewritePlan(tx, { ...plan, figures: await figuresOf(tx, plan) })
  const written = await findPlan(tx, plan.id)
  if (!written) throw problem('plan_not_found')
  hintPlan(tx, written)
  return written
}
