import { orderOf, type RouteOrder, type RouteStop } from '../problem/route.ts'

function refuseClosed(...routes: readonly RouteOrder[]) {
  for (const { isClosed, vehicleId } of routes)
    if (isClosed) throw new RangeError(`the route of vehicle ${vehicleId} is closed`)
}

const isReload = ({ requestId }: RouteStop) => requestId === undefined

/**
 * The route the other way round, by requests: the places are taken in the opposite order, and the stops of each request
 * keep theirs. What is frozen stays at the beginning. @throws RangeError for a closed route
 */
export function reverseRoute(route: RouteOrder): RouteOrder {
  refuseClosed(route)
  const order = orderOf(route)
  const frozen = order.visits.slice(0, order.frozen ?? 0)
  const visits = order.visits.slice(frozen.length)
  const next = new Map<string | undefined, RouteStop[]>()
  for (const visit of visits) next.set(visit.requestId, [...(next.get(visit.requestId) ?? []), visit])
  const reversed = visits.toReversed().map(({ requestId }) => next.get(requestId)!.shift()!)
  return { ...order, visits: [...frozen, ...reversed] }
}

/**
 * Two routes: the visits before `at` stay, those from there on go to another vehicle. A request that is on both sides goes
 * whole to where its first stop is; a reload at the cut is left out. A side without visits is no route.
 * @throws RangeError for a closed route, an `at` within the frozen part, and the same vehicle
 */
export function splitRoute(route: RouteOrder, at: number, otherVehicleId: string): RouteOrder[] {
  refuseClosed(route)
  const { frozen = 0, ...order } = orderOf(route)
  if (at < frozen) throw new RangeError(`the route is frozen until visit ${frozen}`)
  if (otherVehicleId === order.vehicleId) throw new RangeError('the route stays on its vehicle')
  const first = new Map<string, number>()
  order.visits.forEach(({ requestId }, index) => {
    if (requestId !== undefined && !first.has(requestId)) first.set(requestId, index)
  })
  const isBefore = ({ requestId }: RouteStop, index: number) =>
    (requestId === undefined ? index : first.get(requestId)!) < at
  const stays = order.visits.filter(isBefore)
  const goes = order.visits.filter((visit, index) => !isBefore(visit, index))
  return [
    { ...order, visits: withoutLastReloads(stays, frozen), frozen: route.frozen },
    { vehicleId: otherVehicleId, visits: withoutFirstReloads(goes) },
  ].filter(({ visits }) => visits.length > 0)
}

/** One route: the visits of `then` behind those of `first`, on the vehicle of `first`. @throws RangeError for closed routes and frozen visits of `then` */
export function mergeRoutes(first: RouteOrder, then: RouteOrder): RouteOrder {
  refuseClosed(first, then)
  if (then.frozen) throw new RangeError(`visits of vehicle ${then.vehicleId} are frozen`)
  return { ...orderOf(first), visits: [...orderOf(first).visits, ...orderOf(then).visits] }
}

function withoutFirstReloads(visits: readonly RouteStop[]) {
  const first = visits.findIndex((visit) => !isReload(visit))
  return first < 0 ? [] : visits.slice(first)
}

function withoutLastReloads(visits: readonly RouteStop[], frozen: number) {
  const last = visits.findLastIndex((visit) => !isReload(visit))
  return visits.slice(0, Math.max(frozen, last + 1))
}
