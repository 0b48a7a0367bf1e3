import type { Model } from '../model/model.ts'
import type { Routes } from './routes.ts'
import { timedExtra } from './timed.ts'
import { beginOf, latestBegin } from './windows.ts'

/** Computes anew what is known about a route, after its order changed. The route must be feasible. */
export function updateRoute(model: Model, routes: Routes, vehicle: number) {
  const order = routes.order[vehicle]!
  const length = routes.length[vehicle]!
  const {
    start,
    end,
    earliest,
    latest: until,
    locations,
    seconds,
    metres,
    cost,
    fixed,
  } = model.vehicles[vehicle]!
  const { nodeLocation, nodeService } = model
  const { begins, departs, position } = routes
  if (length === 0) {
    routes.cost[vehicle] = 0
    routes.metres[vehicle] = 0
    routes.extra[vehicle] = 0
    updateLoads(model, routes, vehicle)
    return
  }
  let time = earliest
  let from = start
  let total = fixed
  let metresTotal = 0
  for (let at = 0; at < length; at++) {
    const node = order[at]!
    const to = nodeLocation[node]!
    const arc = from * locations + to
    const begin = beginOf(model, node, time + seconds[arc]!)
    begins[node] = begin
    time = begin + nodeService[node]!
    departs[node] = time
    position[node] = at
    total += cost[arc]!
    metresTotal += metres[arc]!
    from = to
  }
  if (end >= 0) {
    total += cost[from * locations + end]!
    metresTotal += metres[from * locations + end]!
  }
  let bound = until
  let next = end
  for (let at = length - 1; at >= 0; at--) {
    const node = order[at]!
    const here = nodeLocation[node]!
    const travel = next < 0 ? 0 : seconds[here * locations + next]!
    bound = latestBegin(model, node, bound - travel - nodeService[node]!)
    routes.latest[node] = bound
    next = here
  }
  routes.metres[vehicle] = metresTotal
  const extra = model.timed[vehicle] ? timedExtra(model, vehicle, order, length) : 0
  routes.extra[vehicle] = extra
  routes.cost[vehicle] = total + extra
  updateLoads(model, routes, vehicle)
}

/** Loads along the route; each reload ends a trip and begins the next. */
function updateLoads(model: Model, routes: Routes, vehicle: number) {
  const { dimensions, nodeRequest, nodeLoad, firstStop, stopsOf, fromStart, toEnd, usesDepot } = model
  const order = routes.order[vehicle]!
  const length = routes.length[vehicle]!
  const { loadAfter, highestUntil, highestFrom } = routes
  for (let d = 0; d < dimensions; d++) {
    let load = 0
    for (let at = 0; at < length && nodeRequest[order[at]!]! >= 0; at++) {
      const request = nodeRequest[order[at]!]!
      if (usesDepot[request] && firstStop[request] === order[at]) load += fromStart[request * dimensions + d]!
    }
    routes.startLoad[vehicle * dimensions + d] = load
    let highest = load
    let collected = 0
    for (let at = 0; at < length; at++) {
      const node = order[at]!
      const request = nodeRequest[node]!
      if (request < 0) {
        load -= collected
        collected = 0
        for (let later = at + 1; later < length && nodeRequest[order[later]!]! >= 0; later++) {
          const other = nodeRequest[order[later]!]!
          if (usesDepot[other] && firstStop[other] === order[later])
            load += fromStart[other * dimensions + d]!
        }
        highest = load
      } else {
        load += nodeLoad[node * dimensions + d]!
        if (usesDepot[request] && firstStop[request]! + stopsOf[request]! - 1 === node)
          collected += toEnd[request * dimensions + d]!
      }
      if (load > highest) highest = load
      loadAfter[node * dimensions + d] = load
      highestUntil[node * dimensions + d] = highest
    }
    highest = 0
    for (let at = length - 1; at >= 0; at--) {
      const node = order[at]!
      const after = loadAfter[node * dimensions + d]!
      if (after > highest) highest = after
      highestFrom[node * dimensions + d] = highest
      if (nodeRequest[node]! < 0) highest = 0
    }
    const first = routes.startLoad[vehicle * dimensions + d]!
    routes.startHighest[vehicle * dimensions + d] = first > highest ? first : highest
  }
}
