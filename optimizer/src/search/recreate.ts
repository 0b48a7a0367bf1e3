import { type Blink, createInsertion, type Insertion } from '../insertion/found.ts'
import { applyInsertion, tryRoute } from '../insertion/insertion.ts'
import { tryReload } from '../insertion/reload.ts'
import type { Model } from '../model/model.ts'
import { countUsed, type Routes } from '../routes/routes.ts'
import type { InsertionOrders } from './orders.ts'

export interface RecreateState {
  orders: InsertionOrders
  random: () => number
  blink: Blink
  /** Routes that may be in use at most: fewer than all while vehicles are being saved. */
  mostRoutes: number
  /** How often each request was left out: those go first now and then. Undefined outside the search for fewer vehicles. */
  absences?: Float64Array
  onTouch: (vehicle: number) => void
  found: Insertion
  queue: Int32Array
  sortKeys: Float64Array
  triedClass: Uint8Array
}

/** What `recreate` needs beside the routes; any number of routes may be in use. */
export function createRecreate(
  model: Model,
  given: Pick<RecreateState, 'orders' | 'random' | 'blink' | 'onTouch'>,
): RecreateState {
  return {
    ...given,
    mostRoutes: Infinity,
    found: createInsertion(model),
    queue: new Int32Array(model.requestCount),
    sortKeys: new Float64Array(model.requestCount),
    triedClass: new Uint8Array(model.vehicleCount),
  }
}

/** Inserts the absent requests greedily, each at its cheapest place; those that fit nowhere stay absent. */
export function recreate(model: Model, routes: Routes, state: RecreateState) {
  const { queue, found } = state
  const count = routes.absentCount
  queue.set(routes.absent.subarray(0, count))
  sortQueue(state, count)
  let used = countUsed(routes)
  for (let index = 0; index < count; index++) {
    const request = queue[index]!
    found.cost = model.penalty[request]!
    found.vehicle = -1
    findInsertion(model, routes, request, state, used < state.mostRoutes)
    if (found.vehicle < 0) continue
    if (routes.length[found.vehicle] === 0) used++
    state.onTouch(found.vehicle)
    applyInsertion(model, routes, request, found)
  }
}

function findInsertion(
  model: Model,
  routes: Routes,
  request: number,
  state: RecreateState,
  mayOpen: boolean,
) {
  const { vehicleCount, allowed, vehicleClass } = model
  const { found, blink, triedClass } = state
  if (mayOpen) triedClass.fill(0)

  for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
    if (!allowed[request * vehicleCount + vehicle]) continue
    if (routes.length[vehicle] === 0) {
      if (!mayOpen || triedClass[vehicleClass[vehicle]!]) continue
      triedClass[vehicleClass[vehicle]!] = 1
    }
    tryRoute(model, routes, request, vehicle, found, blink)
  }
  const isNew = found.vehicle < 0 || routes.length[found.vehicle] === 0
  if (!isNew) return
  for (let vehicle = 0; vehicle < vehicleCount; vehicle++)
    if (
      model.vehicles[vehicle]!.reload &&
      routes.length[vehicle]! > 0 &&
      allowed[request * vehicleCount + vehicle]
    )
      tryReload(model, routes, request, vehicle, found)
}

function sortQueue({ queue, orders, random, sortKeys, absences }: RecreateState, count: number) {
  const drawn = random()
  const at = orders.until.findIndex((until) => drawn < until)
  const byAbsence = absences !== undefined && random() < 0.3
  for (let index = 0; index < count; index++) {
    const request = queue[index]!
    sortKeys[request] = byAbsence ? -absences[request]! : at < 0 ? random() : orders.keys[at]![request]!
  }
  // Few: sorting by insertion beats the general sort.
  for (let index = 1; index < count; index++) {
    const request = queue[index]!
    const key = sortKeys[request]!
    let place = index - 1
    while (place >= 0 && sortKeys[queue[place]!]! > key) {
      queue[place + 1] = queue[place]!
      place--
    }
    queue[place + 1] = request
  }
}
