import type { Service } from '@rumbo/contract/services.contract'

/** The next stop of a service with its letter, `A` for the pickup; the last stop once all are completed. */
export function nextStopOf({ plannedStops, executedStops }: Pick<Service, 'plannedStops' | 'executedStops'>) {
  const left = new Set(executedStops.filter(({ departed }) => departed !== null).map((stop) => stop.sequence))
  const next = plannedStops.findIndex(({ sequence }) => !left.has(sequence))
  const at = next < 0 ? plannedStops.length - 1 : next
  const stop = plannedStops[at]
  return stop === undefined ? null : { stop, letter: String.fromCharCode(65 + Math.min(at, 25)) }
}
