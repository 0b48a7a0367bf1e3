import type { Model } from '../model/model.ts'
import { isFeasible } from '../routes/feasible.ts'
import { insertNode, type Routes, setOrder } from '../routes/routes.ts'
import { updateRoute } from '../routes/update.ts'
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
