import { createProjection } from '../geometry/projection.ts'
import { createSegmentIndex } from '../geometry/segment-index.ts'
import { metresPerDegree } from './fence-box.ts'

/** Above so many segments an index finds the nearest faster than a scan. */
const scannedSegments = 48

export interface LinePoint {
  readonly segment: number
  /** 0 at the segment's start to 1 at its end. */
  readonly fraction: number
  readonly metres: number
}

/** Straight segments in degrees, with longitudes that continue over the 180th meridian. */
export interface FenceLine {
  /** Longitude and latitude of both ends of each segment. */
  readonly ends: Float64Array
  nearest(longitude: number, latitude: number): LinePoint
  /** Segments whose box meets a box in degrees; all of them where the line is short. */
  within(west: number, south: number, east: number, north: number): ArrayLike<number>
}

/** Metres per degree of longitude at a latitude. */
export const metresPerLongitude = (latitude: number) => metresPerDegree * Math.cos((latitude * Math.PI) / 180)

/**
 * A line through vertices. Distances are measured on a plane around the asked place, so they are exact near the line
 * and too approximate only where the line is hundreds of kilometres away.
 */
export function createFenceLine(vertices: readonly (readonly [number, number])[]): FenceLine {
  const count = Math.max(1, vertices.length - 1)
  const ends = new Float64Array(count * 4)
  for (let at = 0; at < count; at += 1) {
    const from = vertices[at] as readonly [number, number]
    ends.set([...from, ...(vertices[at + 1] ?? from)], at * 4)
  }
  if (count <= scannedSegments) {
    const all = Uint8Array.from({ length: count }, (_, at) => at)
    return { ends, within: () => all, nearest: (x, y) => nearestOf(ends, x, y) }
  }
  const latitudes = vertices.map(([, latitude]) => latitude)
  const { x, y } = createProjection(
    (latitudes.reduce((least, one) => Math.min(least, one)) +
      latitudes.reduce((most, one) => Math.max(most, one))) /
      2,
  )
  const index = createSegmentIndex(ends.map((value, at) => (at % 2 === 0 ? x(value) : y(value))))
  return {
    ends,
    within: (west, south, east, north) => index.within(x(west), y(south), x(east), y(north)),
    nearest(longitude, latitude) {
      const segment = index.nearest(x(longitude), y(latitude), Infinity)?.segment ?? 0
      return measure(ends, segment, longitude, latitude, metresPerLongitude(latitude))
    },
  }
}

function nearestOf(ends: Float64Array, longitude: number, latitude: number): LinePoint {
  const perLongitude = metresPerLongitude(latitude)
  let best = measure(ends, 0, longitude, latitude, perLongitude)
  for (let segment = 1; segment < ends.length / 4; segment += 1) {
    const other = measure(ends, segment, longitude, latitude, perLongitude)
    if (other.metres < best.metres) best = other
  }
  return best
}

function measure(
  ends: Float64Array,
  segment: number,
  longitude: number,
  latitude: number,
  perLongitude: number,
): LinePoint {
  const at = segment * 4
  const x = ((ends[at] as number) - longitude) * perLongitude
  const y = ((ends[at + 1] as number) - latitude) * metresPerDegree
  const alongX = ((ends[at + 2] as number) - longitude) * perLongitude - x
  const alongY = ((ends[at + 3] as number) - latitude) * metresPerDegree - y
  const squared = alongX * alongX + alongY * alongY
  const raw = squared === 0 ? 0 : -(x * alongX + y * alongY) / squared
  const fraction = Math.max(0, Math.min(1, raw))
  const [dx, dy] = [x + fraction * alongX, y + fraction * alongY]
  return { segment, fraction, metres: Math.sqrt(dx * dx + dy * dy) }
}
