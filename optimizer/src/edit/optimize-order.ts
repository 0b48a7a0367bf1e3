import type { EditProblem, Objective, Plan, PlanStop, PlanVehicle, Problem } from '../problem/problem.ts'
import { orderOf, type RouteOrder } from '../problem/route.ts'
import { legsOf, matricesOf } from '../problem/travel.ts'
import { type SolveOptions, solve } from '../solve.ts'
import { modelOf, nodesOf, requestOf, vehicleOf } from './indexed-model.ts'
import { isBetter, scoreOf } from './score.ts'

export interface OrderOptions {
  objective?: Objective
  /** Changes to try; the same number gives the same order. */
  iterations?: number
  seed?: number
}

const usualIterations = 2000

/**
 * The route with its visits in a better order, on the same vehicle and with the same requests. Where no order keeps every
 * constraint it breaks as little as the search finds; a route that it cannot improve comes back as it is, and so does one
 * whose requests are not all there. What is frozen stays. With a fixed departure the shift begins then.
 * @throws RangeError for an unknown vehicle, request or stop
 */
export function optimizeOrder(
  problem: EditProblem,
  route: RouteOrder,
  { objective = 'distance', iterations = usualIterations, seed = 1 }: OrderOptions = {},
): RouteOrder {
  const order = orderOf(route)
  const whole = aloneWith(problem, order)
  if (order.isClosed || !whole) return order
  const search = (alone: Problem, by: Objective): RouteOrder | undefined => {
    const start = [{ vehicleId: order.vehicleId, visits: [...order.visits], frozen: order.frozen }]
    const plan = planOf(alone, { objective: by, iterations, seed, start })
    const [found] = plan?.routes ?? []
    return found && plan?.unassigned.length === 0 ? { ...order, visits: orderOf(found).visits } : undefined
  }
  const kept = search(whole, objective)
  if (kept) return kept
  let best = order
  for (const mayOverload of [false, true]) {
    const found = search(withLateness(whole, mayOverload), 'punctuality')
    if (found && isBetter(scoreOfOrder(problem, found), scoreOfOrder(problem, best))) best = found
  }
  return best
}

/** Undefined where the solver refuses the start, because its frozen beginning breaks something by itself. */
function planOf(problem: Problem, options: SolveOptions): Plan | undefined {
  try {
    return solve(problem, options).plan
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function scoreOfOrder(problem: EditProblem, { vehicleId, visits, startsAt }: RouteOrder) {
  const indexed = modelOf(problem)
  const vehicle = vehicleOf(indexed, vehicleId)
  const nodes = nodesOf(indexed, vehicle, visits)
  return scoreOf(indexed.model, { vehicle, nodes, length: nodes.length, startsAt })
}

/** The vehicle with its requests, which no other may serve and which must be served; undefined where stops are missing or repeated. */
function aloneWith(problem: EditProblem, { vehicleId, visits, startsAt }: RouteOrder): Problem | undefined {
  const indexed = modelOf(problem)
  const vehicle = problem.vehicles[vehicleOf(indexed, vehicleId)]!
  const ids = new Set(visits.flatMap(({ requestId }) => requestId ?? []))
  const requests = [...ids].map((id) => problem.requests[requestOf(indexed, id)]!)
  const stops = visits.flatMap(({ requestId, stop }) =>
    requestId === undefined ? [] : `${stop} ${requestId}`,
  )
  const isWhole = requests.every(({ id, stops: all }) =>
    all.every((_, stop) => stops.includes(`${stop} ${id}`)),
  )
  if (!isWhole || new Set(stops).size < stops.length) return undefined
  // Its own locations alone: of a plan with thousands of them matrices would take the solver longer than the search.
  const locations: number[] = []
  const indexes = new Map<number, number>()
  const locationOf = (location: number) => {
    const known = indexes.get(location) ?? locations.push(location) - 1
    indexes.set(location, known)
    return known
  }
  const { start, end, reload } = vehicle
  const own = {
    ...(startsAt === undefined ? vehicle : leavingAt(vehicle, startsAt)),
    travel: 0,
    start: locationOf(start),
    end: end === undefined ? undefined : locationOf(end),
    reload: reload && { ...reload, location: locationOf(reload.location) },
  }
  const ownRequests = requests.map(({ penalty: _, skills: __, vehicleIds: ___, ...request }) => ({
    ...request,
    stops: request.stops.map((stop) => ({ ...stop, location: locationOf(stop.location) })),
  }))
  return {
    travel: [matricesOf(legsOf(problem.travel[vehicle.travel]!), locations)],
    vehicles: [own],
    requests: ownRequests,
  }
}

const leavingAt = (vehicle: PlanVehicle, startsAt: number): PlanVehicle => ({
  ...vehicle,
  shift: { ...vehicle.shift, from: startsAt },
  isStartFixed: true,
})

/** Without limits of time and distance: what is late is only expensive. */
function withLateness({ travel, requests, vehicles }: Problem, mayOverload: boolean): Problem {
  return {
    travel,
    vehicles: vehicles.map(({ maxMetres: _, maxSeconds: __, maxStops: ___, ...vehicle }) => ({
      ...vehicle,
      shift: { from: vehicle.shift.from, until: Infinity },
      capacity: mayOverload ? vehicle.capacity.map(() => Infinity) : vehicle.capacity,
    })),
    requests: requests.map((request) => ({ ...request, stops: request.stops.map(withDue) })),
  }
}

const withDue = ({ windows = [], ...stop }: PlanStop): PlanStop =>
  windows.length === 0
    ? stop
    : { ...stop, windows: [{ from: windows[0]!.from, until: Infinity }], due: windows.at(-1)!.until }
