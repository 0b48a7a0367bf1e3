import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { besideLongitude, unrolled, withinWorld } from '@rumbo/geo/geometry/date-line'
import { destination } from '@rumbo/geo/geometry/distance'
import type { Coordinates } from '@rumbo/geo/units'
import type { GeoJSONSourceDiff } from 'maplibre-gl'
import { pathOf } from './draft-path.rules.ts'
import { fewest, type ShapeDraft, shapeOf } from './shape-draft.rules.ts'
import { crossingSides, type ShapeProblem } from './shape-problems.rules.ts'

export type Feature = NonNullable<GeoJSONSourceDiff['add']>[number]
type Geometry = Feature['geometry']

/** What of a draft can be held by the pointer. */
export type HandleRole = 'vertex' | 'midpoint' | 'edge'
/** Midpoints and large handles of longer shapes would cover the line. */
const sparseUpTo = 300
const cornersOfCircle = 96
/** Circumference of the earth over the width of the world at zoom 0, in metres per pixel of MapLibre. */
const metresPerPixelAtZero = 40_075_016.686 / 512

const feature = (geometry: Geometry, properties: Record<string, unknown> = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
})
type Line = [number, number][]
const lineOf = (places: readonly Coordinates[]): Line =>
  unrolled(places.map(({ longitude, latitude }) => [longitude, latitude]))
const ringOf = (places: readonly Coordinates[]): Line => lineOf([...places, ...places.slice(0, 1)])

/** The ring of a circle; longitudes continue over the 180th meridian. */
export const circleRing = (center: Coordinates, radiusMetres: number): Line =>
  ringOf(
    Array.from({ length: cornersOfCircle }, (_, at) =>
      destination(center, (360 / cornersOfCircle) * at, radiusMetres),
    ),
  )

/** The width of a corridor in pixels at zoom 0, by the latitude of the middle of its path. */
export function corridorPixels(path: readonly Coordinates[], halfWidthMetres: number): number {
  const middle = path[Math.floor(path.length / 2)]?.latitude ?? 0
  return (2 * halfWidthMetres) / (metresPerPixelAtZero * Math.cos((middle * Math.PI) / 180))
}

/** A stored fence as features: an area, or a path with the width of its corridor at zoom 0. */
export function shapeFeatures(shape: FenceShape, properties: Record<string, unknown> = {}): Feature[] {
  if (shape.kind === 'route') {
    const width = corridorPixels(shape.path, shape.halfWidthMetres)
    return [feature({ type: 'LineString', coordinates: lineOf(shape.path) }, { ...properties, width })]
  }
  const ring = shape.kind === 'circle' ? circleRing(shape.center, shape.radiusMetres) : ringOf(shape.corners)
  return [feature({ type: 'Polygon', coordinates: [ring] }, properties)]
}

/** The middle of two places, also over the 180th meridian. */
export const middleOf = (from: Coordinates, to: Coordinates): Coordinates => ({
  latitude: (from.latitude + to.latitude) / 2,
  longitude: withinWorld((from.longitude + besideLongitude(to.longitude, from.longitude)) / 2),
})

const isDense = ({ vertices }: ShapeDraft) => vertices.length > sparseUpTo
const isDrawable = (metres: number) => metres > 0 && metres < 20_000_000

/** The area, the outline or the path of a draft, with the sides that cross. */
export function outlineFeatures(draft: ShapeDraft, problem: ShapeProblem | null): Feature[] {
  const { kind, vertices, isClosed, halfWidthMetres, radiusMetres, mode } = draft
  const features: Feature[] = []
  const [first] = vertices
  if (kind === 'circle' && first && isDrawable(radiusMetres))
    features.push(
      ...shapeFeatures({ kind, center: first, radiusMetres }, { part: 'area' }),
      feature(
        { type: 'LineString', coordinates: circleRing(first, radiusMetres) },
        { part: 'outline', isDashed: false },
      ),
    )
  if (kind === 'polygon' && vertices.length > 1) {
    const isArea = vertices.length >= fewest.polygon
    if (isArea) features.push(feature({ type: 'Polygon', coordinates: [ringOf(vertices)] }, { part: 'area' }))
    features.push(
      feature({ type: 'LineString', coordinates: lineOf(vertices) }, { part: 'outline', isDashed: false }),
    )
    if (isArea) {
      const closing = lineOf([vertices.at(-1) as Coordinates, vertices[0] as Coordinates])
      features.push(
        feature({ type: 'LineString', coordinates: closing }, { part: 'outline', isDashed: !isClosed }),
      )
    }
  }
  const path = kind === 'route' ? pathOf(vertices) : []
  if (path.length > 1) {
    const coordinates = lineOf(path)
    if (isDrawable(halfWidthMetres))
      features.push(
        feature(
          { type: 'LineString', coordinates },
          { part: 'corridor', width: corridorPixels(path, halfWidthMetres) },
        ),
      )
    features.push(feature({ type: 'LineString', coordinates }, { part: 'outline', isDashed: false }))
    if (mode !== 'free')
      features.push(feature({ type: 'LineString', coordinates }, { part: `arrows_${mode}` }))
  }
  for (const side of crossingSides(vertices, problem?.sides))
    features.push(feature({ type: 'LineString', coordinates: lineOf(side) }, { part: 'crossing' }))
  return features
}

const pointAt = ({ longitude, latitude }: Coordinates): Geometry => ({
  type: 'Point',
  coordinates: [longitude, latitude],
})

export interface Handle {
  role: HandleRole
  /** Its index: the midpoint before vertex 3 has index 3. */
  at: number
  place: Coordinates
}

/** What of a draft can be held, in the order of drawing. */
export function handlesOf(draft: ShapeDraft): Handle[] {
  const { kind, vertices, isClosed, radiusMetres } = draft
  const corners = vertices.map((place, at): Handle => ({ role: 'vertex', at, place }))
  const [first] = vertices
  if (kind === 'circle')
    return first && isDrawable(radiusMetres)
      ? [{ role: 'edge', at: 0, place: destination(first, 90, radiusMetres) }, ...corners]
      : corners
  if (isDense(draft)) return corners
  const isRing = kind === 'polygon' && isClosed
  const middles = vertices.flatMap((vertex, at): Handle[] => {
    const before = vertices[at - 1] ?? (isRing ? vertices.at(-1) : undefined)
    if (before === undefined || Array.isArray(vertex.road)) return []
    return [{ role: 'midpoint', at: at === 0 ? vertices.length : at, place: middleOf(before, vertex) }]
  })
  return [...middles, ...corners]
}

/** The handles of a draft as points of the map. */
export const handleFeatures = (draft: ShapeDraft, chosen: number | null): Feature[] =>
  handlesOf(draft).map(({ role, at, place }) =>
    feature(pointAt(place), {
      role,
      at,
      isChosen: role === 'vertex' && at === chosen,
      isDense: isDense(draft),
    }),
  )

/** The draft's places to fit a map to, its radius included. */
export function placesOfDraft(draft: ShapeDraft): Coordinates[] {
  const shape = shapeOf(draft)
  if (shape === null) return [...draft.vertices]
  if (shape.kind === 'polygon') return shape.corners
  const metres = shape.kind === 'circle' ? shape.radiusMetres : shape.halfWidthMetres
  const places = shape.kind === 'circle' ? [shape.center] : shape.path
  if (!isDrawable(metres) || metres > 5_000_000) return places
  return places.length > 2_000
    ? places
    : places.flatMap((place) => [0, 90, 180, 270].map((bearing) => destination(place, bearing, metres)))
}
