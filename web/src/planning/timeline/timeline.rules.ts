import type { Plan } from '@rumbo/contract/planning.contract'
import { dispatchMarginMinutes } from '@rumbo/contract/services.contract'
import { type PlanDay, secondOf } from '@rumbo/planning/problem'
import type { RouteView, VisitView } from '../route-view.rules.ts'

const hour = 3_600
/** Seconds of the 30 minutes that a service is dispatched before its first window. */
const marginSeconds = dispatchMarginMinutes * 60

/** Seconds of the plan from left to right, on whole hours. */
export interface Span {
  from: number
  until: number
}

/** The time that shifts and routes take, with a little air; of a plan without either, its own hours. */
export function spanOf(
  plan: Pick<Plan, 'from' | 'until'>,
  workspace: Pick<PlanDay, 'origin'>,
  views: Iterable<RouteView>,
): Span {
  const times: number[] = []
  for (const { vehicle, timed, visits } of views) {
    if (vehicle?.from) times.push(secondOf(workspace, vehicle.from))
    if (vehicle?.until) times.push(secondOf(workspace, vehicle.until))
    if (timed && timed.visits.length > 0) times.push(timed.starts, timed.ends)
    for (const { times: one } of visits) if (one !== null) times.push(one.arrives, one.departs)
  }
  const known = times.length > 0 ? times : [secondOf(workspace, plan.from), secondOf(workspace, plan.until)]
  const from = Math.floor(known.reduce((a, b) => Math.min(a, b)) / hour) * hour
  const until = Math.ceil(known.reduce((a, b) => Math.max(a, b)) / hour) * hour
  return { from, until: Math.max(until, from + hour) }
}

/** Pixels of an hour at each step of the zoom; the first step fits the span into the width. */
export const zoomFactors = [1, 1.5, 2.25, 3.4, 5] as const
const leastHourPixels = 36

export const hourPixelsOf = ({ from, until }: Span, widthPixels: number, zoom: number): number =>
  Math.max(leastHourPixels, widthPixels / ((until - from) / hour)) * (zoomFactors[zoom] ?? 1)

/** Where seconds are, in pixels from the left. */
export interface Scale {
  span: Span
  hourPixels: number
}
export const xOf = ({ span, hourPixels }: Scale, second: number): number =>
  ((second - span.from) / hour) * hourPixels
export const widthOf = ({ span, hourPixels }: Scale): number => ((span.until - span.from) / hour) * hourPixels
/** The second at a place, the inverse of `xOf`. */
export const secondAt = ({ span, hourPixels }: Scale, x: number): number =>
  span.from + (x / hourPixels) * hour

const leastLabelPixels = 52

/** The hours that get a label, as seconds. */
export function labelledHours({ span, hourPixels }: Scale): number[] {
  const step = [1, 2, 3, 4, 6, 12].find((hours) => hours * hourPixels >= leastLabelPixels) ?? 24
  const hours: number[] = []
  for (let second = span.from; second <= span.until; second += step * hour) hours.push(second)
  return hours
}

const usualStopPixels = 20
const leastStopPixels = 5
/** A narrower stop shows no number; its explanation does. */
export const leastNumberPixels = 15

/** Width of a stop: as long as it takes, wider where there is room before the next one. */
export const stopWidthOf = (lastsPixels: number, roomPixels: number): number =>
  Math.max(lastsPixels, Math.min(usualStopPixels, roomPixels - 1), leastStopPixels)

/** Where a stop without times is shown. */
export interface OverPlace {
  /** The end of the stop before it, else the beginning of the next one; null where the route has no times at all. */
  second: number | null
  /** How many stops without times are shown at the same place before it. */
  nth: number
}

/** Where the stop of this index, which is over and has no times, is shown. */
export function overPlaceOf(visits: readonly Pick<VisitView, 'times' | 'over'>[], at: number): OverPlace {
  let nth = 0
  for (const { times, over } of visits.slice(0, at).reverse()) {
    if (times !== null) return { second: times.departs, nth }
    if (over !== null) nth += 1
  }
  return { second: visits.slice(at + 1).find(({ times }) => times !== null)?.times?.begins ?? null, nth }
}

export type Bar = { kind: 'travel' | 'waiting' | 'break'; from: number; until: number }

/** What lies between the stops of a route: travel throughout, over it where it waits and rests. */
export function barsOf({ timed, visits }: Pick<RouteView, 'timed' | 'visits'>): Bar[] {
  const bars: Bar[] = []
  const made = visits.flatMap(({ times, isMade }) => (isMade && times !== null ? times : []))
  if (made.length > 1)
    bars.push({ kind: 'travel', from: made[0]?.arrives ?? 0, until: made.at(-1)?.departs ?? 0 })
  if (timed === null || timed.visits.length === 0) return bars
  bars.push({ kind: 'travel', from: timed.starts, until: timed.ends })
  for (const { arrives, begins } of timed.visits)
    if (begins - arrives >= 60) bars.push({ kind: 'waiting', from: arrives, until: begins })
  for (const { begins, ends } of timed.breaks) bars.push({ kind: 'break', from: begins, until: ends })
  return bars
}

/** When a route leaves the depot and is back there; null where it begins or ends elsewhere, or has nothing to come. */
export function depotTimesOf(
  { timed, vehicle }: Pick<RouteView, 'timed' | 'vehicle'>,
  { depotPlace, isReturning }: { depotPlace: number | null; isReturning: boolean },
): { leaves: number | null; returns: number | null } {
  if (depotPlace === null || vehicle === null || timed === null || timed.visits.length === 0)
    return { leaves: null, returns: null }
  return {
    leaves: vehicle.startPlace === depotPlace ? timed.starts : null,
    returns: isReturning && vehicle.endPlace === depotPlace ? timed.ends : null,
  }
}

/** When the service of a stop is dispatched at the latest, before its first window; null at other stops. */
export function marginOf({
  order,
  stop,
  window,
}: Pick<VisitView, 'order' | 'stop' | 'window'>): number | null {
  if (window.from === null || stop === null) return null
  const first = order?.stops.find(({ windowStart }) => windowStart !== null)
  return first?.stopId === stop.stopId ? window.from - marginSeconds : null
}

/** Vehicles with routes or a shift in the order of the fleet, those that cannot be planned apart. */
export function orderRows(views: Iterable<RouteView>): { planned: RouteView[]; unfit: RouteView[] } {
  const byNumber = (a: RouteView, b: RouteView) =>
    (a.vehicle?.vehicleNumber ?? '').localeCompare(b.vehicle?.vehicleNumber ?? '', 'es', { numeric: true })
  const all = [...views].sort(byNumber)
  const isPlanned = ({ vehicle, visits }: RouteView) =>
    visits.length > 0 || (vehicle !== null && vehicle.unfit === null)
  return { planned: all.filter(isPlanned), unfit: all.filter((view) => !isPlanned(view)) }
}
