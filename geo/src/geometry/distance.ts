import type { Coordinates, HeadingDegrees, Metres } from '../units.ts'

/** The mean radius of the earth (IUGG), used wherever a sphere stands for it. */
export const earthRadiusMetres = 6_371_008.8 as Metres

const radians = Math.PI / 180

/** Great-circle distance between two places in metres (haversine). */
export function distanceMetres(from: Coordinates, to: Coordinates): Metres {
  const halfLatitude = Math.sin(((to.latitude - from.latitude) * radians) / 2)
  const halfLongitude = Math.sin(((to.longitude - from.longitude) * radians) / 2)
  const chord =
    halfLatitude * halfLatitude +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * halfLongitude * halfLongitude
  return (2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(chord)))) as Metres
}

/** Initial bearing of the great circle from one place to another, in degrees clockwise from north. */
export function bearingDegrees(from: Coordinates, to: Coordinates): HeadingDegrees {
  const longitudes = (to.longitude - from.longitude) * radians
  const fromLatitude = from.latitude * radians
  const toLatitude = to.latitude * radians
  const east = Math.sin(longitudes) * Math.cos(toLatitude)
  const north =
    Math.cos(fromLatitude) * Math.sin(toLatitude) -
    Math.sin(fromLatitude) * Math.cos(toLatitude) * Math.cos(longitudes)
  const degrees = Math.atan2(east, north) / radians
  return (((degrees % 360) + 360) % 360) as HeadingDegrees
}

/** The place reached from `from` after a distance in metres along an initial bearing in degrees. */
export function destination(from: Coordinates, bearing: number, metres: number): Coordinates {
  const angle = metres / earthRadiusMetres
  const latitude = from.latitude * radians
  const sineLatitude =
    Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing * radians)
  const reachedLatitude = Math.asin(Math.max(-1, Math.min(1, sineLatitude)))
  const longitudes = Math.atan2(
    Math.sin(bearing * radians) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * Math.sin(reachedLatitude),
  )
  const longitude = from.longitude + longitudes / radians
  return { latitude: reachedLatitude / radians, longitude: ((((longitude + 180) % 360) + 360) % 360) - 180 }
}

/** The smaller angle between two headings, 0 to 180 degrees. */
export function headingDifferenceDegrees(first: number, second: number): number {
  const difference = (((first - second) % 360) + 360) % 360
  return difference > 180 ? 360 - difference : difference
}
