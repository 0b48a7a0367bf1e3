import type { PlanContent, PlanRoute } from '@rumbo/contract/planning.contract'
import type { PlannedRoute } from '@rumbo/optimizer'
import { contentOf } from './content.ts'
import { isToCome, stopsToComeOf } from './problem.ts'
import type { Search, SearchInput } from './search.ts'

/** The whole plan that a search found: its routes after what was driven already, and the routes that it did not see. */
export function proposalOf(
  routes: readonly Pick<PlannedRoute, 'vehicleId' | 'visits'>[],
  { base, aside, workspace }: Pick<SearchInput, 'base' | 'workspace'> & Pick<Search, 'aside'>,
): PlanContent {
  const made = new Set(
    workspace.orders.flatMap(({ state, stops }) =>
      stops.flatMap((stop) =>
        state === 'completed' || (!stop.isCancelled && !isToCome(stop)) ? stop.stopId : [],
      ),
    ),
  )
  const found = contentOf(routes, stopsToComeOf(workspace), base).routes
  const foundAt = new Map(found.map((route) => [route.vehicleId, route]))
  const asideOf = new Map(aside.map((route) => [route.vehicleId, route]))
  const former = base.routes.flatMap((route): PlanRoute[] => {
    const kept = asideOf.get(route.vehicleId)
    if (kept) return [kept]
    const driven = route.visits.filter(({ stopId }) => stopId !== null && made.has(stopId))
    const visits = [...driven, ...(foundAt.get(route.vehicleId)?.visits ?? [])]
    const isEmpty = visits.length === 0 && !route.isLocked && route.startsAt === null
    return isEmpty ? [] : [{ ...route, visits }]
  })
  const known = new Set(base.routes.map(({ vehicleId }) => vehicleId))
  return { routes: [...former, ...found.filter(({ vehicleId }) => !known.has(vehicleId))] }
}
