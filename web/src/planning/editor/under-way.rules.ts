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

/** What of a route may be handed to another vehicle, in order. */
export function partsOf(
  { vehicleId, visits }: Pick<RouteOrder, 'vehicleId' | 'visits'>,
  { orders }: Pick<PlanWorkspace, 'orders'>,
): RouteParts {
  const underWay = new Set(
    orders
      .filter(({ state, assignedVehicleId }) => state === 'under_way' && assignedVehicleId === vehicleId)
      .map(({ serviceId }) => serviceId),
  )
  const isStaying = ({ requestId }: RouteStop) => requestId !== undefined && underWay.has(requestId)
  const stays = visits.filter(isStaying)
  const goes = visits.filter((visit) => !isStaying(visit))
  const stayingIds = [...new Set(stays.flatMap(({ requestId }) => requestId ?? []))]
  return goes.some(({ requestId }) => requestId !== undefined)
    ? { stays, goes, stayingIds }
    : { stays: [...visits], goes: [], stayingIds }
}
