import type { Model } from '../model/model.ts'
import { insertNode, type Routes, removeAbsent } from '../routes/routes.ts'
import { updateRoute } from '../routes/update.ts'
import { bestOfChain } from './chain.ts'
import type { Blink, Insertion } from './found.ts'
import { bestOfPair } from './pair.ts'
import { bestOfSingle } from './single.ts'

/** Looks for a cheaper insertion of the request into one route than the one already in `best`. */
export function tryRoute(
  model: Model,
  routes: Routes,
  request: number,
  vehicle: number,
  best: Insertion,
  blink: Blink,
) {
  if (routes.closed[vehicle]) return
  const stops = model.stopsOf[request]!
  if (routes.length[vehicle]! + stops > model.vehicles[vehicle]!.maxStops) return
  if (stops === 1) bestOfSingle(model, routes, request, vehicle, best, blink)
  else if (stops === 2 && model.usesDepot[request] === 0)
    bestOfPair(model, routes, request, vehicle, best, blink)
  else bestOfChain(model, routes, request, vehicle, best, blink)
}

/** Puts the request where `found` says, with the reload that goes with it, and updates the route. */
export function applyInsertion(model: Model, routes: Routes, request: number, found: Insertion) {
  // The indices of the stops are those with the reload in the route.
  if (found.reload >= 0) insertNode(routes, found.vehicle, found.reloadBefore, found.reload)
  const first = model.firstStop[request]!
  for (let stop = model.stopsOf[request]! - 1; stop >= 0; stop--)
    insertNode(routes, found.vehicle, found.before[stop]!, first + stop)
  removeAbsent(routes, request)
  updateRoute(model, routes, found.vehicle)
}
