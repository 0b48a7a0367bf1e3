import { peakOf } from './edit/loads.ts'
import type { Sequence } from './edit/route-order.ts'
import { timesOf } from './edit/timing.ts'
import { createInsertion, type Insertion, noBlink } from './insertion/found.ts'
import { tryRoute } from './insertion/insertion.ts'
import { buildModel, type Model } from './model/model.ts'
import { type StartRoute, startingOrders } from './plan/start.ts'
import type { Plan, Problem, Window } from './problem/problem.ts'
import { emptyRoutes, type Routes, removeAbsent, setOrder } from './routes/routes.ts'
import { updateRoute } from './routes/update.ts'
import { beginOf, tolerance } from './routes/windows.ts'

/** Why a request is in no route: the first constraint that, relaxed alone, would have let it in. */
export type UnassignedReason = { requestId: string } & (
  | { code: 'no_vehicles' }
  /** No vehicle has these skills, or none that has them is among the vehicles it may go to. */
  | { code: 'skills'; missing: string[] }
  | { code: 'vehicles' }
  /** `isFree`: larger vehicles may have it, but their routes may not change. */
  | { code: 'capacity'; dimension: number; needed: number; largest: number; isFree: boolean }
  | { code: 'unreachable'; stop: number }
  /** No vehicle can keep the windows of all its stops, wherever it starts; `late` seconds at best. */
  | { code: 'windows_exclude'; late: number }
  /** Even a vehicle that does nothing else comes too late; the nearest one `late` seconds. */
  | ({ code: 'window_impossible'; late: number; vehicleId: string } & MissedWindow)
  /** It fits no shift even alone. */
  | { code: 'shift'; late: number }
  /** It fits once its windows close this much later. */
  | ({ code: 'window'; late: number; vehicleId: string } & MissedWindow)
  /** It fits once a vehicle may work this much longer. */
  | { code: 'overtime'; late: number; vehicleId: string }
  /** It fits once a vehicle has more room than is `free` on its way. */
  | { code: 'full'; vehicleId: string; dimension: number; needed: number; free: number }
  /** It fits once a vehicle may drive farther, work longer or make more stops; without `vehicleId` already by itself. */
  | ({ code: 'limits'; vehicleId?: string } & ExceededLimit)
  /** It would fit, but costs more than leaving it out. */
  | { code: 'penalty' }
  | { code: 'combination' }
)

/** The stop whose window alone would have to close later, and that window; none where it takes several. */
export interface MissedWindow {
  stop?: number
  window?: Window
}

/** Metres, seconds or stops of the route with the request, and how many are allowed; none where several limits are exceeded. */
export interface ExceededLimit {
  limit?: 'metres' | 'seconds' | 'stops'
  needed?: number
  allowed?: number
}

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
  if (capacity) return { ...capacity, isFree: false }
  const cut = stops.findIndex((stop) => !candidates.some((vehicle) => reaches(model, vehicle, stop.location)))
  if (cut >= 0) return { code: 'unreachable', stop: cut }
  const vehicleIn = (routes: Routes) => insertedInto(model, routes, request)?.vehicle
  if (vehicleIn(full) !== undefined) return { code: penalty === undefined ? 'combination' : 'penalty' }
  if (vehicleIn(idle) === undefined) {
    const late = leastDelay(model, request, () => vehicleIn(idle))
    if (late) {
      const excluded = leastExclusion(model, request, candidates)
      return excluded > 0
        ? { code: 'windows_exclude', late: excluded }
        : { code: 'window_impossible', ...missedOf(model, request, late, () => vehicleIn(idle)) }
    }
    const over = leastOvertime(model, idle, () => vehicleIn(idle))
    if (over) return { code: 'shift', late: over.seconds }
    const alone = withoutLimits(model, idle, request)
    return alone ? { code: 'limits', ...alone.exceeded } : { code: 'combination' }
  }
  const open = candidates.filter((vehicle) => !full.closed[vehicle])
  const small = open.length > 0 && tooLarge(model, request, open)
  if (small) return { ...small, isFree: true }
  const late = leastDelay(model, request, () => vehicleIn(full))
  const over = leastOvertime(model, full, () => vehicleIn(full))
  if (late && (!over || late.seconds <= over.seconds))
    return { code: 'window', ...missedOf(model, request, late, () => vehicleIn(full)) }
  if (over) return { code: 'overtime', late: over.seconds, vehicleId: idOf(model, over.vehicle) }
  const crowded = withoutLoad(model, full, request)
  if (crowded) return { code: 'full', ...crowded }
  const limited = withoutLimits(model, full, request)
  return limited
    ? { code: 'limits', vehicleId: idOf(model, limited.vehicle), ...limited.exceeded }
    : { code: 'combination' }
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

/** Where the request fits most cheaply; undefined for nowhere. @param isMeant whether a vehicle is asked at all */
function insertedInto(
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
function routeWith(model: Model, routes: Routes, request: number, { vehicle, before }: Insertion): Sequence {
  const nodes = Array.from(routes.order[vehicle]!.subarray(0, routes.length[vehicle]!))
  for (let stop = model.stopsOf[request]! - 1; stop >= 0; stop--)
    nodes.splice(before[stop]!, 0, model.firstStop[request]! + stop)
  return { vehicle, nodes, length: nodes.length }
}

/** What the request takes of a dimension when most of it is on board. */
function neededBy(model: Model, request: number, dimension: number): number {
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
function tooLarge(model: Model, request: number, vehicles: readonly number[]) {
  for (let dimension = 0; dimension < model.dimensions; dimension++) {
    const needed = neededBy(model, request, dimension)
    const largest = Math.max(...vehicles.map((vehicle) => model.vehicles[vehicle]!.capacity[dimension]!))
    if (needed > largest + tolerance) return { code: 'capacity' as const, dimension, needed, largest }
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

const nodesOf = ({ firstStop, stopsOf }: Model, request: number): number[] =>
  Array.from({ length: stopsOf[request]! }, (_, stop) => firstStop[request]! + stop)

/** How much later the windows of the request would have to close. */
const leastDelay = (model: Model, request: number, fits: () => number | undefined): Found | undefined =>
  least(closingLater(model, nodesOf(model, request)), fits)

/** The first stop whose window would have to close later, where that is enough. */
function missedOf(
  model: Model,
  request: number,
  { seconds, vehicle }: Found,
  fits: () => number | undefined,
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
function leastExclusion(model: Model, request: number, candidates: readonly number[]): number {
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
function leastOvertime(model: Model, routes: Routes, fits: () => number | undefined): Found | undefined {
  const until = model.vehicles.map(({ latest }) => latest)
  return least((seconds) => {
    model.vehicles.forEach((vehicle, index) => {
      vehicle.latest = until[index]! + seconds
      updateRoute(model, routes, index)
    })
  }, fits)
}

/** The vehicle that would take the request if it weighed nothing, of those that could carry it alone. */
function withoutLoad(model: Model, routes: Routes, request: number) {
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
function withoutLimits(
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
