import type { PlanContent, PlanRoute, PlanSettings } from '@rumbo/contract/planning.contract'
import type { RunMode } from '@rumbo/contract/planning.runs.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type {
  PlannedRoute,
  PlanRequest,
  Problem,
  PlanVehicle as SolverVehicle,
  Travel,
} from '@rumbo/optimizer'
import type { RouteStop } from '@rumbo/optimizer/edit/route-order'
import { timeRoute } from '@rumbo/optimizer/edit/time-route'
import { contentOf, solverVisits } from './content.ts'
import { departureOf, isDayOver } from './departures.ts'
import { isToCome, problemOf, secondOf, stopsToComeOf, usableVehicles } from './problem.ts'

/*
 * What a run asks the solver: the problem of the plan with what its mode and the locks say may not change, and the routes
 * to begin with. What does not fit by itself is lifted rather than refused.
 */

export interface SearchInput {
  workspace: PlanWorkspace
  settings: PlanSettings
  travel: Travel
  mode: RunMode
  /** The plan that the run began with: modes and locks look at it. */
  base: PlanContent
  /** The routes to begin with: of the plan, or the best so far of a run that goes on. */
  from: PlanContent
  /** Only these services beside those of `base`; null: all. */
  serviceIds: readonly string[] | null
}

export interface StartRoute {
  vehicleId: string
  visits: RouteStop[]
  frozen?: number
  isClosed?: boolean
}

export interface Search {
  problem: Problem
  start: StartRoute[]
  lockedRequests: string[]
  /** Routes that stay as they are and that the solver does not see. */
  aside: PlanRoute[]
  /** Vehicles with locks that did not hold together and were lifted. */
  relaxed: string[]
}

/** Above every other priority, so that what is planned is not left out for something new. */
const keptPriority = 64

/** What is kept of a route. */
interface Rule {
  route: PlanRoute
  visits: RouteStop[]
  isClosed: boolean
  /** This many visits at its beginning stay as they are: up to the last one whose place is locked. */
  frozen: number
  /** The services of those visits. */
  locked: Set<string>
}

/**
 * What the solver is asked. A closed route that cannot be driven is put aside; other locks of a route that cannot hold
 * together are lifted, which `relaxed` says. What is kept but late gets wider windows.
 */
export function searchOf(input: SearchInput): Search {
  const { workspace, settings, mode, base } = input
  const usable = new Set(usableVehicles({ workspace, settings }).map(({ vehicleId }) => vehicleId))
  const stopsToCome = stopsToComeOf(workspace)
  const isBusy = (route: PlanRoute) => solverVisits(route, stopsToCome).length > 0
  const isFixed = (route: PlanRoute) => route.isLocked || (mode === 'fill_idle' && isBusy(route))
  const stays = (route: PlanRoute) => isFixed(route) || mode === 'insert' || mode === 'fill_idle'
  const aside = base.routes
    .filter(({ vehicleId }) => !usable.has(vehicleId))
    .map((route) => (stays(route) ? route : begunOf(route, workspace)))
    .filter(isBusy)
  const rules = base.routes
    .filter(({ vehicleId }) => usable.has(vehicleId))
    .map((route) => ruleOf(route, { stopsToCome, mode, isClosed: isFixed(route) }))
  const relaxed = new Set<string>()
  // A route that is lifted or put aside changes the problem, so what holds is asked again until all does.
  for (;;) {
    const problem = restrictedProblem(input, { aside, rules })
    const broken = rules.filter((rule) => !holds(problem, rule))
    if (broken.length === 0) {
      const widened = widen(problem, rules)
      return {
        problem: widened,
        ...startOf(input, { problem: widened, rules }),
        aside,
        relaxed: [...relaxed],
      }
    }
    for (const rule of broken) {
      if (rule.isClosed) {
        aside.push(rule.route)
        rules.splice(rules.indexOf(rule), 1)
      } else {
        relaxed.add(rule.route.vehicleId)
        rule.frozen = 0
        rule.locked.clear()
      }
    }
  }
}

/** What a vehicle has on board, and what it did: stays with it also where it can do no more. */
function begunOf(route: PlanRoute, { orders }: Pick<PlanWorkspace, 'orders'>): PlanRoute {
  const begun = new Set(
    orders.flatMap(({ serviceId, state, assignedVehicleId }) =>
      state === 'completed' || (state === 'under_way' && assignedVehicleId === route.vehicleId)
        ? serviceId
        : [],
    ),
  )
  return {
    ...route,
    visits: route.visits.filter(({ serviceId }) => serviceId !== null && begun.has(serviceId)),
  }
}

/** Of requests all of whose stops to come are visited here in order, the visits; of others none. */
function wholeVisits(route: PlanRoute, stopsToCome: ReadonlyMap<string, readonly string[]>): RouteStop[] {
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

function ruleOf(
  route: PlanRoute,
  {
    stopsToCome,
    mode,
    isClosed,
  }: { stopsToCome: ReadonlyMap<string, readonly string[]>; mode: RunMode; isClosed: boolean },
): Rule {
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
function boundServices(rules: readonly Rule[], mode: RunMode): Map<string, string> {
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

function restrictedProblem(
  { workspace, settings, travel, mode, base, serviceIds }: SearchInput,
  { aside, rules }: { aside: readonly PlanRoute[]; rules: readonly Rule[] },
): Problem {
  const servicesIn = (routes: readonly PlanRoute[]) =>
    new Set(routes.flatMap(({ visits }) => visits.flatMap(({ serviceId }) => serviceId ?? [])))
  const out = servicesIn(aside)
  const planned = servicesIn(base.routes)
  const chosen = serviceIds && new Set(serviceIds)
  const orders = workspace.orders.filter(
    ({ serviceId }) =>
      !out.has(serviceId) && (chosen === null || chosen.has(serviceId) || planned.has(serviceId)),
  )
  const problem = problemOf({ workspace: { ...workspace, orders }, settings, travel })
  const bound = boundServices(rules, mode)
  const underWay = new Set(
    orders.flatMap(({ serviceId, state, assignedVehicleId }) =>
      state === 'under_way' && assignedVehicleId !== null ? serviceId : [],
    ),
  )
  const asideVehicles = new Set(aside.map(({ vehicleId }) => vehicleId))
  const departures = new Map(base.routes.map((route) => [route.vehicleId, departureOf(route, workspace)]))
  return {
    ...problem,
    requests: problem.requests.map((request) => {
      const vehicleId = bound.get(request.id)
      const isUnderWay = underWay.has(request.id)
      if (vehicleId === undefined && !isUnderWay) return request
      // Who put it there decided about skills too.
      const { penalty: _penalty, skills: _skills, ...kept } = request
      return {
        ...kept,
        priority: (request.priority ?? 1) * keptPriority,
        vehicleIds: vehicleId === undefined ? kept.vehicleIds : [vehicleId],
      }
    }),
    vehicles: problem.vehicles
      .filter(({ id }) => !asideVehicles.has(id))
      .map((vehicle) => departing(vehicle, workspace, departures.get(vehicle.id))),
  }
}

/** A vehicle leaves when that was fixed for it, and otherwise not in the past. */
function departing(
  vehicle: SolverVehicle,
  workspace: PlanWorkspace,
  departure: number | undefined,
): SolverVehicle {
  const { from, until } = vehicle.shift
  if (departure !== undefined) return { ...vehicle, shift: { from: departure, until }, isStartFixed: true }
  const now = secondOf(workspace, workspace.now)
  return { ...vehicle, shift: { from: isDayOver(workspace) ? from : Math.max(from, now), until } }
}

/** The visits of a route that may not change. */
const keptVisits = ({ visits, isClosed, frozen, locked }: Rule): RouteStop[] =>
  visits.filter(
    ({ requestId }, at) => isClosed || at < frozen || requestId === undefined || locked.has(requestId),
  )

const isKept = (rule: Rule) => rule.isClosed || rule.frozen > 0 || rule.locked.size > 0

/** Whether what is kept of a route can be driven. That it is late is no reason to give it up. */
function holds(problem: Problem, rule: Rule): boolean {
  if (!isKept(rule)) return true
  const visits = keptVisits(rule)
  if (!visits.some(({ requestId }) => requestId !== undefined)) return true
  const { violations } = timeRoute(problem, { vehicleId: rule.route.vehicleId, visits })
  return violations.every(({ code }) => code === 'late')
}

/** Windows that what is kept misses close when it comes. */
function widen(problem: Problem, rules: readonly Rule[]): Problem {
  const index = new Map(problem.requests.map((request, at) => [request.id, at]))
  const widened = rules.filter(isKept).flatMap((rule) => {
    const timed = timeRoute(problem, { vehicleId: rule.route.vehicleId, visits: keptVisits(rule) })
    return timed.violations.flatMap(({ code, visit }) => {
      const late = code === 'late' && visit !== undefined ? timed.visits[visit] : undefined
      return late?.requestId === undefined ? [] : [{ ...late, requestId: late.requestId }]
    })
  })
  if (widened.length === 0) return problem
  const requests = [...problem.requests]
  for (const { requestId, stop = 0, begins } of widened) {
    const at = index.get(requestId)
    const request = at === undefined ? undefined : requests[at]
    if (at === undefined || !request) continue
    requests[at] = {
      ...request,
      stops: request.stops.map((one, position) =>
        position === stop
          ? { ...one, windows: [{ from: one.windows?.[0]?.from ?? 0, until: begins + 1 }] }
          : one,
      ),
    }
  }
  return { ...problem, requests }
}

function startOf(
  { from, workspace }: Pick<SearchInput, 'from' | 'workspace'>,
  { problem, rules }: { problem: Problem; rules: readonly Rule[] },
): Pick<Search, 'start' | 'lockedRequests'> {
  const stopsToCome = stopsToComeOf(workspace)
  const requests = new Map(problem.requests.map((request) => [request.id, request]))
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const ruleOfVehicle = new Map(rules.map((rule) => [rule.route.vehicleId, rule]))
  const start = from.routes.flatMap((route): StartRoute[] => {
    const vehicle = vehicles.get(route.vehicleId)
    if (!vehicle) return []
    const rule = ruleOfVehicle.get(route.vehicleId)
    const visits = withinReloads(
      vehicle,
      beginningAs(rule, wholeVisits(route, stopsToCome)).filter(({ requestId }) => {
        const request = requestId === undefined ? undefined : requests.get(requestId)
        return requestId === undefined || (request !== undefined && mayServe(vehicle, request))
      }),
    )
    if (visits.length === 0 && !rule?.isClosed) return []
    return [
      {
        vehicleId: route.vehicleId,
        visits,
        isClosed: rule?.isClosed,
        frozen: rule?.frozen,
      },
    ]
  })
  return { start, lockedRequests: rules.flatMap(({ locked }) => [...locked]) }
}

/** The visits with those first that stay as they are. */
function beginningAs(rule: Rule | undefined, visits: readonly RouteStop[]): RouteStop[] {
  const first = rule?.visits.slice(0, rule.frozen) ?? []
  const nameOf = ({ requestId, stop }: RouteStop) => `${stop} ${requestId}`
  const placed = new Set(first.flatMap((visit) => (visit.requestId === undefined ? [] : nameOf(visit))))
  let reloads = first.length - placed.size
  const rest = visits.filter((visit) =>
    visit.requestId === undefined ? reloads-- <= 0 : !placed.has(nameOf(visit)),
  )
  return [...first, ...rest]
}

function mayServe(
  { id, skills = [] }: SolverVehicle,
  { skills: needed = [], vehicleIds }: PlanRequest,
): boolean {
  return needed.every((skill) => skills.includes(skill)) && (!vehicleIds || vehicleIds.includes(id))
}

/** Without reloads beyond those that the vehicle may have. */
function withinReloads({ reload }: SolverVehicle, visits: readonly RouteStop[]): RouteStop[] {
  let left = reload?.most ?? 0
  return visits.filter(({ requestId }) => requestId !== undefined || left-- > 0)
}

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
