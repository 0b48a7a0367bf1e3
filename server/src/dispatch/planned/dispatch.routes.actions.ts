import type { Transaction } from '../../platform/database/transaction.ts'
import { groupBy } from '../../platform/group-by.ts'
import { findRunningRoutes } from '../../services/index.ts'
import { type DrivenRoute, type PublishedRoutes, publishedRoutes } from './dispatch.published-routes.ts'
import { findBegun, findRouteStops } from './dispatch.routes.repository.ts'

/** The published routes of fleets, or of some of their vehicles. */
export async function readPublishedRoutes(
  tx: Transaction,
  fleetIds: readonly string[],
  vehicleIds: readonly string[] | null = null,
): Promise<PublishedRoutes> {
  const stops = await findRouteStops(tx, fleetIds, vehicleIds)
  const planIds = [...new Set(stops.map(({ planId }) => planId))]
  return publishedRoutes(stops, planIds.length === 0 ? [] : await findBegun(tx, planIds))
}

/**
 * What the vehicles of fleets, or some of them, are driving: of each one route, with the stops of all its services in the
 * order in which it makes them.
 */
export async function findDrivenRoutes(
  tx: Transaction,
  fleetIds: readonly string[],
  vehicleIds: readonly string[] | null = null,
): Promise<DrivenRoute[]> {
  const running = await findRunningRoutes(tx, fleetIds, vehicleIds)
  const shared = [...groupBy(running, ({ vehicleId }) => vehicleId)].flatMap(([vehicleId, routes]) =>
    routes.length > 1 ? vehicleId : [],
  )
  const stops = shared.length === 0 ? [] : await findRouteStops(tx, fleetIds, shared)
  return publishedRoutes(stops, []).joined(running)
}
