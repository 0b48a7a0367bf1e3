import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { listWatchpoints, Watchpoint } from '@rumbo/contract/watchpoints.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import { searchPatterns } from '../platform/database/search-patterns.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { unlessNameTaken } from '../platform/database/unless-name-taken.ts'

const columns = ['id', 'company_id', 'fleet_id', 'name', 'latitude', 'longitude', 'version'] as const
interface WatchpointRow {
  id: string
  company_id: string
  fleet_id: string
  name: string
  latitude: number
  longitude: number
  version: number
}
const watchpointOf = ({ company_id, fleet_id, ...row }: WatchpointRow): Watchpoint => ({
  ...row,
  companyId: company_id,
  fleetId: fleet_id,
})

const live = query
  .selectFrom('watchpoints.watchpoints')
  .where(({ exists, selectFrom }) =>
    exists(
      selectFrom('organisation.fleets')
        .select('organisation.fleets.id')
        .whereRef('organisation.fleets.id', '=', 'watchpoints.watchpoints.fleet_id')
        .where('organisation.fleets.archived_at', 'is', null),
    ),
  )

/** Saved places of live fleets within the caller's scopes that match the filter. */
export async function findWatchpoints(tx: Transaction, filter: ParsedOf<typeof listWatchpoints>['query']) {
  let matching = live
  if (filter.fleetId) matching = matching.where('fleet_id', '=', filter.fleetId)
  for (const pattern of searchPatterns(filter.search))
    matching = matching.where('search_text', 'like', pattern)
  const { total } = await tx.one(matching.select(({ fn }) => fn.countAll<number>().as('total')))
  const rows = await tx.rows(
    matching
      .select(columns)
      .orderBy(sql`name collate "es-x-icu"`, filter.order)
      .orderBy('id', filter.order)
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )
  return { items: rows.map(watchpointOf), total: Number(total) }
}

export async function findWatchpoint(tx: Transaction, id: string): Promise<Watchpoint | null> {
  const row = await tx.first(live.select(columns).where('id', '=', id))
  return row ? watchpointOf(row) : null
}

/** The number of a fleet's places; blocks others from adding one until the transaction ends. */
export async function countInFleet(tx: Transaction, fleetId: string): Promise<number> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`watchpoints ${fleetId}`])
  const { total } = await tx.one(
    query
      .selectFrom('watchpoints.watchpoints')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('fleet_id', '=', fleetId),
  )
  return Number(total)
}

/** The saved place with the user who changed it last, locked until the transaction ends. */
export async function lockWatchpoint(tx: Transaction, id: string) {
  const row = await tx.first(
    query
      .selectFrom('watchpoints.watchpoints')
      .select([...columns, 'updated_at', 'updated_by_name'])
      .where('id', '=', id)
      .forUpdate(),
  )
  if (!row) return null
  const { updated_at: changedAt, updated_by_name: changedBy, ...watchpoint } = row
  return { watchpoint: watchpointOf(watchpoint), changedAt, changedBy }
}

/** @throws Problem `name_taken` */
export async function insertWatchpoint(tx: Transaction, watchpoint: Watchpoint): Promise<void> {
  const { companyId, fleetId, ...fields } = watchpoint
  const by = tx.actor?.displayName ?? null
  await unlessNameTaken(
    'watchpoints_name',
    tx.run(
      query.insertInto('watchpoints.watchpoints').values({
        ...fields,
        company_id: companyId,
        fleet_id: fleetId,
        created_at: tx.now,
        created_by_name: by,
        updated_at: tx.now,
        updated_by_name: by,
      }),
    ),
  )
}

/** Increments the version. @throws Problem `name_taken` */
export async function rewriteName(tx: Transaction, id: string, name: string): Promise<void> {
  await unlessNameTaken(
    'watchpoints_name',
    tx.run(
      query
        .updateTable('watchpoints.watchpoints')
        .set({
          name,
          updated_at: tx.now,
          updated_by_name: tx.actor?.displayName ?? null,
          version: sql`version + 1`,
        })
        .where('id', '=', id),
    ),
  )
}

/** @returns the number of deleted rows */
export const removeWatchpoint = (tx: Transaction, id: string): Promise<number> =>
  tx.run(query.deleteFrom('watchpoints.watchpoints').where('id', '=', id))
