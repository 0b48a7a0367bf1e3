import { type FenceProblem, problemsOf } from '../fences/fence-problems.ts'
import type { FenceShape } from '../fences/fence-shape.ts'
import { besideLongitude, withinWorld } from '../geometry/date-line.ts'
import { distanceMetres } from '../geometry/distance.ts'
import type { Coordinates } from '../units.ts'
import {
  defaultHalfWidthMetres,
  type FenceFileOptions,
  type FenceRefusal,
  fenceFileLimits,
} from './fence-file.ts'
import type { FenceProperties } from './fence-properties.ts'

/** Two coordinates in the order of the file, the longitude first in all formats; NaN for what is no number. */
export type Position = readonly [first: number, second: number]

/** A geometry as the formats have it, before it is checked. */
export type FileGeometry = { readonly type: string } & (
  | { readonly kind: 'polygon'; readonly ring: readonly Position[]; readonly holes: number }
  | { readonly kind: 'line'; readonly positions: readonly Position[] }
  | { readonly kind: 'point'; readonly position: Position }
  /** A circle with its latitude and longitude known as such. */
  | { readonly kind: 'circle'; readonly center: Coordinates; readonly radiusMetres: number }
  | { readonly kind: 'refused'; readonly reason: FenceRefusal }
)

/** What readers keep of a ring or a line at most: one more than is allowed, its closing corner included. */
export const positionsKept = fenceFileLimits.pointsPerShape + 2

type ShapeOrRefusal = FenceShape | { readonly refusal: FenceRefusal }

const refuse = (refusal: FenceRefusal) => ({ refusal })

/** Share of the stated radius by which a corner may differ from it, so that a polygon still counts as that circle. */
const circleTolerance = 0.02

/** The shape of a geometry with the properties beside it, or why it is none. */
export function shapeOf(
  geometry: FileGeometry,
  properties: FenceProperties,
  options: FenceFileOptions,
): ShapeOrRefusal {
  if (geometry.kind === 'refused') return refuse(geometry.reason)
  if (geometry.kind === 'circle') return circle(geometry.center, geometry.radiusMetres)
  if (geometry.kind === 'point') return pointShape(geometry.position, properties, options)
  return geometry.kind === 'line'
    ? routeShape(geometry.positions, properties, options)
    : polygonShape(geometry.ring, geometry.holes, properties, options)
}

function pointShape(
  position: Position,
  { radiusMetres }: FenceProperties,
  options: FenceFileOptions,
): ShapeOrRefusal {
  const radius = radiusMetres ?? options.pointRadiusMetres ?? null
  const read = coordinatesOf([position], options)
  if ('refusal' in read) return read
  if (radius === null) return refuse('no_radius')
  return circle(read[0] as Coordinates, radius)
}

function circle(center: Coordinates, radiusMetres: number): ShapeOrRefusal {
  const { latitude, longitude } = center
  const read = coordinatesOf([[longitude, latitude]], {})
  if ('refusal' in read) return read
  if (!(radiusMetres > 0 && radiusMetres <= fenceFileLimits.radiusMetres)) return refuse('bad_radius')
  return withoutProblem({ kind: 'circle', center: read[0] as Coordinates, radiusMetres })
}

function routeShape(
  positions: readonly Position[],
  { halfWidthMetres, mode }: FenceProperties,
  options: FenceFileOptions,
): ShapeOrRefusal {
  const path = pointsOf(positions, options)
  if ('refusal' in path) return path
  if (path.length < 2) return refuse('too_few_points')
  const half = halfWidthMetres ?? options.halfWidthMetres ?? defaultHalfWidthMetres
  if (!(half > 0 && half <= fenceFileLimits.halfWidthMetres)) return refuse('bad_width')
  return withoutProblem({ kind: 'route', path, halfWidthMetres: half, mode: mode ?? 'free' })
}

function polygonShape(
  ring: readonly Position[],
  holes: number,
  properties: FenceProperties,
  options: FenceFileOptions,
): ShapeOrRefusal {
  if (holes > 0) return refuse('hole')
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last) return refuse('not_a_shape')
  const points = pointsOf(ring, options, 1)
  if ('refusal' in points) return points
  if (ring.length < 2 || first[0] !== last[0] || first[1] !== last[1]) return refuse('unclosed')
  const corners = points.length > 1 ? points.slice(0, -1) : points
  const stated = statedCircle(corners, properties)
  if (stated !== null) return circle(stated.center, stated.radiusMetres)
  const shape = withoutProblem({ kind: 'polygon', corners })
  const isCrossed = 'refusal' in shape && shape.refusal === 'self_intersection'
  return isCrossed && isFlat(corners) ? refuse('too_few_points') : shape
}

const refusals: Readonly<Record<FenceProblem['code'], FenceRefusal>> = {
  not_finite: 'bad_coordinates',
  outside_world: 'bad_coordinates',
  too_few_vertices: 'too_few_points',
  too_many_vertices: 'too_many_points',
  no_width: 'bad_width',
  over_pole: 'around_pole',
  too_wide: 'too_wide',
  sides_cross: 'self_intersection',
}

function withoutProblem(shape: FenceShape): ShapeOrRefusal {
  const [problem] = problemsOf(shape)
  return problem ? refuse(refusals[problem.code]) : shape
}

/** The circle that the properties state, if the ring still is one: it may have been edited since. */
function statedCircle(corners: readonly Coordinates[], { center, radiusMetres }: FenceProperties) {
  if (center === null || radiusMetres === null || !(radiusMetres > 0) || corners.length < 8) return null
  const isRound = corners.every(
    (corner) => Math.abs(distanceMetres(center, corner) / radiusMetres - 1) <= circleTolerance,
  )
  return isRound ? { center, radiusMetres } : null
}

/** The places of positions, without those that repeat the one before; `more` raises the limit of points. */
function pointsOf(positions: readonly Position[], options: FenceFileOptions, more = 0) {
  const limit = Math.min(options.pointsPerShape ?? Number.POSITIVE_INFINITY, fenceFileLimits.pointsPerShape)
  if (positions.length === 0) return refuse('not_a_shape')
  if (positions.length > limit + more) return refuse('too_many_points')
  const read = coordinatesOf(positions, options)
  if ('refusal' in read) return read
  return read.filter(({ latitude, longitude }, at) => {
    const before = read[at - 1]
    return before?.latitude !== latitude || before.longitude !== longitude
  })
}

/** Degrees of a place; a longitude may continue beyond the 180th meridian, as drawing tools have it. */
function coordinatesOf(positions: readonly Position[], { latitudeFirst = false }: FenceFileOptions) {
  const read: Coordinates[] = []
  for (const [first, second] of positions) {
    const [latitude, longitude] = latitudeFirst ? [first, second] : [second, first]
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360))
      return refuse(areSwapped(positions, latitudeFirst) ? 'swapped_coordinates' : 'bad_coordinates')
    read.push({
      latitude: latitude + 0,
      longitude: (Math.abs(longitude) > 180 ? withinWorld(longitude) : longitude) + 0,
    })
  }
  return read
}

const areSwapped = (positions: readonly Position[], latitudeFirst: boolean): boolean =>
  positions.every(([first, second]) => {
    const [latitude, longitude] = latitudeFirst ? [second, first] : [first, second]
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  })

/** Whether all corners lie on one line, so that there is no area. */
function isFlat(corners: readonly Coordinates[]): boolean {
  const [first, second] = corners
  if (!first || !second) return true
  const east = besideLongitude(second.longitude, first.longitude) - first.longitude
  const north = second.latitude - first.latitude
  return corners.every(
    ({ latitude, longitude }) =>
      east * (latitude - first.latitude) ===
      north * (besideLongitude(longitude, first.longitude) - first.longitude),
  )
}
