import type { PlanRoute } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { RouteOrder, RouteStop } from '@rumbo/optimizer'

interface RouteParts {
  /** Of orders that are under way on this vehicle, which nobody else can end. */
  stays: RouteStop[]
  /** Everything else; reloads go along. */
  goes: RouteStop[]
  /** The orders that stay, each once. */
  stayingIds: string[]
}

type Orders = Pick<PlanWorkspace, 'orders'>

/** The orders that are under way on a vehicle. */
export const underWayOn = (vehicleId: string, { orders }: Orders): Set<string> =>
  new Set(
    orders
      .filter(({ state, assignedVehicleId }) => state === 'under_way' && assignedVehicleId === vehicleId)
      .map(({ serviceId }) => serviceId),
  )

/** What of a route may be handed to another vehicle, in order. */
export function partsOf(
  { vehicleId, visits }: Pick<RouteOrder, 'vehicleId' | 'visits'>,
  workspace: Orders,
): RouteParts {
  const underWay = underWayOn(vehicleId, workspace)
  const isStaying = ({ requestId }: RouteStop) => requestId !== undefined && underWay.has(requestId)
  const stays = visits.filter(isStaying)
  const goes = visits.filter((visit) => !isStaying(visit))
  const stayingIds = [...new Set(stays.flatMap(({ requestId }) => requestId ?? []))]
  return goes.some(({ requestId }) => requestId !== undefined)
    ? { stays, goes, stayingIds }
    : { stays: [...visits], goes: [], stayingIds }
}

interface ClearedRoute {
  /** Reloads stay only before the last stop whose place is locked. */
  stays: RouteStop[]
  /** The orders that stay because they are under way on the vehicle, and those that only locks keep. */
  underWayIds: string[]
  lockedIds: string[]
}

/** What stays of a route that is cleared: what is under way, what is locked, and what comes before a locked place. */
export function clearedRoute(
  { vehicleId, visits, frozen = 0 }: RouteOrder,
  route: PlanRoute,
  workspace: Orders,
): ClearedRoute {
  const underWay = underWayOn(vehicleId, workspace)
  const locked = new Set([
    ...route.visits.flatMap(({ serviceId, lock }) => (lock === null ? [] : (serviceId ?? []))),
    ...visits.slice(0, frozen).flatMap(({ requestId }) => requestId ?? []),
  ])
  const stays = visits.filter(
    ({ requestId }, at) =>
      at < frozen || (requestId !== undefined && (underWay.has(requestId) || locked.has(requestId))),
  )
  const ids = [...new Set(stays.flatMap(({ requestId }) => requestId ?? []))]
  return {
    stays,
    underWayIds: ids.filter((id) => underWay.has(id)),
    lockedIds: ids.filter((id) => !underWay.has(id)),
  }
}
