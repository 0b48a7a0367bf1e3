import type { DriverState } from '@rumbo/contract/drivers.contract'
import type { OwnPlannedStop } from '@rumbo/contract/planning.publish.contract'
import { isStopDone } from '@rumbo/contract/services.rules'

/** What is known of a stop of the driver's route. */
export interface RouteItem {
  stop: OwnPlannedStop
  state: 'done' | 'cancelled' | 'next' | 'later'
}

/**
 * The stops of a day in their order, the first that is to come as the next one.
 * @param services with what was done on this phone and is not confirmed yet
 */
export function routeItems(stops: readonly OwnPlannedStop[], services: DriverState['services']): RouteItem[] {
  const done = new Set(
    services.flatMap(({ executedStops }) => executedStops.filter(isStopDone).map(({ id }) => id)),
  )
  let hasNext = false
  return stops.map((stop) => {
    if (stop.isCancelled) return { stop, state: 'cancelled' }
    if (stop.departed !== null || done.has(stop.stopId)) return { stop, state: 'done' }
    const state = hasNext ? 'later' : 'next'
    hasNext = true
    return { stop, state }
  })
}

/** The stops by the day on which they are planned. @param dayOf names the day of an instant */
export function routeDays(
  stops: readonly OwnPlannedStop[],
  dayOf: (instant: string) => string,
): { day: string; stops: OwnPlannedStop[] }[] {
  const days: { day: string; stops: OwnPlannedStop[] }[] = []
  for (const stop of stops) {
    const day = dayOf(stop.plannedArrival)
    const last = days.at(-1)
    if (last?.day === day) last.stops.push(stop)
    else days.push({ day, stops: [stop] })
  }
  return days
}
