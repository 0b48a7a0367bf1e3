import type { Model } from '../model/model.ts'

const most = 200

/**
 * Of a stop, the stops of other requests that are near it, nearest first, at most 200. Found when first asked for: of thousands
 * of stops, all of them together take seconds.
 */
export function nearStops(model: Model): (node: number) => Int32Array {
  const { stopCount, nodeLocation, nodeRequest } = model
  const travel = model.matrices[0]!
  const found: (Int32Array | undefined)[] = Array.from({ length: stopCount })
  const metres = new Float64Array(stopCount)

  function nearest(node: number): Int32Array {
    const row = nodeLocation[node]! * travel.locations
    for (let other = 0; other < stopCount; other++) {
      const isOwn = nodeRequest[other] === nodeRequest[node]
      metres[other] = isOwn ? Infinity : travel.metres[row + nodeLocation[other]!]!
    }
    const limit = metres.slice().sort()[Math.min(most, stopCount) - 1]!
    const near: number[] = []
    for (let other = 0; other < stopCount; other++)
      if (metres[other]! <= limit && nodeRequest[other] !== nodeRequest[node]) near.push(other)
    return Int32Array.from(near.sort((a, b) => metres[a]! - metres[b]! || a - b).slice(0, most))
  }

  return (node) => {
    found[node] ??= nearest(node)
    return found[node]
  }
}
