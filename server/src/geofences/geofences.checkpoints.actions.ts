import type { Geofence } from '@rumbo/contract/geofences.contract'
import { overlapsOf } from '@rumbo/geo/fences/fence-overlap'
import type { Transaction } from '../platform/database/transaction.ts'
import { type FieldProblem, fieldProblem } from '../platform/problem.ts'
import { findFencesByIds, findRoutesOver } from './geofences.repository.ts'

type Shaped = Pick<Geofence, 'shape' | 'triggers'>

const checkpointsOf = ({ triggers }: Pick<Geofence, 'triggers'>): string[] =>
  triggers.flatMap((trigger) => (trigger.kind === 'missed_checkpoint' ? trigger.fenceIds : []))

/**
 * Requires that a vehicle on a route can reach each of its checkpoints: one outside its corridor would always be missed. The
 * fences of the fleet must be locked.
 * @param before the route with the same shape; its checkpoints may have left it since, with the zones they are linked to
 * @throws Problem `validation_failed`
 */
export async function requireCheckpointsWithin(
  tx: Transaction,
  { shape, triggers }: Shaped,
  before?: Shaped,
): Promise<void> {
  if (shape.kind !== 'route') return
  const known = before ? checkpointsOf(before) : []
  const ids = checkpointsOf({ triggers }).filter((id) => !known.includes(id))
  if (ids.length === 0) return
  const overlaps = overlapsOf(shape)
  const checkpoints = await findFencesByIds(tx, [...new Set(ids)])
  const outside = new Set(checkpoints.filter((one) => !overlaps(one.shape)).map(({ id }) => id))
  const problems = triggers.flatMap((trigger, index): FieldProblem[] =>
    trigger.kind !== 'missed_checkpoint'
      ? []
      : trigger.fenceIds.flatMap((id, at) =>
          outside.has(id)
            ? [{ path: `body.triggers.${index}.fenceIds.${at}`, code: 'checkpoint_outside' as const }]
            : [],
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
