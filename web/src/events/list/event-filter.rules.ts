import type { InputOf } from '@rumbo/contract/endpoint'
import {
  eventCategories,
  eventConcerns,
  eventSeverities,
  eventStatuses,
  eventTypes,
  type listEvents,
} from '@rumbo/contract/events.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { isRecordId, listOf, oneOf } from '../../app/navigation/address.tsx'
import { startOfDay } from '../../ui/fields/calendar-day.ts'

/** The filters of the list of events, by their names in the address. */
export const eventFilterNames = [
  'type',
  'category',
  'severity',
  'status',
  'vehicle',
  'from',
  'to',
  'concerns',
] as const
export type EventFilterName = (typeof eventFilterNames)[number]

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** What the address asks for; unknown values are left out. Days are `YYYY-MM-DD`, both inclusive. */
export function readEventFilter(query: Readonly<Record<string, string | string[]>>) {
  const day = (name: 'from' | 'to') => [oneOf(query[name])].find(isDay)
  return {
    type: eventTypes.find((value) => value === oneOf(query.type)),
    category: eventCategories.find((value) => value === oneOf(query.category)),
    severity: eventSeverities.filter((value) => listOf(query.severity).includes(value)),
    status: eventStatuses.filter((value) => listOf(query.status).includes(value)),
    vehicle: [oneOf(query.vehicle)].find(isRecordId),
    from: day('from'),
    to: day('to'),
    concerns: eventConcerns.filter((value) => listOf(query.concerns).includes(value)),
  }
}
export type EventFilter = ReturnType<typeof readEventFilter>

export const isBackwards = ({ from, to }: Pick<EventFilter, 'from' | 'to'>): boolean =>
  from !== undefined && to !== undefined && from > to

/** Which filters are set, in the order of `eventFilterNames`. */
export const setFilters = (filter: EventFilter): boolean[] =>
  eventFilterNames.map((name) => {
    const value = filter[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined
  })

const some = <Value>(values: readonly Value[]) => (values.length > 0 ? [...values] : undefined)
const only = <Value>(value: Value | undefined) => (value === undefined ? undefined : [value])

/** The filter as the server's; days begin at midnight in `timeZone`. */
export function asQuery(
  { type, category, severity, status, vehicle, from, to, concerns }: EventFilter,
  timeZone: string,
) {
  const startOf = (day: string, later: number) =>
    new Date(
      startOfDay(new Date(Date.parse(`${day}T00:00:00Z`) + later).toISOString().slice(0, 10), timeZone),
    ).toISOString()
  return {
    type: only(type),
    category: only(category),
    severity: some(severity),
    status: some(status),
    vehicleId: vehicle,
    from: from && startOf(from, 0),
    to: to && startOf(to, dayMs),
    concerns: some(concerns),
  } satisfies InputOf<typeof listEvents>['query']
}
