import type { PlanRoute } from '@rumbo/contract/planning.contract'
import type { RunMode } from '@rumbo/contract/planning.runs.contract'
import type { Problem, RouteStop } from '@rumbo/optimizer'
import { timeRoute } from '@rumbo/optimizer/edit/time-route'
import { solverVisits } from './content.ts'

/** What a search may not change in a route. */
export interface RouteRule {
  route: PlanRoute
  /** The stops to come, of services that are all in this route. */
  visits: RouteStop[]
  /** Nothing in it changes. */
  isClosed: boolean
  /** This many visits at its beginning stay as they are: up to the last one whose place is locked. */
  frozen: number
  /** The services of those visits. */
  locked: Set<string>
}

/** Of requests all of whose stops to come are visited here in order, the visits; of others none. */
export function wholeVisits(
  route: PlanRoute,
  stopsToCome: ReadonlyMap<string, readonly string[]>,
): RouteStop[] {
  const visits: RouteStop[] = solverVisits(route, stopsToCome)
  const found = new Map<string, number>()
  const torn = new Set<string>()
  for (const { requestId, stop = 0 } of visits) {
    if (requestId === undefined) continue
    if ((found.get(requestId) ?? 0) !== stop) torn.add(requestId)
    found.set(requestId, stop + 1)
  }
  const isWhole = (id: string) => !torn.has(id) && found.get(id) === stopsToCome.get(id)?.length
  return visits.filter(({ requestId }) => requestId === undefined || isWhole(requestId))
}

/** What mode and locks keep of a route. A repair keeps the next service as well: its vehicle may be on the way to it. */
export function ruleOf(
  route: PlanRoute,
  {
    stopsToCome,
    mode,
    isClosed,
  }: { stopsToCome: ReadonlyMap<string, readonly string[]>; mode: RunMode; isClosed: boolean },
): RouteRule {
  const visits = wholeVisits(route, stopsToCome)
  const inPlace = new Set(
    route.visits.flatMap(({ stopId, lock }) => (lock === 'order' ? (stopId ?? []) : [])),
  )
  const isInPlace = ({ requestId, stop = 0 }: RouteStop) =>
    requestId !== undefined && inPlace.has(stopsToCome.get(requestId)?.[stop] as string)
  const isNextKept = mode === 'repair' && visits[0]?.requestId !== undefined
  const frozen = Math.max(visits.findLastIndex(isInPlace) + 1, isNextKept ? 1 : 0)
  const locked = new Set(visits.slice(0, frozen).flatMap(({ requestId }) => requestId ?? []))
  return { route, visits, isClosed, frozen, locked }
}

/** The vehicle that each service may not leave. */
export function boundServices(rules: readonly RouteRule[], mode: RunMode): Map<string, string> {
  const bound = new Map<string, string>()
  for (const { route, visits, locked, isClosed } of rules) {
    const byVehicle = new Set(
      route.visits.flatMap(({ serviceId, lock }) => (serviceId !== null && lock !== null ? serviceId : [])),
    )
    for (const { requestId } of visits) {
      if (requestId === undefined) continue
      if (isClosed || mode === 'insert' || locked.has(requestId) || byVehicle.has(requestId))
        bound.set(requestId, route.vehicleId)
    }
  }
  return bound
}

/** The visits of a route that may not change. */
export const keptVisits = ({ visits, isClosed, frozen, locked }: RouteRule): RouteStop[] =>
  visits.filter(
    ({ requestId }, at) => isClosed || at < frozen || requestId === undefined || locked.has(requestId),
  )

/** Whether anything of a route may not change. */
export const keepsAny = (rule: RouteRule) => rule.isClosed || rule.frozen > 0 || rule.locked.size > 0

/** Whether what is kept of a route can be driven. That it is late is no reason to give it up. */
export function holds(problem: Problem, rule: RouteRule): boolean {
  if (!keepsAny(rule)) return true
  const visits = keptVisits(rule)
  if (!visits.some(({ requestId }) => requestId !== undefined)) return true
  const { violations } = timeRoute(problem, { vehicleId: rule.route.vehicleId, visits })
  return violations.every(({ code }) => code === 'late')
}
