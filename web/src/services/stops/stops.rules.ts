import type { ExecutedStop, PlannedStop, Service } from '@rumbo/contract/services.contract'
import { canMove, isStopDone } from '@rumbo/contract/services.rules'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'

/** A planned stop beside what was executed of it. */
export interface StopPair {
  planned: PlannedStop
  executed: ExecutedStop | null
  /** `waiting`: nothing yet. `present`: the vehicle is there. `done`: left or cancelled. */
  phase: 'waiting' | 'present' | 'done'
}

export const stopPairs = ({ plannedStops, executedStops }: Service): StopPair[] =>
  plannedStops.map((planned) => {
    const executed = executedStops.find(({ id }) => id === planned.id) ?? null
    return {
      planned,
      executed,
      phase: executed === null ? 'waiting' : isStopDone(executed) ? 'done' : 'present',
    }
  })

/** How an arrival compares with the window of its stop, in whole minutes; null without a window or an arrival. */
export function punctualityOf(
  { timeWindowStart, timeWindowEnd }: Pick<PlannedStop, 'timeWindowStart' | 'timeWindowEnd'>,
  arrived: string | null,
): { kind: 'early' | 'onTime' | 'late'; minutes: number } | null {
  if (arrived === null || (timeWindowStart === null && timeWindowEnd === null)) return null
  const at = Date.parse(arrived)
  const beyond = (from: number, until: number) => Math.floor((until - from) / minuteMs)
  const late = timeWindowEnd === null ? 0 : beyond(Date.parse(timeWindowEnd), at)
  if (late >= 1) return { kind: 'late', minutes: late }
  const early = timeWindowStart === null ? 0 : beyond(at, Date.parse(timeWindowStart))
  return early >= 1 ? { kind: 'early', minutes: early } : { kind: 'onTime', minutes: 0 }
}

/** What a dispatcher may do with a stop by hand. */
export function stopActions(service: Service, { executed }: StopPair): { correct: boolean; cancel: boolean } {
  const isCancelled = ({ status }: ExecutedStop) => status !== 'executed'
  const others = service.plannedStops.length - service.executedStops.filter(isCancelled).length
  return {
    correct: canMove(service.status, 'correctStop'),
    cancel: canMove(service.status, 'cancelStop') && executed === null && others > 1,
  }
}

const longestMs = 7 * dayMs
const stepMs = 5 * minuteMs

/**
 * The time in which the vehicle drove for a service: from its last assignment to the end, or so far. Null before there
 * was one. The end of a running service moves in steps, so that the same range is asked for again.
 */
export function drivenRange(
  { statusHistory, assignedVehicleId, endedAt }: Service,
  nowMs: number,
): { vehicleId: string; from: string; to: string } | null {
  const assigned = statusHistory.findLast(({ status }) => status === 'vehicle_assigned')
  if (!assigned || assignedVehicleId === null) return null
  const from = Date.parse(assigned.at)
  const until = endedAt === null ? Math.ceil((nowMs + 1) / stepMs) * stepMs : Date.parse(endedAt)
  const to = new Date(Math.min(Math.max(until, from + 1_000), from + longestMs)).toISOString()
  return { vehicleId: assignedVehicleId, from: assigned.at, to }
}

const metresPerKm = 1_000

/** Metres as they are typed, in kilometres; empty where they are unknown. */
export const kilometresOf = (metres: number | null): string =>
  metres === null ? '' : String(Math.round(metres / 10) / 100)

/** Typed kilometres in metres; null where nothing is typed, undefined where it is no number. */
export function metresOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * metresPerKm) : undefined
}
