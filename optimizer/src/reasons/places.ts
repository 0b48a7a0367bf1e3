import { createInsertion, type Insertion, noBlink } from '../insertion/found.ts'
import { tryRoute } from '../insertion/insertion.ts'
import type { Model } from '../model/model.ts'
import type { Routes } from '../routes/routes.ts'
import { tolerance } from '../routes/windows.ts'
import type { Sequence } from '../timing/sequence.ts'

/** Where the request fits most cheaply; undefined for nowhere. @param isMeant whether a vehicle is asked at all */
export function insertedInto(
  model: Model,
  routes: Routes,
  request: number,
  isMeant = (_vehicle: number) => true,
): Insertion | undefined {
  const found = createInsertion(model)
  for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++)
    if (model.allowed[request * model.vehicleCount + vehicle] && isMeant(vehicle))
      tryRoute(model, routes, request, vehicle, found, noBlink)
  return found.vehicle < 0 ? undefined : found
}

/** The route with the request where it was found to fit. */
export function routeWith(
  model: Model,
  routes: Routes,
  request: number,
  { vehicle, before }: Insertion,
): Sequence {
  const nodes = Array.from(routes.order[vehicle]!.subarray(0, routes.length[vehicle]!))
  for (let stop = model.stopsOf[request]! - 1; stop >= 0; stop--)
    nodes.splice(before[stop]!, 0, model.firstStop[request]! + stop)
  return { vehicle, nodes, length: nodes.length }
}

/** What the request takes of a dimension when most of it is on board. */
export function neededBy(model: Model, request: number, dimension: number): number {
  const { dimensions, fromStart, nodeLoad, firstStop, stopsOf } = model
  let load = fromStart[request * dimensions + dimension]!
  let needed = load
  for (let stop = 0; stop < stopsOf[request]!; stop++) {
    load += nodeLoad[(firstStop[request]! + stop) * dimensions + dimension]!
    needed = Math.max(needed, load)
  }
  return needed
}

/** The dimension for which none of the vehicles is large enough, not even empty. */
export function tooLarge(model: Model, request: number, vehicles: readonly number[]) {
  for (let dimension = 0; dimension < model.dimensions; dimension++) {
    const needed = neededBy(model, request, dimension)
    const largest = Math.max(...vehicles.map((vehicle) => model.vehicles[vehicle]!.capacity[dimension]!))
    if (needed > largest + tolerance) return { code: 'capacity' as const, dimension, needed, largest }
  }
  return undefined
}
