import { addDays, weekdayOf } from '@rumbo/contract/holidays'
import type { Shift } from '@rumbo/contract/shifts.contract'
import type { Driver } from '@rumbo/contract/shifts.drivers.contract'
import { startOfDay } from '../ui/fields/calendar-day.ts'

export const calendarViews = ['week', 'day'] as const
export type CalendarView = (typeof calendarViews)[number]
export const groupings = ['driver', 'vehicle'] as const
export type Grouping = (typeof groupings)[number]

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day))

/** A calendar day in the company's time zone; epoch milliseconds, `toMs` exclusive. */
export interface CalendarDay {
  day: string
  fromMs: number
  toMs: number
}

/** The days that a view shows, which may be 23 or 25 hours long. */
export function daysOf(view: CalendarView, day: string, timeZone: string): CalendarDay[] {
  const first = view === 'week' ? mondayOf(day) : day
  return Array.from({ length: view === 'week' ? 7 : 1 }, (_, index) => {
    const at = addDays(first, index)
    return { day: at, fromMs: startOfDay(at, timeZone), toMs: startOfDay(addDays(at, 1), timeZone) }
  })
}

export interface CalendarRow {
  id: string
  name: string
  shifts: readonly Shift[]
}

interface RowSources {
  drivers: readonly Pick<Driver, 'id' | 'name'>[]
  vehicles: readonly { id: string; vehicleNumber: string }[]
}

/** A row for each driver or vehicle, also for those without shifts, in their order; then for any others that have shifts. */
export function rowsOf(shifts: readonly Shift[], by: Grouping, sources: RowSources): CalendarRow[] {
  const rows = new Map<string, { name: string; shifts: Shift[] }>()
  if (by === 'driver') for (const { id, name } of sources.drivers) rows.set(id, { name, shifts: [] })
  else for (const { id, vehicleNumber } of sources.vehicles) rows.set(id, { name: vehicleNumber, shifts: [] })
  for (const shift of shifts) {
    const [id, name] =
      by === 'driver' ? [shift.driverId, shift.driverName] : [shift.vehicleId, shift.vehicleNumber]
    const row = rows.get(id) ?? { name, shifts: [] }
    row.shifts.push(shift)
    rows.set(id, row)
  }
  return [...rows].map(([id, row]) => ({ id, ...row }))
}

const beginOf = ({ startsAt, startedAt }: Shift) =>
  Math.min(Date.parse(startsAt), startedAt === null ? Number.POSITIVE_INFINITY : Date.parse(startedAt))

/** The shifts that begin on a day; on the first day shown, also those that began before it. */
export function shiftsOn(shifts: readonly Shift[], { fromMs, toMs }: CalendarDay, isFirst: boolean): Shift[] {
  return shifts.filter((shift) => {
    const begin = beginOf(shift)
    return begin < toMs && (begin >= fromMs || isFirst)
  })
}

/** Where a span lies within a day, in per cent of its length; null where it is outside. */
export function barOf(
  fromMs: number,
  toMs: number,
  day: CalendarDay,
): { left: number; width: number } | null {
  const begin = Math.max(fromMs, day.fromMs)
  const end = Math.min(toMs, day.toMs)
  if (end <= begin) return null
  const length = day.toMs - day.fromMs
  return { left: ((begin - day.fromMs) / length) * 100, width: ((end - begin) / length) * 100 }
}
