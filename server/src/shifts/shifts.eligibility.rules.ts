import type { ShiftBreak } from '@rumbo/contract/shifts.contract'
import type { Ineligibility } from '@rumbo/contract/shifts.drivers.contract'
import { minuteMs } from '@rumbo/contract/time-units'

/** Time on duty as it was: from the actual start to the actual end, or until now. */
export interface WorkedSpan {
  startsAt: Date
  startedAt: Date
  endedAt: Date | null
  breaks: readonly ShiftBreak[]
}

const overlap = (from: number, to: number, begin: number, end: number) =>
  Math.max(0, Math.min(to, end) - Math.max(from, begin))

/** Whole minutes on duty between two moments, without the planned breaks. */
export function minutesOnDuty(spans: readonly WorkedSpan[], fromMs: number, toMs: number): number {
  let sum = 0
  for (const { startsAt, startedAt, endedAt, breaks } of spans) {
    const begin = Math.max(fromMs, startedAt.getTime())
    const end = Math.min(toMs, endedAt?.getTime() ?? toMs)
    sum += Math.max(0, end - begin)
    for (const { afterMinutes, minutes } of breaks) {
      const pause = startsAt.getTime() + afterMinutes * minuteMs
      sum -= overlap(begin, end, pause, pause + minutes * minuteMs)
    }
  }
  return Math.floor(sum / minuteMs)
}

export interface DriverFacts {
  isActive: boolean
  licence: { expiresOn: string | null } | null
  /** Today in the company's time zone, `YYYY-MM-DD`. */
  today: string
  dayMinutes: number
  weekMinutes: number
  hasShift: boolean
  isOnBreak: boolean
}
export interface DutyRules {
  /** Null: no limit. */
  dayMinutes: number | null
  weekMinutes: number | null
  needsLicence: boolean
}

const isReached = (minutes: number, limit: number | null) => limit !== null && minutes >= limit

/** Why a driver gets no services; empty for one who is eligible. A licence is valid on the day it expires. */
export function ineligibilitiesOf(driver: DriverFacts, rules: DutyRules): Ineligibility[] {
  const { licence, today } = driver
  const reasons: [Ineligibility, boolean][] = [
    ['driver_inactive', !driver.isActive],
    ['licence_missing', rules.needsLicence && licence === null],
    ['licence_expired', licence?.expiresOn != null && licence.expiresOn < today],
    [
      'hours_exceeded',
      isReached(driver.dayMinutes, rules.dayMinutes) || isReached(driver.weekMinutes, rules.weekMinutes),
    ],
    ['on_break', driver.isOnBreak],
    ['no_shift', !driver.hasShift],
  ]
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []))
}
