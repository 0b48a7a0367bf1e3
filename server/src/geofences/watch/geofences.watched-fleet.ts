import { createFenceIndex, type FenceIndex } from '@rumbo/geo/fences/fence-index'
import type { FenceShape } from '@rumbo/geo/fences/fence-shape'
import { type PreparedFence, prepareFence } from '@rumbo/geo/fences/prepared-fence'
import { sensitivities } from '@rumbo/geo/fences/sensitivity'
import { type FenceInForce, variantsOf } from '../../telemetry/index.ts'
import type { WatchedFence } from './geofences.watch.repository.ts'

/** The fences of one fleet. A change makes a new one. */
export interface WatchedFleet {
  readonly fences: ReadonlyMap<string, WatchedFence>
  /** Those that are active. */
  readonly index: FenceIndex
  readonly inForce: ReadonlyMap<string, FenceInForce>
  /** Those that are not: they may be checkpoints. */
  readonly inactive: ReadonlyMap<string, PreparedFence>
}

export const emptyFleet: WatchedFleet = {
  fences: new Map(),
  index: createFenceIndex([]),
  inForce: new Map(),
  inactive: new Map(),
}

/** Fences whose shape must be read before they replace what is known. */
export const withOtherShape = (fleet: WatchedFleet | undefined, fences: readonly WatchedFence[]) =>
  fences.filter(({ id, shapeVersion }) => fleet?.fences.get(id)?.shapeVersion !== shapeVersion)

/**
 * The fleet with some fences as they are now.
 * @param gone ids of those that are no longer there
 * @param shapes of those that `withOtherShape`
 */
export function changedFleet(
  before: WatchedFleet,
  now: readonly WatchedFence[],
  gone: readonly string[],
  shapes: ReadonlyMap<string, FenceShape>,
): WatchedFleet {
  const fences = new Map(before.fences)
  const inactive = new Map(before.inactive)
  const changes: [id: string, shape: FenceShape | null][] = []
  for (const id of gone) {
    fences.delete(id)
    inactive.delete(id)
    if (before.index.get(id)) changes.push([id, null])
  }
  for (const fence of now) {
    const { id, isActive } = fence
    const known = before.index.get(id) ?? before.inactive.get(id)
    const shape = shapes.get(id) ?? known?.shape
    // Deleted since its record was read: its own notification follows.
    if (!shape) continue
    fences.set(id, fence)
    inactive.delete(id)
    if (!isActive) inactive.set(id, shape === known?.shape ? known : prepareFence(shape))
    if (isActive && before.index.get(id)?.shape !== shape) changes.push([id, shape])
    if (!isActive && before.index.get(id)) changes.push([id, null])
  }
  const index = changes.length > 0 ? before.index.with(changes) : before.index
  const shapeOf = (id: string) => index.get(id) ?? inactive.get(id)
  const inForce = new Map(before.inForce)
  for (const id of [...gone, ...now.map((fence) => fence.id)]) inForce.delete(id)
  for (const fence of fences.values()) {
    const prepared = fence.isActive && index.get(fence.id)
    if (!prepared) continue
    // Routes have the shapes of their checkpoints.
    const isRoute = fence.triggers.some(({ kind }) => kind === 'missed_checkpoint')
    if (isRoute || !inForce.has(fence.id)) inForce.set(fence.id, inForceOf(fence, prepared, shapeOf))
  }
  return { fences, index, inForce, inactive }
}

export function inForceOf(
  { id, name, shapeVersion, sensitivity, triggers, vehicleIds, isWorkshop }: WatchedFence,
  fence: PreparedFence,
  shapeOf: (id: string) => PreparedFence | undefined,
): FenceInForce {
  const vehicles = vehicleIds && new Set(vehicleIds)
  return {
    id,
    name,
    shapeVersion,
    fence,
    triggers,
    isWorkshop,
    numbers: sensitivities[sensitivity],
    variants: variantsOf(triggers, shapeOf),
    concerns: (vehicleId) => vehicles === null || vehicles.has(vehicleId),
  }
}
