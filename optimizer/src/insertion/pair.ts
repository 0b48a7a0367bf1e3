import type { Model } from '../model/model.ts'
import type { Routes } from '../routes/routes.ts'
import { beginOf, tolerance } from '../routes/windows.ts'
import type { Blink, Insertion } from './found.ts'
import { timedDelta } from './timed-delta.ts'

const places = new Int32Array(2)

/** The cheapest places for a pickup and its delivery: every pair of places, the delay followed between them. */
export function bestOfPair(
  model: Model,
  routes: Routes,
  request: number,
  vehicle: number,
  best: Insertion,
  blink: Blink,
) {
  const { dimensions, nodeLocation, nodeService, nodeLoad } = model
  const { departs, latest, loadAfter } = routes
  const {
    start,
    end,
    earliest,
    latest: until,
    capacity,
    locations,
    seconds,
    cost,
    fixed,
    maxMetres,
  } = model.vehicles[vehicle]!
  const order = routes.order[vehicle]!
  const length = routes.length[vehicle]!
  const pickup = model.firstStop[request]!
  const delivery = pickup + 1
  const pickupAt = nodeLocation[pickup]!
  const deliveryAt = nodeLocation[delivery]!
  const pickupRow = pickupAt * locations
  const deliveryRow = deliveryAt * locations
  const pickupService = nodeService[pickup]!
  const deliveryService = nodeService[delivery]!
  const isTimed = model.timed[vehicle] === 1
  for (let at = routes.frozen[vehicle]!; at <= length; at++) {
    if (--blink.left < 0) {
      blink.left = blink.next()
      continue
    }
    const before = at > 0 ? order[at - 1]! : -1
    const from = before < 0 ? start : nodeLocation[before]!
    const next = at < length ? order[at]! : -1
    const nextAt = next < 0 ? end : nodeLocation[next]!
    const removed = length === 0 || nextAt < 0 ? 0 : cost[from * locations + nextAt]!
    const reach = cost[from * locations + pickupAt]! + (length === 0 ? fixed : 0)
    // The way by the pickup alone costs too much, with the delivery even more.
    if (reach + (nextAt < 0 ? 0 : cost[pickupRow + nextAt]!) - removed >= best.cost) continue
    const arrival = (before < 0 ? earliest : departs[before]!) + seconds[from * locations + pickupAt]!
    const begin = beginOf(model, pickup, arrival)
    if (begin === Infinity) break
    if (
      !fits(
        dimensions,
        before < 0 ? routes.startLoad : loadAfter,
        before < 0 ? vehicle : before,
        nodeLoad,
        pickup,
        capacity,
      )
    )
      continue
    let time = begin + pickupService
    let last = pickupAt
    let spent = reach
    let dropped = removed
    for (let then = at; ; then++) {
      // The delivery comes before the node at `then`.
      const node = then < length ? order[then]! : -1
      const to = node < 0 ? end : nodeLocation[node]!
      const arrives = time + seconds[last * locations + deliveryAt]!
      const serves = beginOf(model, delivery, arrives)
      if (serves === Infinity) break
      const gone = then === at ? dropped : to < 0 ? 0 : cost[last * locations + to]!
      let delta =
        then === at
          ? spent + cost[pickupRow + deliveryAt]! + (to < 0 ? 0 : cost[deliveryRow + to]!) - gone
          : spent + cost[last * locations + deliveryAt]! + (to < 0 ? 0 : cost[deliveryRow + to]!) - gone
      if (delta < best.cost) {
        const leaves = serves + deliveryService
        const isInTime =
          node < 0
            ? leaves + (to < 0 ? 0 : seconds[deliveryRow + to]!) <= until + tolerance
            : beginOf(model, node, leaves + seconds[deliveryRow + to]!) <= latest[node]! + tolerance
        if (isInTime && (maxMetres === Infinity || staysWithin(model, routes, vehicle, pickup, at, then))) {
          if (isTimed) {
            places[0] = at
            places[1] = then
            delta += timedDelta(model, routes, request, vehicle, places)
          }
          if (delta < best.cost) {
            best.cost = delta
            best.vehicle = vehicle
            best.before[0] = at
            best.before[1] = then
            best.reload = -1
          }
        }
      }
      if (node < 0) break
      // Go on with the pickup on board through this node.
      if (then === at) {
        spent = reach + cost[pickupRow + to]! - removed
        dropped = 0
        if (spent >= best.cost) break
      }
      const reaches = time + seconds[last * locations + to]!
      const continues = beginOf(model, node, reaches)
      if (continues > latest[node]! + tolerance) break
      if (!fits(dimensions, loadAfter, node, nodeLoad, pickup, capacity)) break
      time = continues + nodeService[node]!
      last = to
    }
  }
}

/** Whether the route keeps its limit of metres with the pickup before `at` and the delivery before `then`. */
function staysWithin(
  model: Model,
  routes: Routes,
  vehicle: number,
  pickup: number,
  at: number,
  then: number,
) {
  const { nodeLocation } = model
  const { start, end, metres, locations, maxMetres } = model.vehicles[vehicle]!
  const order = routes.order[vehicle]!
  const length = routes.length[vehicle]!
  const pickupAt = nodeLocation[pickup]!
  const deliveryAt = nodeLocation[pickup + 1]!
  const leave = (a: number, b: number) => (a < 0 || b < 0 ? 0 : metres[a * locations + b]!)
  const before = at > 0 ? nodeLocation[order[at - 1]!]! : start
  const after = at < length ? nodeLocation[order[at]!]! : end
  let longer = leave(before, pickupAt) - (length === 0 ? 0 : leave(before, after))
  if (then === at) longer += leave(pickupAt, deliveryAt) + leave(deliveryAt, after)
  else {
    const previous = nodeLocation[order[then - 1]!]!
    const following = then < length ? nodeLocation[order[then]!]! : end
    longer +=
      leave(pickupAt, after) +
      leave(previous, deliveryAt) +
      leave(deliveryAt, following) -
      leave(previous, following)
  }
  return routes.metres[vehicle]! + longer <= maxMetres + tolerance
}

function fits(
  dimensions: number,
  loads: Float64Array,
  index: number,
  nodeLoad: Float64Array,
  node: number,
  capacity: Float64Array,
) {
  for (let d = 0; d < dimensions; d++)
    if (loads[index * dimensions + d]! + nodeLoad[node * dimensions + d]! > capacity[d]! + tolerance)
      return false
  return true
}
