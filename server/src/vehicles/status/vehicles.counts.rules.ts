import { type VehicleStatus, vehicleStatuses } from '@rumbo/contract/vehicles.contract'
import type { StatusCounts } from './vehicles.counts.repository.ts'

const minuteMs = 60_000

/** The beginning of the minute, epoch milliseconds. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs) * minuteMs

const ofStatuses = <Given>(countOf: (status: VehicleStatus) => Given) =>
  Object.fromEntries(vehicleStatuses.map((status) => [status, countOf(status)])) as Record<
    VehicleStatus,
    Given
  >

/** Every status with its number. */
export const allCounts = ({ counts }: Pick<StatusCounts, 'counts'>): Record<VehicleStatus, number> =>
  ofStatuses((status) => counts[status] ?? 0)

/** A column for each status, of so many minutes that end with `until`; null for a minute nobody counted. */
export function minuteColumns(
  rows: readonly StatusCounts[],
  until: number,
  minutes: number,
): Record<VehicleStatus, (number | null)[]> {
  const byMinute = new Map(rows.map((row) => [minuteOf(row.at), row.counts]))
  const slots = Array.from({ length: minutes }, (_, index) =>
    byMinute.get(until - (minutes - 1 - index) * minuteMs),
  )
  return ofStatuses((status) => slots.map((counts) => (counts === undefined ? null : (counts[status] ?? 0))))
}
