import { foldText } from '@rumbo/contract/fold-text'
import type { Plan, PlanRoute, PlanSettings } from '@rumbo/contract/planning.contract'
import type { Unpublished } from '@rumbo/contract/planning.publish.contract'
import type { Order, PlanVehicle, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { lackedBy } from '@rumbo/contract/services.requirements.rules'
import type { Coordinates } from '@rumbo/geo'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import { type Problem, type PlanVehicle as SolverVehicle, type Travel, timeRoute } from '@rumbo/optimizer'
import { departureOf } from '@rumbo/planning/departures'
import { partOf } from '@rumbo/planning/figures-by-route'
import { instantOf, isToCome, problemOf, secondOf, stopsToComeOf } from '@rumbo/planning/problem'
import type { PlannedReservation } from './planning.publishing.links.ts'
import type { NewPublishedStop } from './planning.publishing.repository.ts'

export type Refusal = Pick<Unpublished, 'serviceId' | 'reason' | 'vehicleNumber'>

export interface PublishInput {
  plan: Pick<Plan, 'content' | 'settings'>
  workspace: PlanWorkspace
  /** Vehicles that people or other plans reserved, by service. */
  reserved: ReadonlyMap<string, string>
  /** Services under way in another published plan. */
  inOtherPlans: ReadonlySet<string>
  /** Services that were published with this plan before. */
  published: ReadonlySet<string>
}

/** The services of a plan that get its vehicle, or have it, and the reasons of the others. */
export function choose({ plan, workspace, reserved, inOtherPlans, published }: PublishInput): {
  chosen: Map<string, Order>
  refused: Refusal[]
} {
  const orders = new Map(workspace.orders.map((order) => [order.serviceId, order]))
  const vehicles = new Map(workspace.vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const chosen = new Map<string, Order>()
  const refused = new Map<string, Refusal>()
  for (const { vehicleId, visits } of plan.content.routes)
    for (const { serviceId } of visits) {
      if (serviceId === null || chosen.has(serviceId) || refused.has(serviceId)) continue
      const order = orders.get(serviceId)
      const vehicle = vehicles.get(vehicleId)
      const numberOf = (id: string | null) => vehicles.get(id ?? '')?.vehicleNumber ?? null
      const refuse = (reason: Refusal['reason'], vehicleNumber: string | null = null) =>
        refused.set(serviceId, { serviceId, reason, vehicleNumber })
      if (!order) refuse('gone')
      else if (order.state === 'completed' && published.has(serviceId)) continue
      else if (order.state === 'cancelled' || order.state === 'completed') refuse(order.state)
      else if (order.state === 'under_way' && order.assignedVehicleId !== vehicleId)
        refuse('elsewhere', numberOf(order.assignedVehicleId))
      else if (reserved.has(serviceId)) refuse('reserved', reserved.get(serviceId))
      else if (order.state === 'under_way' && inOtherPlans.has(serviceId))
        refuse('reserved', numberOf(vehicleId))
      else if (!vehicle || (order.state === 'open' && !suits(vehicle, order)))
        refuse('unsuited', numberOf(vehicleId))
      else chosen.set(serviceId, order)
    }
  return { chosen, refused: [...refused.values()] }
}

/** Whether the vehicle can drive in the plan's hours, and has what the order requires. */
const suits = (vehicle: PlanVehicle, order: Order): boolean =>
  vehicle.unfit === null &&
  lackedBy(
    { ...vehicle, skills: vehicle.skills.map(foldText) },
    {
      vehicleType: order.requiredVehicleType as never,
      seats: order.requiredSeats ?? 0,
      skills: order.requiredSkills.map(foldText),
      loadKg: order.requiredLoadKg ?? 0,
      loadM3: order.requiredLoadM3 ?? 0,
    },
  ).length === 0

/** What is published: stops with planned times, and reservations for services without a vehicle. */
export interface Publication {
  stops: NewPublishedStop[]
  /** Stops that are made already, or whose vehicle cannot be planned any more: the order alone changes. */
  done: Pick<NewPublishedStop, 'stopId' | 'sequence'>[]
  reservations: PlannedReservation[]
}

/** A visit of a route that is still to be made; a reload without an order. */
interface TimedVisit {
  order?: Order
  stopId?: string
  sequence: number
  location: number | null
}

/** A way between two places. */
interface Leg {
  from: Coordinates
  to: Coordinates
}

/**
 * Times the routes of the chosen services in the plan's order.
 * @param findSeconds of legs by road; Infinity where there is no way, null where it is not known
 */
export async function publicationOf(
  { plan, workspace: given, published }: Pick<PublishInput, 'plan' | 'workspace' | 'published'>,
  chosen: ReadonlyMap<string, Order>,
  findSeconds: (legs: readonly Leg[]) => Promise<readonly (number | null)[]>,
): Promise<Publication> {
  // What other plans have was found out before: here the chosen orders alone count.
  const orders = new Map([...chosen].map(([id, order]) => [id, { ...order, otherPlanId: null }]))
  const settings = { ...plan.settings, unusedVehicleIds: [] }
  const publication: Publication = { stops: [], done: [], reservations: [] }
  // What became of them stays in view.
  const isKept = ({ serviceId, state }: Order) => published.has(serviceId) && state !== 'open'
  const kept = new Set(given.orders.filter(isKept).map(({ serviceId }) => serviceId))
  const routes = plan.content.routes.flatMap((route): RouteToTime | [] => {
    const workspace = partOf(route, given, orders)
    const { done, ...toCome } = visitsToCome(route, workspace, kept)
    publication.done.push(...done)
    const toTime = routeToTime({ route, workspace, settings, ...toCome })
    if (toTime) return toTime
    // What a vehicle carries out stays in its route, also where it could not be planned any more.
    for (const { stopId, sequence } of toCome.timed)
      if (stopId !== undefined) publication.done.push({ stopId, sequence })
    return []
  })
  const legs = routes.flatMap((route) => legsOf(route).map((leg) => ({ route, ...leg })))
  const seconds = await findSeconds(
    legs.map(({ route, from, to }) => ({ from: placeOf(route, from), to: placeOf(route, to) })),
  )
  for (const [at, { route, from, to }] of legs.entries())
    route.travel.seconds[from * route.travel.locations + to] =
      seconds[at] ?? estimateLeg(placeOf(route, from), placeOf(route, to)).durationSeconds
  for (const route of routes) publishRoute(publication, route)
  return publication
}

/** The visits of a route that are still to be made, and those that were. @param workspace of the route alone */
function visitsToCome(
  { visits }: PlanRoute,
  workspace: PlanWorkspace,
  kept: ReadonlySet<string>,
): { timed: TimedVisit[]; asked: { requestId?: string; stop?: number }[]; done: Publication['done'] } {
  const orders = new Map(workspace.orders.map((order) => [order.serviceId, order]))
  const toCome = stopsToComeOf(workspace)
  const timed: TimedVisit[] = []
  const asked: { requestId?: string; stop?: number }[] = []
  const done: Publication['done'] = []
  for (const [at, { serviceId, stopId }] of visits.entries()) {
    const sequence = at + 1
    if (serviceId === null || stopId === null) {
      asked.push({})
      timed.push({ sequence, location: workspace.depotPlace })
      continue
    }
    const order = orders.get(serviceId)
    const stop = order?.stops.find((one) => one.stopId === stopId)
    if (!order && kept.has(serviceId)) done.push({ stopId, sequence })
    if (!order || !stop) continue
    const index = toCome.get(serviceId)?.indexOf(stopId) ?? -1
    if (index < 0 || !isToCome(stop)) done.push({ stopId, sequence })
    else {
      asked.push({ requestId: serviceId, stop: index })
      timed.push({ order, stopId, sequence, location: stop.place })
    }
  }
  return { timed, asked, done }
}

/** A route to be timed. Its travel has the legs of the route alone: nothing else of it is looked at. */
interface RouteToTime {
  route: PlanRoute
  /** Of this route alone. */
  workspace: PlanWorkspace
  timed: readonly TimedVisit[]
  asked: readonly { requestId?: string; stop?: number }[]
  problem: Problem
  vehicle: SolverVehicle
  travel: Travel
}

/** Null where nothing is to be made, or the vehicle cannot be planned. */
function routeToTime({
  settings,
  ...given
}: Pick<RouteToTime, 'route' | 'workspace' | 'timed' | 'asked'> & {
  settings: PlanSettings
}): RouteToTime | null {
  const { workspace, timed } = given
  if (!timed.some(({ order }) => order)) return null
  const locations = workspace.places.length
  const travel = {
    locations,
    seconds: new Float64Array(locations * locations),
    metres: new Float64Array(locations * locations),
  }
  const problem = problemOf({ workspace, settings, travel })
  const [vehicle] = problem.vehicles
  return vehicle ? { ...given, problem, vehicle, travel } : null
}

/** From the start to the first stop, from stop to stop and to the end: indexes of places. */
function legsOf({ timed, vehicle: { start, end } }: RouteToTime): { from: number; to: number }[] {
  const along = [
    start,
    ...timed.flatMap(({ location }) => location ?? []),
    ...(end === undefined ? [] : [end]),
  ]
  return along.slice(1).flatMap((to, at) => (along[at] === to ? [] : [{ from: along[at] as number, to }]))
}

const placeOf = ({ workspace }: RouteToTime, index: number) => workspace.places[index] as Coordinates

function publishRoute(
  publication: Publication,
  { route, workspace, timed, asked, problem, vehicle, travel }: RouteToTime,
): void {
  const { vehicleId } = route
  const startsAt = departureOf(route, workspace)
  const times = timeRoute(problem, { vehicleId, visits: [...asked], startsAt })
  let from = vehicle.start
  const number = workspace.vehicles.find((one) => one.vehicleId === vehicleId)?.vehicleNumber ?? ''
  const reserved = new Set<string>()
  for (const [at, { order, stopId, sequence, location }] of timed.entries()) {
    const { arrives, begins, departs } = times.visits[at] as (typeof times.visits)[number]
    const drive = location === null ? 0 : (travel.seconds[from * travel.locations + location] ?? 0)
    from = location ?? from
    if (!order || !stopId) continue
    const instant = (second: number) => instantOf(workspace, second)
    publication.stops.push({
      stopId,
      serviceId: order.serviceId,
      vehicleId,
      sequence,
      arrivesAt: instant(arrives),
      beginsAt: instant(begins),
      departsAt: instant(departs),
    })
    if (order.state !== 'open' || reserved.has(order.serviceId)) continue
    reserved.add(order.serviceId)
    const seconds = Number.isFinite(drive) ? drive : 0
    const opens = order.stops.find((one) => one.stopId === stopId)?.windowStart ?? null
    const earliest = Math.max(
      secondOf(workspace, order.dispatchTime),
      opens === null ? Number.NEGATIVE_INFINITY : secondOf(workspace, opens),
    )
    publication.reservations.push({
      serviceId: order.serviceId,
      vehicleId,
      vehicleNumber: number,
      leavesAt: instant(arrives - seconds),
      mayLeaveAt: instant(Math.min(arrives, earliest) - seconds),
      dispatchTime: order.dispatchTime,
    })
  }
}
