import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import { run } from './groups/services.groups.repository.ts'
import {
  type Filter,
  idsByNumber,
  idsInOrder,
  inRange,
  orderOf,
  type Page,
} from './services.lists.statements.repository.ts'
import { searchRanges, type TokenRange } from './services.search.rules.ts'

/** What a list may ask for beside the words and the fleets. */
const unnarrowed: ReadonlySet<string> = new Set([
  'page',
  'size',
  'sort',
  'order',
  'search',
  'userId',
  'companyId',
  'fleetId',
  'withOpen',
] satisfies (keyof Filter)[])
const isNarrowed = (filter: Filter) =>
  Object.entries(filter).some(([name, value]) => value !== undefined && !unnarrowed.has(name))

const withToken = (fleetIds: readonly string[], range: TokenRange) =>
  sql`select t.fleet_id, t.service_number from services.search_tokens t
    where t.fleet_id = any(${fleetIds}::uuid[]) and ${inRange(range)}`

/**
 * A page of the services with the words searched for, and their number, counted up to one more than `limit`. Words are
 * looked up before services: only live services have any, so those found are the total, and few of them need be read.
 * @returns null for a search that another way answers faster: without words, within a status or a time, or of a driver,
 *   whose own services are few
 */
export async function findSearched(
  tx: Transaction,
  filter: Filter,
  fleetIds: readonly string[],
  page: Page,
  limit: number,
): Promise<{ ids: string[]; total: number } | null> {
  const ranges = searchRanges(filter.search)
  const { companyId } = filter
  if (companyId !== undefined && filter.fleetId !== undefined) return null
  const isDriver = (tx.actor?.drivesOnly.length ?? 0) > 0
  if (ranges.length === 0 || fleetIds.length === 0 || isDriver || isNarrowed(filter)) return null
  const { columns, byKeys, byNames } = orderOf(filter, tx.now)
  const part = sql`limit ${page.limit} offset ${page.offset}`
  // A number is unique within its company, so that those of the page are known before any service is read.
  const isByNumber = filter.sort === 'serviceNumber' && (companyId !== undefined || fleetIds.length === 1)
  const [ofPage, last] = isByNumber
    ? [sql`(select * from found order by service_number ${sql.raw(filter.order)} ${part})`, sql``]
    : [sql`found`, sql`order by ${byKeys} ${part}`]
  const words = sql.join(
    ranges.map((range) => withToken(fleetIds, range)),
    sql` intersect `,
  )
  const [found] = await run<{ total: number; ids: string[] }>(
    tx,
    sql`with found as materialized (select distinct * from (${words}) each limit ${limit + 1}),
      page as (
        select s.id, ${columns} from ${ofPage} found join services.services s using (fleet_id, service_number)
        where (select count(*) from found) <= ${limit} and s.archived_at is null ${last}
      )
      select (select count(*) from found)::integer as total,
        coalesce((select array_agg(id order by ${byNames}) from page), '{}') as ids`,
  )
  const total = found?.total ?? 0
  if (total <= limit) return { ids: found?.ids ?? [], total }
  if (isByNumber && companyId !== undefined)
    return { ids: await idsOf(tx, idsByNumber({ ...filter, companyId }, fleetIds, tx.now, page)), total }
  // Names and words of a search go together, so that an order by name does not pass the matches evenly: all are sorted.
  const isByName = filter.sort === 'customerName'
  if (isByName && ranges.length > 1)
    return {
      ids: await idsOf(
        tx,
        sql`with found as materialized (${words})
          select s.id from found join services.services s using (fleet_id, service_number)
          where s.archived_at is null order by ${byKeys} ${part}`,
      ),
      total,
    }
  return {
    ids: await idsOf(tx, idsInOrder(filter, fleetIds, tx.now, page, { isFrequent: !isByName })),
    total,
  }
}

const idsOf = async (tx: Transaction, statement: RawBuilder<{ id: string }> | null): Promise<string[]> =>
  statement === null ? [] : (await run(tx, statement)).map(({ id }) => id)
