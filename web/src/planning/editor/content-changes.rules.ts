import type { PlanContent, PlanLock, PlanRoute, PlanVisit } from '@rumbo/contract/planning.contract'

const none: PlanVisit[] = []
const emptyRoute = (vehicleId: string): PlanRoute => ({
  vehicleId,
  visits: none,
  startsAt: null,
  isLocked: false,
})

/** The route of a vehicle; an empty one where it has none. */
export const routeOf = ({ routes }: PlanContent, vehicleId: string): PlanRoute =>
  routes.find((route) => route.vehicleId === vehicleId) ?? emptyRoute(vehicleId)

/** The plan with another route of one vehicle. */
export function withRoute(
  content: PlanContent,
  vehicleId: string,
  change: (route: PlanRoute) => PlanRoute,
): PlanContent {
  const before = routeOf(content, vehicleId)
  const after = change(before)
  if (after === before) return content
  const isNew = !content.routes.includes(before)
  const routes = isNew
    ? [...content.routes, after]
    : content.routes.map((route) => (route === before ? after : route))
  return { routes: routes.filter(({ visits, isLocked }) => visits.length > 0 || isLocked) }
}

/** The plan without services in some of its routes; a route that is left without stops goes, unless it is locked. */
export function withoutServices(
  content: PlanContent,
  serviceIds: ReadonlySet<string>,
  isMeant: (route: PlanRoute) => boolean,
): PlanContent {
  const isGone = ({ serviceId }: PlanVisit) => serviceId !== null && serviceIds.has(serviceId)
  if (!content.routes.some((route) => isMeant(route) && route.visits.some(isGone))) return content
  return {
    routes: content.routes.flatMap((route): PlanRoute[] => {
      if (!isMeant(route) || !route.visits.some(isGone)) return [route]
      const visits = route.visits.filter((visit) => !isGone(visit))
      if (visits.some(({ serviceId }) => serviceId !== null)) return [{ ...route, visits }]
      return route.isLocked ? [{ ...route, visits: [] }] : []
    }),
  }
}

/** Locks all stops of services, or unlocks them. */
export function withLocks(
  content: PlanContent,
  serviceIds: ReadonlySet<string>,
  lock: PlanLock | null,
): PlanContent {
  const isMeant = ({ serviceId }: PlanVisit) => serviceId !== null && serviceIds.has(serviceId)
  return {
    routes: content.routes.map((route) =>
      route.visits.some((visit) => isMeant(visit) && visit.lock !== lock)
        ? { ...route, visits: route.visits.map((visit) => (isMeant(visit) ? { ...visit, lock } : visit)) }
        : route,
    ),
  }
}

/** The locks that the stops of these services have, each once; null is none. */
export const locksOf = (
  { routes }: PlanContent,
  serviceIds: ReadonlySet<string>,
): ReadonlySet<PlanLock | null> =>
  new Set(
    routes.flatMap(({ visits }) =>
      visits
        .filter(({ serviceId }) => serviceId !== null && serviceIds.has(serviceId))
        .map(({ lock }) => lock),
    ),
  )

/** The lock that all stops of these services have; null where they differ. */
export function lockOf(content: PlanContent, serviceIds: ReadonlySet<string>): PlanLock | null {
  const locks = locksOf(content, serviceIds)
  const [lock = null] = locks
  return locks.size === 1 ? lock : null
}
/** Pressing the key of locks again leads to the next one. */
export const nextLock = (lock: PlanLock | null): PlanLock | null =>
  lock === null ? 'vehicle' : lock === 'vehicle' ? 'order' : null
