import { advisoryReasons, type Candidate, unsuitedReasons } from '@rumbo/contract/dispatch.contract'
import { type Service, waitLimitSeconds } from '@rumbo/contract/services.contract'
import { isStopDone } from '@rumbo/contract/services.rules'
import { isBusyStatus } from '@rumbo/contract/vehicles.contract'
import { formatClock } from '@rumbo/i18n/formats'

/** Share of the time limit from which a wait is `soon`. */
const soonShare = 0.75

export type WaitLevel = 'ahead' | 'calm' | 'soon' | 'late'

/** The later of when a service was sent to dispatch and its dispatch time, in epoch milliseconds. */
export const waitingSinceMs = (service: Pick<Service, 'waitingSince'>): number =>
  Date.parse(service.waitingSince)

export function waitLevel(sinceMs: number, nowMs: number): WaitLevel {
  const waitSeconds = (nowMs - sinceMs) / 1000
  if (waitSeconds < 0) return 'ahead'
  if (waitSeconds >= waitLimitSeconds) return 'late'
  return waitSeconds >= waitLimitSeconds * soonShare ? 'soon' : 'calm'
}

export const waitingOrders = ['risk', 'age', 'priority', 'time'] as const
export type WaitingOrder = (typeof waitingOrders)[number]

/** The server's sort for each order; risk is minutes overdue, then priority, then age. */
export const sortOfOrder = {
  risk: 'risk',
  age: 'waitingSince',
  priority: 'priorityLevel',
  time: 'dispatchTime',
} as const satisfies Record<WaitingOrder, string>

/** @returns the number of the next stop, from 1, the number of stops, and the share that is done, from 0 to 1 */
export function progressOf({ plannedStops, executedStops }: Pick<Service, 'plannedStops' | 'executedStops'>) {
  const count = plannedStops.length
  const behind = new Set(executedStops.filter(isStopDone).map(({ id }) => id))
  const done = plannedStops.filter(({ id }) => behind.has(id)).length
  const next = plannedStops.findIndex(({ id }) => !behind.has(id))
  return { next: next === -1 ? count : next + 1, count, share: count === 0 ? 0 : done / count }
}

/** An arrival as minutes and seconds; an estimate is marked as one. */
export const arrivalText = (seconds: number, isEstimate: boolean): string =>
  `${isEstimate ? '≈ ' : ''}${formatClock(seconds)}`

export const eligible = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ isEligible }) => isEligible)

/** For a person, a vehicle under way lacks nothing else. */
const takeable: readonly Candidate['reasons'][number][] = ['status', ...advisoryReasons]
/** Whether the vehicle is on its way to another service, so that a person may take it from there. */
export const canBeTaken = ({ status, isEligible, reasons }: Candidate): boolean =>
  !isEligible && status === 'en_route' && reasons.every((reason) => takeable.includes(reason))

/** Whether a service is due only later, or once it is sent to dispatch. */
export const isForLater = (
  { status, dispatchTime }: Pick<Service, 'status' | 'dispatchTime'>,
  nowMs: number,
): boolean => status === 'created' || Date.parse(dispatchTime) > nowMs

/** Whether a person may reserve the vehicle: a busy one, or for a later service any that has what it requires. */
export const canBeReserved = ({ status, reasons }: Candidate, isLater: boolean): boolean =>
  (isLater || isBusyStatus(status)) &&
  !reasons.some((reason) => (unsuitedReasons as readonly Candidate['reasons'][number][]).includes(reason))

export const minutesOf = (seconds: number): number => Math.max(0, Math.round(seconds / 60))

/** Minutes added by a change, with its sign. */
export function addedMinutes(beforeSeconds: number, afterSeconds: number): string {
  const added = minutesOf(afterSeconds) - minutesOf(beforeSeconds)
  return added < 0 ? `−${-added}` : `+${added}`
}

/** How many vehicles each reason excludes, the most frequent first; a vehicle counts under its first reason. */
export function reasonCounts(
  others: readonly Candidate[],
): (readonly [reason: Candidate['reasons'][number], count: number])[] {
  const counts = new Map<Candidate['reasons'][number], number>()
  for (const { reasons } of others) {
    const [reason] = reasons
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])
}

/** Candidates whose number or plate contains the typed text, an exact number first; all of them without a text. */
export function matchCandidates(candidates: readonly Candidate[], typed: string): Candidate[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, '')
  const wanted = plain(typed)
  if (wanted === '') return [...candidates]
  const found = candidates.filter(
    ({ vehicleNumber, plateNumber }) =>
      plain(vehicleNumber).includes(wanted) || plain(plateNumber).includes(wanted),
  )
  return found.sort(
    (a, b) => Number(plain(b.vehicleNumber) === wanted) - Number(plain(a.vehicleNumber) === wanted),
  )
}
