import type { Problem } from '../problem/problem.ts'
import type { RouteOrder } from './route-order.ts'
import { resequenced } from './sequence.ts'
import { type TimedRoute, timeRoute } from './time-route.ts'

/** The figures of a route or of a whole plan. Seconds and metres. */
export interface PlanFigures {
  /** Vehicles with at least one visit. */
  vehicles: number
  metres: number
  travelling: number
  serving: number
  waiting: number
  /** From the starts to the ends. */
  working: number
  /** After the last window of a stop, and how many stops that is. */
  lateSeconds: number
  lateStops: number
  /** After the `due` of a stop. */
  pastDueSeconds: number
  pastDueStops: number
  violations: number
}

/** The figures of a plan. */
export interface WholePlanFigures extends PlanFigures {
  /** Requests in no route. */
  unassigned: number
}

/** What became of the route of one vehicle. Lists of request ids. */
export interface RouteDifference {
  vehicleId: string
  before: PlanFigures
  after: PlanFigures
  added: string[]
  removed: string[]
  /** Those that stayed but changed places with others that stayed; as few as explain the new order. */
  resequenced: string[]
}

export interface PlanComparison {
  before: WholePlanFigures
  after: WholePlanFigures
  /** Requests that changed from one vehicle to another. */
  moved: { requestId: string; from: string; to: string }[]
  /** Requests that were in no route before, and the vehicle they are on now. */
  added: { requestId: string; to: string }[]
  /** Requests that are in no route any more, and the vehicle they were on. */
  removed: { requestId: string; from: string }[]
  resequenced: string[]
  /** Of every vehicle whose route or its times changed, in the order of the problem. */
  routes: RouteDifference[]
}

/**
 * The figures of two plans of the same problem, and what became of their requests.
 * @throws RangeError for an unknown vehicle, request or stop
 */
export function comparePlans(
  problem: Problem,
  before: readonly RouteOrder[],
  after: readonly RouteOrder[],
): PlanComparison {
  const [was, is] = [sideOf(problem, before), sideOf(problem, after)]
  const changed = problem.requests.flatMap(({ id }) => {
    const [from, to] = [was.vehicleOf.get(id), is.vehicleOf.get(id)]
    return from === to ? [] : [{ requestId: id, from, to }]
  })
  const routes = problem.vehicles.flatMap(({ id }): RouteDifference[] => {
    const [old, now] = [was.routes.get(id), is.routes.get(id)]
    const moved = resequenced(old?.visits ?? [], now?.visits ?? [])
    const added = changed.filter(({ to }) => to === id).map(({ requestId }) => requestId)
    const removed = changed.filter(({ from }) => from === id).map(({ requestId }) => requestId)
    const [figuresBefore, figuresAfter] = [old?.figures ?? nothing, now?.figures ?? nothing]
    const isSame =
      moved.length + added.length + removed.length === 0 &&
      old?.starts === now?.starts &&
      figureNames.every((name) => figuresBefore[name] === figuresAfter[name])
    if (isSame) return []
    return [{ vehicleId: id, before: figuresBefore, after: figuresAfter, added, removed, resequenced: moved }]
  })
  return {
    before: was.figures,
    after: is.figures,
    moved: changed.flatMap(({ requestId, from, to }) => (from && to ? [{ requestId, from, to }] : [])),
    added: changed.flatMap(({ requestId, from, to }) => (!from && to ? [{ requestId, to }] : [])),
    removed: changed.flatMap(({ requestId, from, to }) => (from && !to ? [{ requestId, from }] : [])),
    resequenced: routes.flatMap((route) => route.resequenced),
    routes,
  }
}

const nothing: PlanFigures = {
  vehicles: 0,
  metres: 0,
  travelling: 0,
  serving: 0,
  waiting: 0,
  working: 0,
  lateSeconds: 0,
  lateStops: 0,
  pastDueSeconds: 0,
  pastDueStops: 0,
  violations: 0,
}

const figureNames = Object.keys(nothing) as (keyof PlanFigures)[]

function figuresOf({ visits, starts, ends, violations, pastDue, ...timed }: TimedRoute): PlanFigures {
  const late = violations.filter(({ code }) => code === 'late')
  return {
    vehicles: visits.length > 0 ? 1 : 0,
    metres: timed.metres,
    travelling: timed.travelling,
    serving: timed.serving,
    waiting: timed.waiting,
    working: ends - starts,
    lateSeconds: late.reduce((sum, { amount }) => sum + amount, 0),
    lateStops: late.length,
    pastDueSeconds: pastDue.seconds,
    pastDueStops: pastDue.stops,
    violations: violations.length,
  }
}

function sideOf(problem: Problem, orders: readonly RouteOrder[]) {
  const routes = new Map(
    orders.map((order) => {
      const timed = timeRoute(problem, order)
      return [order.vehicleId, { ...timed, figures: figuresOf(timed) }]
    }),
  )
  const vehicleOf = new Map<string, string>()
  for (const { vehicleId, visits } of orders)
    for (const { requestId } of visits) if (requestId !== undefined) vehicleOf.set(requestId, vehicleId)
  const total = { ...nothing }
  for (const { figures } of routes.values()) for (const name of figureNames) total[name] += figures[name]
  const unassigned = problem.requests.filter(({ id }) => !vehicleOf.has(id)).length
  return { routes, vehicleOf, figures: { ...total, unassigned } }
}
