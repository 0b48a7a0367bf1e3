import type { Model } from '../model/model.ts'

/** In which order absent requests are inserted: one of several, drawn by weight. Keys per request, the lowest goes first. */
export interface InsertionOrders {
  keys: Float64Array[]
  /** Until which random number each key is drawn; above the last the order is random. */
  until: number[]
}

const weights = { demand: 4, far: 2, close: 1, short: 2, opens: 2, closes: 2 }
const randomWeight = 4

/** The orders by demand, distance from the start of the first vehicle, and times. */
export function insertionOrders(model: Model): InsertionOrders {
  const { requestCount, dimensions, firstStop, stopsOf, nodeLoad, nodeLocation, nodeOpen, nodeClose } = model
  const depot = model.vehicles[0]
  const travel = model.matrices[0]!
  const largest = Array.from({ length: dimensions }, (_, d) =>
    Math.max(1, ...model.vehicles.map((one) => one.capacity[d]!)),
  )
  const keyOf = (of: (request: number, nodes: number[]) => number) =>
    Float64Array.from({ length: requestCount }, (_, request) => {
      const value = of(
        request,
        Array.from({ length: stopsOf[request]! }, (_, stop) => firstStop[request]! + stop),
      )
      return Number.isFinite(value) ? value : 1e12 * Math.sign(value || 1)
    })
  const far = keyOf((_, nodes) =>
    depot
      ? -Math.max(
          ...nodes.map((node) => travel.metres[depot.start * travel.locations + nodeLocation[node]!]!),
        )
      : 0,
  )
  const keys: Record<keyof typeof weights, Float64Array> = {
    demand: keyOf((_, nodes) => {
      let most = 0
      for (const node of nodes)
        for (let d = 0; d < dimensions; d++)
          most = Math.max(most, Math.abs(nodeLoad[node * dimensions + d]!) / largest[d]!)
      return -most
    }),
    far,
    close: far.map((value) => -value),
    short: keyOf((_, nodes) => Math.min(...nodes.map((node) => nodeClose[node]! - nodeOpen[node]!))),
    opens: keyOf((_, nodes) => nodeOpen[nodes[0]!]!),
    closes: keyOf((_, nodes) => -nodeClose[nodes.at(-1)!]!),
  }
  const names = Object.keys(weights) as (keyof typeof weights)[]
  const total = names.reduce((sum, name) => sum + weights[name], randomWeight)
  let reached = 0
  return {
    keys: names.map((name) => keys[name]),
    until: names.map((name) => {
      reached += weights[name]
      return reached / total
    }),
  }
}
