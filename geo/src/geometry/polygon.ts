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
export const isSimplePolygon = (ring: Ring): boolean => ring.length >= 3 && meetingSides(ring) === null

/** Two sides that cross or touch other than as neighbours at their corner, by the corner they begin at; null: none. */
export function meetingSides(ring: Ring): readonly [number, number] | null {
  const flat = unrolled(ring)
  const empty = flat.findIndex((corner, at) => isSame(corner, sideOf(flat, at)[1]))
  if (empty >= 0) return [empty, (empty + 1) % flat.length]
  return findMeeting(flat)
}

const isSame = (a: Corner, b: Corner): boolean => a[0] === b[0] && a[1] === b[1]
const sideOf = (flat: Ring, at: number) =>
  [flat[at] as Corner, flat[(at + 1) % flat.length] as Corner] as const

/** Goes through the sides from west to east and compares those with common longitudes. */
function findMeeting(flat: Ring): readonly [number, number] | null {
  const count = flat.length
  const [east, south, north] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  const west = Float64Array.from(flat, ([longitude], at) => {
    const [a, b] = sideOf(flat, at)
    east[at] = Math.max(a[0], b[0])
    south[at] = Math.min(a[1], b[1])
    north[at] = Math.max(a[1], b[1])
    return Math.min(longitude, b[0])
  })
  const of = (values: Float64Array, at: number) => values[at] as number
  const order = Uint32Array.from(flat.keys()).sort((one, other) => of(west, one) - of(west, other))
  const open = new Uint32Array(count)
  let opened = 0
  for (const side of order) {
    const [from, low, high] = [of(west, side), of(south, side), of(north, side)]
    let kept = 0
    for (let at = 0; at < opened; at += 1) {
      const other = open[at] as number
      if (of(east, other) < from) continue
      open[kept] = other
      kept += 1
      if (of(south, other) > high || of(north, other) < low) continue
      const [first, second] = [Math.min(side, other), Math.max(side, other)]
      if (sidesMeet(flat, first, second)) return [first, second]
    }
    open[kept] = side
    opened = kept + 1
  }
  return null
}

function sidesMeet(flat: Ring, one: number, other: number): boolean {
  const [a, b] = sideOf(flat, one)
  const [c, d] = sideOf(flat, other)
  const isNext = other === one + 1
  const isBefore = one === 0 && other === flat.length - 1
  // Neighbours share a corner; they overlap where one turns back on the other.
  if (isNext && turn(a, b, d) === 0 && isBetween(a, b, d)) return true
  if (isBefore && turn(c, d, b) === 0 && isBetween(c, d, b)) return true
  return !isNext && !isBefore && edgesMeet(a, b, c, d)
}
