import { peakOf } from '../edit/loads.ts'
import type { Model } from '../model/model.ts'
import type { Routes } from '../routes/routes.ts'
import { updateRoute } from '../routes/update.ts'
import { beginOf, tolerance } from '../routes/windows.ts'
import { timesOf } from '../timing/timing.ts'
import { insertedInto, neededBy, routeWith, tooLarge } from './places.ts'
import type { ExceededLimit, MissedWindow } from './unassigned-reason.ts'

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

export const idOf = (model: Model, vehicle: number) => model.problem.vehicles[vehicle]!.id

const nodesOf = ({ firstStop, stopsOf }: Model, request: number): number[] =>
  Array.from({ length: stopsOf[request]! }, (_, stop) => firstStop[request]! + stop)

/** How much later the windows of the request would have to close. */
export const leastDelay = (model: Model, request: number, fits: FindsPlace): Relaxation | undefined =>
  least(closingLater(model, nodesOf(model, request)), fits)

/** The first stop whose window would have to close later, where that is enough. */
export function missedOf(
  model: Model,
  request: number,
  { seconds, vehicle }: Relaxation,
  fits: FindsPlace,
): { late: number; vehicleId: string } & MissedWindow {
  const found = { late: seconds, vehicleId: idOf(model, vehicle) }
  const stop = nodesOf(model, request).findIndex((node) => {
    const delay = closingLater(model, [node])
    delay(seconds)
    const isEnough = fits() !== undefined
    delay(0)
    return isEnough
  })
  return stop < 0
    ? found
    : { ...found, stop, window: model.problem.requests[request]!.stops[stop]!.windows?.at(-1) }
}

/** By how much the windows of the request exclude each other for every vehicle, to the minute; 0 where they do not. */
export function leastExclusion(model: Model, request: number, candidates: readonly number[]): number {
  const lateFor = (vehicle: number) => {
    const { seconds, locations } = model.vehicles[vehicle]!
    let late = 0
    let time = -Infinity
    let from = -1
    for (const node of nodesOf(model, request)) {
      const to = model.nodeLocation[node]!
      const arrives = from < 0 ? time : time + seconds[from * locations + to]!
      const begins = beginOf(model, node, arrives)
      if (begins === Infinity) late = Math.max(late, arrives - model.nodeClose[node]!)
      time = (begins === Infinity ? arrives : begins) + model.nodeService[node]!
      from = to
    }
    return late
  }
  return Math.ceil(Math.min(...candidates.map(lateFor)) / minute) * minute
}

/** Lets the windows of nodes close later by what is given, each time counted from how they are now. */
function closingLater(model: Model, nodes: readonly number[]): (seconds: number) => void {
  const closes = nodes.map((node) => model.nodeClose[node]!)
  const windows = nodes.map((node) => model.nodeWindows[node])
  return (seconds) => {
    nodes.forEach((node, index) => {
      model.nodeClose[node] = closes[index]! + seconds
      model.nodeWindows[node] = windows[index]?.map((value, side) =>
        side === windows[index]!.length - 1 ? value + seconds : value,
      )
    })
  }
}

/** How much longer the shifts would have to be. */
export function leastOvertime(model: Model, routes: Routes, fits: FindsPlace): Relaxation | undefined {
  const until = model.vehicles.map(({ latest }) => latest)
  return least((seconds) => {
    model.vehicles.forEach((vehicle, index) => {
      vehicle.latest = until[index]! + seconds
      updateRoute(model, routes, index)
    })
  }, fits)
}

/** The vehicle that would take the request if it weighed nothing, of those that could carry it alone. */
export function withoutLoad(model: Model, routes: Routes, request: number) {
  const { dimensions, firstStop, stopsOf, nodeLoad, fromStart, toEnd } = model
  const from = firstStop[request]! * dimensions
  const until = from + stopsOf[request]! * dimensions
  const kept = [
    nodeLoad.slice(from, until),
    fromStart.slice(request * dimensions, (request + 1) * dimensions),
    toEnd.slice(request * dimensions, (request + 1) * dimensions),
  ] as const
  const isLarge = (vehicle: number) => tooLarge(model, request, [vehicle]) === undefined
  const large = model.vehicles.map((_, vehicle) => isLarge(vehicle))
  nodeLoad.fill(0, from, until)
  fromStart.fill(0, request * dimensions, (request + 1) * dimensions)
  toEnd.fill(0, request * dimensions, (request + 1) * dimensions)
  const found = insertedInto(model, routes, request, (vehicle) => large[vehicle]!)
  nodeLoad.set(kept[0], from)
  fromStart.set(kept[1], request * dimensions)
  toEnd.set(kept[2], request * dimensions)
  if (!found) return undefined
  const route = routeWith(model, routes, request, found)
  const { capacity } = model.vehicles[found.vehicle]!
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const over = peakOf(model, route, dimension).load - capacity[dimension]!
    if (over <= tolerance) continue
    const needed = neededBy(model, request, dimension)
    return { vehicleId: idOf(model, found.vehicle), dimension, needed, free: Math.max(0, needed - over) }
  }
  return undefined
}

const limits = [
  { limit: 'metres', name: 'maxMetres' },
  { limit: 'seconds', name: 'maxSeconds' },
  { limit: 'stops', name: 'maxStops' },
] as const

/** The vehicle that would take the request without one of its limits, or without all of them. */
export function withoutLimits(
  model: Model,
  routes: Routes,
  request: number,
): { vehicle: number; exceeded: ExceededLimit } | undefined {
  const lift = (lifted: readonly (typeof limits)[number][]) => {
    const kept = model.vehicles.map(({ maxMetres, maxSeconds, maxStops }) => ({
      maxMetres,
      maxSeconds,
      maxStops,
    }))
    for (const vehicle of model.vehicles) for (const { name } of lifted) vehicle[name] = Infinity
    const found = insertedInto(model, routes, request)
    for (const [index, vehicle] of model.vehicles.entries()) Object.assign(vehicle, kept[index])
    return found
  }
  for (const one of limits) {
    const found = lift([one])
    if (!found) continue
    const route = routeWith(model, routes, request, found)
    const { metres, starts, ends } = timesOf(model, route).timed
    const needed = { metres, seconds: ends - starts, stops: route.length }[one.limit]
    const allowed = model.vehicles[found.vehicle]![one.name]
    return { vehicle: found.vehicle, exceeded: { limit: one.limit, needed, allowed } }
  }
  const found = lift(limits)
  return found && { vehicle: found.vehicle, exceeded: {} }
}
