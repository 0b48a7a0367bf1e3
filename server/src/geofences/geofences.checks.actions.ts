import type { FenceScope, Geofence } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { FenceTrigger, FenceTriggerInput } from '@rumbo/contract/geofences.triggers.contract'
import type { Zone } from '@rumbo/contract/places.zones.contract'
import { v7 as uuid } from 'uuid'
import { findZone, lockZonesOf } from '../places/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { type FieldProblem, fieldProblem, problem } from '../platform/problem.ts'
import { holdInFleet } from '../vehicles/index.ts'
import { findFenceNames } from './geofences.repository.ts'
import { problemsOfShape } from './geofences.shapes.rules.ts'

/** The corners of a zone as a shape. */
export const shapeOfZone = ({ corners }: Zone): FenceShape => ({
  kind: 'polygon',
  corners: corners.map(([longitude, latitude]) => ({ latitude, longitude })),
})

/** Key order does not matter. */
export function isSameShape(one: FenceShape, other: FenceShape): boolean {
  const line = (shape: FenceShape) => {
    const points =
      shape.kind === 'circle' ? [shape.center] : shape.kind === 'polygon' ? shape.corners : shape.path
    const size = shape.kind === 'circle' ? shape.radiusMetres : 'mode' in shape && shape.halfWidthMetres
    return JSON.stringify([
      shape.kind,
      size,
      'mode' in shape && shape.mode,
      points.map(({ latitude, longitude }) => [latitude, longitude]),
    ])
  }
  return line(one) === line(other)
}

/**
 * Locks the vehicles of a scope in their fleet.
 * @returns the scope with each vehicle once
 * @throws Problem `fence_vehicle_unknown`
 */
export async function requireScope(tx: Transaction, fleetId: string, scope: FenceScope): Promise<FenceScope> {
  if (scope.kind === 'fleet') return scope
  const vehicleIds = [...new Set(scope.vehicleIds)]
  if ((await holdInFleet(tx, fleetId, vehicleIds)).size < vehicleIds.length)
    throw problem('fence_vehicle_unknown')
  return { kind: 'vehicles', vehicleIds }
}

/**
 * The shape of a fence: as given, or that of the zone it is linked to. Serialises it with changes of the zone.
 * @throws Problem `zone_unknown`, `validation_failed`
 */
export async function requireShape(
  tx: Transaction,
  fleetId: string,
  { shape, zoneId, isWorkshop }: { shape: FenceShape | null; zoneId: string | null; isWorkshop: boolean },
): Promise<FenceShape> {
  if (zoneId === null) {
    if (shape === null) throw fieldProblem({ path: 'body.shape', code: 'required' })
    const found = problemsOfShape(shape)
    if (found.length > 0) throw fieldProblem(...found)
    if (isWorkshop && shape.kind === 'route')
      throw fieldProblem({ path: 'body.isWorkshop', code: 'workshop_of_areas' })
    return shape
  }
  await lockZonesOf(tx, fleetId)
  const zone = await findZone(tx, zoneId)
  if (zone?.fleetId !== fleetId) throw problem('zone_unknown')
  const ofZone = shapeOfZone(zone)
  if (shape && !isSameShape(shape, ofZone)) throw fieldProblem({ path: 'body.shape', code: 'shape_of_zone' })
  return ofZone
}

function problemOfTrigger(trigger: FenceTriggerInput, shape: FenceShape): FieldProblem['code'] | null {
  if (!['wrong_direction', 'off_route', 'missed_checkpoint'].includes(trigger.kind)) return null
  if (shape.kind !== 'route') return 'trigger_of_routes'
  return trigger.kind === 'wrong_direction' && shape.mode === 'free' ? 'route_without_direction' : null
}

/**
 * The triggers, each with an id. The fences of the fleet must be locked.
 * @throws Problem `checkpoint_unknown`, `validation_failed`
 */
export async function requireTriggers(
  tx: Transaction,
  { id, fleetId, shape }: Pick<Geofence, 'id' | 'fleetId' | 'shape'>,
  given: readonly FenceTriggerInput[],
): Promise<FenceTrigger[]> {
  const problems: FieldProblem[] = []
  const ids = new Set<string>()
  const checkpoints = new Set<string>()
  given.forEach((trigger, index) => {
    const path = `body.triggers.${index}`
    const code = problemOfTrigger(trigger, shape)
    if (code) problems.push({ path: `${path}.kind`, code })
    if (trigger.id !== undefined && ids.has(trigger.id)) problems.push({ path: `${path}.id`, code: 'twice' })
    if (trigger.id !== undefined) ids.add(trigger.id)
    if (trigger.kind !== 'missed_checkpoint') return
    if (trigger.fenceIds.includes(id)) problems.push({ path: `${path}.fenceIds`, code: 'own_checkpoint' })
    for (const fenceId of trigger.fenceIds) checkpoints.add(fenceId)
  })
  if (problems.length > 0) throw fieldProblem(...problems)
  if (checkpoints.size > 0 && (await findFenceNames(tx, fleetId, [...checkpoints])).size < checkpoints.size)
    throw problem('checkpoint_unknown')
  return given.map((trigger) => ({ ...trigger, id: trigger.id ?? uuid() }))
}
