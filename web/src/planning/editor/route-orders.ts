import type { PlanContent, PlanRoute, PlanVisit } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import {
  type EditProblem,
  type RouteOrder,
  type RouteStop,
  type TimedRoute,
  timeRoute,
} from '@rumbo/optimizer'
import { solverVisits } from '@rumbo/planning/content'
import { departureOf } from '@rumbo/planning/departures'

export type StopsToCome = ReadonlyMap<string, readonly string[]>

/** The stop of a visit of the optimizer; null for a reload. */
export const stopIdOf = ({ requestId, stop = 0 }: RouteStop, stopsToCome: StopsToCome): string | null =>
  requestId === undefined ? null : (stopsToCome.get(requestId)?.[stop] ?? null)

export interface OrderContext {
  workspace: Pick<PlanWorkspace, 'origin' | 'now' | 'vehicles'>
  stopsToCome: StopsToCome
}

/** A route as the optimizer takes it: the stops to come, and what may not change. */
export function routeOrderOf(route: PlanRoute, { workspace, stopsToCome }: OrderContext): RouteOrder {
  return {
    vehicleId: route.vehicleId,
    visits: solverVisits(route, stopsToCome),
    startsAt: departureOf(route, workspace),
    isClosed: route.isLocked,
  }
}

/** Stops of a route that are made or cancelled, or whose order may not be planned: they are not timed. */
const isOver = ({ serviceId, stopId }: PlanVisit, stopsToCome: StopsToCome) =>
  serviceId !== null && !stopsToCome.get(serviceId)?.includes(stopId as string)

/**
 * The plan with routes in other orders; routes that did not change stay the same objects. Stops that are over go along with
 * those to come of the same service: a service is in one route.
 */
export function withOrders(
  content: PlanContent,
  orders: readonly RouteOrder[],
  stopsToCome: StopsToCome,
): PlanContent {
  const visits = new Map(
    content.routes.flatMap((route) =>
      route.visits.map((visit): [string, PlanVisit] => [visit.stopId ?? '', visit]),
    ),
  )
  const ordered = new Map(orders.map((order) => [order.vehicleId, order]))
  const placed = new Map(
    orders.flatMap(({ vehicleId, visits }) =>
      visits.flatMap(({ requestId }): [string, string][] =>
        requestId === undefined ? [] : [[requestId, vehicleId]],
      ),
    ),
  )
  const over = new Map<string, PlanVisit[]>()
  for (const { vehicleId, visits } of content.routes)
    for (const visit of visits) {
      if (!isOver(visit, stopsToCome)) continue
      const at = placed.get(visit.serviceId as string) ?? vehicleId
      over.set(at, [...(over.get(at) ?? []), visit])
    }
  const nextOf = (order: RouteOrder) => [...(over.get(order.vehicleId) ?? []), ...order.visits.map(visitOf)]
  const visitOf = (stop: RouteStop): PlanVisit => {
    const stopId = stopIdOf(stop, stopsToCome)
    if (stopId === null) return { serviceId: null, stopId: null, lock: null }
    return visits.get(stopId) ?? { serviceId: stop.requestId as string, stopId, lock: null }
  }
  const changed = content.routes.flatMap((route): PlanRoute[] => {
    const order = ordered.get(route.vehicleId)
    ordered.delete(route.vehicleId)
    if (!order) return [route]
    const next = nextOf(order)
    const isSame =
      next.length === route.visits.length && next.every((visit, at) => visit === route.visits[at])
    if (isSame) return [route]
    return next.length === 0 && !route.isLocked ? [] : [{ ...route, visits: next }]
  })
  const added = [...ordered.values()]
    .filter((order) => order.visits.length > 0)
    .map(
      (order): PlanRoute => ({
        vehicleId: order.vehicleId,
        visits: nextOf(order),
        startsAt: null,
        isLocked: false,
      }),
    )
  return { routes: [...changed, ...added] }
}

interface Timing {
  startsAt: number | undefined
  timed: TimedRoute
}
const timings = new WeakMap<EditProblem, WeakMap<PlanRoute, Timing>>()

/** Times of the routes whose vehicle the problem has; routes that did not change since are not timed again. */
export function timeRoutes(
  problem: EditProblem,
  { routes }: PlanContent,
  context: OrderContext,
): ReadonlyMap<string, TimedRoute> {
  const known = timings.get(problem) ?? new WeakMap<PlanRoute, Timing>()
  timings.set(problem, known)
  const vehicles = new Set(problem.vehicles.map(({ id }) => id))
  const timed = new Map<string, TimedRoute>()
  for (const route of routes) {
    if (!vehicles.has(route.vehicleId)) continue
    const startsAt = departureOf(route, context.workspace)
    let found = known.get(route)
    if (found?.startsAt !== startsAt || found === undefined) {
      found = { startsAt, timed: timeRoute(problem, routeOrderOf(route, context)) }
      known.set(route, found)
    }
    timed.set(route.vehicleId, found.timed)
  }
  return timed
}
