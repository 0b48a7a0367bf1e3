import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  eventCategories,
  eventSeverities,
  eventStatuses,
  eventTypes,
  type listEvents,
} from '@rumbo/contract/events.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { type RawBuilder, sql } from 'kysely'
import { onlyOwnVehicles } from '../../platform/access/access.ts'
import { fleetsWithout } from '../../platform/access/features.ts'
import { searchPatterns } from '../../platform/database/search-patterns.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { searchConditions } from '../../vehicles/index.ts'
import { severityOrder } from '../events.rules.ts'

export type EventFilter = ParsedOf<typeof listEvents>['query']
export type EventPlace = Pick<EventFilter, 'companyId' | 'fleetId' | 'vehicleId'>
type Part = RawBuilder<unknown>

export const and = (parts: readonly Part[]) => sql.join([sql`true`, ...parts], sql` and `)

/** The conditions of the place on `e`, without fleets that lack events. */
export function placed(tx: Transaction, { companyId, fleetId, vehicleId }: EventPlace): Part[] {
  const parts: Part[] = []
  if (companyId) {
    parts.push(sql`e.company_id = ${companyId}`)
    const without = fleetsWithout(tx.actor, companyId)
    if (without.length > 0) parts.push(sql`e.fleet_id <> all(${without}::uuid[])`)
  }
  if (fleetId) parts.push(sql`e.fleet_id = ${fleetId}`)
  if (vehicleId) parts.push(sql`e.vehicle_id = ${vehicleId}`)
  return parts
}

/** Folded like a search: without accents and case. */
const ownText = sql`lower(regexp_replace(normalize(coalesce(e.title, '') || ' ' || coalesce(e.note, ''), NFD), '[\\u0300-\\u036f]', '', 'g'))`

/** The values of the four kinds that a filter admits: all of them where it names none. */
const valuesOf = ({ type, category, severity, status }: EventFilter) => ({
  status: status?.length ? status : eventStatuses,
  severity: (severity?.length ? severity : eventSeverities).map(severityOrder),
  category: category?.length ? category : eventCategories,
  type: type?.length ? type : eventTypes,
})
const isOfKinds = ({ type, category, severity, status }: EventFilter) =>
  [type, category, severity, status].some((values) => values?.length)

/** Conditions on the four kinds: on all of them or on none, so that an index of all four finds the matches. */
function kindsOf(filter: EventFilter): Part[] {
  if (!isOfKinds(filter)) return []
  const { status, severity, category, type } = valuesOf(filter)
  return [
    sql`e.status = any(${status}::text[])`,
    sql`e.severity = any(${severity}::smallint[])`,
    sql`e.category = any(${category}::text[])`,
    sql`e.type = any(${type}::text[])`,
  ]
}

/** The events that a user is assigned to, or named in a comment of: few, so that they are looked up by their ids. */
function concerning(userId: string | null, concerns: readonly string[]): Part {
  const assigned = sql`select id from events.events where assignee_id = ${userId}::uuid`
  const mentioned = sql`select event_id from events.comments where mentions @> array[${userId}::uuid]`
  const asked = [
    ...(concerns.includes('assigned') ? [assigned] : []),
    ...(concerns.includes('mentioned') ? [mentioned] : []),
  ]
  return sql`e.id = any(array(${sql.join(asked, sql` union `)}))`
}

/** The conditions on `e`, and for a search on its vehicle `v`, except those of kinds and period. */
function othersOf(tx: Transaction, filter: EventFilter): Part[] {
  const parts = placed(tx, filter)
  const own = tx.actor && onlyOwnVehicles(tx.actor)
  if (own) parts.push(sql`e.vehicle_id = any(${own}::uuid[])`)
  if (filter.concerns?.length) parts.push(concerning(tx.actor?.userId ?? null, filter.concerns))
  if (filter.isAlarm !== undefined) parts.push(sql`e.is_alarm = ${filter.isAlarm}`)
  const ofVehicle = searchConditions(tx, filter.search)
  for (const [index, pattern] of searchPatterns(filter.search).entries())
    parts.push(sql`(${ofVehicle[index]} or ${ownText} like ${pattern})`)
  return parts
}

/**
 * The sets that make up a period, each with its conditions: events that ended in it, and with `to` those that had an
 * occurrence before it and one after. Apart, because each has an index, and their union has none. Few last longer than a
 * day: they have an index of their own, so that the others are looked for in one day.
 */
function periodsOf({ from, to }: EventFilter): Part[][] {
  const since = from ? [sql`e.last_occurred_at >= ${from}::timestamptz`] : []
  if (!to) return [since]
  const end = sql`${to}::timestamptz`
  const dayBefore = sql`${new Date(Date.parse(to) - dayMs).toISOString()}::timestamptz`
  const goneOn = [...since, sql`e.occurrences > 1`, sql`e.last_occurred_at >= ${end}`]
  return [
    [...since, sql`e.last_occurred_at < ${end}`],
    [...goneOn, sql`e.occurred_at < ${end}`, sql`e.occurred_at >= ${dayBefore}`],
    [
      ...goneOn,
      sql`e.occurred_at < ${dayBefore}`,
      sql`e.last_occurred_at - e.occurred_at > interval '24 hours'`,
    ],
  ]
}

const columns = sql`e.id, e.vehicle_id, e.type, e.severity, e.status, e.occurred_at, e.last_occurred_at`

/** The order of rows `r` with the columns above, and of vehicles `v`; the latest first among equals. */
function orderOf({ sort, order }: EventFilter): Part {
  const direction = sql.raw(order)
  if (sort === 'occurredAt') return sql`r.occurred_at ${direction}, r.id ${direction}`
  if (sort === 'lastOccurredAt') return sql`r.last_occurred_at ${direction}, r.id ${direction}`
  const column = {
    severity: sql`r.severity`,
    status: sql`array_position(${eventStatuses}::text[], r.status)`,
    type: sql`array_position(${eventTypes}::text[], r.type)`,
    vehicleNumber: sql`v.number_key`,
  }[sort]
  return sql`${column} ${direction}, r.last_occurred_at desc, r.id desc`
}
const timeOrder = ({ sort, order }: EventFilter) => {
  const direction = sql.raw(sort === 'lastOccurredAt' ? order : 'desc')
  return sql`e.last_occurred_at ${direction}, e.id ${direction}`
}

/** All matches as rows with the columns above; `tail` ends each part. */
function matches(tx: Transaction, filter: EventFilter, tail: Part, more: readonly Part[] = []): Part {
  const vehicle = filter.search === '' ? sql`` : sql`join vehicles.vehicles v on v.id = e.vehicle_id`
  const conditions = [...othersOf(tx, filter), ...more]
  const parts = periodsOf(filter).map(
    (period) =>
      sql`(select ${columns} from events.events e ${vehicle} where ${and([...conditions, ...period])} ${tail})`,
  )
  return sql.join(parts, sql` union all `)
}

const pageOf = ({ page, size }: EventFilter) => sql`limit ${size} offset ${(page - 1) * size}`
const withVehicle = ({ sort }: EventFilter) =>
  sort === 'vehicleNumber' ? sql`join vehicles.vehicles v on v.id = r.vehicle_id` : sql``

/** Counts the matches up to one more than the limit. */
export function countOf(tx: Transaction, filter: EventFilter, limit: number): RawBuilder<{ total: number }> {
  const most = sql`limit ${limit + 1}`
  return sql`select count(*)::integer as total
    from (select from (${matches(tx, filter, most, kindsOf(filter))}) r ${most}) c`
}

/** The ids of all matches in the order of the filter. */
export const allInOrder = (tx: Transaction, filter: EventFilter): RawBuilder<{ id: string }> =>
  sql`with r as materialized (${matches(tx, filter, sql``, kindsOf(filter))})
    select r.id from r ${withVehicle(filter)} order by ${orderOf(filter)}`

/** A page of so few matches that all of them are read and sorted. */
export const pageOfFew = (tx: Transaction, filter: EventFilter): RawBuilder<{ id: string }> =>
  sql`${allInOrder(tx, filter)} ${pageOf(filter)}`

/** Of so many matches: each combination of kinds, or each vehicle, is read in order and only as far as needed. */
export function pageOfMany(tx: Transaction, filter: EventFilter): RawBuilder<{ id: string }> {
  const most = sql`order by ${timeOrder(filter)} limit ${filter.page * filter.size}`
  if (filter.sort === 'vehicleNumber') {
    const place = [
      filter.companyId && sql`v.company_id = ${filter.companyId}`,
      filter.fleetId && sql`v.fleet_id = ${filter.fleetId}`,
    ].filter((part) => typeof part === 'object')
    const ofVehicle = [sql`e.vehicle_id = v.id`, ...kindsOf(filter)]
    return sql`select r.id from
        (select v.id, v.number_key from vehicles.vehicles v where ${and(place)} order by v.number_key ${sql.raw(filter.order)}) v
        cross join lateral (${matches(tx, filter, most, ofVehicle)}) r
      order by ${orderOf(filter)} ${pageOf(filter)}`
  }
  if (!isOfKinds(filter) && filter.sort === 'lastOccurredAt')
    return sql`select r.id from (${matches(tx, filter, most)}) r order by ${orderOf(filter)} ${pageOf(filter)}`
  const { status, severity, category, type } = valuesOf(filter)
  const ofKind = ['status', 'severity', 'category', 'type'].map(
    (name) => sql`${sql.ref(`e.${name}`)} = ${sql.ref(`k.${name}`)}`,
  )
  return sql`select r.id from
      (select * from unnest(${status}::text[]) status cross join unnest(${severity}::smallint[]) severity
        cross join unnest(${category}::text[]) category cross join unnest(${type}::text[]) type) k
      cross join lateral (${matches(tx, filter, most, ofKind)}) r
    order by ${orderOf(filter)} ${pageOf(filter)}`
}

/** Whether the indexes of kinds serve: they begin with the place, and end with the time of the latest occurrence. */
export const isIndexed = (
  tx: Transaction,
  { companyId, fleetId, vehicleId, search, sort, concerns }: EventFilter,
) =>
  (companyId !== undefined || fleetId !== undefined) &&
  vehicleId === undefined &&
  !concerns?.length &&
  search === '' &&
  sort !== 'occurredAt' &&
  !(tx.actor && onlyOwnVehicles(tx.actor))
