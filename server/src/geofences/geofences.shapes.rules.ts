import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { Bounds } from '@rumbo/contract/lists'
import { unrolled, withinWorld } from '@rumbo/geo/geometry/date-line'
import { earthRadiusMetres } from '@rumbo/geo/geometry/distance'
import { isSimplePolygon } from '@rumbo/geo/geometry/polygon'
import { simplifyTrack } from '@rumbo/geo/geometry/simplify'
import type { FieldProblem } from '../platform/problem.ts'

type Place = Extract<FenceShape, { kind: 'circle' }>['center']

const metresPerDegree = (earthRadiusMetres * Math.PI) / 180
const lineOf = (places: readonly Place[]) => places.map(({ latitude, longitude }) => [longitude, latitude])
const reachesPole = (latitude: number, metres: number) =>
  (90 - Math.abs(latitude)) * metresPerDegree <= metres

/** Degrees of longitude that a line covers, the short way from point to point. */
function widthOf(line: readonly (readonly [number, number])[]): number {
  let west = Infinity
  let east = -Infinity
  for (const [longitude] of line) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  return east - west
}

function problemsOfPolygon(corners: readonly Place[]): FieldProblem[] {
  const path = 'body.shape.corners'
  const [first] = corners
  const closed = unrolled(lineOf(first ? [...corners, first] : corners))
  const turn = (closed.at(-1)?.[0] ?? 0) - (closed[0]?.[0] ?? 0)
  // A ring around a pole does not come back to the longitude it began at.
  if (Math.abs(turn) > 180 || corners.some(({ latitude }) => reachesPole(latitude, 1)))
    return [{ path, code: 'over_pole' }]
  if (widthOf(closed) >= 180) return [{ path, code: 'too_wide' }]
  const ring = closed.slice(0, -1)
  return isSimplePolygon(ring) ? [] : [{ path, code: 'sides_cross' }]
}

function problemsOfRoute({ path, halfWidthMetres }: Extract<FenceShape, { kind: 'route' }>): FieldProblem[] {
  const at = 'body.shape.path'
  const [first] = path
  if (path.every((place) => place.latitude === first?.latitude && place.longitude === first.longitude))
    return [{ path: at, code: 'too_short' }]
  if (path.some(({ latitude }) => reachesPole(latitude, halfWidthMetres)))
    return [{ path: at, code: 'over_pole' }]
  return widthOf(unrolled(lineOf(path))) >= 180 ? [{ path: at, code: 'too_wide' }] : []
}

/** What keeps a shape that fits the contract from being a fence, by field; none if nothing does. */
export function problemsOfShape(shape: FenceShape): FieldProblem[] {
  switch (shape.kind) {
    case 'circle':
      return reachesPole(shape.center.latitude, shape.radiusMetres)
        ? [{ path: 'body.shape.center', code: 'over_pole' }]
        : []
    case 'polygon':
      return problemsOfPolygon(shape.corners)
    case 'route':
      return problemsOfRoute(shape)
  }
}

/** The box around a shape, with its radius or half width; over the 180th meridian, its west is greater than its east. */
export function boundsOfShape(shape: FenceShape): Bounds {
  const [places, metres] =
    shape.kind === 'circle'
      ? [[shape.center], shape.radiusMetres]
      : shape.kind === 'route'
        ? [shape.path, shape.halfWidthMetres]
        : [shape.corners, 0]
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [longitude, latitude] of unrolled(lineOf(places))) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const pad = metres / metresPerDegree
  const cosine = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const sine = Math.min(1, Math.sin(metres / earthRadiusMetres) / cosine)
  const padEast = (Math.asin(sine) * 180) / Math.PI
  const isRound = east - west + 2 * padEast >= 360
  return {
    west: isRound ? -180 : withinWorld(west - padEast),
    south: Math.max(-90, south - pad),
    east: isRound ? 180 : withinWorld(east + padEast),
    north: Math.min(90, north + pad),
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
