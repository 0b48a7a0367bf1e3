import { finalStatuses, type ServiceStatus } from '@rumbo/contract/services.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { useWorkspace } from '../app/client-context.tsx'
import { nowMs, useNow } from '../ui/clock.ts'
import { dayAt, startOfDay } from '../ui/fields/calendar-day.ts'

/** Periods of the list of services, by dispatch time; `endedToday` by the time of their end. */
export const servicePeriods = ['today', 'week', 'month', 'all', 'endedToday'] as const
export type ServicePeriod = (typeof servicePeriods)[number]
const daysBack: Record<Exclude<ServicePeriod, 'all'>, number> = {
  today: 0,
  endedToday: 0,
  week: 6,
  month: 29,
}
const defaultTimeZone = 'America/Mexico_City'
const ends: ReadonlySet<ServiceStatus> = new Set(finalStatuses)

/** Open services are few, and none may be hidden because of its age: a list of them alone has no start. */
export const usualPeriod = (statuses: readonly ServiceStatus[]): ServicePeriod =>
  statuses.length > 0 && statuses.every((status) => !ends.has(status)) ? 'all' : 'week'

/** The start of a period at midnight in the company's time zone, ISO 8601; undefined for no limit. */
export function usePeriodStart(period: ServicePeriod): string | undefined {
  const { company } = useWorkspace()
  useNow(60)
  if (period === 'all') return undefined
  const timeZone = company?.timeZone ?? defaultTimeZone
  const today = dayAt(nowMs(), timeZone)
  const day = new Date(Date.parse(`${today}T00:00:00Z`) - daysBack[period] * dayMs)
  return new Date(startOfDay(day.toISOString().slice(0, 10), timeZone)).toISOString()
}
