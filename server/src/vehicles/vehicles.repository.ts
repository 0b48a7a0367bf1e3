import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { listVehicles, Vehicle, VehicleStatus } from '@rumbo/contract/vehicles.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type * as z from 'zod'
import { onlyOwnVehicles } from '../platform/access/access.ts'
import { constraintOf } from '../platform/database/constraint-of.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { columnsOfBody, type VehicleBody } from './vehicles.body.ts'
import { liveColumns, liveVehicleOf, stateColumns, vehicleColumns, vehicleOf } from './vehicles.rows.ts'
import { manualCauses, severityOf, skillKey, statusOf } from './vehicles.rules.ts'
import { searchConditions } from './vehicles.search.repository.ts'

export type VehicleFilter = z.output<NonNullable<typeof listVehicles.query>>

const live = query.selectFrom('vehicles.vehicles as v').where('v.archived_at', 'is', null)
export const withState = live.leftJoin('telemetry.latest as latest', 'latest.vehicle_no', 'v.vehicle_no')

/** The manual cause, of which there is at most one; row-level security shows guests those of their own vehicle. */
export const manualCause = sql<string | null>`(
  select c.cause from vehicles.status_causes c
  where c.vehicle_id = v.id and c.cause = any(${manualCauses}::text[]) limit 1)`.as('manual_cause')

const sortColumn = {
  plateNumber: 'v.plate_key',
  status: 'v.status_order',
  type: 'v.type',
  expiry: 'v.expires_on',
  nextServiceDate: 'v.next_service_date',
} as const

/** Days follow the company's time zone; the first comparison allows for one day more, because an index can answer it. */
const expiresWithin = (days: number, now: Date) => sql<boolean>`(
  v.expires_on <= (${now}::timestamptz at time zone 'UTC')::date + ${days + 1}::int
  and v.expires_on <= (${now}::timestamptz at time zone coalesce(
    (select c.time_zone from organisation.companies c where c.id = v.company_id), 'UTC'))::date + ${days}::int)`

/** The filter as one condition on `v`. */
export function condition(tx: Transaction, filter: Omit<VehicleFilter, 'page' | 'size' | 'sort' | 'order'>) {
  const parts = [sql<boolean>`v.archived_at is null`]
  const own = tx.actor && onlyOwnVehicles(tx.actor)
  if (own) parts.push(sql`v.id = any(${own}::uuid[])`)
  if (filter.companyId) parts.push(sql`v.company_id = ${filter.companyId}`)
  if (filter.fleetId) parts.push(sql`v.fleet_id = ${filter.fleetId}`)
  if (filter.status?.length)
    parts.push(sql`v.status_order = any(${filter.status.map(severityOf)}::smallint[])`)
  if (filter.type?.length) parts.push(sql`v.type = any(${filter.type}::text[])`)
  if (filter.skill?.length) parts.push(sql`v.skill_keys @> ${filter.skill.map(skillKey)}::text[]`)
  if (filter.seats) parts.push(sql`v.seats >= ${filter.seats}`)
  if (filter.expiresWithinDays !== undefined) parts.push(expiresWithin(filter.expiresWithinDays, tx.now))
  parts.push(...searchConditions(tx, filter.search))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

const countMatching = async (tx: Transaction, filter: VehicleFilter): Promise<number> => {
  const { total } = await tx.one(
    query
      .selectFrom('vehicles.vehicles as v')
      .where(condition(tx, filter))
      .select(({ fn }) => fn.countAll<number>().as('total')),
  )
  return Number(total)
}

function orderOf(filter: VehicleFilter) {
  const direction = sql.raw(filter.order)
  const byNumber = sql`v.number_key ${direction}, v.id ${direction}`
  if (filter.sort === 'vehicleNumber') return byNumber
  if (filter.sort === 'lastUpdate') return sql`s.last_report_at ${direction} nulls last, ${byNumber}`
  const nullsLast = sql.raw(filter.sort === 'expiry' || filter.sort === 'nextServiceDate' ? 'nulls last' : '')
  return sql`${sql.ref(sortColumn[filter.sort])} ${direction} ${nullsLast}, ${byNumber}`
}

interface PageRow {
  id: string
  total: number | null
}

/**
 * The ids of one page, in order. A search scans every candidate anyway, so the same query counts.
 * The last states are joined to the page only, unless they determine the order.
 */
async function findPage(tx: Transaction, filter: VehicleFilter): Promise<{ ids: string[]; total?: number }> {
  const states = sql`left join telemetry.latest s on s.vehicle_no = v.vehicle_no`
  const statement = sql<PageRow>`
    select v.id, ${sql.raw(filter.search === '' ? 'null::int' : 'count(*) over ()')} as total
    from vehicles.vehicles v ${filter.sort === 'lastUpdate' ? states : sql``}
    where ${condition(tx, filter)} order by ${orderOf(filter)}
    limit ${filter.size} offset ${(filter.page - 1) * filter.size}`
  const rows = await tx.rows<PageRow>({ compile: () => statement.compile(query) })
  const total = rows[0]?.total
  return { ids: rows.map((row) => row.id), total: typeof total === 'number' ? total : undefined }
}

/** A page of the vehicles within the caller's scopes that match the filter, and their total number. */
export async function findVehicles(
  tx: Transaction,
  filter: VehicleFilter,
): Promise<{ items: Vehicle[]; total: number }> {
  const { ids, total } = await findPage(tx, filter)
  const found = await findVehiclesById(tx, ids)
  return {
    items: ids.flatMap((id) => found.get(id) ?? []),
    total: total ?? (await countMatching(tx, filter)),
  }
}

export async function findVehicle(tx: Transaction, id: string): Promise<Vehicle | null> {
  const row = await tx.first(
    withState.select(vehicleColumns).select(stateColumns).select(manualCause).where('v.id', '=', id),
  )
  return row ? vehicleOf(row) : null
}

/** The vehicles of these ids that the caller sees, by id. */
export async function findVehiclesById(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, Vehicle>> {
  const chosen = withState
    .select(vehicleColumns)
    .select(stateColumns)
    .select(manualCause)
    .where(sql<boolean>`v.id = any(${ids}::uuid[])`)
  const rows = await tx.rows(chosen)
  return new Map(rows.map((row) => [row.id, vehicleOf(row)]))
}

/** Every live vehicle of a fleet, as sent in the live stream. */
export async function liveVehicles(tx: Transaction, fleetId: string): Promise<LiveVehicle[]> {
  const rows = await tx.rows(
    withState.select(liveColumns).where('v.fleet_id', '=', fleetId).orderBy('v.number_key'),
  )
  return rows.map(liveVehicleOf)
}

/** The vehicles of a fleet with what else dispatch compares. */
export async function findVehiclesToDispatch(
  tx: Transaction,
  fleetId: string,
): Promise<(LiveVehicle & Pick<Vehicle, 'loadKg' | 'loadM3'>)[]> {
  const rows = await tx.rows(
    withState
      .select([...liveColumns, 'v.load_kg', 'v.load_m3'])
      .where('v.fleet_id', '=', fleetId)
      .orderBy('v.number_key'),
  )
  return rows.map((row) => ({ ...liveVehicleOf(row), loadKg: row.load_kg, loadM3: row.load_m3 }))
}

/** The vehicles of these ids that belong to one of the fleets, with one statement. */
export async function findLiveVehicles(
  tx: Transaction,
  fleetIds: readonly string[],
  ids: readonly string[],
): Promise<LiveVehicle[]> {
  const rows = await tx.rows(
    withState
      .select(liveColumns)
      .where(sql<boolean>`v.fleet_id = any(${fleetIds}::uuid[])`)
      .where(sql<boolean>`v.id = any(${ids}::uuid[])`),
  )
  return rows.map(liveVehicleOf)
}

/** When these vehicles of the fleets last had a fix; null where they never had one. */
export async function findLastFixes(
  tx: Transaction,
  fleetIds: readonly string[],
  ids: readonly string[],
): Promise<Map<string, Date | null>> {
  const rows = await tx.rows(
    withState
      .select(['v.id', 'latest.fix_time'])
      .where(sql<boolean>`v.fleet_id = any(${fleetIds}::uuid[])`)
      .where(sql<boolean>`v.id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map(({ id, fix_time }) => [id, fix_time]))
}

export interface LockedVehicle {
  id: string
  companyId: string
  fleetId: string
  vehicleNumber: string
  status: VehicleStatus
  type: string
  seats: number | null
  loadKg: number | null
  loadM3: number | null
  skills: string[]
  version: number
}

/**
 * Locks a vehicle until the transaction ends. Call it before any decision that depends on the vehicle's status.
 * Null if it is unknown, archived, or not within the caller's manage scopes.
 */
export async function lockVehicle(tx: Transaction, id: string): Promise<LockedVehicle | null> {
  const row = await tx.first(
    live
      .select([
        'v.id',
        'v.company_id',
        'v.fleet_id',
        'v.vehicle_number',
        'v.status',
        'v.type',
        'v.seats',
        'v.load_kg',
        'v.load_m3',
        'v.skills',
        'v.version',
      ])
      .where('v.id', '=', id)
      .forNoKeyUpdate(),
  )
  if (!row) return null
  return {
    id: row.id,
    companyId: row.company_id,
    fleetId: row.fleet_id,
    vehicleNumber: row.vehicle_number,
    status: row.status as VehicleStatus,
    type: row.type,
    seats: row.seats,
    loadKg: row.load_kg,
    loadM3: row.load_m3,
    skills: row.skills,
    version: row.version,
  }
}

const conflictCodes = {
  vehicles_number_taken: 'vehicle_number_taken',
  vehicles_plate_taken: 'plate_taken',
  vehicles_vin_taken: 'vin_taken',
  vehicles_device_taken: 'device_taken',
} as const

export const conflictProblems: readonly string[] = Object.values(conflictCodes)

/** Maps a unique violation to its problem; rethrows any other error. */
export async function withConflictProblems<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const constraint = constraintOf(error) ?? ''
    if (constraint in conflictCodes) throw problem(conflictCodes[constraint as keyof typeof conflictCodes])
    throw error
  }
}

/** Inserts a vehicle without causes. */
export async function insertVehicle(
  tx: Transaction,
  id: string,
  companyId: string,
  body: VehicleBody,
): Promise<void> {
  const status = statusOf([])
  await withConflictProblems(
    tx.run(
      query.insertInto('vehicles.vehicles').values({
        ...columnsOfBody(body, companyId),
        working_zone_ids: [...new Set(body.workingZoneIds)],
        id,
        status,
        status_order: severityOf(status),
        status_since: tx.now,
        silence_from: tx.now,
        created_at: tx.now,
        updated_at: tx.now,
        updated_by_name: tx.actor?.displayName ?? null,
      }),
    ),
  )
}

/** Writes the form's fields and increments the version. */
export async function rewriteVehicle(
  tx: Transaction,
  id: string,
  companyId: string,
  body: VehicleBody,
): Promise<void> {
  await withConflictProblems(
    tx.run(
      query
        .updateTable('vehicles.vehicles')
        .set(({ eb }) => ({
          ...columnsOfBody(body, companyId),
          working_zone_ids: [...new Set(body.workingZoneIds)],
          // The owner of the former device knows its secret.
          device_secret_hash: sql<
            string | null
          >`case when imei is distinct from ${body.imei}::text then null else device_secret_hash end`,
          version: eb('version', '+', 1),
          updated_at: tx.now,
          updated_by_name: tx.actor?.displayName ?? null,
        }))
        .where('id', '=', id),
    ),
  )
}

export async function archiveVehicle(tx: Transaction, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable('vehicles.vehicles')
      .set(({ eb }) => ({
        archived_at: tx.now,
        version: eb('version', '+', 1),
        updated_at: tx.now,
        updated_by_name: tx.actor?.displayName ?? null,
      }))
      .where('id', '=', id),
  )
}

/** Counts the vehicle's silence from now. */
export async function restartSilence(tx: Transaction, id: string): Promise<void> {
  await tx.run(query.updateTable('vehicles.vehicles').set({ silence_from: tx.now }).where('id', '=', id))
}

/** The last change of the record, for a 409. */
export async function lastChangeOf(tx: Transaction, id: string): Promise<string | null> {
  const row = await tx.first(
    query.selectFrom('vehicles.vehicles').select('updated_by_name').where('id', '=', id),
  )
  return row?.updated_by_name ?? null
}
