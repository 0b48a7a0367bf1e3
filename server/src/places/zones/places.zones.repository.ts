import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { listZones, Zone } from '@rumbo/contract/places.zones.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import { searchPatterns } from '../../platform/database/search-patterns.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { unlessNameTaken } from '../../platform/database/unless-name-taken.ts'

const columns = ['id', 'company_id', 'fleet_id', 'name', 'corners', 'version'] as const
interface ZoneRow {
  id: string
  company_id: string
  fleet_id: string
  name: string
  corners: unknown
  version: number
}
const zoneOf = ({ company_id, fleet_id, corners, ...row }: ZoneRow): Zone => ({
  ...row,
  companyId: company_id,
  fleetId: fleet_id,
  corners: corners as Zone['corners'],
})

const zones = query.selectFrom('places.zones')
/** Without accents and case. */
const folded = sql<string>`lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'))`

/** Zones within the caller's scopes that match the filter. */
export async function findZonePage(tx: Transaction, filter: ParsedOf<typeof listZones>['query']) {
  let matching = zones
  if (filter.fleetId) matching = matching.where('fleet_id', '=', filter.fleetId)
  for (const pattern of searchPatterns(filter.search)) matching = matching.where(folded, 'like', pattern)
  const { total } = await tx.one(matching.select(({ fn }) => fn.countAll<number>().as('total')))
  const rows = await tx.rows(
    matching
      .select(columns)
      .orderBy(sql`name collate "es-x-icu"`, filter.order)
      .orderBy('id', filter.order)
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )
  return { items: rows.map(zoneOf), total: Number(total) }
}

/** Every zone of a fleet. */
export const findZonesOfFleet = async (tx: Transaction, fleetId: string): Promise<Zone[]> =>
  (await tx.rows(zones.select(columns).where('fleet_id', '=', fleetId))).map(zoneOf)

/** The zones of these ids that the caller sees; a deleted one is missing. */
export const findZonesById = async (tx: Transaction, ids: readonly string[]): Promise<Zone[]> =>
  ids.length === 0 ? [] : (await tx.rows(zones.select(columns).where('id', 'in', ids))).map(zoneOf)

export async function findZone(tx: Transaction, id: string): Promise<Zone | null> {
  const row = await tx.first(zones.select(columns).where('id', '=', id))
  return row ? zoneOf(row) : null
}

/** The zone with the user who changed it last, locked until the transaction ends. */
export async function lockZone(tx: Transaction, id: string) {
  const row = await tx.first(
    zones
      .select([...columns, 'updated_at', 'updated_by_name'])
      .where('id', '=', id)
      .forUpdate(),
  )
  if (!row) return null
  const { updated_at: changedAt, updated_by_name: changedBy, ...zone } = row
  return { zone: zoneOf(zone), changedAt, changedBy }
}

/** Serialises changes of a fleet's zones, and of the tariffs that use them, until the transaction ends. */
export const lockZonesOf = (tx: Transaction, fleetId: string) =>
  tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`zones ${fleetId}`])

export async function countZones(tx: Transaction, fleetId: string): Promise<number> {
  const { total } = await tx.one(
    zones.select(({ fn }) => fn.countAll<number>().as('total')).where('fleet_id', '=', fleetId),
  )
  return Number(total)
}

/** @throws Problem `name_taken` */
export function insertZone(tx: Transaction, { companyId, fleetId, corners, ...zone }: Zone): Promise<void> {
  return unlessNameTaken(
    'zones_name',
    tx.run(
      query.insertInto('places.zones').values({
        ...zone,
        company_id: companyId,
        fleet_id: fleetId,
        corners: JSON.stringify(corners),
        created_at: tx.now,
        updated_at: tx.now,
        updated_by_name: tx.actor?.displayName ?? null,
      }),
    ),
  )
}

/** Increments the version. @throws Problem `name_taken` */
export function rewriteZone(
  tx: Transaction,
  id: string,
  { name, corners }: Pick<Zone, 'name' | 'corners'>,
): Promise<void> {
  return unlessNameTaken(
    'zones_name',
    tx.run(
      query
        .updateTable('places.zones')
        .set({
          name,
          corners: JSON.stringify(corners),
          updated_at: tx.now,
          updated_by_name: tx.actor?.displayName ?? null,
          version: sql`version + 1`,
        })
        .where('id', '=', id),
    ),
  )
}

/** @returns the number of deleted rows */
export const removeZone = (tx: Transaction, id: string): Promise<number> =>
  tx.run(query.deleteFrom('places.zones').where('id', '=', id))
