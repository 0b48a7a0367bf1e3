import type { Model } from '../model/model.ts'
import type { StartingOrders } from '../plan/start.ts'
import { placeOrders } from '../routes/place-orders.ts'
import { countUsed, emptyRoutes, type Routes } from '../routes/routes.ts'
import { nearStops } from './neighbours.ts'
import { insertionOrders } from './orders.ts'
import { createRandom } from './random.ts'
import { createRecreate, recreate } from './recreate.ts'
import { removeRequest, ruin } from './ruin.ts'
import { createUndo } from './undo.ts'

/** All routes at one moment. */
export interface Snapshot {
  /** Nodes in their order, by vehicle. */
  orders: Int32Array[]
  cost: number
  /** How many requests are in no route, and how many vehicles have stops. */
  absent: number
  vehicles: number
}

/** Share of the places that are passed over. */
const blinkRate = 0.01

export interface Search {
  model: Model
  /** As the search has them now; `cost` is theirs. */
  routes: Routes
  cost: number
  /** The cheapest routes so far. */
  best: Snapshot
  /** Tries one change, and keeps it where it costs little enough. @param temperature in units of cost */
  step: (temperature: number) => void
  /** Empties the route whose requests were left out least often; false where all routes must stay. */
  saveVehicle: () => boolean
  /** Tries one change that brings absent requests back without another vehicle. */
  fleetStep: (temperature: number) => void
  /** Lets routes be opened again after `saveVehicle`. */
  endSaving: () => void
  /** Copies the routes as they are now. */
  snapshot: () => Snapshot
  /** Goes on from the routes of a snapshot. */
  load: (snapshot: Snapshot) => void
}

/** A search of one thread over one problem: simulated annealing over string removals and greedy insertions. */
export function createSearch(
  model: Model,
  seed: number,
  { isLocked, start }: { isLocked: Uint8Array; start: StartingOrders },
): Search {
  const random = createRandom(seed)
  const routes = emptyRoutes(model)
  const undoing = createUndo(model, routes)
  const onTouch = undoing.touch
  // The first plan passes over no place, so that it leaves out only what fits nowhere.
  const blink = { left: Infinity, next: () => Math.floor(Math.log(1 - random()) / Math.log(1 - blinkRate)) }
  const building = createRecreate(model, { orders: insertionOrders(model), random, blink, onTouch })
  const ruining = { near: nearStops(model), isLocked, random, onTouch }
  /** By request, how often it was in no route after a change. */
  const absences = new Float64Array(model.requestCount)
  /** Requests that were in no route before a vehicle was saved: they say nothing about the vehicles that are needed. */
  const isLeftOut = new Uint8Array(model.requestCount)
  const sumOfAbsences = () => {
    let sum = 0
    for (let at = 0; at < routes.absentCount; at++)
      if (!isLeftOut[routes.absent[at]!]) sum += absences[routes.absent[at]!]!
    return sum
  }

  /** The vehicle whose requests were left out least often, of those that may be emptied; -1 for none. */
  const leastAbsentVehicle = () => {
    let lowest = Infinity
    let chosen = -1
    for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) {
      const length = routes.length[vehicle]!
      if (length === 0 || routes.closed[vehicle] || routes.frozen[vehicle]! > 0) continue
      let sum = 0
      let hasLocked = false
      for (let at = 0; at < length; at++) {
        const request = model.nodeRequest[routes.order[vehicle]![at]!]!
        if (request < 0) continue
        sum += absences[request]!
        if (isLocked[request]) hasLocked = true
      }
      if (!hasLocked && sum < lowest) {
        lowest = sum
        chosen = vehicle
      }
    }
    return chosen
  }

  const totalCost = () => {
    let total = 0
    for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) total += routes.cost[vehicle]!
    for (let at = 0; at < routes.absentCount; at++) total += model.penalty[routes.absent[at]!]!
    return total
  }
  const snapshot = (cost = totalCost()): Snapshot => ({
    orders: routes.order.map((order, vehicle) => order.slice(0, routes.length[vehicle]!)),
    cost,
    absent: routes.absentCount,
    vehicles: countUsed(routes),
  })

  routes.frozen.set(start.frozen)
  routes.closed.set(start.closed)
  placeOrders(model, routes, start.orders)
  recreate(model, routes, building)
  blink.left = blink.next()
  const search: Search = {
    model,
    routes,
    cost: totalCost(),
    best: snapshot(),
    snapshot,
    load({ orders }) {
      placeOrders(model, routes, orders)
      search.cost = totalCost()
    },
    step(temperature) {
      undoing.begin()
      ruin(model, routes, ruining)
      recreate(model, routes, building)
      const cost = totalCost()
      if (cost < search.cost - temperature * Math.log(1 - random())) {
        search.cost = cost
        if (cost < search.best.cost - 1e-9) search.best = snapshot(cost)
      } else undoing.undo()
    },
    saveVehicle() {
      const chosen = leastAbsentVehicle()
      if (chosen < 0) return false
      building.mostRoutes = countUsed(routes) - 1
      isLeftOut.fill(0)
      for (let at = 0; at < routes.absentCount; at++) isLeftOut[routes.absent[at]!] = 1
      building.absences = absences
      const requests = new Set(
        Array.from(
          routes.order[chosen]!.subarray(0, routes.length[chosen]!),
          (node) => model.nodeRequest[node]!,
        ),
      )
      undoing.begin()
      for (const request of requests) if (request >= 0) removeRequest(model, routes, request)
      search.cost = totalCost()
      return true
    },
    fleetStep(temperature) {
      const before = routes.absentCount
      const sumBefore = sumOfAbsences()
      undoing.begin()
      ruin(model, routes, ruining)
      recreate(model, routes, building)
      const sum = sumOfAbsences()
      for (let at = 0; at < routes.absentCount; at++)
        if (!isLeftOut[routes.absent[at]!]) absences[routes.absent[at]!]!++
      const cost = totalCost()
      const isSame = routes.absentCount === before
      const isBetter =
        routes.absentCount < before ||
        sum < sumBefore ||
        (isSame && sum === sumBefore && cost < search.cost - temperature * Math.log(1 - random()))
      if (!isBetter) undoing.undo()
      else search.cost = cost
    },
    endSaving() {
      building.mostRoutes = Infinity
      building.absences = undefined
    },
  }
  return search
}
