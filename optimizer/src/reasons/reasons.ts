import { createInsertion, noBlink } from '../insertion/found.ts'
import { tryRoute } from '../insertion/insertion.ts'
import { buildModel, type Model } from '../model/model.ts'
import { type StartRoute, startingOrders } from '../plan/start.ts'
import type { Plan, Problem } from '../problem/problem.ts'
import { placeOrders } from '../routes/place-orders.ts'
import { emptyRoutes, type Routes } from '../routes/routes.ts'
import { type FindsPlace, leastDelay, leastOvertime, withoutLimits, withoutLoad } from './relaxing.ts'

/** Why a request is in no route: the first constraint that, relaxed alone, would have let it in. `late` in seconds. */
export type UnassignedReason = { requestId: string } & Reason

type Reason =
  | { code: 'no_vehicles' }
  /** No vehicle has these skills, or none that has them is among the vehicles it may go to. */
  | { code: 'skills'; missing: string[] }
  | { code: 'vehicles' }
  | { code: 'capacity'; dimension: number; needed: number; largest: number }
  | { code: 'unreachable'; stop: number }
  /** Its windows cannot be kept even by a vehicle that does nothing else; `late` seconds at best. */
  | { code: 'windows_exclude'; late: number }
  /** It fits no shift even alone. */
  | { code: 'shift'; late: number }
  /** It fits once its windows close this much later. */
  | { code: 'window'; late: number; vehicleId: string }
  /** It fits once a vehicle may work this much longer. */
  | { code: 'overtime'; late: number; vehicleId: string }
  /** It fits once a vehicle has more room. */
  | { code: 'full'; vehicleId: string }
  | { code: 'limits'; vehicleId: string }
  /** It would fit, but costs more than leaving it out. */
  | { code: 'penalty' }
  | { code: 'combination' }

/**
 * The reason of every request that the plan leaves out, found by relaxing one constraint at a time.
 * @param start the routes that the search began with: what was closed or frozen there takes nothing
 * @throws RangeError where problem, plan or start contradict themselves
 */
export function reasonsOf(
  problem: Problem,
  plan: Pick<Plan, 'routes' | 'unassigned'>,
  start: readonly StartRoute[] = [],
): UnassignedReason[] {
  const model = buildModel(problem)
  const planned = startingOrders(
    model,
    lockedAs(start, plan.routes),
    new Uint8Array(model.requestCount).fill(1),
  )
  const full = routesOf(model, planned.orders)
  full.closed.set(planned.closed)
  full.frozen.set(planned.frozen)
  const idle = routesOf(
    model,
    planned.orders.map(() => new Int32Array(0)),
  )
  const at = new Map(problem.requests.map(({ id }, index) => [id, index]))
  return plan.unassigned.map((requestId) => ({
    requestId,
    ...reasonOf(model, { full, idle }, at.get(requestId)!),
  }))
}

/** The routes of a plan, closed and frozen as they were at the start; what was closed may have no route. */
function lockedAs(start: readonly StartRoute[], routes: Plan['routes']): StartRoute[] {
  const planned = new Map(routes.map((route) => [route.vehicleId, route.visits]))
  const locked = new Set(start.map(({ vehicleId }) => vehicleId))
  return [
    ...start.map((route) => ({ ...route, visits: planned.get(route.vehicleId) ?? [] })),
    ...routes.filter(({ vehicleId }) => !locked.has(vehicleId)),
  ]
}

/** What keeps a request out, asked from what no plan can change to what only this plan is full of. */
function reasonOf(model: Model, { full, idle }: { full: Routes; idle: Routes }, request: number): Reason {
  const byItself = unservableReason(model, request)
  if (byItself) return byItself
  const fitsIdle = () => insertedInto(model, idle, request)
  const fitsFull = () => insertedInto(model, full, request)
  if (fitsFull() !== undefined) {
    const { penalty } = model.problem.requests[request]!
    return { code: penalty === undefined ? 'combination' : 'penalty' }
  }
  if (fitsIdle() === undefined) {
    const delay = leastDelay(model, request, fitsIdle)
    if (delay) return { code: 'windows_exclude', late: delay.seconds }
    const overtime = leastOvertime(model, idle, fitsIdle)
    return overtime ? { code: 'shift', late: overtime.seconds } : { code: 'combination' }
  }
  return crowdedReason(model, full, request, fitsFull)
}

/** Why no vehicle can serve the request, whatever else it does and whenever; undefined where one can. */
function unservableReason(model: Model, request: number): Reason | undefined {
  const { problem, vehicleCount, allowed } = model
  const { skills = [], stops, vehicleIds } = problem.requests[request]!
  if (vehicleCount === 0) return { code: 'no_vehicles' }
  const missing = skills.filter((skill) => !problem.vehicles.some((one) => one.skills?.includes(skill)))
  if (missing.length > 0) return { code: 'skills', missing }
  const candidates = problem.vehicles.flatMap((_, vehicle) =>
    allowed[request * vehicleCount + vehicle] ? vehicle : [],
  )
  if (candidates.length === 0) return vehicleIds ? { code: 'vehicles' } : { code: 'skills', missing: skills }
  const capacity = tooLarge(model, request, candidates)
  if (capacity) return capacity
  const cut = stops.findIndex((stop) => !candidates.some((vehicle) => reaches(model, vehicle, stop.location)))
  return cut < 0 ? undefined : { code: 'unreachable', stop: cut }
}

/** Which constraint of a request that would fit an idle vehicle the other requests of the plan leave no room for. */
function crowdedReason(model: Model, full: Routes, request: number, fits: FindsPlace): Reason {
  const delay = leastDelay(model, request, fits)
  const overtime = leastOvertime(model, full, fits)
  if (delay && (!overtime || delay.seconds <= overtime.seconds))
    return { code: 'window', late: delay.seconds, vehicleId: idOf(model, delay.vehicle) }
  if (overtime) return { code: 'overtime', late: overtime.seconds, vehicleId: idOf(model, overtime.vehicle) }
  const roomy = withoutLoad(model, request, fits)
  if (roomy !== undefined) return { code: 'full', vehicleId: idOf(model, roomy) }
  const unlimited = withoutLimits(model, fits)
  return unlimited === undefined
    ? { code: 'combination' }
    : { code: 'limits', vehicleId: idOf(model, unlimited) }
}

const idOf = (model: Model, vehicle: number) => model.problem.vehicles[vehicle]!.id

function routesOf(model: Model, orders: readonly Int32Array[]): Routes {
  const routes = emptyRoutes(model)
  placeOrders(model, routes, orders)
  return routes
}

/** The vehicle into whose route the request fits most cheaply; undefined for none. */
function insertedInto(model: Model, routes: Routes, request: number): number | undefined {
  const found = createInsertion(model)
  for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++)
    if (model.allowed[request * model.vehicleCount + vehicle])
      tryRoute(model, routes, request, vehicle, found, noBlink)
  return found.vehicle < 0 ? undefined : found.vehicle
}

/** The first dimension in which the request is more than any of the vehicles can carry. */
function tooLarge(model: Model, request: number, candidates: number[]): Reason | undefined {
  const { dimensions, fromStart, nodeLoad, firstStop, stopsOf, vehicles } = model
  for (let d = 0; d < dimensions; d++) {
    let load = fromStart[request * dimensions + d]!
    let needed = load
    for (let stop = 0; stop < stopsOf[request]!; stop++) {
      load += nodeLoad[(firstStop[request]! + stop) * dimensions + d]!
      needed = Math.max(needed, load)
    }
    const largest = Math.max(...candidates.map((vehicle) => vehicles[vehicle]!.capacity[d]!))
    if (needed > largest) return { code: 'capacity', dimension: d, needed, largest }
  }
  return undefined
}

/** Whether the vehicle can drive from its start to the location, and from there to its end. */
function reaches(model: Model, vehicle: number, location: number) {
  const { start, end, seconds, locations } = model.vehicles[vehicle]!
  return (
    seconds[start * locations + location]! < Infinity &&
    (end < 0 || seconds[location * locations + end]! < Infinity)
  )
}
