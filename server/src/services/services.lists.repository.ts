import type { ParsedOf } from '@rumbo/contract/endpoint'
import { type Bounds, boundsOf, exactTotalLimit } from '@rumbo/contract/lists'
import {
  type countServices,
  finalStatuses,
  type listServices,
  priorities,
  type ServiceStatus,
  waitLimitSeconds,
} from '@rumbo/contract/services.contract'
import { query } from '@rumbo/database'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import { findInOrder, live } from './services.repository.ts'

type Filter = ParsedOf<typeof listServices>['query']
/** The fleets that are listed of a whole company; undefined for every other filter. */
type Fleets = readonly string[] | undefined

const waitingSince = sql`greatest(status_since, dispatch_time)`
const isWaiting = sql`status in ('created', 'on_dispatch')`
/** Overdue: past the time limit of the wait, or past the window of the next stop. */
const byRisk = (now: Date) => [
  sql`status in (${sql.join(finalStatuses)})`,
  sql`(${isWaiting} and ${waitingSince} > ${now})`,
  sql`-greatest(0, floor(extract(epoch from ${now}::timestamptz - case when ${isWaiting}
      then ${waitingSince} + make_interval(secs => ${waitLimitSeconds})
      else coalesce(next_window_end, ${now}) end) / 60))`,
  sql`priority_level`,
  waitingSince,
]
const orders: Record<Exclude<Filter['sort'], 'risk'>, readonly RawBuilder<unknown>[]> = {
  dispatchTime: [sql`dispatch_time`],
  serviceNumber: [sql`service_number`],
  createdAt: [sql`created_at`],
  status: [sql`status`],
  priorityLevel: [sql`priority_level`, waitingSince],
  customerName: [sql`customer_name`],
  waitingSince: [waitingSince],
}
function orderOf({ sort, order }: Filter, now: Date) {
  const direction = sql.raw(order)
  const columns = [...(sort === 'risk' ? byRisk(now) : orders[sort]), sql`id`]
  return sql.join(columns.map((column) => sql`${column} ${direction}`))
}

/** Whether the next stop is within the bounds; across the date line, west is greater than east. */
function nextWithin({ west, south, east, north }: Bounds) {
  const between =
    west <= east
      ? sql<boolean>`next_longitude between ${west} and ${east}`
      : sql<boolean>`(next_longitude >= ${west} or next_longitude <= ${east})`
  return sql<boolean>`(next_latitude between ${south} and ${north} and ${between})`
}

/**
 * A page of the services within the caller's scopes that match the filter, and their total number.
 * @param limit of the total; where more match, it is returned with `isTotalBound`
 */
export async function findServices(
  tx: Transaction,
  filter: Filter,
  fleetIds: Fleets,
  limit: number = exactTotalLimit,
) {
  let matching = live
  if (filter.companyId) matching = matching.where('company_id', '=', filter.companyId)
  if (fleetIds) matching = matching.where(sql<boolean>`fleet_id = any(${fleetIds}::uuid[])`)
  if (filter.fleetId) matching = matching.where('fleet_id', '=', filter.fleetId)
  if (filter.vehicleId) matching = matching.where('assigned_vehicle_id', '=', filter.vehicleId)
  if (filter.status) matching = matching.where('status', 'in', filter.status)
  if (filter.serviceType) matching = matching.where('service_type', 'in', filter.serviceType)
  if (filter.priorityLevel) {
    const levels = filter.priorityLevel.map((level) => priorities.indexOf(level))
    matching = matching.where('priority_level', 'in', levels)
  }
  if (filter.paymentMethod) matching = matching.where('payment_method', 'in', filter.paymentMethod)
  if (filter.paymentStatus) matching = matching.where('payment_status', 'in', filter.paymentStatus)
  if (filter.from) matching = matching.where('dispatch_time', '>=', new Date(filter.from))
  if (filter.to) matching = matching.where('dispatch_time', '<', new Date(filter.to))
  if (filter.endedSince) matching = matching.where('ended_at', '>=', new Date(filter.endedSince))
  const bounds = boundsOf(filter)
  if (bounds) matching = matching.where(nextWithin(bounds))
  for (const word of filter.search.toLowerCase().split(/\s+/).filter(Boolean)) {
    matching = matching.where(sql<boolean>`strpos(search_text, ${word}) > 0`)
  }
  const page = matching
    .select('id')
    .orderBy(orderOf(filter, tx.now))
    .limit(filter.size)
    .offset((filter.page - 1) * filter.size)
  const isSearch = filter.search !== ''
  // A search scans every candidate anyway, so the same query counts.
  const rows = await tx.rows(
    isSearch
      ? page.select(sql<number>`count(*) over ()::integer`.as('total'))
      : page.select(sql<number>`-1`.as('total')),
  )
  const known = rows[0]?.total ?? -1
  const found =
    known >= 0
      ? known
      : (
          await tx.one(
            query
              .selectFrom(
                matching
                  .select('id')
                  .limit(limit + 1)
                  .as('found'),
              )
              .select(({ fn }) => fn.countAll<number>().as('total')),
          )
        ).total
  return {
    items: await findInOrder(
      tx,
      rows.map(({ id }) => id),
    ),
    total: Math.min(Number(found), limit),
    isTotalBound: Number(found) > limit,
  }
}

/** Services by status: open ones of any age, and those that ended since `endedSince`, if given. */
export async function countByStatus(
  tx: Transaction,
  { companyId, fleetId, endedSince }: ParsedOf<typeof countServices>['query'],
  fleetIds: Fleets,
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
