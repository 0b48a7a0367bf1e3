import type { Model } from '../model/model.ts'
import type { StartingOrders } from '../plan/start.ts'
import { addAbsent, emptyRoutes, type Routes, removeAbsent, setOrder } from '../routes/routes.ts'
import { updateRoute } from '../routes/update.ts'
import { nearStops } from './neighbours.ts'
import { insertionOrders } from './orders.ts'
import { createRandom } from './random.ts'
import { createRecreate, recreate } from './recreate.ts'
import { removeRequest, ruin } from './ruin.ts'

/** The orders of all routes at one moment. */
export interface Snapshot {
  orders: Int32Array[]
  cost: number
  absent: number
  vehicles: number
}

const blinkRate = 0.01

export interface Search {
  model: Model
  routes: Routes
  current: Snapshot
  best: Snapshot
  /** Tries one change, and keeps it where it costs little enough. @param temperature in units of cost */
  step: (temperature: number) => void
  /** Empties the route whose requests were left out least often; false where all routes must stay. */
  saveVehicle: () => boolean
  /** Tries one change that brings absent requests back without another vehicle. */
  fleetStep: (temperature: number) => void
  /** Lets routes be opened again after `saveVehicle`. */
  endSaving: () => void
  snapshot: () => Snapshot
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
  const touched: number[] = []
  const stamp = new Int32Array(model.vehicleCount)
  const saved: Int32Array[] = Array.from({ length: model.vehicleCount }, () => new Int32Array(16))
  const savedLength = new Int32Array(model.vehicleCount)
  const savedAbsent = new Int32Array(model.requestCount)
  let savedAbsentCount = 0
  let round = 0
  const onTouch = (vehicle: number) => {
    if (stamp[vehicle] === round) return
    stamp[vehicle] = round
    touched.push(vehicle)
    const length = routes.length[vehicle]!
    if (saved[vehicle]!.length < length) saved[vehicle] = new Int32Array(length * 2)
    const copy = saved[vehicle]!
    const order = routes.order[vehicle]!
    for (let at = 0; at < length; at++) copy[at] = order[at]!
    savedLength[vehicle] = length
  }
  // The first plan passes over no place, so that it leaves out only what fits nowhere.
  const blink = { left: Infinity, next: () => Math.floor(Math.log(1 - random()) / Math.log(1 - blinkRate)) }
  const building = createRecreate(model, { orders: insertionOrders(model), random, blink, onTouch })
  const ruining = { near: nearStops(model), isLocked, random, onTouch }
  const absences = new Float64Array(model.requestCount)
  /** Requests that were in no route before a vehicle was saved: they say nothing about the vehicles that are needed. */
  const isLeftOut = new Uint8Array(model.requestCount)
  const sumOfAbsences = () => {
    let sum = 0
    for (let at = 0; at < routes.absentCount; at++)
      if (!isLeftOut[routes.absent[at]!]) sum += absences[routes.absent[at]!]!
    return sum
  }

  const totalCost = () => {
    let total = 0
    for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) total += routes.cost[vehicle]!
    for (let at = 0; at < routes.absentCount; at++) total += model.penalty[routes.absent[at]!]!
    return total
  }
  const used = () => routes.length.reduce((count, length) => count + (length > 0 ? 1 : 0), 0)
  const snapshot = (cost = totalCost()): Snapshot => ({
    orders: routes.order.map((order, vehicle) => order.slice(0, routes.length[vehicle]!)),
    cost,
    absent: routes.absentCount,
    vehicles: used(),
  })
  const place = (orders: readonly Int32Array[]) => {
    for (let request = 0; request < model.requestCount; request++) addAbsent(routes, request)
    routes.vehicleOf.fill(-1)
    orders.forEach((order, vehicle) => {
      routes.length[vehicle] = 0
      setOrder(routes, vehicle, order)
      for (const node of order)
        if (model.nodeRequest[node]! >= 0) removeAbsent(routes, model.nodeRequest[node]!)
      updateRoute(model, routes, vehicle)
    })
  }
  const begin = () => {
    round++
    touched.length = 0
    savedAbsentCount = routes.absentCount
    for (let at = 0; at < savedAbsentCount; at++) savedAbsent[at] = routes.absent[at]!
  }
  const undo = () => {
    while (routes.absentCount > 0) removeAbsent(routes, routes.absent[routes.absentCount - 1]!)
    for (let at = 0; at < savedAbsentCount; at++) addAbsent(routes, savedAbsent[at]!)
    for (const vehicle of touched) {
      const order = routes.order[vehicle]!
      for (let at = 0; at < routes.length[vehicle]!; at++)
        if (routes.vehicleOf[order[at]!] === vehicle) routes.vehicleOf[order[at]!] = -1
    }
    for (const vehicle of touched) {
      setOrder(routes, vehicle, saved[vehicle]!, savedLength[vehicle]!)
      updateRoute(model, routes, vehicle)
    }
  }

  routes.frozen.set(start.frozen)
  routes.closed.set(start.closed)
  place(start.orders)
  recreate(model, routes, building)
  blink.left = blink.next()
  const first = totalCost()
  const search: Search = {
    model,
    routes,
    current: snapshot(first),
    best: snapshot(first),
    snapshot,
    load({ orders }) {
      place(orders)
      search.current.cost = totalCost()
    },
    step(temperature) {
      begin()
      ruin(model, routes, ruining)
      recreate(model, routes, building)
      const cost = totalCost()
      if (cost < search.current.cost - temperature * Math.log(1 - random())) {
        search.current.cost = cost
        if (cost < search.best.cost - 1e-9) search.best = snapshot(cost)
      } else undo()
    },
    saveVehicle() {
      let lowest = Infinity
      let chosen = -1
      for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) {
        const length = routes.length[vehicle]!
        if (length === 0 || routes.closed[vehicle] || routes.frozen[vehicle]! > 0) continue
        let sum = 0
        let isFixed = false
        for (let at = 0; at < length; at++) {
          const request = model.nodeRequest[routes.order[vehicle]![at]!]!
          if (request < 0) continue
          sum += absences[request]!
          if (isLocked[request]) isFixed = true
        }
        if (!isFixed && sum < lowest) {
          lowest = sum
          chosen = vehicle
        }
      }
      if (chosen < 0) return false
      building.mostRoutes = used() - 1
      isLeftOut.fill(0)
      for (let at = 0; at < routes.absentCount; at++) isLeftOut[routes.absent[at]!] = 1
      building.absences = absences
      const requests = new Set(
        Array.from(
          routes.order[chosen]!.subarray(0, routes.length[chosen]!),
          (node) => model.nodeRequest[node]!,
        ),
      )
      begin()
      for (const request of requests) if (request >= 0) removeRequest(model, routes, request)
      search.current.cost = totalCost()
      return true
    },
    fleetStep(temperature) {
      const before = routes.absentCount
      const sumBefore = sumOfAbsences()
      begin()
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
        (isSame && sum === sumBefore && cost < search.current.cost - temperature * Math.log(1 - random()))
      if (!isBetter) undo()
      else search.current.cost = cost
    },
    endSaving() {
      building.mostRoutes = Infinity
      building.absences = undefined
    },
  }
  return search
}
