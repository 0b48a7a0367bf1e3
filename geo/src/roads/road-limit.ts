import type { Coordinates } from '../units.ts'
import type { RoadRouter } from './road-router.ts'
import type { RoadPlace } from './road-snap.ts'

/** A place with the direction of travel in degrees clockwise from north. */
export interface DrivenPlace extends Coordinates {
  readonly headingDegrees: number
}

/** A vehicle drives on a road this near, and may as well drive on any road this much farther than the nearest. */
const reachMetres = 20
const doubtMetres = 20
/** Between the direction of travel and that of the road. */
const largestAngle = 30
/** Of pieces within that reach. Where more are, one that counts may be missing: the limit is unknown. */
const maxCandidates = 40

/**
 * The limit of the road on which a vehicle drives, in km/h. Since a fix may lie beside its road, every road near it that leads
 * in the direction of travel counts: the highest of their limits, and null where one of them states none, where there is no
 * such road, or where more pieces of roads are near than are looked at. So a wrong road never has a lower limit than the
 * right one, as far as both are on the map, as they are now, and the fix lies no farther from the right one than those limits.
 */
export function limitAt(router: RoadRouter, driven: DrivenPlace): number | null {
  const around = router.candidates(driven, reachMetres + doubtMetres, maxCandidates + 1, 'any')
  if (around.length > maxCandidates) return null
  const near = around.filter((place) => leadsTo(router, place, driven.headingDegrees))
  const nearest = near[0]
  if (!nearest || nearest.distanceMetres > reachMetres) return null
  let highest = 0
  for (const { piece, distanceMetres } of near) {
    if (distanceMetres > nearest.distanceMetres + doubtMetres) break
    const limit = router.columns.pieceLimitKmh[piece] as number
    if (limit === 0) return null
    highest = Math.max(highest, limit)
  }
  return highest
}

/** Whether the road leads in that direction, in one in which it may be driven. */
function leadsTo(router: RoadRouter, place: RoadPlace, headingDegrees: number): boolean {
  const along = bearingAt(router, place)
  const isPossible = (isAgainst: boolean) =>
    router.edgeOf(place.piece, isAgainst) !== -1 &&
    angleBetween(headingDegrees, along + (isAgainst ? 180 : 0)) <= largestAngle
  return isPossible(false) || isPossible(true)
}

const angleBetween = (a: number, b: number): number => Math.abs(((((a - b) % 360) + 540) % 360) - 180)

/** The bearing of the segment of the piece's shape that is nearest to a place on it. */
function bearingAt({ columns }: RoadRouter, { piece, latitude, longitude }: RoadPlace): number {
  const { firstPoint, pointLatitude, pointLongitude } = columns
  const narrowing = Math.cos((latitude * Math.PI) / 180)
  const last = (firstPoint[piece + 1] as number) - 1
  let [nearest, bearing] = [Number.POSITIVE_INFINITY, 0]
  for (let at = firstPoint[piece] as number; at < last; at++) {
    const x = ((pointLongitude[at] as number) / 1e7 - longitude) * narrowing
    const y = (pointLatitude[at] as number) / 1e7 - latitude
    const alongX = ((pointLongitude[at + 1] as number) / 1e7 - longitude) * narrowing - x
    const alongY = (pointLatitude[at + 1] as number) / 1e7 - latitude - y
    const squared = alongX * alongX + alongY * alongY
    if (squared === 0) continue
    const share = Math.max(0, Math.min(1, -(x * alongX + y * alongY) / squared))
    const distance = Math.hypot(x + alongX * share, y + alongY * share)
    if (distance >= nearest) continue
    nearest = distance
    bearing = (Math.atan2(alongX, alongY) * 180) / Math.PI
  }
  return bearing
}
