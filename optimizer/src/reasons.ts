import { createInsertion, noBlink } from './insertion/found.ts'
import { tryRoute } from './insertion/insertion.ts'
import { buildModel, type Model } from './model/model.ts'
import { type StartRoute, startingOrders } from './plan/start.ts'
import type { Plan, Problem } from './problem/problem.ts'
import { emptyRoutes, type Routes, removeAbsent, setOrder } from './routes/routes.ts'
import { updateRoute } from './routes/update.ts'

/** Why a request is in no route: the first constraint that, relaxed alone, would have let it in. */
export type UnassignedReason = { requestId: string } & (
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
)

/** Longer than any window is moved, in seconds. */
const day = 86_400
const minute = 60

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

type Reason = UnassignedReason extends infer One
  ? One extends unknown
    ? Omit<One, 'requestId'>
    : never
  : never

function reasonOf(model: Model, { full, idle }: { full: Routes; idle: Routes }, request: number): Reason {
  const { problem, vehicleCount, allowed } = model
  const { skills = [], stops, penalty } = problem.requests[request]!
  if (vehicleCount === 0) return { code: 'no_vehicles' }
  const missing = skills.filter((skill) => !problem.vehicles.some((one) => one.skills?.includes(skill)))
  if (missing.length > 0) return { code: 'skills', missing }
  const candidates = problem.vehicles.flatMap((_, vehicle) =>
    allowed[request * vehicleCount + vehicle] ? vehicle : [],
  )
  if (candidates.length === 0)
    return problem.requests[request]!.vehicleIds ? { code: 'vehicles' } : { code: 'skills', missing: skills }
  const capacity = tooLarge(model, request, candidates)
  if (capacity) return capacity
  const cut = stops.findIndex((stop) => !candidates.some((vehicle) => reaches(model, vehicle, stop.location)))
  if (cut >= 0) return { code: 'unreachable', stop: cut }
  const fits = (routes: Routes) => insertedInto(model, routes, request)
  if (fits(full) !== undefined) return { code: penalty === undefined ? 'combination' : 'penalty' }
  if (fits(idle) === undefined) {
    const late = leastDelay(model, request, () => fits(idle))
    if (late !== undefined) return { code: 'windows_exclude', late: late.seconds }
    const over = leastOvertime(model, idle, () => fits(idle))
    return over ? { code: 'shift', late: over.seconds } : { code: 'combination' }
  }
  const late = leastDelay(model, request, () => fits(full))
  const over = leastOvertime(model, full, () => fits(full))
  if (late && (!over || late.seconds <= over.seconds))
    return { code: 'window', late: late.seconds, vehicleId: idOf(model, late.vehicle) }
  if (over) return { code: 'overtime', late: over.seconds, vehicleId: idOf(model, over.vehicle) }
  const roomy = withoutLoad(model, request, () => fits(full))
  if (roomy !== undefined) return { code: 'full', vehicleId: idOf(model, roomy) }
  const unlimited = withoutLimits(model, () => fits(full))
  return unlimited === undefined
    ? { code: 'combination' }
    : { code: 'limits', vehicleId: idOf(model, unlimited) }
}

const idOf = (model: Model, vehicle: number) => model.problem.vehicles[vehicle]!.id

function routesOf(model: Model, orders: readonly Int32Array[]): Routes {
  const routes = emptyRoutes(model)
  orders.forEach((order, vehicle) => {
    setOrder(routes, vehicle, order)
    for (const node of order)
      if (model.nodeRequest[node]! >= 0) removeAbsent(routes, model.nodeRequest[node]!)
    updateRoute(model, routes, vehicle)
  })
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

function reaches(model: Model, vehicle: number, location: number) {
  const { start, end, seconds, locations } = model.vehicles[vehicle]!
  return (
    seconds[start * locations + location]! < Infinity &&
    (end < 0 || seconds[location * locations + end]! < Infinity)
  )
}

interface Found {
  seconds: number
  vehicle: number
}

/** The least of a relaxation that lets `fits` succeed, to the minute; undefined where even a day is not enough. */
function least(apply: (seconds: number) => void, fits: () => number | undefined): Found | undefined {
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

/** How much later the windows of the request would have to close. */
function leastDelay(model: Model, request: number, fits: () => number | undefined): Found | undefined {
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

/** How much longer the shifts would have to be. */
function leastOvertime(model: Model, routes: Routes, fits: () => number | undefined): Found | undefined {
  const until = model.vehicles.map(({ latest }) => latest)
  return least((seconds) => {
    model.vehicles.forEach((vehicle, index) => {
      vehicle.latest = until[index]! + seconds
      updateRoute(model, routes, index)
    })
  }, fits)
}

function withoutLoad(model: Model, request: number, fits: () => number | undefined): number | undefined {
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

function withoutLimits(model: Model, fits: () => number | undefined): number | undefined {
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
