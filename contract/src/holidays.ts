/** Public holidays of Mexico, and local calendar days. Pure; days are `YYYY-MM-DD`. */

import { dayMs } from './time-units.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // The Canadian English form of a date is that of ISO 8601.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** The calendar day of an instant in a time zone, as `2026-11-20`. */
export const dayOf = (at: Date, timeZone: string): string => formatOf(timeZone).format(at)

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
export const addDays = (day: string, count: number): string =>
  new Date(startOf(day) + count * dayMs).toISOString().slice(0, 10)
/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(startOf(day)).getUTCDay() || 7

const two = (value: number) => String(value).padStart(2, '0')
const monday = 1

/** The nth Monday of a month (1 to 12). */
function nthMonday(year: number, month: number, nth: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const day = 1 + ((monday - first + 7) % 7) + (nth - 1) * 7
  return `${year}-${two(month)}-${two(day)}`
}

/**
 * The obligatory days of rest of a year in Mexico: article 74 of the Federal Labour Law (Ley Federal del Trabajo),
 * without election days.
 */
export function mexicanHolidays(year: number): string[] {
  // The federal executive changes every six years; since 2024 on 1 October.
  const isHandover = year >= 2024 && (year - 2024) % 6 === 0
  return [
    `${year}-01-01`,
    nthMonday(year, 2, 1),
    nthMonday(year, 3, 3),
    `${year}-05-01`,
    `${year}-09-16`,
    ...(isHandover ? [`${year}-10-01`] : []),
    nthMonday(year, 11, 3),
    `${year}-12-25`,
  ]
}

/** Whether a day such as `2026-12-25` is a public holiday of Mexico. */
export const isMexicanHoliday = (day: string): boolean =>
  mexicanHolidays(Number(day.slice(0, 4))).includes(day)
