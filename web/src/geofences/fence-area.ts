/** Shapes of geofences as the map draws them. Pure. */
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { boxOf, metresPerDegree, verticesOf } from '@rumbo/geo/fences/fence-box'
import { prepareFence } from '@rumbo/geo/fences/prepared-fence'
import { unrolled } from '@rumbo/geo/geometry/date-line'
import { destination } from '@rumbo/geo/geometry/distance'
import type { MapArea } from '../map/map-model.ts'

type Place = Extract<FenceShape, { kind: 'circle' }>['center']
type Flat = readonly [longitude: number, latitude: number]
type Metres = readonly [x: number, y: number]

const circleCorners = 64
/** Degrees between two corners of a round edge. */
const arcStep = 15

const flat = (places: readonly Place[]): [number, number][] =>
  unrolled(places.map(({ longitude, latitude }) => [longitude, latitude]))

const closed = (ring: [number, number][]): [number, number][] => {
  const [first] = ring
  return first ? [...ring, first] : ring
}

/** The border of a shape as one closed ring; longitudes continue over the 180th meridian. */
export function ringOf(shape: FenceShape): [number, number][] {
  switch (shape.kind) {
    case 'circle':
      return closed(
        flat(
          Array.from({ length: circleCorners }, (_, at) =>
            destination(shape.center, (360 * at) / circleCorners, shape.radiusMetres),
          ),
        ),
      )
    case 'polygon':
      return closed(flat(shape.corners))
    case 'route':
      return closed(corridorOf(flat(shape.path), shape.halfWidthMetres))
  }
}

/** The edge of a corridor around a path, with round ends and outer bends. */
function corridorOf(path: readonly Flat[], halfWidth: number): [number, number][] {
  const middle = path.reduce((sum, [, latitude]) => sum + latitude, 0) / path.length
  const perLongitude = metresPerDegree * Math.cos((middle * Math.PI) / 180)
  const line = path.map(([x, y]): Metres => [x * perLongitude, y * metresPerDegree])
  const points = line.filter((point, at) => at === 0 || lengthOf(line[at - 1] ?? point, point) > 0)
  const [first] = points
  if (first === undefined) return []
  const edge =
    points.length === 1
      ? arc(first, 0, 360, halfWidth)
      : [...side(points, halfWidth), ...side(points.toReversed(), halfWidth)]
  return edge.map(([x, y]) => [x / perLongitude, y / metresPerDegree])
}

const lengthOf = ([x, y]: Metres, [toX, toY]: Metres) => Math.hypot(toX - x, toY - y)
const headingOf = ([x, y]: Metres, [toX, toY]: Metres) => (Math.atan2(toY - y, toX - x) * 180) / Math.PI
const away = ([x, y]: Metres, degrees: number, metres: number): Metres => [
  x + Math.cos((degrees * Math.PI) / 180) * metres,
  y + Math.sin((degrees * Math.PI) / 180) * metres,
]

/** Around a point from one direction to another, clockwise; degrees counted anticlockwise from the east. */
function arc(center: Metres, from: number, by: number, radius: number): Metres[] {
  const steps = Math.max(1, Math.ceil(by / arcStep))
  return Array.from({ length: steps + 1 }, (_, at) => away(center, from - (by * at) / steps, radius))
}

/** The left edge of a line from its first point to its last, and round its end. */
function side(line: readonly Metres[], halfWidth: number): Metres[] {
  const edge: Metres[] = []
  for (let at = 1; at < line.length; at += 1) {
    const [from, to] = [line[at - 1] as Metres, line[at] as Metres]
    const heading = headingOf(from, to)
    const next = line[at + 1]
    if (at === 1) edge.push(away(from, heading + 90, halfWidth))
    if (next === undefined) {
      edge.push(...arc(to, heading + 90, 180, halfWidth))
      continue
    }
    const turn = ((headingOf(to, next) - heading + 540) % 360) - 180
    if (turn <= 0) {
      edge.push(...arc(to, heading + 90, -turn, halfWidth))
      continue
    }
    // The two edges of an inner bend meet on the line that halves its angle, unless a side is too short for that.
    const miter = halfWidth / Math.max(0.05, Math.cos((turn * Math.PI) / 360))
    const room = Math.min(lengthOf(from, to), lengthOf(to, next))
    edge.push(away(to, heading + 90 + turn / 2, Math.min(miter, Math.max(room, halfWidth))))
  }
  return edge
}

interface Drawn {
  id: string
  name: string
  colour: string
  shape: FenceShape
}

/** A fence as the map draws it; the chosen one stands out. */
export const areaOf = (
  { id, name, colour, shape }: Drawn,
  { isChosen = false, isFaint = false } = {},
): MapArea => ({
  id,
  geometry: { type: 'Polygon', coordinates: [ringOf(shape)] },
  tone: 'primary',
  colour,
  label: name,
  isDashed: isFaint,
  opacity: isChosen ? 0.34 : isFaint ? 0.06 : 0.14,
})

/** The corners of the box around shapes, to fit a map to. */
export const cornersOf = (shapes: readonly FenceShape[]): Place[] =>
  shapes
    .filter((shape) => verticesOf(shape).length > 0)
    .flatMap((shape) => {
      const { west, south, east, north } = boxOf(shape)
      return [
        { latitude: south, longitude: west },
        { latitude: north, longitude: east },
      ]
    })

/** The fence at a place; of several, the one with the smallest box, which lies in the others. */
export function fenceAt<Fence extends Drawn>(fences: readonly Fence[], place: Place): Fence | null {
  let best: Fence | null = null
  let least = Number.POSITIVE_INFINITY
  for (const fence of fences) {
    const { west, south, east, north } = boxOf(fence.shape)
    const longitude = place.longitude + 360 * Math.ceil((west - place.longitude) / 360)
    if (place.latitude < south || place.latitude > north || longitude > east) continue
    const size = (east - west) * (north - south)
    if (size >= least || prepareFence(fence.shape).depthMetres(place) < 0) continue
    least = size
    best = fence
  }
  return best
}
