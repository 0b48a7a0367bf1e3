import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { VehicleBody } from '../vehicles.body.ts'
import { type StatusCause, severityOf, statusOf } from '../vehicles.rules.ts'
import { recordOfBody } from './vehicles.import.changes.rules.ts'
import type { ExistingVehicle, RowKeys } from './vehicles.import.plan.rules.ts'

/** Active fleets of a company that the actor may read. */
export const findFleetsOf = (tx: Transaction, companyId: string): Promise<{ id: string; name: string }[]> =>
  tx.sql(
    `select id, name from organisation.fleets
     where company_id = $1 and is_active and archived_at is null order by name, id`,
    [companyId],
  )

/** Live vehicles of the company with one of these numbers, plates or VINs, and of any company with one of these devices. */
export async function findExistingVehicles(
  tx: Transaction,
  companyId: string,
  keys: readonly RowKeys[],
): Promise<ExistingVehicle[]> {
  const of = (field: keyof RowKeys) => keys.flatMap((one) => one[field] ?? [])
  return tx.sql<ExistingVehicle>(
    `select v.id, v.company_id as "companyId", v.fleet_id as "fleetId", v.number_key as "numberKey",
       v.plate_key as "plateKey", v.vin, v.imei,
       exists (select 1 from vehicles.status_causes c
               where c.vehicle_id = v.id and c.cause in ('en_route', 'occupied')) as "isAtWork"
     from vehicles.vehicles v
     where v.archived_at is null and v.id in (
       select id from vehicles.vehicles where company_id = $1 and archived_at is null and number_key = any($2::text[])
       union select id from vehicles.vehicles where company_id = $1 and archived_at is null and plate_key = any($3::text[])
       union select id from vehicles.vehicles where company_id = $1 and archived_at is null and vin = any($4::text[])
       union select id from vehicles.vehicles where archived_at is null and imei = any($5::text[]))`,
    [companyId, of('vehicleNumber'), of('plateNumber'), of('vin'), of('imei')],
  )
}

/** The types of those form columns that are not text. */
const columnTypes: Readonly<Record<string, string>> = {
  company_id: 'uuid',
  fleet_id: 'uuid',
  year: 'smallint',
  mileage: 'double precision',
  last_service_date: 'date',
  next_service_date: 'date',
  installation_date: 'date',
  insurance_expires_on: 'date',
  licence_expires_on: 'date',
  seats: 'smallint',
  load_kg: 'double precision',
  load_m3: 'double precision',
  speed_limit_kmh: 'smallint',
  skills: 'text[]',
  skill_keys: 'text[]',
  allowed_hours: 'jsonb',
  status_order: 'smallint',
  status_since: 'timestamptz',
}
const typed = (columns: readonly string[]) =>
  columns.map((column) => `${column} ${columnTypes[column] ?? 'text'}`).join(', ')

/** Inserts vehicles and their initial causes, with one statement each. */
export async function insertVehicles(
  tx: Transaction,
  companyId: string,
  vehicles: readonly { id: string; body: VehicleBody; causes: readonly StatusCause[] }[],
): Promise<void> {
  const records = vehicles.map(({ id, body, causes }) => {
    const status = statusOf(causes)
    return { id, ...recordOfBody(body, companyId), status, status_order: severityOf(status) }
  })
  const [first] = records
  if (!first) return
  const columns = Object.keys(first).filter((column) => column !== 'id')
  await tx.sql(
    `insert into vehicles.vehicles
       (id, ${columns.join(', ')}, status_since, silence_from, created_at, updated_at, updated_by_name)
     select id, ${columns.join(', ')}, $2, $2, $2, $2, $3
     from jsonb_to_recordset($1::jsonb) as given(id uuid, ${typed(columns)})`,
    [JSON.stringify(records), tx.now, tx.actor?.displayName ?? null],
  )
}

export interface LockedImportVehicle {
  id: string
  version: number
  status: VehicleStatus
  isAtWork: boolean
}

/** Locks vehicles in the order of their ids, without archived ones and those the actor may not change. */
export async function lockForImport(tx: Transaction, ids: readonly string[]): Promise<LockedImportVehicle[]> {
  const locked = await tx.sql<{ id: string; version: number; status: VehicleStatus }>(
    `select id, version, status from vehicles.vehicles
     where id = any($1::uuid[]) and archived_at is null order by id for no key update`,
    [ids],
  )
  // Read after locking, because a dispatch locks the vehicle first.
  const atWork = await tx.sql<{ vehicle_id: string }>(
    `select distinct vehicle_id from vehicles.status_causes
     where vehicle_id = any($1::uuid[]) and cause in ('en_route', 'occupied')`,
    [ids],
  )
  const working = new Set(atWork.map((row) => row.vehicle_id))
  return locked.map((row) => ({ ...row, isAtWork: working.has(row.id) }))
}

/** Writes the changed columns and increments the versions; a replaced device's secret is removed. */
export async function writeColumns(
  tx: Transaction,
  changes: readonly { id: string; columns: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  if (changes.length === 0) return
  const columns = [...new Set(changes.flatMap((change) => Object.keys(change.columns)))]
  const set = columns.map(
    (column) => `${column} = case when given.said ? '${column}' then given.${column} else v.${column} end`,
  )
  // Zones of the former fleet.
  if (columns.includes('fleet_id'))
    set.push(`working_zone_ids = case when given.said ? 'fleet_id' then '{}' else v.working_zone_ids end`)
  if (columns.includes('imei'))
    set.push(`device_secret_hash = case when given.said ? 'imei' then null else v.device_secret_hash end`)
  await tx.sql(
    `update vehicles.vehicles v
     set ${[...set, 'version = v.version + 1'].join(', ')}, updated_at = $2, updated_by_name = $3
     from (select item.id, item.said, fields.* from jsonb_to_recordset($1::jsonb) as item(id uuid, said jsonb),
       jsonb_to_record(item.said) as fields(${typed(columns.length > 0 ? columns : ['make'])})) as given
     where v.id = given.id`,
    [
      JSON.stringify(changes.map(({ id, columns: said }) => ({ id, said }))),
      tx.now,
      tx.actor?.displayName ?? null,
    ],
  )
}
