import type { Service } from '@rumbo/contract/services.contract'
import { isStopDone } from '@rumbo/contract/services.rules'

/** The next stop of a service that was neither left nor cancelled, with its letter, `A` for the first; else the last. */
export function nextStopOf({ plannedStops, executedStops }: Pick<Service, 'plannedStops' | 'executedStops'>) {
  const left = new Set(executedStops.filter(isStopDone).map((stop) => stop.sequence))
  const next = plannedStops.findIndex(({ sequence }) => !left.has(sequence))
  const at = next < 0 ? plannedStops.length - 1 : next
  const stop = plannedStops[at]
  return stop === undefined ? null : { stop, letter: String.fromCharCode(65 + Math.min(at, 25)) }
}
