import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { RouteAhead } from '@rumbo/contract/planning.ahead.contract'
import type { CurrentService } from '@rumbo/contract/services.current.contract'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import { isStale } from '../../map/map-model.ts'

/** What a vehicle is doing, and how many other services it has ahead of it today. */
export interface CurrentWork extends CurrentService {
  more: number
}

/**
 * Of each vehicle the service whose stop comes next in its published route; without one that is under way, the one with
 * somebody on board before one it drives to.
 */
export function workByVehicle(
  services: readonly CurrentService[],
  routes: ReadonlyMap<string, RouteAhead>,
): Map<string, CurrentWork> {
  const work = new Map<string, CurrentWork>()
  const counts = new Map<string, number>()
  for (const service of services) {
    const { vehicleId } = service
    counts.set(vehicleId, (counts.get(vehicleId) ?? 0) + 1)
    const known = work.get(vehicleId)
    const nextId = routes.get(vehicleId)?.currentServiceId
    const comesFirst =
      known === undefined ||
      service.serviceId === nextId ||
      (known.serviceId !== nextId && known.status !== 'in_progress' && service.status === 'in_progress')
    if (comesFirst) work.set(vehicleId, { ...service, more: 0 })
  }
  for (const [vehicleId, one] of work) {
    const [count, route] = [counts.get(vehicleId) ?? 1, routes.get(vehicleId)]
    // Those that are under way are in both.
    one.more = count - 1 + (route ? Math.max(0, route.services - route.underWay) : 0)
  }
  return work
}

export interface Arrival {
  minutes: number
  isEstimate: boolean
}

/** Whole minutes, at least one: nobody arrives in zero minutes. */
export const arrivalIn = (seconds: number, isEstimate: boolean): Arrival => ({
  minutes: Math.max(1, Math.round(seconds / 60)),
  isEstimate,
})

/**
 * How soon a vehicle reaches the next stop of its service, from the straight line; null without a stop or a recent
 * position.
 */
export function estimateArrival(
  vehicle: Pick<LiveVehicle, 'latitude' | 'longitude' | 'at'>,
  { nextStop }: Pick<CurrentService, 'nextStop'>,
  nowMs: number,
): Arrival | null {
  const { latitude, longitude } = vehicle
  if (nextStop === null || latitude === null || longitude === null || isStale(vehicle, nowMs)) return null
  return arrivalIn(estimateLeg({ latitude, longitude }, nextStop).durationSeconds, true)
}
