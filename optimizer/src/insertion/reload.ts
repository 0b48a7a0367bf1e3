import type { Model } from '../model/model.ts'
import { insertNode, type Routes, removeAbsent, setOrder } from '../routes/routes.ts'
import { updateRoute } from '../routes/update.ts'
import { tolerance } from '../routes/windows.ts'
import { createInsertion, type Insertion, noBlink } from './found.ts'
import { tryRoute } from './insertion.ts'

/** Looks for a cheaper insertion of the request together with a reload of the vehicle. */
export function tryReload(model: Model, routes: Routes, request: number, vehicle: number, best: Insertion) {
  const reload = model.reloadsOf[vehicle]!.find((node) => routes.vehicleOf[node] !== vehicle)
  if (reload === undefined || routes.closed[vehicle]) return
  const length = routes.length[vehicle]!
  const before = routes.order[vehicle]!.slice(0, length)
  const cost = routes.cost[vehicle]!
  const found = createInsertion(model)
  for (let at = Math.max(1, routes.frozen[vehicle]!); at <= length; at++) {
    insertNode(routes, vehicle, at, reload)
    updateRoute(model, routes, vehicle)
    if (isFeasible(model, routes, vehicle)) {
      found.cost = best.cost - (routes.cost[vehicle]! - cost)
      found.vehicle = -1
      tryRoute(model, routes, request, vehicle, found, noBlink)
      if (found.vehicle === vehicle) {
        best.cost = found.cost + routes.cost[vehicle]! - cost
        best.vehicle = vehicle
        best.before.set(found.before)
        best.reload = reload
        best.reloadBefore = at
      }
    }
    setOrder(routes, vehicle, before)
  }
  updateRoute(model, routes, vehicle)
}

/** Puts the reload in, then the request. */
export function applyWithReload(model: Model, routes: Routes, request: number, found: Insertion) {
  insertNode(routes, found.vehicle, found.reloadBefore, found.reload)
  const first = model.firstStop[request]!
  for (let stop = model.stopsOf[request]! - 1; stop >= 0; stop--)
    insertNode(routes, found.vehicle, found.before[stop]!, first + stop)
  removeAbsent(routes, request)
  updateRoute(model, routes, found.vehicle)
}

/** Whether times and loads of an updated route hold. */
export function isFeasible(model: Model, routes: Routes, vehicle: number): boolean {
  const { dimensions } = model
  const { capacity, latest, end, seconds, locations, maxMetres, maxStops } = model.vehicles[vehicle]!
  const order = routes.order[vehicle]!
  const length = routes.length[vehicle]!
  if (length === 0) return true
  if (
    length > maxStops ||
    routes.metres[vehicle]! > maxMetres + tolerance ||
    !(routes.cost[vehicle]! < Infinity)
  )
    return false
  for (let d = 0; d < dimensions; d++)
    if (routes.startLoad[vehicle * dimensions + d]! > capacity[d]! + tolerance) return false
  for (let at = 0; at < length; at++) {
    const node = order[at]!
    if (!(routes.begins[node]! <= routes.latest[node]! + tolerance)) return false
    for (let d = 0; d < dimensions; d++)
      if (routes.loadAfter[node * dimensions + d]! > capacity[d]! + tolerance) return false
  }
  const last = order[length - 1]!
  const back = end < 0 ? 0 : seconds[model.nodeLocation[last]! * locations + end]!
  return routes.departs[last]! + back <= latest + tolerance
}
