import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { roadLimits } from '@rumbo/contract/places.roads.contract'
import { simplifyTrack } from '@rumbo/geo/geometry/simplify'
import type { Coordinates } from '@rumbo/geo/units'

/** The road from the vertex before: still to be found, not found, or its line. */
export type Road = 'wanted' | 'none' | readonly Coordinates[]
/** A vertex of a draft; without a road, the line to it is straight. */
export interface Vertex extends Coordinates {
  readonly road?: Road
}

/** What decides whether the legs of a draft follow the roads. */
interface Snapping {
  readonly kind: FenceShape['kind']
  readonly isSnapping: boolean
}

/** A vertex without its road. */
export const plain = ({ latitude, longitude }: Coordinates): Coordinates => ({ latitude, longitude })
export const isSamePlace = (one: Coordinates, other: Coordinates): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude

/** The vertices after those at some indices changed: the legs to and from them are looked for again, or straight. */
export function changedVertices(
  vertices: readonly Vertex[],
  at: readonly number[],
  { kind, isSnapping }: Snapping,
): readonly Vertex[] {
  if (kind !== 'route') return vertices
  const legs = new Set(at.flatMap((index) => [index, index + 1]))
  return vertices.map((vertex, index) => {
    const isFirst = index === 0
    if (!legs.has(index) && !(isFirst && vertex.road !== undefined)) return vertex
    return isSnapping && !isFirst ? { ...plain(vertex), road: 'wanted' } : plain(vertex)
  })
}

/**
 * The draft with snapping on or off. Turned on, the legs of a route that was drawn with a few waypoints follow the roads
 * as well; turned off, all are straight.
 */
export function snappedVertices<Draft extends Snapping & { readonly vertices: readonly Vertex[] }>(
  draft: Draft,
  isSnapping: boolean,
): Draft {
  if (draft.isSnapping === isSnapping) return draft
  const isShort = draft.vertices.length <= roadLimits.routePoints
  const next = { ...draft, isSnapping }
  if (isSnapping && !isShort) return next
  return { ...next, vertices: changedVertices(draft.vertices, [...draft.vertices.keys()], next) }
}

/** Points kept of the road between two waypoints. */
const pointsOfLeg = 400

/** A road's line with at most 400 points. */
export function roadOf(line: readonly (readonly [number, number])[]): Coordinates[] {
  const latitudes = line.map(([, latitude]) => latitude)
  const longitudes = line.map(([longitude]) => longitude)
  return simplifyTrack(latitudes, longitudes, { limit: pointsOfLeg }).kept.map((at) => ({
    latitude: latitudes[at] ?? 0,
    longitude: longitudes[at] ?? 0,
  }))
}

/**
 * The path through the vertices. A waypoint beside a road that was found is left out: the path would leave the road there
 * and come back.
 */
export function pathOf(vertices: readonly Vertex[]): Coordinates[] {
  const path: Coordinates[] = []
  const push = (place: Coordinates) => {
    const last = path.at(-1)
    if (!last || !isSamePlace(last, place)) path.push(plain(place))
  }
  const hasRoad = (at: number) => Array.isArray(vertices[at]?.road) && (vertices[at].road.length ?? 0) > 1
  vertices.forEach((vertex, at) => {
    if (hasRoad(at)) for (const place of vertex.road as readonly Coordinates[]) push(place)
    else if (!hasRoad(at + 1)) push(vertex)
  })
  return path
}

/** The legs whose roads are to be found. */
export const wantedLegs = (vertices: readonly Vertex[]): { from: Coordinates; to: Coordinates }[] =>
  vertices.flatMap((vertex, at) => {
    const before = vertices[at - 1]
    const isWanted = vertex.road === 'wanted' && before && !isSamePlace(before, vertex)
    return isWanted ? [{ from: plain(before), to: plain(vertex) }] : []
  })
