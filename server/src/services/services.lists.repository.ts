import type { ParsedOf } from '@rumbo/contract/endpoint'
import { type Bounds, boundsOf, exactTotalLimit } from '@rumbo/contract/lists'
import {
  type countServices,
  finalStatuses,
  type listServices,
  priorities,
  type ServiceStatus,
  serviceStatuses,
  waitLimitSeconds,
} from '@rumbo/contract/services.contract'
import { query } from '@rumbo/database'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import { findInOrder } from './services.repository.ts'
import { searchRanges, type TokenRange } from './services.search.rules.ts'

type Filter = ParsedOf<typeof listServices>['query']

const run = <Row>(tx: Transaction, statement: RawBuilder<Row>) =>
  tx.rows<Row>({ compile: () => statement.compile(query) })
const isFinal = (status: ServiceStatus) => (finalStatuses as readonly ServiceStatus[]).includes(status)

// Statements name the services `s`.
const waitingSince = sql`greatest(s.status_since, s.dispatch_time)`
const isWaiting = sql`s.status in ('created', 'on_dispatch')`
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
const keysOf = ({ sort }: Filter, now: Date) => [...(sort === 'risk' ? byRisk(now) : orders[sort]), sql`s.id`]

/** Whether the next stop is within the bounds; across the date line, west is greater than east. */
function nextWithin({ west, south, east, north }: Bounds) {
  const between =
    west <= east
      ? sql`s.next_longitude between ${west} and ${east}`
      : sql`(s.next_longitude >= ${west} or s.next_longitude <= ${east})`
  return sql`(s.next_latitude between ${south} and ${north} and ${between})`
}

const hasToken = ({ from, to }: TokenRange) => sql`exists (
  select from services.search_tokens t where t.fleet_id = s.fleet_id and t.service_number = s.service_number
    and t.token >= ${from} ${to === null ? sql`` : sql`and t.token < ${to}`})`

const among = (column: string, values: readonly unknown[]) =>
  sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql`${value}`))})`

/** The conditions on `s` except those of fleet, status and time. */
function conditionsOf(filter: Filter): RawBuilder<unknown>[] {
  const bounds = boundsOf(filter)
  return [
    sql`s.archived_at is null`,
    filter.companyId && sql`s.company_id = ${filter.companyId}`,
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
    ...searchRanges(filter.search).map(hasToken),
  ].filter((condition) => typeof condition === 'object' && condition !== null)
}

/**
 * The sets that make up the list, each with its conditions: usually one; with `withOpen`, the open services of any age
 * beside the others in the range. Apart, because each has an index for its condition, and their union has none.
 */
function partsOf(filter: Filter): RawBuilder<unknown>[][] {
  const range = [
    filter.from && sql`s.dispatch_time >= ${new Date(filter.from)}`,
    filter.to && sql`s.dispatch_time < ${new Date(filter.to)}`,
  ].filter((condition) => typeof condition === 'object')
  const part = (statuses: readonly ServiceStatus[] | undefined, times: RawBuilder<unknown>[]) =>
    statuses?.length === 0 ? [] : [[...(statuses ? [among('s.status', statuses)] : []), ...times]]
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
 */
function statementOf(filter: Filter, fleetIds: readonly string[]) {
  const parts = partsOf(filter)
  if (parts.length === 0 || fleetIds.length === 0) return null
  const conditions = conditionsOf(filter)
  const [only] = fleetIds
  const isOne = fleetIds.length === 1
  return (columns: RawBuilder<unknown>, tail: RawBuilder<unknown>) => {
    const selects = parts.map(
      (part) => sql`(select ${columns} from services.services s
        where s.fleet_id = ${isOne ? sql`${only}` : sql`f.fleet_id`}
          and ${sql.join([...conditions, ...part], sql` and `)} ${tail})`,
    )
    const rows = sql.join(selects, sql` union all `)
    return isOne
      ? sql`(${rows}) found`
      : sql`unnest(${fleetIds}::uuid[]) f (fleet_id) cross join lateral (${rows}) found`
  }
}

/** The statement of the ids in the order of the filter; null if nothing can match. `page` null: all of them. */
function idsInOrder(
  filter: Filter,
  fleetIds: readonly string[],
  now: Date,
  page: { limit: number; offset: number } | null,
): RawBuilder<{ id: string }> | null {
  const rowsOf = statementOf(filter, fleetIds)
  if (rowsOf === null) return null
  const keys = keysOf(filter, now)
  const direction = sql.raw(filter.order)
  const inOrder = (columns: readonly RawBuilder<unknown>[]) =>
    sql.join(columns.map((column) => sql`${column} ${direction}`))
  const named = keys.map((key, index) => sql`${key} as ${sql.ref(`k${index}`)}`)
  const most = page ? sql`limit ${page.offset + page.limit}` : sql``
  const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  return sql<{
    id: string
  }>`select id from ${rowsOf(sql`s.id, ${sql.join(named)}`, sql`order by ${inOrder(keys)} ${most}`)}
      order by ${inOrder(keys.map((_, index) => sql.ref(`k${index}`)))} ${part}`
}

/** The ids of `limit` services in the order of the filter, after `offset` of them. */
async function findServiceIds(
  tx: Transaction,
  filter: Filter,
  fleetIds: readonly string[],
  page: { limit: number; offset: number },
): Promise<string[]> {
  const statement = idsInOrder(filter, fleetIds, tx.now, page)
  return statement === null ? [] : (await run(tx, statement)).map(({ id }) => id)
}

/** Streams the ids of all services that match the filter, in its order, from one snapshot. */
export async function* streamServiceIds(
  tx: Transaction,
  filter: Filter,
  fleetIds: readonly string[],
  size: number,
): AsyncGenerator<{ ids: string[]; total: number }> {
  const statement = idsInOrder(filter, fleetIds, tx.now, null)
  if (statement === null) return
  const total = await countMatches(tx, filter, fleetIds)
  const cursor = statement.compile(query)
  await tx.sql(`declare streamed no scroll cursor for ${cursor.sql}`, cursor.parameters)
  for (;;) {
    const rows = await tx.sql<{ id: string }>(`fetch ${size} from streamed`)
    if (rows.length === 0) return
    yield { ids: rows.map(({ id }) => id), total }
  }
}

/** How many services match, counted up to one more than the limit. */
async function countMatches(
  tx: Transaction,
  filter: Filter,
  fleetIds: readonly string[],
  limit: number = exactTotalLimit,
): Promise<number> {
  const rowsOf = statementOf(filter, fleetIds)
  if (rowsOf === null) return 0
  const most = sql`limit ${limit + 1}`
  const [counted] = await run<{ total: number }>(
    tx,
    sql`select count(*)::integer as total from (select from ${rowsOf(sql`1`, most)} ${most}) counted`,
  )
  return counted?.total ?? 0
}

/**
 * A page of the services of these fleets within the caller's scopes that match the filter, and their total number.
 * @param limit of the total; where more match, it is returned with `isTotalBound`
 */
export async function findServices(
  tx: Transaction,
  filter: Filter,
  fleetIds: readonly string[],
  limit: number = exactTotalLimit,
) {
  const { page, size } = filter
  const ids = await findServiceIds(tx, filter, fleetIds, { limit: size, offset: (page - 1) * size })
  const isWhole = page === 1 && ids.length < size
  const found = isWhole ? ids.length : await countMatches(tx, filter, fleetIds, limit)
  return { items: await findInOrder(tx, ids), total: Math.min(found, limit), isTotalBound: found > limit }
}

/** Services by status: open ones of any age, and those that ended since `endedSince`, if given. */
export async function countByStatus(
  tx: Transaction,
  { companyId, fleetId, endedSince }: ParsedOf<typeof countServices>['query'],
  fleetIds: readonly string[] | undefined,
) {
  const within = (from: string) =>
    `select status, count(*)::integer as count from services.services
     where ${from} and archived_at is null
       and ($1::uuid is null or company_id = $1) and ($2::uuid is null or fleet_id = $2)
       and ($3::uuid[] is null or fleet_id = any($3))
     group by status`
  const values = [companyId ?? null, fleetId ?? null, fleetIds ?? null]
  const open = `status in ('created', 'on_dispatch', 'vehicle_assigned', 'in_progress')`
  return tx.sql<{ status: ServiceStatus; count: number }>(
    endedSince ? `${within(open)} union all ${within('ended_at >= $4')}` : within(open),
    endedSince ? [...values, endedSince] : values,
  )
}
