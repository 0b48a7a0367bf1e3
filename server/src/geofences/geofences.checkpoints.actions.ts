import type { Geofence } from '@rumbo/contract/geofences.contract'
import { overlapsOf } from '@rumbo/geo/fences/fence-overlap'
import type { Transaction } from '../platform/database/transaction.ts'
import { type FieldProblem, fieldProblem } from '../platform/problem.ts'
import { findFencesByIds, findRoutesOver } from './geofences.repository.ts'

type Shaped = Pick<Geofence, 'shape' | 'triggers'>

/**
 * Requires that a vehicle on a route can reach each of its checkpoints: one outside its corridor would always be missed. The
 * fences of the fleet must be locked.
 * @throws Problem `validation_failed`
 */
export async function requireCheckpointsWithin(tx: Transaction, { shape, triggers }: Shaped): Promise<void> {
  if (shape.kind !== 'route') return
  const ids = triggers.flatMap((trigger) => (trigger.kind === 'missed_checkpoint' ? trigger.fenceIds : []))
  if (ids.length === 0) return
  const overlaps = overlapsOf(shape)
  const checkpoints = await findFencesByIds(tx, [...new Set(ids)])
  const within = new Set(checkpoints.filter((one) => overlaps(one.shape)).map(({ id }) => id))
  const problems = triggers.flatMap((trigger, index): FieldProblem[] =>
    trigger.kind !== 'missed_checkpoint'
      ? []
      : trigger.fenceIds.flatMap((id, at) =>
          within.has(id)
            ? []
            : [{ path: `body.triggers.${index}.fenceIds.${at}`, code: 'checkpoint_outside' as const }],
        ),
  )
  if (problems.length > 0) throw fieldProblem(...problems)
}

/**
 * Requires that a fence with another shape still lies in the corridors of the routes that have it as a checkpoint. The
 * fences of the fleet must be locked.
 * @throws Problem `validation_failed`
 */
export async function requireWithinRoutes(tx: Transaction, fence: Geofence): Promise<void> {
  const routes = await findRoutesOver(tx, fence)
  const isOutside = routes.some(({ shape }) => shape.kind === 'route' && !overlapsOf(shape)(fence.shape))
  if (isOutside) throw fieldProblem({ path: 'body.shape', code: 'outside_routes' })
}
