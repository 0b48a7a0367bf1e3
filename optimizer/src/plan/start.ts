import type { Model } from '../model/model.ts'
import type { RouteOrder } from '../problem/route.ts'
import { isFeasible } from '../routes/feasible.ts'
import { emptyRoutes, setOrder } from '../routes/routes.ts'
import { updateRoute } from '../routes/update.ts'

/** A route to begin with. */
export type StartRoute = Omit<RouteOrder, 'startsAt'>

/** The routes to begin with, by vehicle. */
export interface StartingOrders {
  /** Nodes in their order; none for a vehicle without a route. */
  orders: Int32Array[]
  /** How many nodes at the beginning of each route stay as they are. */
  frozen: Int32Array
  /** 1 where nothing in the route changes. */
  closed: Uint8Array
}

/**
 * The nodes of given routes. Requests that no longer fit leave from the end of their route, locked ones last of all.
 * @throws RangeError for an unknown vehicle or request, or where what is locked does not fit by itself
 */
export function startingOrders(
  model: Model,
  start: readonly StartRoute[],
  isLocked: Uint8Array,
): StartingOrders {
  const { problem, vehicleCount, firstStop, stopsOf, nodeRequest } = model
  const vehicleAt = new Map(problem.vehicles.map(({ id }, index) => [id, index]))
  const requestAt = new Map(problem.requests.map(({ id }, index) => [id, index]))
  const orders = Array.from({ length: vehicleCount }, () => new Int32Array(0))
  const frozen = new Int32Array(vehicleCount)
  const closed = new Uint8Array(vehicleCount)
  const routes = emptyRoutes(model)
  const seen = new Set<number>()
  for (const { vehicleId, visits, frozen: fixed = 0, isClosed = false } of start) {
    const vehicle = vehicleAt.get(vehicleId)
    if (vehicle === undefined)
      throw new RangeError(`the start names vehicle ${vehicleId}, which does not exist`)
    const reloads = Array.from(model.reloadsOf[vehicle]!)
    let nodes = visits.map(({ requestId, stop = 0 }) => {
      const request = requestId === undefined ? undefined : requestAt.get(requestId)
      if (requestId === undefined) {
        const node = reloads.shift()
        if (node === undefined) throw new RangeError(`the start reloads vehicle ${vehicleId} too often`)
        return node
      }
      if (request === undefined || stop >= stopsOf[request]!)
        throw new RangeError(`the start names stop ${stop} of ${requestId}, which does not exist`)
      const node = firstStop[request]! + stop
      if (seen.has(node)) throw new RangeError(`the start visits stop ${stop} of ${requestId} twice`)
      seen.add(node)
      return node
    })
    const isKept = (node: number, index: number) =>
      isClosed || index < fixed || nodeRequest[node]! < 0 || isLocked[nodeRequest[node]!] === 1
    while (!fitsAlone(nodes)) {
      let last = nodes.length - 1
      while (last >= 0 && isKept(nodes[last]!, last)) last--
      if (last < 0) throw new RangeError(`what is locked on vehicle ${vehicleId} does not fit`)
      const request = nodeRequest[nodes[last]!]
      nodes = nodes.filter((node) => nodeRequest[node] !== request)
    }
    orders[vehicle] = Int32Array.from(nodes)
    frozen[vehicle] = Math.min(fixed, nodes.length)
    closed[vehicle] = isClosed ? 1 : 0

    function fitsAlone(candidate: number[]) {
      setOrder(routes, vehicle!, candidate)
      updateRoute(model, routes, vehicle!)
      return isFeasible(model, routes, vehicle!) && areWhole(candidate)
    }
  }
  return { orders, frozen, closed }

  /** Whether each request is there with all its stops, in order. */
  function areWhole(nodes: number[]) {
    const next = new Map<number, number>()
    for (const node of nodes) {
      const request = nodeRequest[node]!
      if (request < 0) continue
      if ((next.get(request) ?? firstStop[request]!) !== node) return false
      next.set(request, node + 1)
    }
    return [...next].every(([request, after]) => after === firstStop[request]! + stopsOf[request]!)
  }
}
