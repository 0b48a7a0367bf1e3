import {
  type OutlookQuarter,
  outlookQuarterMinutes,
  outlookQuarters,
} from '@rumbo/contract/dispatch.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import { isAllowedAt, wallClock } from '@rumbo/contract/vehicles.hours'

const quarterMs = outlookQuarterMinutes * minuteMs

/** Start of the current quarter of an hour; time zones differ by whole quarters. */
export const quarterOf = (now: Date): Date => new Date(Math.floor(now.getTime() / quarterMs) * quarterMs)

/** Vehicles with the same allowed hours. */
export interface HoursShare {
  allowedHours: readonly HoursWindow[]
  timeZone: string
  amount: number
}

/**
 * Services and vehicles by quarter of an hour. A vehicle counts in a quarter if it is allowed in every minute of it.
 * @param booked number of services by quarter, from 0
 */
export function outlookFrom(
  first: Date,
  booked: ReadonlyMap<number, number>,
  shares: readonly HoursShare[],
): OutlookQuarter[] {
  const clocks = new Map<string, { day: number; minute: number }[]>()
  const clockOf = (timeZone: string) => {
    const known = clocks.get(timeZone)
    if (known) return known
    const minutes = Array.from({ length: outlookQuarters * outlookQuarterMinutes }, (_, at) =>
      wallClock(new Date(first.getTime() + at * minuteMs), timeZone),
    )
    clocks.set(timeZone, minutes)
    return minutes
  }
  return Array.from({ length: outlookQuarters }, (_, quarter) => ({
    at: new Date(first.getTime() + quarter * quarterMs).toISOString(),
    services: booked.get(quarter) ?? 0,
    units: shares.reduce((sum, { allowedHours, timeZone, amount }) => {
      if (allowedHours.length === 0) return sum + amount
      const minutes = clockOf(timeZone).slice(
        quarter * outlookQuarterMinutes,
        (quarter + 1) * outlookQuarterMinutes,
      )
      return minutes.every((minute) => isAllowedAt(allowedHours, minute)) ? sum + amount : sum
    }, 0),
  }))
}
