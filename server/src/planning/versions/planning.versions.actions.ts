import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type keepPlanVersion,
  type Plan,
  type PlanVersion,
  type restorePlanVersion,
  versionsPerPlan,
} from '@rumbo/contract/planning.contract'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { auditPlan, hintPlan, openPlan, readablePlan, writePlan } from '../planning.changes.ts'
import {
  countNamed,
  findVersion,
  findVersions,
  forgetOldest,
  insertVersion,
  removeVersion,
} from './planning.versions.repository.ts'

/** Versions that the product keeps by itself, of each plan. */
const mostAutomatic = 30

/**
 * Keeps a locked plan as it is, before it is replaced or as it was published; the oldest of more than 30 is forgotten.
 */
export async function keepVersion(
  tx: Transaction,
  plan: Plan,
  cause: Exclude<PlanVersion['cause'], 'named'>,
): Promise<void> {
  await insertVersion(tx, plan, { id: uuid(), name: null, cause })
  await forgetOldest(tx, plan.id, mostAutomatic)
}

/** @throws Problem `plan_not_found` */
export async function listVersionsOf(tx: Transaction, actor: Actor, planId: string) {
  const plan = await readablePlan(tx, actor, planId)
  return { items: await findVersions(tx, plan.id) }
}

/** @throws Problem `plan_not_found` */
export async function readVersionOf(tx: Transaction, actor: Actor, id: string) {
  const version = await findVersion(tx, id)
  if (!version) throw problem('plan_not_found')
  await readablePlan(tx, actor, version.planId)
  return version
}

/** @throws Problem `plan_not_found`, `forbidden`, `stale_version`, `name_taken`, `plan_versions_full` */
export async function keepNamedVersion(
  tx: Transaction,
  actor: Actor,
  planId: string,
  { name, version }: ParsedOf<typeof keepPlanVersion>['body'],
): Promise<PlanVersion> {
  const { plan } = await openPlan(tx, actor, planId, version)
  if ((await countNamed(tx, planId)) >= versionsPerPlan) throw problem('plan_versions_full')
  const id = uuid()
  await insertVersion(tx, plan, { id, name, cause: 'named' })
  hintPlan(tx, plan)
  auditPlan(tx, 'plan.version_kept', plan, { planVersion: [null, name] })
  const { figures, version: planVersion } = plan
  const at = tx.now.toISOString()
  return { id, planId, name, cause: 'named', planVersion, figures, at, by: tx.actor?.displayName ?? null }
}

/** @throws Problem `plan_not_found`, `forbidden`, `stale_version` */
export async function restoreVersionOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version }: ParsedOf<typeof restorePlanVersion>['body'],
): Promise<Plan> {
  const kept = await readVersionOf(tx, actor, id)
  const { plan } = await openPlan(tx, actor, kept.planId, version)
  await keepVersion(tx, plan, 'before_restore')
  const restored = await writePlan(tx, { ...plan, settings: kept.settings, content: kept.content })
  auditPlan(tx, 'plan.restored', restored, { planVersion: [plan.version, kept.name ?? kept.planVersion] })
  return restored
}

/** @throws Problem `plan_not_found`, `forbidden` */
export async function deleteVersionOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const kept = await readVersionOf(tx, actor, id)
  const { plan } = await openPlan(tx, actor, kept.planId)
  if (kept.cause !== 'named' || (await removeVersion(tx, id)) === 0) throw problem('plan_not_found')
  hintPlan(tx, plan)
  auditPlan(tx, 'plan.version_deleted', plan, { planVersion: [kept.name, null] })
  return { done: true }
}
