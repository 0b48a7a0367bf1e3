import { besideLongitude, withinWorld } from '../../geometry/date-line.ts'
import { distanceMetres } from '../../geometry/distance.ts'
import { polygonContains } from '../../geometry/polygon.ts'
import type { Coordinates } from '../../units.ts'
import type { FenceShape } from '../fence-shape.ts'

/** The place at a share of the way between two, straight in degrees. */
export function placeBetween(from: Coordinates, to: Coordinates, share: number): Coordinates {
  const end = besideLongitude(to.longitude, from.longitude)
  return {
    latitude: from.latitude + share * (to.latitude - from.latitude),
    longitude: withinWorld(from.longitude + share * (end - from.longitude)),
  }
}

/** Distance on the sphere to a line in degrees, by ever finer thirds. */
function metresToSide(place: Coordinates, from: Coordinates, to: Coordinates): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 80; step += 1) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3]
    const nearer =
      distanceMetres(place, placeBetween(from, to, one)) <
      distanceMetres(place, placeBetween(from, to, other))
    if (nearer) high = other
    else low = one
  }
  return distanceMetres(place, placeBetween(from, to, (low + high) / 2))
}

/** Signed depth on the sphere by going through all sides: slow, and independent of prepared fences. */
export function slowDepth(shape: FenceShape, place: Coordinates): number {
  if (shape.kind === 'circle') return shape.radiusMetres - distanceMetres(shape.center, place)
  const line = shape.kind === 'route' ? shape.path : [...shape.corners, ...shape.corners.slice(0, 1)]
  const nearest = line
    .slice(1)
    .reduce((least, to, at) => Math.min(least, metresToSide(place, line[at] ?? to, to)), Infinity)
  if (shape.kind === 'route') return shape.halfWidthMetres - nearest
  const ring = shape.corners.map(({ longitude, latitude }) => [longitude, latitude] as const)
  return polygonContains(ring, place) ? nearest : -nearest
}
