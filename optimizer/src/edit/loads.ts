import type { Model } from '../model/model.ts'
import { noNode, type Sequence } from '../timing/sequence.ts'

/** The highest load of one dimension along a route. */
export interface Peak {
  load: number
  /** The visit after which it is on board; -1 where the vehicle leaves its start with it. */
  visit: number
}

/** The highest load of a dimension, trip by trip: what is unloaded without having been loaded left the depot with the vehicle. */
export function peakOf(model: Model, { nodes, length }: Sequence, dimension: number): Peak {
  const { dimensions, nodeRequest, nodeLoad, firstStop, toEnd } = model
  let load = fromDepot(0)
  let peak = load
  let visit = -1
  let forDepot = 0
  for (let at = 0; at < length; at++) {
    const node = nodes[at]!
    if (node === noNode) continue
    const request = nodeRequest[node]!
    if (request < 0) {
      load += fromDepot(at + 1) - forDepot
      forDepot = 0
    } else {
      load += nodeLoad[node * dimensions + dimension]!
      if (firstStop[request + 1]! - 1 === node) forDepot += toEnd[request * dimensions + dimension]!
    }
    if (load > peak) {
      peak = load
      visit = at
    }
  }
  return { load: peak, visit }

  /** What leaves the depot for the trip that begins with the visit at `from`. */
  function fromDepot(from: number) {
    let sum = 0
    for (let at = from; at < length; at++) {
      const node = nodes[at]!
      if (node === noNode) continue
      const request = nodeRequest[node]!
      if (request < 0) break
      if (firstStop[request] === node) sum += model.fromStart[request * dimensions + dimension]!
    }
    return sum
  }
}
