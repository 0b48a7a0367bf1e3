import type { FenceTrigger } from './geofences.triggers.contract.ts'
import { dayOf, isMexicanHoliday } from './holidays.ts'
import { minuteMs } from './time-units.ts'
import { isAllowedAt, wallClock } from './vehicles.hours.ts'

/** Formatting a time costs more than comparing it, and many reports have the same minute. */
const remembered = { timeZone: '', minute: Number.NaN, clock: { day: 1, minute: 0 }, isHoliday: false }

/** Whether a schedule counts at a time (epoch ms) by its hours and holidays, in the company's time zone. */
export function isScheduledAt(
  { windows, holidays }: FenceTrigger['schedule'],
  time: number,
  timeZone: string,
): boolean {
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
