import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type createFence,
  fencesPerFleet,
  type Geofence,
  type listFences,
  type mapFences,
  type replaceFence,
} from '@rumbo/contract/geofences.contract'
import type { Zone } from '@rumbo/contract/places.zones.contract'
import { v7 as uuid } from 'uuid'
import { findFleet, lockFleets } from '../organisation/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { requireCheckpointsWithin, requireWithinRoutes } from './geofences.checkpoints.actions.ts'
import {
  isSameShape,
  requireScope,
  requireShape,
  requireTriggers,
  shapeOfZone,
} from './geofences.checks.actions.ts'
import {
  findFencePage,
  findFencesOnMap,
  findPlaceOfFence,
  findShape,
  findShapes,
} from './geofences.lists.repository.ts'
import { publishFence } from './geofences.publish.actions.ts'
import {
  archiveFence,
  countFences,
  findFence,
  findFencesOfZone,
  findFencesOver,
  insertFence,
  lockFence,
  lockFencesOf,
  rewriteFence,
} from './geofences.repository.ts'
import { distinctTags } from './geofences.tags.rules.ts'

export async function listFencesOf(tx: Transaction, filter: ParsedOf<typeof listFences>['query']) {
  return { ...(await findFencePage(tx, filter)), page: filter.page, size: filter.size }
}

export const mapFencesOf = (tx: Transaction, filter: ParsedOf<typeof mapFences>['query']) =>
  findFencesOnMap(tx, filter)

/** @throws Problem `not_found` */
export async function readFenceOf(tx: Transaction, id: string): Promise<Geofence> {
  const fence = await findFence(tx, id)
  if (!fence) throw problem('not_found')
  return fence
}

/** The names of the routes that have a fence as a checkpoint. @throws Problem `not_found`, `forbidden` */
export async function readUsersOf(tx: Transaction, actor: Actor, id: string) {
  const fence = await readFenceOf(tx, id)
  requireCan(actor, 'geofences.read', fence)
  return { items: await findFencesOver(tx, fence) }
}

/** A fleet in which the actor may create fences. @throws Problem `fleet_denied`, `forbidden` */
export async function requireFleet(tx: Transaction, actor: Actor, fleetId: string) {
  const fleet = await findFleet(tx, fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const place = { companyId: fleet.company_id, fleetId }
  requireCan(actor, 'geofences.edit', place)
  return place
}

/**
 * @throws Problem `fleet_denied`, `forbidden`, `fences_full`, `name_taken`, `zone_unknown`, `fence_vehicle_unknown`,
 *   `checkpoint_unknown`, `validation_failed`
 */
export async function createFenceOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof createFence>['body'],
): Promise<Geofence> {
  const { fleetId, companyId } = await requireFleet(tx, actor, body.fleetId)
  if (!(await lockFleets(tx, [fleetId])).has(fleetId)) throw problem('fleet_denied')
  const scope = await requireScope(tx, fleetId, body.scope)
  const shape = await requireShape(tx, fleetId, body)
  await lockFencesOf(tx, fleetId)
  if ((await countFences(tx, fleetId)) >= fencesPerFleet) throw problem('fences_full')
  const id = uuid()
  const triggers = await requireTriggers(tx, { id, fleetId, shape }, body.triggers)
  await requireCheckpointsWithin(tx, { shape, triggers })
  const made: Geofence = {
    ...body,
    id,
    companyId,
    tags: distinctTags(body.tags),
    scope,
    shape,
    triggers,
    version: 1,
    shapeVersion: 1,
  }
  await insertFence(tx, made)
  return publishFence(tx, 'geofence.created', made)
}

/** A fence within the caller's scopes that the caller may change; one outside is reported as not found. */
export async function requireEditable(tx: Transaction, actor: Actor, id: string): Promise<Geofence> {
  const found = await readFenceOf(tx, id)
  requireCan(actor, 'geofences.edit', found)
  return found
}

/** Locks a fence as the caller knows it. @throws Problem `not_found`, `stale_version` */
export async function takeFence(tx: Transaction, id: string, version?: number): Promise<Geofence> {
  const locked = await lockFence(tx, id)
  if (!locked) throw problem('not_found')
  const { fence, changedBy, changedAt } = locked
  if (version !== undefined && fence.version !== version)
    throw problem('stale_version', { current: fence, changedBy, changedAt })
  return fence
}

/**
 * @throws Problem `not_found`, `forbidden`, `stale_version`, `name_taken`, `zone_unknown`, `fence_vehicle_unknown`,
 *   `checkpoint_unknown`, `validation_failed`
 */
export async function replaceFenceOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof replaceFence>['body'],
): Promise<Geofence> {
  const { fleetId, companyId, version: known } = await requireEditable(tx, actor, id)
  // What somebody else changed is stated rather than what the form no longer fits.
  if (known !== version) await takeFence(tx, id, version)
  // In the order in which others lock: vehicles, zones, fences.
  const scope = await requireScope(tx, fleetId, body.scope)
  const shape = await requireShape(tx, fleetId, body)
  await lockFencesOf(tx, fleetId)
  const before = await takeFence(tx, id, version)
  const triggers = await requireTriggers(tx, { id, fleetId, shape }, body.triggers)
  const hasNewShape = !isSameShape(shape, before.shape)
  await requireCheckpointsWithin(tx, { shape, triggers }, hasNewShape ? undefined : before)
  const now: Geofence = {
    ...body,
    id,
    companyId,
    fleetId,
    tags: distinctTags(body.tags),
    scope,
    shape,
    triggers,
    version: version + 1,
    shapeVersion: before.shapeVersion + Number(hasNewShape),
  }
  if (hasNewShape) await requireWithinRoutes(tx, now)
  await rewriteFence(tx, now, hasNewShape)
  return publishFence(tx, 'geofence.updated', now, before)
}

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `fence_in_use` */
export async function deleteFenceOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  version?: number,
): Promise<{ done: true }> {
  const { fleetId } = await requireEditable(tx, actor, id)
  await lockFencesOf(tx, fleetId)
  const fence = await takeFence(tx, id, version)
  const users = await findFencesOver(tx, fence)
  if (users.length > 0) throw problem('fence_in_use', { words: { usedBy: users.join(', ') } })
  await archiveFence(tx, id)
  await publishFence(tx, 'geofence.deleted', fence)
  return { done: true }
}

/** @throws Problem `not_found`, `forbidden` */
async function requireReadable(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const place = await findPlaceOfFence(tx, id)
  if (!place) throw problem('not_found')
  requireCan(actor, 'geofences.read', place)
}

/** @throws Problem `not_found`, `forbidden` */
export async function listShapesOf(tx: Transaction, actor: Actor, id: string) {
  await requireReadable(tx, actor, id)
  return { items: await findShapes(tx, id) }
}

/** @throws Problem `not_found`, `forbidden` */
export async function readShapeOf(tx: Transaction, actor: Actor, id: string, shapeVersion: number) {
  await requireReadable(tx, actor, id)
  const shape = await findShape(tx, id, shapeVersion)
  if (!shape) throw problem('not_found')
  return shape
}

/** The names of the fences whose shape is that of a zone. */
export const namesOfFencesOf = async (tx: Transaction, zone: Zone): Promise<string[]> =>
  (await findFencesOfZone(tx, zone.id)).map(({ name }) => name)

/** Gives the new corners of a zone to the fences that are linked to it, as a new version of their shape. */
export async function followZone(tx: Transaction, zone: Zone): Promise<void> {
  const shape = shapeOfZone(zone)
  for (const { id } of await findFencesOfZone(tx, zone.id)) {
    const before = (await lockFence(tx, id))?.fence
    if (!before) continue
    const now = { ...before, shape, version: before.version + 1, shapeVersion: before.shapeVersion + 1 }
    await rewriteFence(tx, now, true)
    await publishFence(tx, 'geofence.updated', now, before)
  }
}
