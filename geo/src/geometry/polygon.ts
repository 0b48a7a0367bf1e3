import { besideLongitude } from './date-line.ts'

/** Corners as [longitude, latitude] in degrees, the last connected to the first. */
export type Ring = readonly (readonly [longitude: number, latitude: number])[]

/** The corners with longitudes that continue over the 180th meridian. */
const unrolled = (ring: Ring): Ring => {
  let before = ring[0]?.[0] ?? 0
  return ring.map(([longitude, latitude]) => {
    before = besideLongitude(longitude, before)
    return [before, latitude]
  })
}

/** Whether a polygon contains a place, by the even-odd rule in degrees; also over the 180th meridian. */
export function polygonContains(ring: Ring, place: { latitude: number; longitude: number }): boolean {
  const corners = unrolled(ring)
  const longitudes = corners.map(([longitude]) => longitude)
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2
  const longitudeOfPlace = besideLongitude(place.longitude, middle)
  let isInside = false
  for (let at = 0, before = corners.length - 1; at < corners.length; before = at++) {
    const [fromLongitude, fromLatitude] = corners[before] as Corner
    const [toLongitude, toLatitude] = corners[at] as Corner
    if (fromLatitude > place.latitude === toLatitude > place.latitude) continue
    const share = (place.latitude - fromLatitude) / (toLatitude - fromLatitude)
    if (longitudeOfPlace < fromLongitude + share * (toLongitude - fromLongitude)) isInside = !isInside
  }
  return isInside
}

type Corner = Ring[number]
/** Positive where c is left of the line from a to b. */
const turn = (a: Corner, b: Corner, c: Corner): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
const isBetween = (a: Corner, b: Corner, c: Corner): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

function edgesMeet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (abc > 0 !== abd > 0 && cda > 0 !== cdb > 0 && abc !== 0 && abd !== 0 && cda !== 0 && cdb !== 0)
    return true
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  )
}

/** Whether no two sides of a polygon cross or touch, other than neighbours at their corner. */
export function isSimplePolygon(ring: Ring): boolean {
  const flat = unrolled(ring)
  const count = flat.length
  if (count < 3) return false
  for (let one = 0; one < count; one += 1) {
    const a = flat[one] as Corner
    const b = flat[(one + 1) % count] as Corner
    if (a[0] === b[0] && a[1] === b[1]) return false
    for (let other = one + 1; other < count; other += 1) {
      const c = flat[other] as Corner
      const d = flat[(other + 1) % count] as Corner
      const isNext = other === one + 1
      const isBefore = (other + 1) % count === one
      // Neighbours share a corner; they overlap where one turns back on the other.
      if (isNext) {
        if (turn(a, b, d) === 0 && isBetween(a, b, d)) return false
        if (count === 3 || !isBefore) continue
      }
      if (isBefore) {
        if (turn(c, d, b) === 0 && isBetween(c, d, b)) return false
        continue
      }
      if (edgesMeet(a, b, c, d)) return false
    }
  }
  return true
}
