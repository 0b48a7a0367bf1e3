import type { ParsedOf } from '@rumbo/contract/endpoint'
import { exactTotalLimit } from '@rumbo/contract/lists'
import type { countServices, ServiceStatus } from '@rumbo/contract/services.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import { onlyOwnVehicles } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { run } from './groups/services.groups.repository.ts'
import {
  type Filter,
  idsInOrder,
  type Page,
  pageOfFew,
  statementOf,
} from './services.lists.statements.repository.ts'
import { findInOrder } from './services.repository.ts'
import { findSearched } from './services.search.repository.ts'

/** The filter with its person; of somebody who only drives, narrowed to own services. */
function narrowed({ actor }: Transaction, asked: Filter): Filter {
  const filter = { ...asked, userId: actor?.userId }
  const vehicles = actor && onlyOwnVehicles(actor)
  return vehicles ? { ...filter, own: { contacts: actor.contacts, vehicles } } : filter
}

/** The ids of `limit` services in the order of the filter, after `offset` of them. */
async function findServiceIds(
  tx: Transaction,
  filter: Filter,
  fleetIds: readonly string[],
  page: Page,
): Promise<string[]> {
  const statement = idsInOrder(filter, fleetIds, tx.now, page)
  return statement === null ? [] : (await run(tx, statement)).map(({ id }) => id)
}

/**
 * Streams the ids of all services that match the filter, in its order, from one snapshot.
 * @param batch ids at once, and up to which number of matches the total is counted
 */
export async function* streamServiceIds(
  tx: Transaction,
  asked: Filter,
  fleetIds: readonly string[],
  { size, countedTo }: { size: number; countedTo: number },
): AsyncGenerator<{ ids: string[]; total: number }> {
  const filter = narrowed(tx, asked)
  const statement = idsInOrder(filter, fleetIds, tx.now, null)
  if (statement === null) return
  const total = await countMatches(tx, filter, fleetIds, countedTo)
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
  const rowsOf = statementOf(filter, fleetIds, tx.now)
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
  asked: Filter,
  fleetIds: readonly string[],
  limit: number = exactTotalLimit,
) {
  const filter = narrowed(tx, asked)
  const { page, size } = filter
  const part = { limit: size, offset: (page - 1) * size }
  const few = pageOfFew(filter, fleetIds, tx.now, part)
  const searched = few ? (await run(tx, few))[0] : await findSearched(tx, filter, fleetIds, part, limit)
  if (searched)
    return {
      items: await findInOrder(tx, searched.ids),
      total: Math.min(searched.total, limit),
      isTotalBound: searched.total > limit,
    }
  const ids = await findServiceIds(tx, filter, fleetIds, part)
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
  // The fleets are those of the company, unless one was asked for; without it, an index holds all that is needed.
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    'archived_at is null',
    ...(companyId && (fleetId || !fleetIds) ? [`company_id = ${given(companyId)}`] : []),
    ...(fleetId ? [`fleet_id = ${given(fleetId)}`] : []),
  ]
  const fleets = fleetIds ? `join unnest(${given(fleetIds)}::uuid[]) fleet (fleet_id) using (fleet_id)` : ''
  const within = (condition: string) =>
    `select status, count(*)::integer as count from services.services ${fleets}
     where ${[...conditions, condition].join(' and ')} group by status`
  const open = within(`status in ('created', 'on_dispatch', 'vehicle_assigned', 'in_progress')`)
  return tx.sql<{ status: ServiceStatus; count: number }>(
    endedSince ? `${open} union all ${within(`ended_at >= ${given(endedSince)}`)}` : open,
    values,
  )
}
