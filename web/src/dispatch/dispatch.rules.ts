/** How waiting and running services are shown to a dispatcher. Pure. */
import type { Candidate } from '@rumbo/contract/dispatch.contract'
import { priorities, type Service } from '@rumbo/contract/services.contract'

/** Waiting longer is late; from three quarters on it is soon. */
export const waitLimitSeconds = 300
const soonShare = 0.75

export type WaitLevel = 'ahead' | 'calm' | 'soon' | 'late'

/** Since when a service waits: since it was sent to dispatch, but not before its own dispatch time. */
export const waitingSinceMs = (service: Pick<Service, 'statusSince' | 'dispatchTime'>): number =>
  Math.max(Date.parse(service.statusSince), Date.parse(service.dispatchTime))

export function waitLevel(sinceMs: number, nowMs: number): WaitLevel {
  const waitSeconds = (nowMs - sinceMs) / 1000
  if (waitSeconds < 0) return 'ahead'
  if (waitSeconds >= waitLimitSeconds) return 'late'
  return waitSeconds >= waitLimitSeconds * soonShare ? 'soon' : 'calm'
}

export const waitingOrders = ['risk', 'age', 'priority', 'time'] as const
export type WaitingOrder = (typeof waitingOrders)[number]

const rankOf = ({ priorityLevel }: Service) => priorities.indexOf(priorityLevel)
/** A more urgent service counts as if it had waited longer: this many seconds for each step above low. */
const urgencySeconds = 120

/** By risk (waiting time with urgency added), age, priority, or dispatch time; the most pressing first. */
export function sortWaiting(services: readonly Service[], order: WaitingOrder): Service[] {
  const since = (service: Service) => waitingSinceMs(service)
  const keys: Record<WaitingOrder, (a: Service, b: Service) => number> = {
    risk: (a, b) =>
      since(a) + rankOf(a) * urgencySeconds * 1000 - (since(b) + rankOf(b) * urgencySeconds * 1000),
    age: (a, b) => since(a) - since(b),
    priority: (a, b) => rankOf(a) - rankOf(b) || since(a) - since(b),
    time: (a, b) => Date.parse(a.dispatchTime) - Date.parse(b.dispatchTime),
  }
  return [...services].sort((a, b) => keys[order](a, b) || a.serviceNumber - b.serviceNumber)
}

/** The longest of those waiting now, in seconds; null when nobody waits. */
export function oldestWaitSinceMs(services: readonly Service[], nowMs: number): number | null {
  const since = services.map(waitingSinceMs).filter((at) => at <= nowMs)
  return since.length === 0 ? null : Math.min(...since)
}

export type Stage = 'toPickup' | 'onBoard' | 'underWay'
const carriesPeople = new Set<Service['serviceType']>(['taxi', 'shuttle'])

export const stageOf = ({ status, serviceType }: Pick<Service, 'status' | 'serviceType'>): Stage =>
  status === 'vehicle_assigned' ? 'toPickup' : carriesPeople.has(serviceType) ? 'onBoard' : 'underWay'

/** The stop that comes next, from 1, of how many; and how much is done, 0 to 1. */
export function progressOf({ plannedStops, executedStops }: Pick<Service, 'plannedStops' | 'executedStops'>) {
  const count = plannedStops.length
  const done = Math.min(executedStops.length, count)
  return { next: Math.min(done + 1, count), count, share: count === 0 ? 0 : done / count }
}

export const eligible = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ isEligible }) => isEligible)

/** Those whose number or plate begins with what was typed; all while nothing is. */
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
