import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { dayOf, isMexicanHoliday } from '@rumbo/contract/holidays'
import { minuteMs } from '@rumbo/contract/time-units'
import { isAllowedAt, wallClock } from '@rumbo/contract/vehicles.hours'

/** Formatting a time costs more than evaluating a fence, and many positions have the same minute. */
const remembered = { timeZone: '', minute: Number.NaN, clock: { day: 1, minute: 0 }, isHoliday: false }

/** Whether the trigger counts at a time (epoch ms) by its hours and holidays, in the company's time zone. */
export function countsAt({ schedule }: FenceTrigger, time: number, timeZone: string): boolean {
  const { windows, holidays } = schedule
  if (windows.length === 0 && holidays === 'any') return true
  const minute = Math.floor(time / minuteMs)
  if (remembered.minute !== minute || remembered.timeZone !== timeZone) {
    const at = new Date(minute * minuteMs)
    const isHoliday = isMexicanHoliday(dayOf(at, timeZone))
    Object.assign(remembered, { timeZone, minute, clock: wallClock(at, timeZone), isHoliday })
  }
  if (holidays !== 'any' && remembered.isHoliday !== (holidays === 'only')) return false
  return isAllowedAt(windows, remembered.clock)
}
