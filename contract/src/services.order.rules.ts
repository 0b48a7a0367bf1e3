/** Order of the services that wait or are under way, as the lists of the server have it. Pure functions. */

import { priorities, type Service, waitLimitSeconds } from './services.contract.ts'
import { isStopDone } from './services.rules.ts'
import { minuteMs } from './time-units.ts'

/** The fields that decide the place of a service in a list. */
export type OrderedService = Pick<
  Service,
  'id' | 'status' | 'priorityLevel' | 'waitingSince' | 'dispatchTime' | 'plannedStops' | 'executedStops'
>
/** The sorts of `services.list` that the browser can repeat. */
export type RepeatedSort = 'risk' | 'waitingSince' | 'priorityLevel' | 'dispatchTime'

/** Waits for a vehicle, or has one and has not ended. */
export const isUnderDispatch = ({ status }: Pick<Service, 'status'>): boolean =>
  status === 'on_dispatch' || status === 'vehicle_assigned' || status === 'in_progress'

/** End of the window of the next stop that was neither left nor cancelled; null without one. */
function nextWindowEndOf({
  plannedStops,
  executedStops,
}: Pick<Service, 'plannedStops' | 'executedStops'>): string | null {
  const left = new Set(executedStops.filter(isStopDone).map(({ id }) => id))
  return plannedStops.find(({ id }) => !left.has(id))?.timeWindowEnd ?? null
}

const isWaiting = ({ status }: OrderedService) => status === 'created' || status === 'on_dispatch'
const isFinal = (service: OrderedService) => service.status !== 'created' && !isUnderDispatch(service)

/** Whole minutes past the time limit of the wait, or past the window of the next stop; 0 before. */
function minutesOverdue(service: OrderedService, nowMs: number): number {
  const end = isWaiting(service)
    ? Date.parse(service.waitingSince) + waitLimitSeconds * 1000
    : Date.parse(nextWindowEndOf(service) ?? new Date(nowMs).toISOString())
  return Math.max(0, Math.floor((nowMs - end) / minuteMs))
}

function keysOf(service: OrderedService, sort: RepeatedSort, nowMs: number): number[] {
  const since = Date.parse(service.waitingSince)
  const priority = priorities.indexOf(service.priorityLevel)
  switch (sort) {
    case 'risk':
      return [
        Number(isFinal(service)),
        Number(isWaiting(service) && since > nowMs),
        -minutesOverdue(service, nowMs),
        priority,
        since,
      ]
    case 'priorityLevel':
      return [priority, since]
    case 'waitingSince':
      return [since]
    case 'dispatchTime':
      return [Date.parse(service.dispatchTime)]
  }
}

/** The services in the order in which `services.list` returns them at this time, ascending. */
export function inOrder<S extends OrderedService>(
  services: readonly S[],
  sort: RepeatedSort,
  nowMs: number,
): S[] {
  const keyed = services.map((service) => ({ service, keys: keysOf(service, sort, nowMs) }))
  keyed.sort((a, b) => {
    const at = a.keys.findIndex((key, index) => key !== b.keys[index])
    if (at >= 0) return (a.keys[at] ?? 0) - (b.keys[at] ?? 0)
    return a.service.id < b.service.id ? -1 : 1
  })
  return keyed.map(({ service }) => service)
}
