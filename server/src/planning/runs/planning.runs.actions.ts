import type { ParsedOf } from '@rumbo/contract/endpoint'
import { mostPlaces, type Plan, type PlanContent, type PlanSettings } from '@rumbo/contract/planning.contract'
import type { acceptPlanRun, PlanRun, startPlanRun } from '@rumbo/contract/planning.runs.contract'
import { isAcceptable } from '@rumbo/planning/acceptance'
import { acceptRoutes, differencesOf, servicesOf } from '@rumbo/planning/content'
import { isLooser, withExceptions } from '@rumbo/planning/loosened'
import { plannableOrders, usableVehicles } from '@rumbo/planning/problem'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { acceptedNow, auditPlan, hintPlan, openPlan, readablePlan, writePlan } from '../planning.changes.ts'
import { readTimes } from '../planning.figures.ts'
import { prepareTravel } from '../travel/planning.travel.actions.ts'
import { keepVersion } from '../versions/planning.versions.actions.ts'
import { readWorkspace } from '../workspace/planning.workspace.actions.ts'
import {
  endRun,
  findRun,
  findRuns,
  forgetRuns,
  insertRun,
  lockRun,
  stopRun,
} from './planning.runs.repository.ts'

/** Runs that are kept of a plan. */
const mostRuns = 20

/**
 * Begins a run. The plan is kept as a version first.
 * @throws Problem `plan_not_found`, `forbidden`, `stale_version`, and those of `beginRun`
 */
export async function startRunOf(
  tx: Transaction,
  actor: Actor,
  planId: string,
  { version, ...asked }: ParsedOf<typeof startPlanRun>['body'],
): Promise<PlanRun> {
  const { plan } = await openPlan(tx, actor, planId, version)
  return beginRun(tx, plan, asked)
}

/**
 * Begins a run of a locked plan.
 * @param startedBy instead of the caller's name
 * @throws Problem `plan_run_active`, `plan_no_orders`, `plan_no_vehicles`, `plan_too_large`
 */
export async function beginRun(
  tx: Transaction,
  plan: Plan,
  { mode, seconds, serviceIds, settings: own }: Omit<ParsedOf<typeof startPlanRun>['body'], 'version'>,
  startedBy?: string,
): Promise<PlanRun> {
  const settings = own ?? plan.settings
  const workspace = await readWorkspace(tx, { ...plan, settings })
  const planned = servicesOf(plan.content)
  const chosen = serviceIds && new Set(serviceIds)
  const orders = plannableOrders(workspace).filter(
    ({ serviceId }) => chosen === null || chosen.has(serviceId) || planned.has(serviceId),
  )
  if (orders.length === 0) throw problem('plan_no_orders')
  if (usableVehicles({ workspace, settings }).length === 0) throw problem('plan_no_vehicles')
  if (workspace.places.length > mostPlaces) throw problem('plan_too_large')
  const id = uuid()
  const { id: planId, companyId, fleetId, content: base } = plan
  await insertRun(tx, {
    id,
    planId,
    companyId,
    fleetId,
    mode,
    seconds,
    settings,
    base,
    serviceIds,
    planVersion: plan.version,
    startedBy,
  })
  await keepVersion(tx, plan, 'before_run')
  await forgetRuns(tx, planId, mostRuns)
  await prepareTravel(tx, plan, workspace)
  auditPlan(tx, 'plan.run_started', plan)
  hintPlan(tx, plan)
  return written(tx, id)
}

async function written(tx: Transaction, id: string): Promise<PlanRun> {
  const run = await findRun(tx, id)
  if (!run) throw problem('plan_not_found')
  return run
}

/** @throws Problem `plan_not_found`, `forbidden` */
export async function listRunsOf(tx: Transaction, actor: Actor, planId: string) {
  const plan = await readablePlan(tx, actor, planId)
  return { items: await findRuns(tx, plan.id, mostRuns) }
}

/** @throws Problem `plan_not_found`, `forbidden` */
export async function readRunOf(tx: Transaction, actor: Actor, id: string): Promise<PlanRun> {
  const run = await written(tx, id)
  await readablePlan(tx, actor, run.planId)
  return run
}

/** Locks the plan of a run and then the run, as everybody who changes both. */
async function openRun(tx: Transaction, actor: Actor, id: string, version?: number) {
  const { planId } = await written(tx, id)
  const locked = await openPlan(tx, actor, planId, version)
  const run = await lockRun(tx, id)
  if (!run) throw problem('plan_not_found')
  return { ...locked, run }
}

/** Ends a run early; one that is over already is as good. @throws Problem `plan_not_found`, `forbidden` */
export async function stopRunOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const { plan } = await openRun(tx, actor, id)
  await stopRun(tx, id)
  hintPlan(tx, plan)
  return { done: true }
}

/**
 * Makes a proposal, or the routes of some vehicles of it, the plan. One that changed since the run began is kept as a version.
 * @throws Problem `plan_not_found`, `forbidden`, `plan_run_not_finished`; `stale_version` also where the plan is the
 * present one, but its orders are no longer where they were when the run began
 */
export async function acceptRunOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, vehicleIds }: ParsedOf<typeof acceptPlanRun>['body'],
): Promise<Plan> {
  const { plan, run, changedBy, changedAt } = await openRun(tx, actor, id, version)
  const { content: proposal, base } = run
  if (run.status !== 'finished' || proposal === null) throw problem('plan_run_not_finished')
  if (
    plan.version !== run.planVersion &&
    !isAcceptable({ base, present: plan.content, proposal }, vehicleIds)
  )
    throw problem('stale_version', { current: plan, changedBy, changedAt })
  if (plan.version !== run.planVersion) await keepVersion(tx, plan, 'before_accept')
  return acceptProposal(tx, plan, { id, content: proposal, settings: run.settings }, vehicleIds)
}

/**
 * Makes a proposal, or the routes of some vehicles of it, the plan, which is locked with the run. What only the settings of
 * the run allow becomes exceptions of the plan.
 */
export async function acceptProposal(
  tx: Transaction,
  plan: Plan,
  { id, content: proposal, settings }: { id: string; content: PlanContent; settings: PlanSettings },
  vehicleIds: readonly string[] | null,
): Promise<Plan> {
  const taken = { ...plan, content: acceptRoutes(plan.content, proposal, vehicleIds) }
  const content = isLooser(settings, plan.settings)
    ? withExceptions(await readTimes(tx, taken), settings, { vehicleIds, ...acceptedNow(tx) })
    : taken.content
  const accepted = await writePlan(tx, { ...plan, content })
  const { moved, resequenced } = differencesOf(content, proposal)
  if (moved.length + resequenced.length === 0) await endRun(tx, id, 'accepted')
  auditPlan(tx, 'plan.run_accepted', accepted)
  return accepted
}

/** Discards a proposal, or a run before it has one. @throws Problem `plan_not_found`, `forbidden` */
export async function discardRunOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const { plan, run } = await openRun(tx, actor, id)
  if (run.status === 'accepted' || run.status === 'discarded') return { done: true }
  await endRun(tx, id, 'discarded')
  auditPlan(tx, 'plan.run_discarded', plan)
  hintPlan(tx, plan)
  return { done: true }
}
