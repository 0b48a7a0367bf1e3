import type { PlanContent } from '@rumbo/contract/planning.contract'
import type { Order } from '@rumbo/contract/planning.workspace.contract'
import { differencesOf, reorderedStops } from '@rumbo/planning/content'
import { isToCome, type PlanDay } from '@rumbo/planning/problem'
import { colourOf, type LineStyle, type RouteView, styleOf } from '../route-view.rules.ts'

export interface Place {
  latitude: number
  longitude: number
}

/** A numbered stop of a route. */
export interface StopMark extends Place {
  stopId: string
  serviceId: string
  vehicleId: string
  text: string
  colour: number
  /** Of the selected route: larger and filled. */
  isStrong: boolean
  isSelected: boolean
  isWrong: boolean
  /** A proposal moves it to another vehicle, or to another place in its route. */
  isMoved: boolean
  isReordered: boolean
}
/** The first stop to come of an order without a route. */
export interface OrderMark extends Place {
  serviceId: string
  isSelected: boolean
}
export interface RouteLine {
  vehicleId: string
  name: string
  colour: number
  style: LineStyle
  isStrong: boolean
  /** Longitude and latitude. */
  points: readonly (readonly [number, number])[]
}
export interface PlanShapes {
  stops: readonly StopMark[]
  orders: readonly OrderMark[]
  lines: readonly RouteLine[]
  /** Routes as they were before a proposal. */
  former: readonly (readonly (readonly [number, number])[])[]
  depots: readonly Place[]
}
export const noShapes: PlanShapes = { stops: [], orders: [], lines: [], former: [], depots: [] }

/** More stops than a map can show one by one. */
const mostNumbered = 400
export const isDense = ({ stops }: Pick<PlanShapes, 'stops'>): boolean => stops.length > mostNumbered

interface ShapesInput {
  workspace: PlanDay
  /** The routes shown: of the plan, or of the proposal. */
  views: ReadonlyMap<string, RouteView>
  isReturning: boolean
  unplanned: readonly Order[]
  selected: ReadonlySet<string>
  vehicleId: string | null
  /** The selected route along roads; null: straight. */
  roads: readonly (readonly [number, number])[] | null
  /** The plan that the proposal would change; null without one. */
  before: { content: PlanContent; views: ReadonlyMap<string, RouteView> } | null
}

export const pointOf = ({ longitude, latitude }: Place): readonly [number, number] => [longitude, latitude]

/** The places that a route passes, from where it starts to where it ends. */
export function placesAlong(
  view: RouteView,
  { workspace, isReturning }: Pick<ShapesInput, 'workspace' | 'isReturning'>,
): Place[] {
  const at = (index: number | null | undefined) =>
    index === null || index === undefined ? [] : (workspace.places[index] ?? [])
  const stops = view.visits.flatMap(({ place }) => place ?? [])
  if (stops.length === 0) return []
  return [
    ...[at(view.vehicle?.startPlace)].flat(),
    ...stops,
    ...(isReturning ? [at(view.vehicle?.endPlace)].flat() : []),
  ]
}

/** What the map shows of a plan. */
export function planShapes(input: ShapesInput): PlanShapes {
  const { workspace, views, unplanned, selected, vehicleId, roads, before } = input
  const after = { routes: [...views.values()].map(({ route }) => route) }
  const moved = new Set(
    before === null ? [] : differencesOf(before.content, after).moved.map(({ serviceId }) => serviceId),
  )
  const reordered = before === null ? moved : reorderedStops(before.content, after)
  const stops: StopMark[] = []
  const lines: RouteLine[] = []
  for (const view of views.values()) {
    if (view.visits.length === 0) continue
    const isStrong = view.vehicleId === vehicleId
    const colour = colourOf(view.index)
    for (const { visit, number, place, violations } of view.visits)
      if (visit.serviceId !== null && visit.stopId !== null && place !== null)
        stops.push({
          ...place,
          stopId: visit.stopId,
          serviceId: visit.serviceId,
          vehicleId: view.vehicleId,
          text: String(number),
          colour,
          isStrong,
          isSelected: selected.has(visit.serviceId),
          isWrong: violations.length > 0,
          isMoved: moved.has(visit.serviceId),
          isReordered: reordered.has(visit.stopId),
        })
    lines.push({
      vehicleId: view.vehicleId,
      name: view.vehicle?.vehicleNumber ?? '',
      colour,
      style: styleOf(view.index),
      isStrong,
      points: isStrong && roads !== null ? roads : placesAlong(view, input).map(pointOf),
    })
  }
  return {
    // What is selected lies above the rest.
    stops: stops.sort((a, b) => Number(a.isStrong) - Number(b.isStrong)),
    lines: lines.sort((a, b) => Number(a.isStrong) - Number(b.isStrong)),
    former:
      before === null ? [] : [...before.views.values()].map((view) => placesAlong(view, input).map(pointOf)),
    orders: unplanned.flatMap(({ serviceId, stops: all }): OrderMark[] => {
      const place = workspace.places[all.find(isToCome)?.place ?? -1]
      return place ? [{ ...place, serviceId, isSelected: selected.has(serviceId) }] : []
    }),
    depots: depotsOf(workspace),
  }
}

function depotsOf({ places, depotPlace, vehicles }: PlanDay): Place[] {
  const indexes = depotPlace !== null ? [depotPlace] : vehicles.map(({ startPlace }) => startPlace)
  return [...new Set(indexes)].flatMap((index) => (index === null ? [] : (places[index] ?? [])))
}

/** What the map is brought to: the selected route from its start to its end, otherwise all there is. */
export function placesToShow({ lines, stops, orders, depots }: PlanShapes): Place[] {
  const chosen = lines.find(({ isStrong }) => isStrong)
  return chosen
    ? chosen.points.map(([longitude, latitude]) => ({ latitude, longitude }))
    : [...stops, ...orders, ...depots].map(({ latitude, longitude }) => ({ latitude, longitude }))
}

/** Whether a point lies within a ring of points, all in the same flat coordinates. */
export function isWithin(
  point: { x: number; y: number },
  ring: readonly { x: number; y: number }[],
): boolean {
  let isInside = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [a, b] = [ring[at], ring[before]]
    if (a === undefined || b === undefined) continue
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x)
      isInside = !isInside
  }
  return isInside
}
