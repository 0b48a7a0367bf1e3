import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { fencesOverlap } from '@rumbo/geo/fences/fence-overlap'
import { useDeferredValue, useMemo } from 'react'
import type { useNeighbours } from './editor/use-neighbours.ts'

/** A fence with a speed limit in the same place. */
export interface OverlappingLimit {
  id: string
  name: string
  limitKmh: number
}

const none: readonly OverlappingLimit[] = []
/** A shape with more vertices is not compared while it is drawn. */
const mostVertices = 2_000

/** The active fences of the fleet with a speed limit that overlap a shape, the lowest limit first. */
export function useOverlappingLimits(
  shape: FenceShape | null,
  neighbours: ReturnType<typeof useNeighbours>,
): readonly OverlappingLimit[] {
  // Drawing goes on while it is computed.
  const settled = useDeferredValue(shape)
  return useMemo(() => {
    if (settled === null || verticesIn(settled) > mostVertices) return none
    return neighbours
      .flatMap(({ id, name, limitKmh, shape: other }) =>
        limitKmh !== null && fencesOverlap(settled, other) ? [{ id, name, limitKmh }] : [],
      )
      .sort((a, b) => a.limitKmh - b.limitKmh)
  }, [settled, neighbours])
}

const verticesIn = (shape: FenceShape): number =>
  shape.kind === 'circle' ? 1 : shape.kind === 'polygon' ? shape.corners.length : shape.path.length
