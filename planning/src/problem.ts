import { foldText } from '@rumbo/contract/fold-text'
import type { PlanContent, PlanSettings } from '@rumbo/contract/planning.contract'
import type {
  Order,
  OrderStop,
  PlanVehicle,
  PlanWorkspace,
} from '@rumbo/contract/planning.workspace.contract'
import type {
  Legs,
  PlanRequest,
  PlanStop,
  Problem,
  PlanVehicle as SolverVehicle,
  Travel,
} from '@rumbo/optimizer'
import { servicesOf } from './content.ts'

/*
 * What the solver is asked: a request per service, named by its id, with the stops that are still to be made; a vehicle per
 * vehicle that can drive. Times are seconds since the workspace's origin.
 */

/** What a service takes: seats, kilograms, cubic metres, and the vehicle for itself alone. */
export const dimensions = ['seats', 'kg', 'm3', 'sharing'] as const
/** A passenger who rides alone takes all of this, every other service one of it. */
const wholeVehicle = 1_000
/** As in dispatch: a vehicle whose load nobody entered is not refused for it. */
const unknownLoad = 1_000_000
const secondsPerMinute = 60
/** What a metre and a second of work cost, for objectives that do not only count vehicles. */
const perMetre = 1
const perSecond = 2
/** Of a vehicle in town, to weigh minutes of driving against what they cost. */
const metresPerSecond = 8

const priorityWeights = { critical: 8, high: 4, medium: 2, low: 1 } as const

/** A day without the instant at which it was read: most of a plan does not depend on it. */
export type PlanDay = Omit<PlanWorkspace, 'now'>

export interface ProblemInput<Kind extends Travel | Legs = Travel | Legs> {
  workspace: PlanDay
  settings: PlanSettings
  travel: Kind
}

/** Seconds of the plan for an instant. */
export const secondOf = (workspace: Pick<PlanWorkspace, 'origin'>, instant: string): number =>
  (Date.parse(instant) - Date.parse(workspace.origin)) / 1_000
/** The instant of a second of the plan. */
export const instantOf = (workspace: Pick<PlanWorkspace, 'origin'>, second: number): string =>
  new Date(Date.parse(workspace.origin) + Math.round(second) * 1_000).toISOString()

/** A stop that is neither made nor cancelled. */
export const isToCome = ({ arrived, departed, isCancelled }: OrderStop): boolean =>
  !isCancelled && departed === null && arrived === null

/** Vehicles that may be planned with these settings. */
export const usableVehicles = ({ workspace, settings }: Pick<ProblemInput, 'workspace' | 'settings'>) =>
  workspace.vehicles.filter(
    ({ vehicleId, unfit }) => unfit === null && !settings.unusedVehicleIds.includes(vehicleId),
  )

/** Orders with something left to do that may be planned: open ones, and those under way on their vehicle. */
export const plannableOrders = ({ orders }: Pick<PlanWorkspace, 'orders'>): Order[] =>
  orders.filter(
    ({ state, otherPlanId, stops }) =>
      (state === 'open' || state === 'under_way') && otherPlanId === null && stops.some(isToCome),
  )

/** Orders that wait for a vehicle and are in no route. What is under way has its vehicle, also beside the plan. */
export function unplannedOrders(workspace: Pick<PlanWorkspace, 'orders'>, content: PlanContent): Order[] {
  const planned = servicesOf(content)
  return plannableOrders(workspace).filter(
    ({ state, serviceId }) => state === 'open' && !planned.has(serviceId),
  )
}

/** Of each plannable order the stops to come, in order, as the problem numbers them. */
export const stopsToComeOf = (workspace: Pick<PlanWorkspace, 'orders'>): Map<string, string[]> =>
  new Map(
    plannableOrders(workspace).map(({ serviceId, stops }) => [
      serviceId,
      stops.filter(isToCome).map(({ stopId }) => stopId),
    ]),
  )

/** The problem of a plan. Orders that no vehicle can serve are in it, for the solver to say why. */
export function problemOf<Kind extends Travel | Legs>(input: ProblemInput<Kind>): Problem<Kind> {
  const { workspace, settings, travel } = input
  return {
    travel: [travel],
    requests: plannableOrders(workspace).map((order) => requestOf(order, input)),
    vehicles: usableVehicles(input).map((vehicle) => vehicleOf(vehicle, { workspace, settings })),
  }
}

function requestOf(order: Order, { workspace, settings }: ProblemInput): PlanRequest {
  const left = order.stops.flatMap((stop, at) => (isToCome(stop) ? [{ stop, at }] : []))
  const loads = loadsOf(order)
  const { requiredVehicleType, requiredSkills, assignedVehicleId, onlyVehicleIds } = order
  const skills = [
    ...(requiredVehicleType === null ? [] : [`type:${requiredVehicleType}`]),
    ...requiredSkills.map(foldText),
  ]
  const vehicleIds =
    order.state === 'under_way' && assignedVehicleId !== null ? [assignedVehicleId] : onlyVehicleIds
  return {
    id: order.serviceId,
    stops: left.map(
      ({ stop, at }): PlanStop => ({
        location: stop.place,
        service: (stop.serviceMinutes ?? settings.serviceMinutes[stop.stopType]) * secondsPerMinute,
        windows: windowsOf(order, { stop, isFirst: at === 0 }, { workspace, settings }),
        load: loads[at] as number[],
        ...(settings.objective === 'punctuality' && dueOf(order, { stop, isFirst: at === 0 }, workspace)),
      }),
    ),
    priority: priorityWeights[order.priorityLevel],
    skills,
    vehicleIds: vehicleIds ?? undefined,
    penalty:
      settings.leaveOutAboveMinutes === null
        ? undefined
        : settings.leaveOutAboveMinutes *
          secondsPerMinute *
          (perSecond + perMetre * metresPerSecond) *
          (priorityWeights[order.priorityLevel] / priorityWeights.medium),
  }
}

/** How many minutes after its dispatch time a service without a window may be begun; null: whenever. */
export const toleranceOf = (
  serviceType: Order['serviceType'],
  { pickupToleranceMinutes }: Pick<PlanSettings, 'pickupToleranceMinutes'>,
): number | null =>
  serviceType === 'taxi' || serviceType === 'shuttle' || serviceType === 'custom'
    ? pickupToleranceMinutes
    : null

function windowsOf(
  { dispatchTime, serviceType }: Order,
  { stop, isFirst }: { stop: OrderStop; isFirst: boolean },
  { workspace, settings }: Pick<ProblemInput, 'workspace' | 'settings'>,
) {
  const { windowStart, windowEnd } = stop
  const dispatched = secondOf(workspace, dispatchTime)
  const from = opensAt({ dispatchTime }, { stop, isFirst }, workspace)
  const tolerance = isFirst && windowStart === null ? toleranceOf(serviceType, settings) : null
  const tolerated = tolerance === null ? Number.POSITIVE_INFINITY : dispatched + tolerance * secondsPerMinute
  const until = windowEnd === null ? tolerated : secondOf(workspace, windowEnd)
  return [{ from: Math.min(from, until), until }]
}

/** From when a stop may be begun: never before the dispatch time, except later stops whose window opens sooner. */
function opensAt(
  { dispatchTime }: Pick<Order, 'dispatchTime'>,
  { stop: { windowStart }, isFirst }: { stop: OrderStop; isFirst: boolean },
  workspace: PlanDay,
): number {
  const dispatched = secondOf(workspace, dispatchTime)
  return Math.max(
    windowStart === null ? dispatched : secondOf(workspace, windowStart),
    isFirst ? dispatched : 0,
  )
}

/**
 * What begins later is late for the objective `punctuality`: in a window its first half is punctual; a first stop that may
 * be begun at any time is due at once.
 */
function dueOf(
  order: Order,
  { stop, isFirst }: { stop: OrderStop; isFirst: boolean },
  workspace: PlanDay,
): Pick<PlanStop, 'due'> {
  const from = opensAt(order, { stop, isFirst }, workspace)
  if (stop.windowEnd === null) return isFirst ? { due: from } : {}
  const until = secondOf(workspace, stop.windowEnd)
  return { due: until - Math.max(0, until - from) / 2 }
}

/** What each stop takes on board or lets off. A service of one stop brings what was loaded at the depot. */
function loadsOf({ serviceType, requiredSeats, requiredLoadKg, requiredLoadM3, stops }: Order): number[][] {
  const isAlone = serviceType === 'taxi'
  const whole = [requiredSeats ?? 0, requiredLoadKg ?? 0, requiredLoadM3 ?? 0, isAlone ? wholeVehicle : 1]
  const nothing = whole.map(() => 0)
  if (stops.length === 1) {
    const [only] = stops
    return [only?.stopType === 'drop' ? whole.map((amount) => -amount || 0) : nothing]
  }
  return stops.map((_, at) => {
    if (at === 0) return whole
    return at === stops.length - 1 ? whole.map((amount) => -amount || 0) : nothing
  })
}

function vehicleOf(
  vehicle: PlanVehicle,
  { workspace, settings }: Pick<ProblemInput, 'workspace' | 'settings'>,
): SolverVehicle {
  const { vehicleId, type, seats, loadKg, loadM3, skills, from, until, breaks, startPlace, endPlace } =
    vehicle
  const { mostStops, mostMinutes, mostKilometres, reloads } = settings
  return {
    id: vehicleId,
    travel: 0,
    start: startPlace ?? 0,
    end: settings.isReturning && endPlace !== null ? endPlace : undefined,
    shift: {
      from: from === null ? 0 : secondOf(workspace, from),
      until: until === null ? 0 : secondOf(workspace, until),
    },
    capacity: [seats ?? 0, loadKg ?? unknownLoad, loadM3 ?? unknownLoad, wholeVehicle],
    skills: [`type:${type}`, ...skills.map(foldText)],
    breaks: breaks.map((one) => ({
      window: { from: secondOf(workspace, one.from), until: secondOf(workspace, one.until) },
      seconds: one.minutes * secondsPerMinute,
    })),
    reload:
      reloads.most > 0 && workspace.depotPlace !== null
        ? {
            location: workspace.depotPlace,
            service: reloads.minutes * secondsPerMinute,
            most: reloads.most,
          }
        : undefined,
    maxSeconds: mostMinutes === null ? undefined : mostMinutes * secondsPerMinute,
    maxMetres: mostKilometres === null ? undefined : mostKilometres * 1_000,
    maxStops: mostStops ?? undefined,
    costs: { fixed: 0, perMetre, perSecond },
  }
}
