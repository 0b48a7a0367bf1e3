import { distanceMetres } from '@rumbo/geo/geometry/distance'
import type { Coordinates } from '@rumbo/geo/units'

/** The most points of a route that is made of a driven path. */
export const drivenPoints = 200
/** Nearer places of a path are one: the vehicle stood. */
const apartMetres = 5

/** The places of a driven path, without those at which the vehicle stood. */
export function drivenPath({
  latitude,
  longitude,
}: {
  latitude: readonly number[]
  longitude: readonly number[]
}): Coordinates[] {
  const path: Coordinates[] = []
  latitude.forEach((degrees, at) => {
    const place = { latitude: degrees, longitude: longitude[at] ?? Number.NaN }
    const last = path.at(-1)
    if (Number.isFinite(place.longitude) && (!last || distanceMetres(last, place) >= apartMetres))
      path.push(place)
  })
  return path
}

/** The length of a path in metres. */
export const lengthOf = (path: readonly Coordinates[]): number =>
  path.reduce((sum, place, at) => {
    const before = path[at - 1]
    return before ? sum + distanceMetres(before, place) : sum
  }, 0)
