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

const minutesOfWeek = 7 * 1_440

/**
 * How long a schedule counts without interruption at most, in minutes; Infinity where its hours never end. Holidays are left
 * out: they can only shorten it.
 */
export function longestStretchMinutes({ windows }: Pick<FenceTrigger['schedule'], 'windows'>): number {
  if (windows.length === 0) return Number.POSITIVE_INFINITY
  let longest = 0
  let current = 0
  // Twice the week, for what lasts from Sunday into Monday.
  for (let at = 0; at < 2 * minutesOfWeek; at += 1) {
    const clock = { day: (Math.floor(at / 1_440) % 7) + 1, minute: at % 1_440 }
    current = isAllowedAt(windows, clock) ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  return longest >= minutesOfWeek ? Number.POSITIVE_INFINITY : longest
}
