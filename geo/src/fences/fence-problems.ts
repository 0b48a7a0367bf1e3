import { unrolled } from '../geometry/date-line.ts'
import { createSegmentIndex } from '../geometry/segment-index.ts'
import { flatVertices, metresPerDegree, reachOf, verticesOf } from './fence-box.ts'
import type { FenceShape } from './fence-shape.ts'

/** The most vertices a shape may have. */
const verticesPerShape = 10_000

/** Why a shape cannot be a fence. */
export type FenceProblem =
  | {
      readonly code:
        | 'not_finite'
        | 'outside_world'
        | 'too_few_vertices'
        | 'no_width'
        | 'over_pole'
        | 'too_wide'
    }
  | { readonly code: 'too_many_vertices'; readonly limit: number }
  /** Two sides that cross or touch, by the index of the corner they begin at. */
  | { readonly code: 'sides_cross'; readonly sides: readonly [number, number] }

const leastVertices = { circle: 1, polygon: 3, route: 2 } as const

/** What keeps a shape from being a fence; none if nothing does. The first kind of problem found is reported. */
export function problemsOf(shape: FenceShape): FenceProblem[] {
  const places = verticesOf(shape)
  const reach = reachOf(shape)
  const numbers = places.flatMap(({ latitude, longitude }) => [latitude, longitude])
  if (![...numbers, reach].every(Number.isFinite)) return [{ code: 'not_finite' }]
  if (places.some(({ latitude, longitude }) => Math.abs(latitude) > 90 || Math.abs(longitude) > 180))
    return [{ code: 'outside_world' }]
  if (places.length > verticesPerShape) return [{ code: 'too_many_vertices', limit: verticesPerShape }]
  const distinct = new Set(places.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size
  if (distinct < leastVertices[shape.kind]) return [{ code: 'too_few_vertices' }]
  if (shape.kind !== 'polygon' && reach <= 0) return [{ code: 'no_width' }]
  if (isOverPole(shape, reach)) return [{ code: 'over_pole' }]
  const flat = flatVertices(shape)
  const longitudes = flat.map(([longitude]) => longitude)
  const width =
    longitudes.reduce((most, one) => Math.max(most, one)) -
    longitudes.reduce((least, one) => Math.min(least, one))
  if (width >= 180) return [{ code: 'too_wide' }]
  const sides = shape.kind === 'polygon' ? meetingSides(flat) : null
  return sides ? [{ code: 'sides_cross', sides }] : []
}

function isOverPole(shape: FenceShape, reach: number): boolean {
  const places = verticesOf(shape)
  if (places.some(({ latitude }) => (90 - Math.abs(latitude)) * metresPerDegree <= Math.max(1, reach)))
    return true
  if (shape.kind !== 'polygon') return false
  // A ring around a pole does not come back to the longitude it began at.
  const closed = unrolled(
    [...places, ...places.slice(0, 1)].map(({ longitude, latitude }) => [longitude, latitude]),
  )
  return Math.abs((closed.at(-1)?.[0] ?? 0) - (closed[0]?.[0] ?? 0)) > 180
}

/** The first two sides that meet other than neighbours at their corner. */
function meetingSides(flat: readonly (readonly [number, number])[]): [number, number] | null {
  const count = flat.length
  const cornerAt = (at: number) => flat[at % count] as readonly [number, number]
  const ends = Float64Array.from(flat.flatMap((corner, at) => [...corner, ...cornerAt(at + 1)]))
  const index = createSegmentIndex(ends)
  for (let one = 0; one < count; one += 1) {
    const [a, b] = [cornerAt(one), cornerAt(one + 1)]
    if (a[0] === b[0] && a[1] === b[1]) return [one, (one + 1) % count]
    const near = index.within(
      Math.min(a[0], b[0]),
      Math.min(a[1], b[1]),
      Math.max(a[0], b[0]),
      Math.max(a[1], b[1]),
    )
    for (const other of near.sort((first, second) => first - second)) {
      if (other <= one) continue
      if (doMeet(cornerAt, one, other, count)) return [one, other]
    }
  }
  return null
}

/** Whether two sides have more in common than the corner of neighbours. */
function doMeet(
  cornerAt: (at: number) => readonly [number, number],
  one: number,
  other: number,
  count: number,
) {
  const [a, b, c, d] = [cornerAt(one), cornerAt(one + 1), cornerAt(other), cornerAt(other + 1)]
  const turn = (from: typeof a, to: typeof a, place: typeof a) =>
    (to[0] - from[0]) * (place[1] - from[1]) - (to[1] - from[1]) * (place[0] - from[0])
  const isOn = (from: typeof a, to: typeof a, place: typeof a) =>
    turn(from, to, place) === 0 &&
    Math.min(from[0], to[0]) <= place[0] &&
    place[0] <= Math.max(from[0], to[0]) &&
    Math.min(from[1], to[1]) <= place[1] &&
    place[1] <= Math.max(from[1], to[1])
  if (other === one + 1) return isOn(a, b, d) || isOn(c, d, a)
  if ((other + 1) % count === one) return isOn(c, d, b) || isOn(a, b, c)
  if (isOn(a, b, c) || isOn(a, b, d) || isOn(c, d, a) || isOn(c, d, b)) return true
  return turn(a, b, c) > 0 !== turn(a, b, d) > 0 && turn(c, d, a) > 0 !== turn(c, d, b) > 0
}
