import type { DriverState } from '@rumbo/contract/drivers.contract'
import type { OwnPlannedStop } from '@rumbo/contract/planning.publish.contract'
import { isStopDone } from '@rumbo/contract/services.rules'
import type { Ending } from './driver.rules.ts'

/** What is known of a stop of the driver's route. */
export interface RouteItem {
  stop: OwnPlannedStop
  state: 'done' | 'cancelled' | 'next' | 'later'
}

/**
 * The stops of a day in their order, the first that is to come as the next one.
 * @param services with what was done on this phone and is not confirmed yet
 * @param ended services that are no longer among them, whose stops may be from before; those given back are left out
 */
export function routeItems(
  stops: readonly OwnPlannedStop[],
  services: DriverState['services'],
  ended: ReadonlyMap<string, Ending['kind']>,
): RouteItem[] {
  const done = new Set(
    services.flatMap(({ executedStops }) => executedStops.filter(isStopDone).map(({ id }) => id)),
  )
  let hasNext = false
  return stops.flatMap((stop): RouteItem[] => {
    const ending = ended.get(stop.serviceId)
    if (ending === 'give_back') return []
    if (stop.isCancelled || ending === 'no_show') return [{ stop, state: 'cancelled' }]
    if (stop.departed !== null || done.has(stop.stopId) || ending === 'complete')
      return [{ stop, state: 'done' }]
    const state = hasNext ? 'later' : 'next'
    hasNext = true
    return [{ stop, state }]
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
