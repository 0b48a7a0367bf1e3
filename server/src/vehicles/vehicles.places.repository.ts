import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import { searchConditions, seesIdentifiers } from './vehicles.search.repository.ts'

/** The vehicle fields shown in the company tree. */
export interface PlacedVehicle {
  id: string
  companyId: string
  fleetId: string
  vehicleNumber: string
  plateNumber: string
  status: string
}

const placed = query
  .selectFrom('vehicles.vehicles as v')
  .where('v.archived_at', 'is', null)
  .select([
    'v.id',
    'v.company_id as companyId',
    'v.fleet_id as fleetId',
    'v.vehicle_number as vehicleNumber',
    'v.plate_number as plateNumber',
    'v.status',
  ])

/** Number of live vehicles by company or by fleet, within the caller's scopes; without entries of zero. */
export async function countVehiclesBy(
  tx: Transaction,
  by: 'company' | 'fleet',
  ids: readonly string[],
): Promise<Map<string, number>> {
  const key = by === 'company' ? 'company_id' : 'fleet_id'
  const rows = await tx.rows(
    query
      .selectFrom('vehicles.vehicles')
      .where('archived_at', 'is', null)
      .where(sql<boolean>`${sql.ref(key)} = any(${ids}::uuid[])`)
      .select([`${key} as id`, ({ fn }) => fn.countAll<number>().as('total')])
      .groupBy(key),
  )
  return new Map(rows.map((row) => [row.id, Number(row.total)]))
}

/** Live vehicles of a fleet, ordered by number. */
export async function listPlacedVehicles(
  tx: Transaction,
  fleetId: string,
  { offset, size }: { offset: number; size: number },
): Promise<PlacedVehicle[]> {
  return tx.rows(
    placed
      .where('v.fleet_id', '=', fleetId)
      .orderBy('v.number_key')
      .orderBy('v.id')
      .limit(size)
      .offset(offset),
  )
}

/** A vehicle with the searched fields that the tree does not show. */
export interface FoundVehicle extends PlacedVehicle {
  model: string
  /** Null also for those who may not see them. */
  vin: string | null
  imei: string | null
}

export async function searchPlacedVehicles(
  tx: Transaction,
  search: string,
  limit: number,
): Promise<FoundVehicle[]> {
  const isVisible = seesIdentifiers(tx.actor)
  let matching = placed
    .select([
      sql<string>`v.make || ' ' || v.model`.as('model'),
      sql<string | null>`case when ${isVisible} then v.vin end`.as('vin'),
      sql<string | null>`case when ${isVisible} then v.imei end`.as('imei'),
    ])
    .orderBy('v.number_key')
    .orderBy('v.id')
    .limit(limit)
  for (const condition of searchConditions(tx, search)) matching = matching.where(condition)
  return tx.rows(matching)
}

export async function findPlacedVehicle(tx: Transaction, id: string): Promise<PlacedVehicle | null> {
  return (await tx.first(placed.where('v.id', '=', id))) ?? null
}

export async function moveToFleet(tx: Transaction, id: string, fleetId: string): Promise<void> {
  await tx.run(
    query
      .updateTable('vehicles.vehicles')
      .set(({ eb }) => ({
        fleet_id: fleetId,
        // Those of the former fleet.
        working_zone_ids: [],
        version: eb('version', '+', 1),
        updated_at: tx.now,
        updated_by_name: tx.actor?.displayName ?? null,
      }))
      .where('id', '=', id),
  )
}

/** Locks all live vehicles of a company. */
export async function lockVehiclesOf(
  tx: Transaction,
  companyId: string,
): Promise<(PlacedVehicle & { imei: string | null })[]> {
  return tx.rows(
    placed.select('v.imei').where('v.company_id', '=', companyId).orderBy('v.id').forNoKeyUpdate(),
  )
}

export async function archiveVehicles(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.run(
    query
      .updateTable('vehicles.vehicles')
      .set(({ eb }) => ({
        archived_at: tx.now,
        version: eb('version', '+', 1),
        updated_at: tx.now,
        updated_by_name: tx.actor?.displayName ?? null,
      }))
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
}

/** The numbers of these vehicles, as far as the caller sees them. */
export async function findVehicleNumbers(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.sql<{ number: string }>(
    'select vehicle_number as number from vehicles.vehicles where id = any($1::uuid[]) order by number_key',
    [ids],
  )
  return rows.map(({ number }) => number)
}

/**
 * Locks these vehicles as they are placed, so that none leaves the fleet before the transaction ends.
 * @returns those that are live and in the fleet
 */
export async function holdInFleet(
  tx: Transaction,
  fleetId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.sql<{ id: string }>(
    `select id from vehicles.vehicles
     where fleet_id = $1 and id = any($2::uuid[]) and archived_at is null order by id for share`,
    [fleetId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}
