import type { PlanRoute, PlanVisit } from '@rumbo/contract/planning.contract'
import type { Order, OrderStop, PlanVehicle } from '@rumbo/contract/planning.workspace.contract'
import type { TimedRoute, Violation, Visit } from '@rumbo/optimizer'
import { type AcceptedViolation, splitViolations } from '@rumbo/planning/exceptions'
import { loadShareOf } from '@rumbo/planning/figures'
import { type PlanDay, secondOf, stopsToComeOf } from '@rumbo/planning/problem'

/** A visit of a route as it is shown. Times are seconds of the plan. */
export interface VisitView {
  /** The stop, or the place of a reload in its route. */
  key: string
  vehicleId: string
  /** Index in the visits of the route. */
  at: number
  /** Index among the visits still to come; null where it is over or not known. */
  ahead: number | null
  /** Counted from 1 in its route, reloads left out; 0 for a reload. */
  number: number
  visit: PlanVisit
  /** Null for a reload, and where the service is no longer among the orders. */
  order: Order | null
  stop: OrderStop | null
  place: { latitude: number; longitude: number } | null
  /** Null until times are known. A stop already made has the times of reality. */
  times: { arrives: number; begins: number; departs: number } | null
  isMade: boolean
  /** Will not be made any more, and has no times: cancelled, completed without having been recorded, or no longer of the day. */
  over: 'cancelled' | 'completed' | 'gone' | null
  window: { from: number | null; until: number | null }
  violations: readonly Violation[]
  /** What it breaks by an exception that was accepted. */
  accepted: readonly AcceptedViolation[]
  /** Seconds after the end of its window. */
  lateSeconds: number
}

export interface RouteView {
  vehicleId: string
  vehicle: PlanVehicle | null
  /** Index among the vehicles of the day: decides its colour and the style of its line. */
  index: number
  route: PlanRoute
  timed: TimedRoute | null
  visits: readonly VisitView[]
  stops: number
  /** Violations of no single visit, and those that were accepted as exceptions. */
  violations: readonly Violation[]
  accepted: readonly AcceptedViolation[]
  /** Has stops to come without times, since its vehicle cannot be planned. */
  isUntimed: boolean
  /** How many constraints it breaks in all; an untimed route is one. */
  wrongs: number
  /** How many exceptions were accepted in all. */
  exceptions: number
  lateSeconds: number
  /** The fullest of seats, kilograms and cubic metres at its peak, from 0; null where it carries nothing counted. */
  loadShare: number | null
}

interface RouteInput {
  workspace: PlanDay
  routes: readonly PlanRoute[]
  timed: ReadonlyMap<string, TimedRoute>
}

/**
 * The routes with what the screen shows of them, by vehicle; vehicles without a route have an empty one.
 * @param before those of the same day as shown last: a route that did not change stays the same object
 */
export function routeViews(
  { workspace, routes, timed }: RouteInput,
  before?: ReadonlyMap<string, RouteView>,
): Map<string, RouteView> {
  const orders = new Map(workspace.orders.map((order) => [order.serviceId, order]))
  const toCome = stopsToComeOf(workspace)
  const given = new Map(routes.map((route) => [route.vehicleId, route]))
  const vehicles = new Map(workspace.vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const ids = [...new Set([...vehicles.keys(), ...given.keys()])]
  return new Map(
    ids.map((vehicleId, index) => {
      const route = given.get(vehicleId) ?? emptyRoute(vehicleId)
      const vehicle = vehicles.get(vehicleId) ?? null
      const times = timed.get(vehicleId) ?? null
      const present = { vehicleId, vehicle, index, route, timed: times }
      const was = before?.get(vehicleId)
      const isSame = was !== undefined && isUnchanged(was, present, { workspace, orders })
      return [vehicleId, isSame ? was : routeView(present, { workspace, orders, toCome })]
    }),
  )
}

const nothing: ReturnType<typeof splitViolations> = { violations: [], accepted: [] }
const emptyRoutes = new Map<string, PlanRoute>()
/** The same object each time, so that rows of unplanned vehicles need not be drawn again. */
function emptyRoute(vehicleId: string): PlanRoute {
  const made = emptyRoutes.get(vehicleId) ?? { vehicleId, visits: [], startsAt: null, isLocked: false }
  emptyRoutes.set(vehicleId, made)
  return made
}

/** Whether a route would be shown as it was, on a day of the same origin. */
function isUnchanged(
  was: RouteView,
  { vehicle, index, route, timed }: Pick<RouteView, 'vehicle' | 'index' | 'route' | 'timed'>,
  { workspace, orders }: { workspace: PlanDay; orders: ReadonlyMap<string, Order> },
): boolean {
  return (
    was.route === route &&
    was.timed === timed &&
    was.vehicle === vehicle &&
    was.index === index &&
    was.visits.every(
      ({ visit, order, stop, place }) =>
        order === orderOf(visit, orders) &&
        place === placeOf(workspace, placeIndexOf(workspace, visit, stop)),
    )
  )
}

const orderOf = ({ serviceId }: PlanVisit, orders: ReadonlyMap<string, Order>): Order | null =>
  serviceId === null ? null : (orders.get(serviceId) ?? null)
const placeIndexOf = ({ depotPlace }: PlanDay, { stopId }: PlanVisit, stop: OrderStop | null) =>
  stopId === null ? depotPlace : (stop?.place ?? null)

function routeView(
  given: Pick<RouteView, 'vehicleId' | 'vehicle' | 'index' | 'route' | 'timed'>,
  {
    workspace,
    orders,
    toCome,
  }: {
    workspace: PlanDay
    orders: ReadonlyMap<string, Order>
    toCome: ReadonlyMap<string, readonly string[]>
  },
): RouteView {
  const { route, timed, vehicle } = given
  const split = timed === null ? nothing : splitViolations(route, timed, toCome)
  const timedVisits = timed === null ? [] : alignVisits(route.visits, timed, toCome)
  const timedAt = new Map(timedVisits.map(({ at, index }) => [at, index]))
  let number = 0
  const visits = route.visits.map((visit, at): VisitView => {
    const order = orderOf(visit, orders)
    const stop = order?.stops.find(({ stopId }) => stopId === visit.stopId) ?? null
    const index = timedAt.get(at)
    const planned = index === undefined ? null : (timed?.visits[index] ?? null)
    const window = {
      from: stop?.windowStart ? secondOf(workspace, stop.windowStart) : null,
      until: stop?.windowEnd ? secondOf(workspace, stop.windowEnd) : null,
    }
    const times = planned ?? madeTimes(workspace, stop)
    const violations =
      index === undefined ? [] : split.violations.filter((violation) => violation.visit === index)
    const accepted =
      index === undefined ? [] : split.accepted.filter(({ violation }) => violation.visit === index)
    return {
      key: visit.stopId ?? `reload-${at}`,
      vehicleId: given.vehicleId,
      at,
      ahead: index ?? null,
      number: visit.stopId === null ? 0 : ++number,
      visit,
      order,
      stop,
      place: placeOf(workspace, placeIndexOf(workspace, visit, stop)),
      times,
      isMade: stop !== null && (stop.arrived !== null || stop.departed !== null),
      over: times === null ? overOf(visit, order, stop) : null,
      window,
      violations,
      accepted,
      lateSeconds: Math.max(
        times === null || window.until === null ? 0 : times.begins - window.until,
        ...violations.filter(({ code }) => code === 'late').map(({ amount }) => amount),
        0,
      ),
    }
  })
  const isUntimed =
    timed === null &&
    route.visits.some(
      ({ serviceId, stopId }) =>
        serviceId !== null && stopId !== null && (toCome.get(serviceId)?.includes(stopId) ?? false),
    )
  return {
    ...given,
    visits,
    isUntimed,
    stops: number,
    violations: split.violations.filter((violation) => violation.visit === undefined),
    accepted: split.accepted.filter(({ violation }) => violation.visit === undefined),
    wrongs: split.violations.length + (isUntimed ? 1 : 0),
    exceptions: split.accepted.length,
    lateSeconds: visits.reduce((sum, { lateSeconds }) => sum + lateSeconds, 0),
    loadShare: loadShareOf(vehicle, timed),
  }
}

function overOf({ stopId }: PlanVisit, order: Order | null, stop: OrderStop | null): VisitView['over'] {
  if (stopId === null) return null
  if (order === null || stop === null) return 'gone'
  if (stop.isCancelled || order.state === 'cancelled') return 'cancelled'
  return order.state === 'completed' ? 'completed' : null
}

const placeOf = ({ places }: PlanDay, index: number | null) =>
  index === null ? null : (places[index] ?? null)

function madeTimes(workspace: PlanDay, stop: OrderStop | null): VisitView['times'] {
  const { arrived, departed } = stop ?? { arrived: null, departed: null }
  const first = arrived ?? departed
  if (first === null) return null
  const arrives = secondOf(workspace, first)
  return { arrives, begins: arrives, departs: departed === null ? arrives : secondOf(workspace, departed) }
}

/** Which visit of the timed route belongs to which visit of the plan; those made already are timed by nobody. */
function alignVisits(
  visits: readonly PlanVisit[],
  timed: { visits: readonly Visit[] },
  toCome: ReadonlyMap<string, readonly string[]>,
): { at: number; index: number }[] {
  const aligned: { at: number; index: number }[] = []
  let index = 0
  for (const [at, { serviceId, stopId }] of visits.entries()) {
    const next = timed.visits[index]
    if (next === undefined) break
    const isReload = next.requestId === undefined
    const isSame = isReload
      ? stopId === null
      : serviceId === next.requestId && toCome.get(serviceId)?.[next.stop ?? 0] === stopId
    if (!isSame) continue
    aligned.push({ at, index })
    index += 1
  }
  return aligned
}

/** Colour and style of a route's line; with the styles, routes of similar colours differ. */
export const lineStyles = ['solid', 'dashed', 'dotted'] as const
export type LineStyle = (typeof lineStyles)[number]
const coloursOfRoutes = 8
export const colourOf = (index: number): number => index % coloursOfRoutes
export const styleOf = (index: number): LineStyle =>
  lineStyles[Math.floor(index / coloursOfRoutes) % lineStyles.length] ?? 'solid'
