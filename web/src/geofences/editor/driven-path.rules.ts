import { distanceMetres } from '@rumbo/geo/geometry/distance'
import { simplifyTrack } from '@rumbo/geo/geometry/simplify'
import type { Coordinates } from '@rumbo/geo/units'

/** The most points of a route that is made of a driven path. */
export const drivenPoints = 200
/** Nearer places of a path are one: the vehicle stood. */
const apartMetres = 5
/** A path stays this near to what was driven: less than a position errs, and few vertices to correct by hand. */
const offMetres = 8

/** The places of a driven path, without those at which the vehicle stood or kept straight on. */
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
  return straightened(path)
}

function straightened(path: readonly Coordinates[]): Coordinates[] {
  const latitudes = path.map(({ latitude }) => latitude)
  const longitudes = path.map(({ longitude }) => longitude)
  const to = (limit: number) => simplifyTrack(latitudes, longitudes, { limit })
  let [least, enough] = [Math.min(2, path.length), path.length]
  while (least < enough) {
    const limit = (least + enough) >> 1
    if (to(limit).toleranceMetres <= offMetres) enough = limit
    else least = limit + 1
  }
  return to(enough).kept.flatMap((at) => path[at] ?? [])
}

/** The length of a path in metres. */
export const lengthOf = (path: readonly Coordinates[]): number =>
  path.reduce((sum, place, at) => {
    const before = path[at - 1]
    return before ? sum + distanceMetres(before, place) : sum
  }, 0)
