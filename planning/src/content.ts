import type { PlanContent, PlanRoute, PlanVisit } from '@rumbo/contract/planning.contract'
import type { PlannedRoute } from '@rumbo/optimizer'

/** The services that routes contain. */
export const servicesOf = ({ routes }: { routes: readonly Pick<PlanRoute, 'visits'>[] }): Set<string> =>
  new Set(routes.flatMap(({ visits }) => visits.flatMap(({ serviceId }) => serviceId ?? [])))

/** The vehicle that has each planned service. */
export const vehicleOfServices = ({ routes }: PlanContent): Map<string, string> =>
  new Map(
    routes.flatMap(({ vehicleId, visits }) =>
      visits.flatMap(({ serviceId }): [string, string][] =>
        serviceId === null ? [] : [[serviceId, vehicleId]],
      ),
    ),
  )

/** The visits of a route as the solver names them, given the stops of each service that are to come, in order. */
export function solverVisits(
  { visits }: Pick<PlanRoute, 'visits'>,
  stopsToCome: ReadonlyMap<string, readonly string[]>,
): { requestId?: string; stop?: number }[] {
  return visits.flatMap(({ serviceId, stopId }) => {
    if (serviceId === null || stopId === null) return [{}]
    const stop = stopsToCome.get(serviceId)?.indexOf(stopId) ?? -1
    return stop < 0 ? [] : [{ requestId: serviceId, stop }]
  })
}

const locksOf = ({ routes }: PlanContent): Map<string | null, PlanVisit['lock']> =>
  new Map(routes.flatMap(({ visits }) => visits.map(({ stopId, lock }) => [stopId, lock])))

/** The routes of the solver as visits of a plan; locks stay where the same stop had one. */
export function contentOf(
  routes: readonly Pick<PlannedRoute, 'vehicleId' | 'visits'>[],
  stopsToCome: ReadonlyMap<string, readonly string[]>,
  before: PlanContent,
): PlanContent {
  const locks = locksOf(before)
  const former = new Map(before.routes.map((route) => [route.vehicleId, route]))
  return {
    routes: routes.map(({ vehicleId, visits }) => ({
      vehicleId,
      startsAt: former.get(vehicleId)?.startsAt ?? null,
      isLocked: former.get(vehicleId)?.isLocked ?? false,
      visits: visits.map(({ requestId, stop }): PlanVisit => {
        if (requestId === undefined) return { serviceId: null, stopId: null, lock: null }
        const stopId = stopsToCome.get(requestId)?.[stop ?? 0] ?? null
        return { serviceId: requestId, stopId, lock: locks.get(stopId) ?? null }
      }),
    })),
  }
}

/** Routes with the locks, times of leaving and exceptions that the plan has now: they may be newer than the search. */
function withPresentLocks(routes: readonly PlanRoute[], present: PlanContent): PlanRoute[] {
  const locks = locksOf(present)
  const routeOf = new Map(present.routes.map((route) => [route.vehicleId, route]))
  return routes.map((route) => {
    const { startsAt, isLocked, exceptions } = routeOf.get(route.vehicleId) ?? route
    const visits = route.visits.map((visit) => {
      const lock = visit.stopId === null ? undefined : locks.get(visit.stopId)
      return lock === undefined ? visit : { ...visit, lock }
    })
    return { ...route, startsAt, isLocked, visits, ...(exceptions && { exceptions }) }
  })
}

/**
 * The plan after the routes of some vehicles were taken from a proposal; locks and times of leaving stay. A service of a
 * taken route leaves the other routes; a service that a taken route gave up stays where another route has it, and is
 * unplanned otherwise.
 * @param vehicleIds null: all routes
 */
export function acceptRoutes(
  present: PlanContent,
  proposal: PlanContent,
  vehicleIds: readonly string[] | null,
): PlanContent {
  const routes = withPresentLocks(proposal.routes, present)
  if (vehicleIds === null) return { routes }
  const taken = new Set(vehicleIds)
  const proposed = routes.filter(({ vehicleId }) => taken.has(vehicleId))
  const moved = servicesOf({ routes: proposed })
  const kept = present.routes
    .filter(({ vehicleId }) => !taken.has(vehicleId))
    .map((route) => ({
      ...route,
      visits: route.visits.filter(({ serviceId }) => serviceId === null || !moved.has(serviceId)),
    }))
  return { routes: [...kept, ...proposed] }
}

/** What one plan changes against another; vehicle null: unplanned. */
export interface PlanDifferences {
  moved: { serviceId: string; from: string | null; to: string | null }[]
  /** Routes with the same services in another order. */
  resequenced: string[]
}

/**
 * The stops that stay in their route and are visited earlier or later among those that stay: the fewest without which the rest
 * is in the same order as before.
 */
export function reorderedStops(before: PlanContent, after: PlanContent): Set<string> {
  const stopsOf = ({ visits }: PlanRoute) => visits.flatMap(({ stopId }) => stopId ?? [])
  const former = new Map(before.routes.map((route) => [route.vehicleId, stopsOf(route)]))
  return new Set(
    after.routes.flatMap((route) => {
      const placeOf = new Map((former.get(route.vehicleId) ?? []).map((stopId, at) => [stopId, at]))
      const staying = stopsOf(route).filter((stopId) => placeOf.has(stopId))
      const kept = longestRise(staying.map((stopId) => placeOf.get(stopId) ?? 0))
      return staying.filter((_, at) => !kept.has(at))
    }),
  )
}

/** Indexes of a longest series of ever greater numbers, all of them different. */
function longestRise(numbers: readonly number[]): Set<number> {
  /** Of each length the index at which a series ends lowest, and of each index the one before it in its series. */
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [at, number] of numbers.entries()) {
    const found = ends.findIndex((end) => (numbers[end] ?? 0) > number)
    const length = found < 0 ? ends.length : found
    previous.push(ends[length - 1])
    ends[length] = at
  }
  const rise = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) rise.add(at)
  return rise
}

/** What `after` changes against `before`: services that moved, and routes whose remaining stops are in another order. */
export function differencesOf(before: PlanContent, after: PlanContent): PlanDifferences {
  const [was, is] = [vehicleOfServices(before), vehicleOfServices(after)]
  const moved = [...new Set([...was.keys(), ...is.keys()])].flatMap((serviceId) => {
    const [from, to] = [was.get(serviceId) ?? null, is.get(serviceId) ?? null]
    return from === to ? [] : [{ serviceId, from, to }]
  })
  const gone = new Set(moved.map(({ serviceId }) => serviceId))
  const staying = (content: PlanContent, vehicleId: string) =>
    (content.routes.find((route) => route.vehicleId === vehicleId)?.visits ?? [])
      .filter(({ serviceId }) => serviceId !== null && !gone.has(serviceId))
      .map(({ stopId }) => stopId)
      .join()
  const resequenced = after.routes
    .map(({ vehicleId }) => vehicleId)
    .filter((vehicleId) => staying(before, vehicleId) !== staying(after, vehicleId))
  return { moved, resequenced }
}
