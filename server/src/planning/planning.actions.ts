import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type createPlan,
  type listPlans,
  type Plan,
  type PlanContent,
  plansPerDay,
  type savePlan,
} from '@rumbo/contract/planning.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { servicesOf } from '@rumbo/planning/content'
import { withKnownExceptions } from '@rumbo/planning/exceptions'
import { v7 as uuid } from 'uuid'
import { findFleet, lockFleets } from '../organisation/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { acceptedNow, auditPlan, hintPlan, openPlan, readablePlan, writePlan } from './planning.changes.ts'
import {
  countOfDay,
  findPlan,
  findPlans,
  findStopsOfFleet,
  findVehiclesOfFleet,
  insertPlan,
  instantsOf,
  isUnderWay,
  type LockedPlan,
  removePlan,
} from './planning.repository.ts'

export const listPlansOf = async (tx: Transaction, query: ParsedOf<typeof listPlans>['query']) => ({
  ...(await findPlans(tx, query)),
  page: query.page,
  size: query.size,
})

/** @throws Problem `fleet_denied`, `forbidden`, `plan_not_found`: what is to be copied, `plans_full`, `name_taken` */
export async function createPlanOf(
  tx: Transaction,
  actor: Actor,
  { copyOf, ...body }: ParsedOf<typeof createPlan>['body'],
): Promise<Plan> {
  const fleet = await findFleet(tx, body.fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const { company_id: companyId } = fleet
  requireCan(actor, 'planning.edit', { companyId, fleetId: fleet.id })
  if (!(await lockFleets(tx, [fleet.id])).has(fleet.id)) throw problem('fleet_denied')
  if ((await countOfDay(tx, fleet.id, body.date)) >= plansPerDay) throw problem('plans_full')
  const source = copyOf === null ? null : await readablePlan(tx, actor, copyOf)
  if (source && (source.fleetId !== fleet.id || source.date !== body.date)) throw problem('plan_not_found')
  const made = {
    ...body,
    ...(source && contentOfCopy(source, body)),
    id: uuid(),
    companyId,
    scheduleId: null,
  }
  const hours = await instantsOf(tx, companyId, made)
  await insertPlan(tx, { content: { routes: [] }, figures: null, ...made, ...hours })
  const plan = await findPlan(tx, made.id)
  if (!plan) throw problem('fleet_denied')
  hintPlan(tx, plan)
  auditPlan(tx, 'plan.created', plan, source ? { copyOf: [null, source.name] } : undefined)
  return plan
}

/** A copy has the hours of its source where none are given. */
function contentOfCopy(
  { settings, content, figures, ...source }: Plan,
  { startTime, endTime }: Pick<Plan, 'startTime' | 'endTime'>,
) {
  const hours = startTime === null ? source : { startTime, endTime }
  return { settings, content, figures, startTime: hours.startTime, endTime: hours.endTime }
}

/**
 * Refuses stops and vehicles that are not of the fleet. What the stored plan has may stay although it is gone meanwhile:
 * the workspace warns of it.
 * @throws Problem `plan_stop_unknown`, `plan_vehicle_unknown`
 */
async function requireKnown(tx: Transaction, stored: Plan, content: PlanContent): Promise<void> {
  const visitsOf = ({ routes }: PlanContent) =>
    routes.flatMap(({ visits }) =>
      visits.flatMap(({ serviceId, stopId }) => (stopId === null ? [] : [{ serviceId, stopId }])),
    )
  const known = new Map(visitsOf(stored.content).map(({ serviceId, stopId }) => [stopId, serviceId]))
  const isKnown =
    (services: ReadonlyMap<string, string | null>) => (visit: ReturnType<typeof visitsOf>[number]) =>
      services.get(visit.stopId) === visit.serviceId
  const added = visitsOf(content).filter((visit) => !isKnown(known)(visit))
  const found = await findStopsOfFleet(
    tx,
    stored.fleetId,
    added.map(({ stopId }) => stopId),
  )
  if (!added.every(isKnown(found))) throw problem('plan_stop_unknown')
  const vehicles = new Set(stored.content.routes.map(({ vehicleId }) => vehicleId))
  const joining = content.routes.map(({ vehicleId }) => vehicleId).filter((id) => !vehicles.has(id))
  const own = await findVehiclesOfFleet(tx, stored.fleetId, joining)
  if (!joining.every((id) => own.has(id))) throw problem('plan_vehicle_unknown')
}

/**
 * @throws Problem `plan_not_found`, `forbidden`, `stale_version`, `name_taken`, `plan_stop_unknown`, `plan_vehicle_unknown`
 */
export async function savePlanOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof savePlan>['body'],
): Promise<Plan> {
  const locked = await openPlan(tx, actor, id, version)
  await requireKnown(tx, locked.plan, body.content)
  const hours = await instantsOf(tx, locked.plan.companyId, { date: locked.plan.date, ...body })
  const content = withKnownExceptions(body.content, locked.plan.content, acceptedNow(tx))
  const saved = await writePlan(tx, { ...locked.plan, ...body, content, ...hours })
  auditSaving(tx, locked, saved)
  return saved
}

/** Routes are saved with every move: of the same user's only those after a pause of this time are recorded. */
const editingMs = 10 * minuteMs

function auditSaving(tx: Transaction, { plan: before, changedById, changedAt }: LockedPlan, now: Plan): void {
  const fields = ({ name, startTime, endTime, settings }: Plan) => ({ name, startTime, endTime, ...settings })
  const changes = differences(fields(before), fields(now))
  const planned = ({ content }: Plan) => ({ planned: servicesOf(content).size })
  const isSameUser = changedById !== null && changedById === tx.actor?.userId && before.version > 1
  const isEditing = isSameUser && tx.now.getTime() - changedAt.getTime() < editingMs
  if (Object.keys(changes).length > 0) auditPlan(tx, 'plan.updated', now, changes)
  else if (!isEditing) auditPlan(tx, 'plan.saved', now, differences(planned(before), planned(now)))
}

/** @throws Problem `plan_not_found`, `forbidden`, `stale_version`, `plan_published`, `plan_under_way` */
export async function deletePlanOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  version: number,
): Promise<{ done: true }> {
  const { plan } = await openPlan(tx, actor, id, version)
  if (plan.status !== 'draft') throw problem('plan_published')
  if (await isUnderWay(tx, id)) throw problem('plan_under_way')
  if ((await removePlan(tx, id)) === 0) throw problem('plan_not_found')
  hintPlan(tx, plan)
  auditPlan(tx, 'plan.deleted', plan)
  return { done: true }
}
