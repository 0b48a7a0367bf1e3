import { unrolled } from '../geometry/date-line.ts'
import { meetingSides } from '../geometry/polygon.ts'
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
