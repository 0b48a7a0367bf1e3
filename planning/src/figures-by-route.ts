import type { PlanContent, PlanFigures, PlanRoute, PlanSettings } from '@rumbo/contract/planning.contract'
import type { Order, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { Legs, Travel } from '@rumbo/optimizer'
import { legsOf } from '@rumbo/optimizer/problem/travel'
import { servicesOf } from './content.ts'
import { averageShare, figuresOf } from './figures.ts'
import { plannableOrders, problemOf, unplannedOrders } from './problem.ts'
import { indexPlaces, joinTravel } from './travel.ts'

export interface FiguresInput {
  workspace: PlanWorkspace
  settings: PlanSettings
  content: PlanContent
  /** Travel that roads answered, of whatever places; null: none. */
  known: { travel: Travel | Legs; coordinates: readonly number[]; isEstimate: boolean } | null
}

/**
 * As `figuresOf`, of each route with the travel between its own places alone, so that plans of thousands of orders need no
 * matrix of all of them.
 */
export function figuresByRoute({ workspace, settings, content, known }: FiguresInput): PlanFigures {
  const planned = servicesOf(content)
  const read = routeReader({ workspace, known })
  const total: PlanFigures = {
    ...figuresOf(
      { routes: [] },
      { workspace, problem: { travel: [], requests: [], vehicles: [] }, isEstimate: false },
    ),
    orders: plannableOrders(workspace).filter(({ serviceId }) => planned.has(serviceId)).length,
    unplanned: unplannedOrders(workspace, content).length,
  }
  const shares: number[] = []
  for (const route of content.routes) {
    const { part, travel } = read(route)
    const problem = problemOf({ workspace: part, settings, travel })
    const own = figuresOf({ routes: [route] }, { workspace: part, problem, isEstimate: travel.isEstimate })
    for (const name of summed) total[name] += own[name]
    if (typeof own.loadShare === 'number') shares.push(own.loadShare)
    total.isEstimate ||= own.vehicles > 0 && own.isEstimate
  }
  return { ...total, loadShare: averageShare(shares) }
}

/** Of a route the part of the day that it needs, and the travel in it. */
export function routeReader({ workspace, known }: Pick<FiguresInput, 'workspace' | 'known'>): (
  route: PlanRoute,
) => {
  part: PlanWorkspace
  travel: ReturnType<typeof joinTravel>
} {
  const orders = new Map(plannableOrders(workspace).map((order) => [order.serviceId, order]))
  const indexed = known && { legs: legsOf(known.travel), index: indexPlaces(known.coordinates) }
  return (route) => {
    const part = partOf(route, workspace, orders)
    return { part, travel: joinTravel(part.places, indexed, known?.isEstimate ?? true) }
  }
}

const summed = [
  'vehicles',
  'metres',
  'workSeconds',
  'waitingSeconds',
  'lateStops',
  'lateSeconds',
  'violations',
] as const

/** The vehicle and orders of a route, and only the places that they need. @param orders those that count, by service */
export function partOf(
  route: PlanRoute,
  workspace: PlanWorkspace,
  orders: ReadonlyMap<string, Order>,
): PlanWorkspace {
  const places: PlanWorkspace['places'] = []
  const indexes = new Map<number, number>()
  const moved = (index: number): number => {
    const place = workspace.places[index]
    if (!place) throw new RangeError(`the workspace has no place ${index}`)
    const already = indexes.get(index) ?? places.push(place) - 1
    indexes.set(index, already)
    return already
  }
  const movedOrNone = (index: number | null) => (index === null ? null : moved(index))
  return {
    ...workspace,
    depotPlace: movedOrNone(workspace.depotPlace),
    orders: [...servicesOf({ routes: [route] })].flatMap((id) => {
      const order = orders.get(id)
      if (!order) return []
      return [{ ...order, stops: order.stops.map((stop) => ({ ...stop, place: moved(stop.place) })) }]
    }),
    vehicles: workspace.vehicles
      .filter(({ vehicleId }) => vehicleId === route.vehicleId)
      .map((vehicle) => ({
        ...vehicle,
        startPlace: movedOrNone(vehicle.startPlace),
        endPlace: movedOrNone(vehicle.endPlace),
      })),
    places,
  }
}
