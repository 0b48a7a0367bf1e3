import type { Coordinates } from '@rumbo/geo'
import { standSeconds } from '@rumbo/planning/arrivals'
import { estimatedDrive, freeAfter } from '../engine/dispatch.estimate.rules.ts'

/** A service that waits for a vehicle: its stops, the pickup first. */
export interface ExpectedService {
  serviceId: string
  stops: readonly Coordinates[]
  /** Of the pickup's window, in seconds from now; null: it has none. */
  windowStart: number | null
}

/**
 * When a vehicle is at the pickups of the services that are reserved for it, by the estimate.
 * @param place where it is
 * @param route the stops that are left of the service it is busy with
 * @param services in their order
 * @returns seconds from now, by service
 */
export function expectedArrivals(
  place: Coordinates,
  route: readonly Coordinates[],
  services: readonly ExpectedService[],
): Map<string, number> {
  const arrivals = new Map<string, number>()
  let free = freeAfter(place, route)
  for (const { serviceId, stops, windowStart } of services) {
    const [pickup, ...rest] = stops
    if (!pickup) continue
    const arrival = free.freeIn + estimatedDrive(free.place, pickup)
    arrivals.set(serviceId, arrival)
    const after = freeAfter(pickup, rest)
    free = {
      place: after.place,
      freeIn: Math.max(arrival, windowStart ?? 0) + standSeconds + after.freeIn,
    }
  }
  return arrivals
}
