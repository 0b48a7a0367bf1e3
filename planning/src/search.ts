import type { PlanContent, PlanRoute, PlanSettings } from '@rumbo/contract/planning.contract'
import type { RunMode } from '@rumbo/contract/planning.runs.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type {
  PlanRequest,
  Problem,
  RouteStop,
  PlanVehicle as SolverVehicle,
  StartRoute,
  Travel,
} from '@rumbo/optimizer'
import { timeRoute } from '@rumbo/optimizer/edit/time-route'
import { servicesOf, solverVisits } from './content.ts'
import { departureOf, isDayOver } from './departures.ts'
import { problemOf, secondOf, stopsToComeOf, usableVehicles } from './problem.ts'
import {
  boundServices,
  holds,
  keepsAny,
  keptVisits,
  type RouteRule,
  ruleOf,
  wholeVisits,
} from './route-rules.ts'

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

/** The problem of the plan without what is put aside, in which kept services stay on their vehicle and come before new ones. */
function restrictedProblem(
  { workspace, settings, travel, mode, base, serviceIds }: SearchInput,
  { aside, rules }: { aside: readonly PlanRoute[]; rules: readonly RouteRule[] },
): Problem {
  const out = servicesOf({ routes: aside })
  const planned = servicesOf(base)
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

/** Windows that what is kept misses close when it comes. */
function widen(problem: Problem, rules: readonly RouteRule[]): Problem {
  const index = new Map(problem.requests.map((request, at) => [request.id, at]))
  const widened = rules.filter(keepsAny).flatMap((rule) => {
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

/** The routes to begin with, without what the problem does not have or allow. */
function startOf(
  { from, workspace }: Pick<SearchInput, 'from' | 'workspace'>,
  { problem, rules }: { problem: Problem; rules: readonly RouteRule[] },
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
function beginningAs(rule: RouteRule | undefined, visits: readonly RouteStop[]): RouteStop[] {
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
