/** On which days a recurring service takes place. Pure; days are `YYYY-MM-DD`. */

import { addDays, isMexicanHoliday, weekdayOf } from './holidays.ts'

export interface SeriesRule {
  /** 1 Monday to 7 Sunday. */
  weekdays: readonly number[]
  /** Inclusive; null: until further notice. */
  until: string | null
  /** Whether no service is created on the public holidays of Mexico. */
  skipsHolidays: boolean
}
export interface SeriesDay {
  day: string
  isHoliday: boolean
}

/**
 * The days of the rule from `from` to `to`, both inclusive, the holidays among them included and marked, at most
 * `limit`.
 */
export function daysOfSeries(
  rule: SeriesRule,
  { from, to, limit = Number.POSITIVE_INFINITY }: { from: string; to: string; limit?: number },
): SeriesDay[] {
  const last = rule.until !== null && rule.until < to ? rule.until : to
  const days: SeriesDay[] = []
  for (let day = from; day <= last && days.length < limit; day = addDays(day, 1))
    if (rule.weekdays.includes(weekdayOf(day))) days.push({ day, isHoliday: isMexicanHoliday(day) })
  return days
}

/** Whether a service takes place on this day of the rule. */
export const takesPlace = ({ isHoliday }: SeriesDay, { skipsHolidays }: SeriesRule): boolean =>
  !(isHoliday && skipsHolidays)
