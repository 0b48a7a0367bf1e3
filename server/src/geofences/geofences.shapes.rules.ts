import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { Bounds } from '@rumbo/contract/lists'
import { boxOf } from '@rumbo/geo/fences/fence-box'
import { type FenceProblem, problemsOf } from '@rumbo/geo/fences/fence-problems'
import { withinWorld } from '@rumbo/geo/geometry/date-line'
import { simplifyTrack } from '@rumbo/geo/geometry/simplify'
import type { FieldProblem } from '../platform/problem.ts'

type Place = Extract<FenceShape, { kind: 'circle' }>['center']

/** The field of the contract that holds a shape's places. */
const placesOf = { circle: 'center', polygon: 'corners', route: 'path' } as const

const codes: Readonly<Record<FenceProblem['code'], FieldProblem['code']>> = {
  not_finite: 'wrong_type',
  outside_world: 'too_big',
  too_few_vertices: 'too_short',
  too_many_vertices: 'too_long',
  no_width: 'too_small',
  over_pole: 'over_pole',
  too_wide: 'too_wide',
  sides_cross: 'sides_cross',
}

/** What keeps a shape that fits the contract from being a fence, by field; none if nothing does. */
export const problemsOfShape = (shape: FenceShape): FieldProblem[] =>
  problemsOf(shape).map(({ code }) => ({ path: `body.shape.${placesOf[shape.kind]}`, code: codes[code] }))

/** The box around a shape, with its radius or half width; over the 180th meridian, its west is greater than its east. */
export function boundsOfShape(shape: FenceShape): Bounds {
  const { west, east, south, north } = boxOf(shape)
  const isRound = east - west >= 360
  return {
    west: isRound ? -180 : west,
    south: Math.max(-90, south),
    east: isRound ? 180 : withinWorld(east),
    north: Math.min(90, north),
  }
}

function thinned(places: readonly Place[], limit: number): Place[] {
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = places.map(({ longitude }) => longitude)
  return simplifyTrack(latitudes, longitudes, { limit }).kept.flatMap((at) => places[at] ?? [])
}

/** The shape with at most so many vertices, for a map; it may cross itself. */
export function outlineOf(shape: FenceShape, limit: number): FenceShape {
  switch (shape.kind) {
    case 'circle':
      return shape
    case 'polygon':
      return { ...shape, corners: thinned(shape.corners, limit) }
    case 'route':
      return { ...shape, path: thinned(shape.path, limit) }
  }
}
