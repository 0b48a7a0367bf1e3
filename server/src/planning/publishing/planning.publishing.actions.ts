import { can } from '@rumbo/contract/access'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Plan } from '@rumbo/contract/planning.contract'
import type { publishPlan, withdrawPlan } from '@rumbo/contract/planning.publish.contract'
import { servicesOf } from '@rumbo/planning/content'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { auditPlan, hintPlan, openPlan } from '../planning.changes.ts'
import { findPlan, findPlanPlace } from '../planning.repository.ts'
import { findLegs } from '../travel/planning.travel.repository.ts'
import { keepVersion } from '../versions/planning.versions.actions.ts'
import { readWorkspace } from '../workspace/planning.workspace.actions.ts'
import { findPublished } from '../workspace/planning.workspace.repository.ts'
import type { PublishingLinks } from './planning.publishing.links.ts'
import {
  findInOtherPlans,
  findNumbers,
  lockFleet,
  lockServices,
  markPublished,
  markWithdrawn,
  withdrawStops,
  writeStops,
} from './planning.publishing.repository.ts'
import { choose, publicationOf } from './planning.publishing.rules.ts'

/**
 * Locks a plan that the caller may publish; runs under the system role, which reservations need.
 * @throws Problem `plan_not_found`, `forbidden`, `stale_version`
 */
async function openForPublishing(tx: Transaction, actor: Actor, id: string, version: number): Promise<Plan> {
  const place = await findPlanPlace(tx, id)
  if (!place || !can(actor, 'planning.read', place)) throw problem('plan_not_found')
  return (await openPlan(tx, actor, id, version)).plan
}

async function planAfter(tx: Transaction, plan: Plan): Promise<Plan> {
  const after = await findPlan(tx, plan.id)
  if (!after) throw problem('plan_not_found')
  hintPlan(tx, after)
  return after
}

/**
 * Reserves the vehicles of a plan for its services and publishes its routes. Reservations of people and other plans, and
 * services that are over or with another vehicle stay, and are answered.
 * @throws Problem `plan_not_found`, `forbidden`, `stale_version`, `plan_empty`
 */
export async function publishPlanOf(
  tx: Transaction,
  actor: Actor,
  links: PublishingLinks,
  { id, version }: { id: string; version: number },
): Promise<OutputOf<typeof publishPlan>> {
  const plan = await openForPublishing(tx, actor, id, version)
  const serviceIds = [...servicesOf(plan.content)]
  if (serviceIds.length === 0) throw problem('plan_empty')
  await lockFleet(tx, plan.fleetId)
  await lockServices(tx, serviceIds)
  const workspace = await readWorkspace(tx, plan, { isTrial: false })
  const elsewhere = await links.reservedElsewhere(tx, id, serviceIds)
  const published = plan.publishedAt === null ? new Set<string>() : await findPublished(tx, id)
  const { chosen, refused } = choose({
    plan,
    workspace,
    published,
    reserved: new Map(elsewhere.map(({ serviceId, vehicleNumber }) => [serviceId, vehicleNumber])),
    inOtherPlans: await findInOtherPlans(tx, id, serviceIds),
  })
  const { stops, done, reservations } = await publicationOf(
    { plan, workspace, published },
    chosen,
    async (legs) => (await findLegs(tx, id, legs)).map((leg) => leg?.seconds ?? null),
  )
  const released = await links.reserve(tx, plan, reservations)
  await writeStops(tx, plan, stops, done)
  await markPublished(tx, id)
  await keepVersion(tx, plan, 'published')
  const after = await planAfter(tx, plan)
  const numbers = await findNumbers(
    tx,
    plan.companyId,
    refused.map(({ serviceId }) => serviceId),
  )
  const changes: Parameters<typeof auditPlan>[3] = { reserved: [null, reservations.length] }
  if (released > 0) changes.released = [null, released]
  if (refused.length > 0) changes.unpublished = [null, refused.length]
  auditPlan(tx, 'plan.published', after, changes)
  return {
    plan: after,
    reserved: reservations.length,
    released,
    unpublished: refused.map((one) => ({ ...one, serviceNumber: numbers.get(one.serviceId) ?? null })),
  }
}

/**
 * Releases the reservations of a published plan. Services under way stay with their vehicles, in their order.
 * @throws Problem `plan_not_found`, `forbidden`, `stale_version`, `plan_not_published`
 */
export async function withdrawPlanOf(
  tx: Transaction,
  actor: Actor,
  links: PublishingLinks,
  { id, version }: { id: string; version: number },
): Promise<OutputOf<typeof withdrawPlan>> {
  const plan = await openForPublishing(tx, actor, id, version)
  if (plan.publishedAt === null) throw problem('plan_not_published')
  await lockFleet(tx, plan.fleetId)
  // Also those that an edit took out since: the engine may be giving one its vehicle.
  await lockServices(tx, [...new Set([...servicesOf(plan.content), ...(await findPublished(tx, id))])])
  const released = await links.reserve(tx, plan, [])
  await withdrawStops(tx, id)
  await markWithdrawn(tx, id)
  const after = await planAfter(tx, plan)
  auditPlan(tx, 'plan.withdrawn', after, { released: [null, released] })
  return { plan: after, released }
}
