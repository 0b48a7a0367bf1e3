import type { Model } from '../model/model.ts'

const most = 200

/** For each stop the stops of other requests that are near it, nearest first, at most 200. */
export function nearStops(model: Model): Int32Array[] {
  const { stopCount, nodeLocation, nodeRequest } = model
  const travel = model.problem.travel[0]!
  const all = Array.from({ length: stopCount }, (_, node) => node)
  return all.map((node) => {
    const row = nodeLocation[node]! * travel.locations
    const metres = (other: number) => travel.metres[row + nodeLocation[other]!]!
    const others = all.filter((other) => nodeRequest[other] !== nodeRequest[node])
    return Int32Array.from(others.sort((a, b) => metres(a) - metres(b) || a - b).slice(0, most))
  })
}
