import { minuteMs } from '@rumbo/contract/time-units'
import { type VehicleStatus, vehicleStatuses } from '@rumbo/contract/vehicles.contract'
import type { StatusCounts } from './vehicles.counts.repository.ts'

/** The start of the minute, in epoch milliseconds. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs) * minuteMs

const ofStatuses = <Given>(countOf: (status: VehicleStatus) => Given) =>
  Object.fromEntries(vehicleStatuses.map((status) => [status, countOf(status)])) as Record<
    VehicleStatus,
    Given
  >

/** The count of every status. */
export const allCounts = ({ counts }: Pick<StatusCounts, 'counts'>): Record<VehicleStatus, number> =>
  ofStatuses((status) => counts[status] ?? 0)

/** A column per status with the given number of minutes up to `until`; null for a minute without a count. */
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
