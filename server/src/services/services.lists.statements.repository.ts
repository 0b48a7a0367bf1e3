import type { ParsedOf } from '@rumbo/contract/endpoint'
import { type Bounds, boundsOf } from '@rumbo/contract/lists'
import {
  finalStatuses,
  type listServices,
  priorities,
  type ServiceStatus,
  serviceStatuses,
  waitLimitSeconds,
} from '@rumbo/contract/services.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { type RawBuilder, sql } from 'kysely'
import {
  isAutomatic,
  isInZone,
  isLateAt,
  isOf,
  isWaiting,
  waitingSince,
} from './groups/services.groups.repository.ts'
import { searchRanges, type TokenRange } from './services.search.rules.ts'

export type Filter = ParsedOf<typeof listServices>['query'] & {
  /** Whose services `isMine` means. */
  userId?: string | undefined
  /** Of a person who only drives: where own services are found, so that others are not read. */
  own?: { contacts: readonly string[]; vehicles: readonly string[] }
}

const isFinal = (status: ServiceStatus) => (finalStatuses as readonly ServiceStatus[]).includes(status)

// Statements name the services `s`.
/** Overdue: past the time limit of the wait, or past the window of the next stop. */
const byRisk = (now: Date) => [
  sql`s.status in (${sql.join(finalStatuses)})`,
  sql`(${isWaiting} and ${waitingSince} > ${now})`,
  sql`-greatest(0, floor(extract(epoch from ${now}::timestamptz - case when ${isWaiting}
      then ${waitingSince} + make_interval(secs => ${waitLimitSeconds})
      else coalesce(s.next_window_end, ${now}) end) / 60))`,
  sql`s.priority_level`,
  waitingSince,
]
const orders: Record<Exclude<Filter['sort'], 'risk'>, readonly RawBuilder<unknown>[]> = {
  dispatchTime: [sql`s.dispatch_time`],
  serviceNumber: [sql`s.service_number`],
  createdAt: [sql`s.created_at`],
  status: [sql`s.status`, sql`s.dispatch_time`],
  priorityLevel: [sql`s.priority_level`, waitingSince],
  customerName: [sql`s.customer_name collate "es-x-icu"`],
  waitingSince: [waitingSince],
}
export interface Page {
  limit: number
  offset: number
}
const keysOf = ({ sort }: Filter, now: Date) => [...(sort === 'risk' ? byRisk(now) : orders[sort]), sql`s.id`]

/** Whether the next stop is within the bounds; across the date line, west is greater than east. */
function nextWithin({ west, south, east, north }: Bounds) {
  const between =
    west <= east
      ? sql`s.next_longitude between ${west} and ${east}`
      : sql`(s.next_longitude >= ${west} or s.next_longitude <= ${east})`
  return sql`(s.next_latitude between ${south} and ${north} and ${between})`
}

/** The tokens `t` of a search word. */
export const inRange = ({ from, to }: TokenRange) =>
  sql`t.token >= ${from} ${to === null ? sql`` : sql`and t.token < ${to}`}`
const tokenOf = (range: TokenRange) =>
  sql`services.search_tokens t where t.fleet_id = s.fleet_id and t.service_number = s.service_number and ${inRange(range)}`
/** Leaves to the planner whether to begin with the word or with the services. */
const hasToken = (range: TokenRange) => sql`exists (select from ${tokenOf(range)})`
/** Begins with the services, for words that many of them have: a subquery with a limit is never made a join. */
const hasFrequentToken = (range: TokenRange) => sql`(select true from ${tokenOf(range)} limit 1)`

const among = (column: string, values: readonly unknown[]) =>
  sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql`${value}`))})`

/** The conditions on `s` except those of fleet, status and time. */
function conditionsOf(filter: Filter, now: Date, isFrequent: boolean): RawBuilder<unknown>[] {
  const bounds = boundsOf(filter)
  return [
    sql`s.archived_at is null`,
    // The fleets are those of the company, unless one was asked for; without it, indexes of fleets hold all that is needed.
    filter.companyId && filter.fleetId && sql`s.company_id = ${filter.companyId}`,
    filter.vehicleId && sql`s.assigned_vehicle_id = ${filter.vehicleId}`,
    filter.driverId && sql`s.assigned_driver_id = ${filter.driverId}`,
    filter.requesterContactId && sql`s.requester_contact_id = ${filter.requesterContactId}`,
    filter.serviceType && among('s.service_type', filter.serviceType),
    filter.priorityLevel &&
      among(
        's.priority_level',
        filter.priorityLevel.map((level) => priorities.indexOf(level)),
      ),
    filter.paymentMethod && among('s.payment_method', filter.paymentMethod),
    filter.paymentStatus && among('s.payment_status', filter.paymentStatus),
    filter.endedSince && sql`s.ended_at >= ${new Date(filter.endedSince)}`,
    bounds && nextWithin(bounds),
    filter.isLate !== undefined && sql`${isLateAt(now)} = ${filter.isLate}`,
    filter.handling && sql`${isAutomatic} = ${filter.handling === 'automatic'}`,
    filter.isMine !== undefined && sql`${isOf(filter.userId ?? null)} = ${filter.isMine}`,
    filter.zoneId && isInZone(filter.zoneId),
    // The policies of drivers decide; this finds their few services by an index.
    filter.own &&
      sql`(s.assigned_driver_id = any(${filter.own.contacts}::uuid[]) or s.assigned_vehicle_id = any(${filter.own.vehicles}::uuid[]))`,
    ...searchRanges(filter.search).map(isFrequent ? hasFrequentToken : hasToken),
  ].filter((condition) => typeof condition === 'object' && condition !== null)
}

interface Part {
  conditions: RawBuilder<unknown>[]
  /**
   * Its services are read and then sorted. An index in the order of the list would first pass all older services, of which
   * the planner, who takes the matches to be spread evenly, knows nothing.
   */
  isFew: boolean
}

const fewDays = 31

/** Whether the filter asks for a period as short as those usual for a list. */
function isShort({ from, to }: Filter, now: Date): boolean {
  const end = to === undefined ? now.getTime() : Math.min(Date.parse(to), now.getTime())
  return from !== undefined && end - Date.parse(from) <= fewDays * dayMs
}

/**
 * The sets that make up the list, each with its conditions: usually one; with `withOpen`, the open services of any age
 * beside the others in the range. Apart, because each has an index for its condition, and their union has none.
 */
function partsOf(filter: Filter, now: Date): Part[] {
  const range = [
    filter.from && sql`s.dispatch_time >= ${new Date(filter.from)}`,
    filter.to && sql`s.dispatch_time < ${new Date(filter.to)}`,
  ].filter((condition) => typeof condition === 'object')
  const part = (statuses: readonly ServiceStatus[] | undefined, times: RawBuilder<unknown>[]): Part[] => {
    if (statuses?.length === 0) return []
    const isOpen = statuses !== undefined && !statuses.some(isFinal)
    return [
      {
        conditions: [...(statuses ? [among('s.status', statuses)] : []), ...times],
        isFew: isOpen || (times.length > 0 && isShort(filter, now)),
      },
    ]
  }
  if (!filter.withOpen || range.length === 0) return part(filter.status, range)
  const wanted = filter.status ?? serviceStatuses
  return [
    ...part(
      wanted.filter((status) => !isFinal(status)),
      [],
    ),
    ...part(wanted.filter(isFinal), range),
  ]
}

/**
 * The statement of the services of these fleets that match the filter. Each fleet is read in the order of its index,
 * and only as far as needed. Null if nothing can match.
 * @param isFrequent many services have the words searched for
 */
export function statementOf(
  filter: Filter,
  fleetIds: readonly string[],
  now: Date,
  { isFrequent = false } = {},
) {
  const parts = partsOf(filter, now)
  if (parts.length === 0 || fleetIds.length === 0) return null
  const conditions = conditionsOf(filter, now, isFrequent)
  const [only] = fleetIds
  const isOne = fleetIds.length === 1
  return (columns: RawBuilder<unknown>, tail: RawBuilder<unknown>, tailOfFew = tail) => {
    const selects = parts.map(
      (part) => sql`(select ${columns} from services.services s
        where s.fleet_id = ${isOne ? sql`${only}` : sql`f.fleet_id`}
          and ${sql.join([...conditions, ...part.conditions], sql` and `)} ${part.isFew ? tailOfFew : tail})`,
    )
    const rows = sql.join(selects, sql` union all `)
    return isOne
      ? sql`(${rows}) found`
      : sql`unnest(${fleetIds}::uuid[]) f (fleet_id) cross join lateral (${rows}) found`
  }
}

/** Columns of the order of the filter, their names, and the part of them that a page needs. */
export function orderOf(filter: Filter, now: Date) {
  const keys = keysOf(filter, now)
  const direction = sql.raw(filter.order)
  const inOrder = (columns: readonly RawBuilder<unknown>[]) =>
    sql.join(columns.map((column) => sql`${column} ${direction}`))
  return {
    columns: sql.join(keys.map((key, index) => sql`${key} as ${sql.ref(`k${index}`)}`)),
    byKeys: inOrder(keys),
    byNames: inOrder(keys.map((_, index) => sql.ref(`k${index}`))),
  }
}

/** The statement of the ids in the order of the filter; null if nothing can match. `page` null: all of them. */
export function idsInOrder(
  filter: Filter,
  fleetIds: readonly string[],
  now: Date,
  page: Page | null,
  { isFrequent = false } = {},
): RawBuilder<{ id: string }> | null {
  const rowsOf = statementOf(filter, fleetIds, now, { isFrequent })
  if (rowsOf === null) return null
  const { columns, byKeys, byNames } = orderOf(filter, now)
  const most = page ? sql`limit ${page.offset + page.limit}` : sql``
  const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  return sql`select id from ${rowsOf(sql`s.id, ${columns}`, sql`order by ${byKeys} ${most}`, sql``)}
      order by ${byNames} ${part}`
}

/**
 * The statement of the ids of a page and the total of a list whose services are read as a whole; null for any other
 * list, or if nothing can match.
 */
export function pageOfFew(
  filter: Filter,
  fleetIds: readonly string[],
  now: Date,
  { limit, offset }: Page,
): RawBuilder<{ ids: string[]; total: number }> | null {
  // One or two letters begin some word of most services, so that looking each service up costs less than all such words.
  const isFrequent = searchRanges(filter.search).every(({ from }) => from.length <= 2)
  const isFew = partsOf(filter, now).every((part) => part.isFew)
  const rowsOf = isFew ? statementOf(filter, fleetIds, now, { isFrequent }) : null
  if (rowsOf === null) return null
  const { columns, byNames } = orderOf(filter, now)
  return sql`with found as materialized (select * from ${rowsOf(sql`s.id, ${columns}`, sql``)}),
      page as (select * from found order by ${byNames} limit ${limit} offset ${offset})
    select (select count(*) from found)::integer as total,
      coalesce((select array_agg(id order by ${byNames}) from page), '{}') as ids`
}

/**
 * The statement of the ids by number in a company, for words that many services have: one index gives the order for all
 * fleets, instead of a page from each.
 */
export const idsByNumber = (
  filter: Filter & { companyId: string },
  fleetIds: readonly string[],
  now: Date,
  { limit, offset }: Page,
): RawBuilder<{ id: string }> =>
  sql`select s.id from services.services s
      where s.company_id = ${filter.companyId} and s.fleet_id = any(${fleetIds}::uuid[]) and ${sql.join(conditionsOf(filter, now, true), sql` and `)}
      order by s.service_number ${sql.raw(filter.order)} limit ${limit} offset ${offset}`
