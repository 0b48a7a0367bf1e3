import type { Model } from '../model/model.ts'
import { addAbsent, type Routes, removeAbsent, setOrder } from './routes.ts'
import { updateRoute } from './update.ts'

/** Replaces all routes by these orders of nodes, one per vehicle; requests that are in none of them are absent. */
export function placeOrders(model: Model, routes: Routes, orders: readonly Int32Array[]) {
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
