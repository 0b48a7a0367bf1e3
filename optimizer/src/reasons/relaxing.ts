import type { Model } from '../model/model.ts'
import type { Routes } from '../routes/routes.ts'
import { updateRoute } from '../routes/update.ts'

/*
 * What would have to be relaxed for a request to fit. Each function relaxes one constraint in the model, asks, and restores
 * the model.
 */

/** Looks for a place. @returns the vehicle that has it; undefined for none */
export type FindsPlace = () => number | undefined

/** By how much a constraint must be relaxed, and the vehicle that has the place then. */
export interface Relaxation {
  seconds: number
  vehicle: number
}

/** The most that times are relaxed by, in seconds. */
const day = 86_400
const minute = 60

/** The least relaxation that makes a place, to the minute; undefined where even a day is not enough. */
function least(apply: (seconds: number) => void, fits: FindsPlace): Relaxation | undefined {
  const at = (seconds: number) => {
    apply(seconds)
    return fits()
  }
  let vehicle = at(day)
  let high = day / minute
  let low = 0
  while (vehicle !== undefined && high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const found = at(middle * minute)
    if (found === undefined) low = middle
    else {
      high = middle
      vehicle = found
    }
  }
  apply(0)
  return vehicle === undefined ? undefined : { seconds: high * minute, vehicle }
}

/** How much later the windows of a request would have to close. */
export function leastDelay(model: Model, request: number, fits: FindsPlace): Relaxation | undefined {
  const nodes = Array.from({ length: model.stopsOf[request]! }, (_, stop) => model.firstStop[request]! + stop)
  const closes = nodes.map((node) => model.nodeClose[node]!)
  const windows = nodes.map((node) => model.nodeWindows[node])
  return least((seconds) => {
    nodes.forEach((node, index) => {
      model.nodeClose[node] = closes[index]! + seconds
      model.nodeWindows[node] = windows[index]?.map((value, side) =>
        side === windows[index]!.length - 1 ? value + seconds : value,
      )
    })
  }, fits)
}

/** How much longer the shifts would have to be. @param routes those that `fits` looks at, which are updated */
export function leastOvertime(model: Model, routes: Routes, fits: FindsPlace): Relaxation | undefined {
  const until = model.vehicles.map(({ latest }) => latest)
  return least((seconds) => {
    model.vehicles.forEach((vehicle, index) => {
      vehicle.latest = until[index]! + seconds
      updateRoute(model, routes, index)
    })
  }, fits)
}

/** The vehicle that has a place for a request without any load; undefined for none. */
export function withoutLoad(model: Model, request: number, fits: FindsPlace): number | undefined {
  const { dimensions, firstStop, stopsOf, nodeLoad, fromStart, toEnd } = model
  const from = firstStop[request]! * dimensions
  const until = from + stopsOf[request]! * dimensions
  const kept = [
    nodeLoad.slice(from, until),
    fromStart.slice(request * dimensions, (request + 1) * dimensions),
    toEnd.slice(request * dimensions, (request + 1) * dimensions),
  ] as const
  nodeLoad.fill(0, from, until)
  fromStart.fill(0, request * dimensions, (request + 1) * dimensions)
  toEnd.fill(0, request * dimensions, (request + 1) * dimensions)
  const vehicle = fits()
  nodeLoad.set(kept[0], from)
  fromStart.set(kept[1], request * dimensions)
  toEnd.set(kept[2], request * dimensions)
  return vehicle
}

/** The vehicle that has a place without its limits of metres, seconds and stops; undefined for none. */
export function withoutLimits(model: Model, fits: FindsPlace): number | undefined {
  const kept = model.vehicles.map(({ maxMetres, maxSeconds, maxStops }) => ({
    maxMetres,
    maxSeconds,
    maxStops,
  }))
  for (const vehicle of model.vehicles)
    Object.assign(vehicle, { maxMetres: Infinity, maxSeconds: Infinity, maxStops: Infinity })
  const found = fits()
  for (const [index, vehicle] of model.vehicles.entries()) Object.assign(vehicle, kept[index])
  return found
}
