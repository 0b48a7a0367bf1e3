import { finalStatuses, type ServiceStatus } from '@rumbo/contract/services.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { useWorkspace } from '../app/client-context.tsx'
import { nowMs, useNow } from '../ui/clock.ts'
import { dayAt, startOfDay } from '../ui/fields/calendar-day.ts'

/**
 * Periods of the list of services, by dispatch time. `current`: the open services of any age, and the last seven days;
 * `endedToday`: by the time of their end; `custom`: the days in the address.
 */
export const servicePeriods = ['current', 'today', 'week', 'month', 'all', 'endedToday', 'custom'] as const
export type ServicePeriod = (typeof servicePeriods)[number]
const daysBack: Record<Exclude<ServicePeriod, 'all' | 'custom'>, number> = {
  today: 0,
  endedToday: 0,
  current: 6,
  week: 6,
  month: 29,
}
const defaultTimeZone = 'America/Mexico_City'
const ends: ReadonlySet<ServiceStatus> = new Set(finalStatuses)

/** Open services are few, and none may be hidden because of its age: a list of them alone has no start. */
export const usualPeriod = (statuses: readonly ServiceStatus[]): ServicePeriod =>
  statuses.length > 0 && statuses.every((status) => !ends.has(status)) ? 'all' : 'current'

/** Calendar days, `YYYY-MM-DD`, both inclusive. */
export interface ServiceDays {
  from?: string
  to?: string
}
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
const startOf = (day: string, timeZone: string) => new Date(startOfDay(day, timeZone)).toISOString()

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
export const readDays = (from: string, to: string): ServiceDays => ({
  from: isDay(from) ? from : undefined,
  to: isDay(to) ? to : undefined,
})
export const isBackwards = ({ from, to }: ServiceDays): boolean =>
  from !== undefined && to !== undefined && from > to

/** The start of a period at midnight in the company's time zone, ISO 8601; undefined for no limit. */
export function usePeriodStart(period: Exclude<ServicePeriod, 'custom'>): string | undefined {
  const { company } = useWorkspace()
  useNow(60)
  if (period === 'all') return undefined
  const timeZone = company?.timeZone ?? defaultTimeZone
  return startOf(dayAfter(dayAt(nowMs(), timeZone), -daysBack[period]), timeZone)
}

/** The period as the server's filter; days begin at midnight in the company's time zone. */
export function usePeriodQuery(period: ServicePeriod, { from, to }: ServiceDays) {
  const { company } = useWorkspace()
  const timeZone = company?.timeZone ?? defaultTimeZone
  const since = usePeriodStart(period === 'custom' ? 'all' : period)
  if (period === 'custom')
    return {
      from: from === undefined ? undefined : startOf(from, timeZone),
      to: to === undefined ? undefined : startOf(dayAfter(to, 1), timeZone),
    }
  if (period === 'endedToday') return { endedSince: since }
  return { from: since, withOpen: period === 'current' ? 'true' : undefined }
}
