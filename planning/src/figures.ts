import type { PlanContent, PlanFigures, PlanRoute, PlanSettings } from '@rumbo/contract/planning.contract'
import type { Order, PlanVehicle, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { type TimedRoute, type Travel, timeRoute } from '@rumbo/optimizer'
import { servicesOf, solverVisits } from './content.ts'
import { plannableOrders, problemOf, secondOf, stopsToComeOf, usableVehicles } from './problem.ts'
import { joinTravel } from './travel.ts'

export interface FiguresInput {
  workspace: PlanWorkspace
  settings: PlanSettings
  content: PlanContent
  /** Travel that roads answered, of whatever places; null: none. */
  known: (Travel & { coordinates: readonly number[]; isEstimate: boolean }) | null
}

/**
 * The figures of a plan. Each route is timed with the travel between its own places alone, so that plans of thousands of
 * orders need no matrix of all of them. A vehicle that may not be planned, or that is gone, is a violation.
 */
export function planFiguresOf(input: FiguresInput): PlanFigures {
  const { workspace, content } = input
  const orders = new Map(plannableOrders(workspace).map((order) => [order.serviceId, order]))
  const vehicles = new Map(workspace.vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const usable = new Set(usableVehicles(input).map(({ vehicleId }) => vehicleId))
  const stopsToCome = stopsToComeOf(workspace)
  const planned = servicesOf(content)
  const figures: PlanFigures = {
    vehicles: 0,
    orders: planned.size,
    unplanned: [...orders.values()].filter(
      ({ state, serviceId }) => state === 'open' && !planned.has(serviceId),
    ).length,
    metres: 0,
    workSeconds: 0,
    waitingSeconds: 0,
    lateStops: 0,
    lateSeconds: 0,
    violations: 0,
    isEstimate: false,
  }
  for (const route of content.routes) {
    if (!route.visits.some(({ serviceId }) => serviceId !== null)) continue
    figures.vehicles++
    const vehicle = vehicles.get(route.vehicleId)
    if (!usable.has(route.vehicleId)) figures.violations++
    const timed = vehicle && timeOf(route, vehicle, { ...input, orders, stopsToCome })
    if (timed) add(figures, timed)
  }
  return figures
}

interface RouteInput extends FiguresInput {
  orders: ReadonlyMap<string, Order>
  stopsToCome: ReadonlyMap<string, readonly string[]>
}

/** A route with its times; undefined where nothing of it is to come. */
function timeOf(
  route: PlanRoute,
  vehicle: PlanVehicle,
  { workspace, settings, known, orders, stopsToCome }: RouteInput,
): { timed: TimedRoute; isEstimate: boolean } | undefined {
  const visits = solverVisits(route, stopsToCome)
  if (!visits.some(({ requestId }) => requestId !== undefined)) return undefined
  const own = [...new Set(visits.flatMap(({ requestId }) => orders.get(requestId ?? '') ?? []))]
  const places: PlanWorkspace['places'] = []
  const indexes = new Map<number, number>()
  const placeOf = <Index extends number | null>(index: Index): Index => {
    if (index === null) return index
    const already = indexes.get(index)
    if (already !== undefined) return already as Index
    const place = workspace.places[index]
    if (!place) throw new RangeError(`the workspace has no place ${index}`)
    indexes.set(index, places.length)
    places.push(place)
    return (places.length - 1) as Index
  }
  const part: PlanWorkspace = {
    ...workspace,
    depotPlace: placeOf(workspace.depotPlace),
    orders: own.map((order) => ({
      ...order,
      stops: order.stops.map((stop) => ({ ...stop, place: placeOf(stop.place) })),
    })),
    vehicles: [
      {
        ...vehicle,
        startPlace: placeOf(vehicle.startPlace),
        endPlace: placeOf(vehicle.endPlace),
        unfit: null,
      },
    ],
    places,
  }
  const travel = joinTravel(places, known, known?.isEstimate ?? true)
  const problem = problemOf({ workspace: part, settings: { ...settings, unusedVehicleIds: [] }, travel })
  const startsAt = route.startsAt === null ? {} : { startsAt: secondOf(workspace, route.startsAt) }
  const timed = timeRoute(problem, { vehicleId: route.vehicleId, visits, ...startsAt })
  return { timed, isEstimate: travel.isEstimate }
}

function add(figures: PlanFigures, { timed, isEstimate }: { timed: TimedRoute; isEstimate: boolean }): void {
  const late = timed.violations.filter(({ code }) => code === 'late')
  figures.metres += timed.metres
  figures.workSeconds += timed.ends - timed.starts
  figures.waitingSeconds += timed.waiting
  figures.lateStops += late.length
  figures.lateSeconds += late.reduce((sum, { amount }) => sum + amount, 0)
  figures.violations += timed.violations.length
  figures.isEstimate ||= isEstimate
}
