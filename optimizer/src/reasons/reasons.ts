import { buildModel, type Model } from '../model/model.ts'
import { type StartRoute, startingOrders } from '../plan/start.ts'
import type { Plan, Problem } from '../problem/problem.ts'
import { placeOrders } from '../routes/place-orders.ts'
import { emptyRoutes, type Routes } from '../routes/routes.ts'
import { insertedInto, tooLarge } from './places.ts'
import {
  idOf,
  leastDelay,
  leastExclusion,
  leastOvertime,
  missedOf,
  withoutLimits,
  withoutLoad,
} from './relaxing.ts'
import type { Reason, UnassignedReason } from './unassigned-reason.ts'

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
  const { vehicleCount, allowed, problem } = model
  const candidates = problem.vehicles.flatMap((_, vehicle) =>
    allowed[request * vehicleCount + vehicle] ? vehicle : [],
  )
  const byItself = unservableReason(model, request, candidates)
  if (byItself) return byItself
  if (insertedInto(model, full, request)) {
    const { penalty } = problem.requests[request]!
    return { code: penalty === undefined ? 'combination' : 'penalty' }
  }
  if (!insertedInto(model, idle, request)) return aloneReason(model, idle, request, candidates)
  const open = candidates.filter((vehicle) => !full.closed[vehicle])
  const small = open.length > 0 && tooLarge(model, request, open)
  return small ? { ...small, isFree: true } : crowdedReason(model, full, request)
}

/** Why no vehicle can serve the request, whatever else it does and whenever; undefined where one can. */
function unservableReason(model: Model, request: number, candidates: number[]): Reason | undefined {
  const { problem, vehicleCount } = model
  const { skills = [], stops, vehicleIds } = problem.requests[request]!
  if (vehicleCount === 0) return { code: 'no_vehicles' }
  const missing = skills.filter((skill) => !problem.vehicles.some((one) => one.skills?.includes(skill)))
  if (missing.length > 0) return { code: 'skills', missing }
  if (candidates.length === 0) return vehicleIds ? { code: 'vehicles' } : { code: 'skills', missing: skills }
  const capacity = tooLarge(model, request, candidates)
  if (capacity) return { ...capacity, isFree: false }
  const cut = stops.findIndex((stop) => !candidates.some((vehicle) => reaches(model, vehicle, stop.location)))
  return cut < 0 ? undefined : { code: 'unreachable', stop: cut }
}

/** Why the request does not fit even a vehicle that does nothing else. */
function aloneReason(model: Model, idle: Routes, request: number, candidates: number[]): Reason {
  const fits = () => insertedInto(model, idle, request)?.vehicle
  const delay = leastDelay(model, request, fits)
  if (delay) {
    const excluded = leastExclusion(model, request, candidates)
    return excluded > 0
      ? { code: 'windows_exclude', late: excluded }
      : { code: 'window_impossible', ...missedOf(model, request, delay, fits) }
  }
  const overtime = leastOvertime(model, idle, fits)
  if (overtime) return { code: 'shift', late: overtime.seconds }
  const limited = withoutLimits(model, idle, request)
  return limited ? { code: 'limits', ...limited.exceeded } : { code: 'combination' }
}

/** Which constraint of a request that would fit an idle vehicle the other requests of the plan leave no room for. */
function crowdedReason(model: Model, full: Routes, request: number): Reason {
  const fits = () => insertedInto(model, full, request)?.vehicle
  const delay = leastDelay(model, request, fits)
  const overtime = leastOvertime(model, full, fits)
  if (delay && (!overtime || delay.seconds <= overtime.seconds))
    return { code: 'window', ...missedOf(model, request, delay, fits) }
  if (overtime) return { code: 'overtime', late: overtime.seconds, vehicleId: idOf(model, overtime.vehicle) }
  const crowded = withoutLoad(model, full, request)
  if (crowded) return { code: 'full', ...crowded }
  const limited = withoutLimits(model, full, request)
  return limited
    ? { code: 'limits', vehicleId: idOf(model, limited.vehicle), ...limited.exceeded }
    : { code: 'combination' }
}

function routesOf(model: Model, orders: readonly Int32Array[]): Routes {
  const routes = emptyRoutes(model)
  placeOrders(model, routes, orders)
  return routes
}

/** Whether the vehicle can drive from its start to the location, and from there to its end. */
function reaches(model: Model, vehicle: number, location: number) {
  const { start, end, seconds, locations } = model.vehicles[vehicle]!
  return (
    seconds[start * locations + location]! < Infinity &&
    (end < 0 || seconds[location * locations + end]! < Infinity)
  )
}
