import type { RouteStop } from './route-order.ts'

const keyOf = ({ requestId, stop = 0 }: RouteStop) => `${stop} ${requestId}`

/**
 * The requests of both orders whose stops changed places: all that are outside the longest run of stops in the same order.
 */
export function resequenced(before: readonly RouteStop[], after: readonly RouteStop[]): string[] {
  const placeOf = new Map(before.map((visit, index) => [keyOf(visit), index]))
  const shared = after.flatMap((visit) => {
    const place = placeOf.get(keyOf(visit))
    return visit.requestId === undefined || place === undefined ? [] : [{ id: visit.requestId, place }]
  })
  const kept = longestRise(shared.map(({ place }) => place))
  return [...new Set(shared.flatMap(({ id }, index) => (kept.has(index) ? [] : id)))]
}

/** Indices of a longest rising subsequence (patience sorting). */
function longestRise(values: readonly number[]): Set<number> {
  const tails: number[] = []
  const previous = new Int32Array(values.length).fill(-1)
  values.forEach((value, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[tails[middle]!]! < value) low = middle + 1
      else high = middle
    }
    if (low > 0) previous[index] = tails[low - 1]!
    tails[low] = index
  })
  const kept = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) kept.add(at)
  return kept
}
