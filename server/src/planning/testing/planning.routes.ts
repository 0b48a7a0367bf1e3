import type { PlanContent, PlanVisit } from '@rumbo/contract/planning.contract'

/** What routes need of a service. */
export interface RoutedService {
  id: string
  plannedStops: readonly { id?: string }[]
}

/** The visits of a service in a plan: from its first to its last stop. */
export const visitsOf = ({ id, plannedStops }: RoutedService, lock: PlanVisit['lock'] = null): PlanVisit[] =>
  plannedStops.map((stop) => ({ serviceId: id, stopId: stop.id ?? '', lock }))

/** A route that serves one service after the other. */
export const routeOf = (
  vehicleId: string,
  ...services: readonly RoutedService[]
): PlanContent['routes'][number] => ({
  vehicleId,
  startsAt: null,
  isLocked: false,
  visits: services.flatMap((service) => visitsOf(service)),
})
