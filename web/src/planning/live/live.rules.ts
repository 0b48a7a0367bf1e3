import { lateAfterSeconds } from '@rumbo/contract/dispatch.lateness.contract'
import type { LiveVisit } from '@rumbo/contract/planning.publish.contract'

export type LiveState = 'cancelled' | 'done' | 'there' | 'expected' | 'unknown'

export const stateOf = ({ isCancelled, arrived, departed, predictedArrival }: LiveVisit): LiveState => {
  if (isCancelled) return 'cancelled'
  if (departed !== null) return 'done'
  if (arrived !== null) return 'there'
  return predictedArrival === null ? 'unknown' : 'expected'
}

export const isLate = ({ lateSeconds }: Pick<LiveVisit, 'lateSeconds'>): boolean =>
  lateSeconds > lateAfterSeconds
const isAhead = (visit: LiveVisit) => ['expected', 'unknown'].includes(stateOf(visit))

/** The stops to come that will be late, or whose vehicle cannot make them; the latest first, then in their order. */
export const atRisk = (visits: readonly LiveVisit[]): LiveVisit[] =>
  visits
    .filter((visit) => isAhead(visit) && (isLate(visit) || visit.obstacle === 'out_of_service'))
    .toSorted((a, b) => b.lateSeconds - a.lateSeconds || a.plannedArrival.localeCompare(b.plannedArrival))

/** Where a stop is on the line of its vehicle: as it was, or as it is expected; null where nobody knows. Instants. */
export function spanOf(visit: LiveVisit, now: string): { from: string; until: string } | null {
  const { arrived, departed, predictedArrival, plannedArrival, plannedDeparture } = visit
  const from = arrived ?? departed ?? predictedArrival
  if (visit.isCancelled || from === null) return null
  if (departed !== null) return { from, until: departed }
  const planned = Date.parse(plannedDeparture) - Date.parse(plannedArrival)
  const until = new Date(Date.parse(from) + planned).toISOString()
  return { from, until: arrived !== null && until < now ? now : until }
}

/** By how many minutes the next stop of a vehicle is later than planned, or earlier (negative); null without one. */
export function driftMinutes(visits: readonly LiveVisit[]): number | null {
  const next = visits.find((visit) => stateOf(visit) === 'expected')
  if (!next || next.predictedArrival === null) return null
  return Math.round((Date.parse(next.predictedArrival) - Date.parse(next.plannedArrival)) / 60_000)
}
