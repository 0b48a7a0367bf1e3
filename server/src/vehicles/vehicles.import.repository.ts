import type { Transaction } from '../platform/database/transaction.ts'
import type { Holder, RowKeys } from './vehicles.import.plan.rules.ts'
import { columnsOfBody, type VehicleBody } from './vehicles.rows.ts'
import { type StatusCause, severityOf, statusOf } from './vehicles.rules.ts'

/** Active fleets of a company as far as the person reads them. */
export const findFleetsOf = (tx: Transaction, companyId: string): Promise<{ id: string; name: string }[]> =>
  tx.sql(
    `select id, name from organisation.fleets
     where company_id = $1 and is_active and archived_at is null order by name, id`,
    [companyId],
  )

/** Live vehicles of the company that hold one of these, and of all companies the ones with these devices. */
export async function findHolders(
  tx: Transaction,
  companyId: string,
  keys: readonly RowKeys[],
): Promise<Holder[]> {
  const of = (field: keyof RowKeys) => keys.flatMap((one) => one[field] ?? [])
  return tx.sql<Holder>(
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

/** The types of the columns a form fills that are not text. */
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
}
const typed = (columns: readonly string[]) =>
  columns.map((column) => `${column} ${columnTypes[column] ?? 'text'}`).join(', ')

const recordOf = (id: string, body: VehicleBody, companyId: string) => {
  const { allowed_hours, ...columns } = columnsOfBody(body, companyId)
  return { id, ...columns, allowed_hours: JSON.parse(allowed_hours) as unknown }
}
const columnsOf = (record: object) => Object.keys(record).filter((column) => column !== 'id')

/** Adds vehicles with the causes they begin with, in one statement each. */
export async function insertVehicles(
  tx: Transaction,
  companyId: string,
  vehicles: readonly { id: string; body: VehicleBody; causes: readonly StatusCause[] }[],
): Promise<void> {
  const records = vehicles.map(({ id, body, causes }) => {
    const status = statusOf(causes)
    return { ...recordOf(id, body, companyId), status, status_order: severityOf(status) }
  })
  const [first] = records
  if (!first) return
  const columns = columnsOf(first)
  await tx.sql(
    `insert into vehicles.vehicles
       (id, ${columns.join(', ')}, status_since, silence_from, created_at, updated_at, updated_by_name)
     select id, ${columns.join(', ')}, $2, $2, $2, $2, $3
     from jsonb_to_recordset($1::jsonb) as given(id uuid, ${typed(columns).replace('status_order text', 'status_order smallint')})`,
    [JSON.stringify(records), tx.now, tx.actor?.displayName ?? null],
  )
}

/** Rewrites vehicles, each as a whole; a former device's secret goes with the device. */
export async function rewriteVehicles(
  tx: Transaction,
  companyId: string,
  vehicles: readonly { id: string; body: VehicleBody }[],
): Promise<void> {
  const records = vehicles.map(({ id, body }) => recordOf(id, body, companyId))
  const [first] = records
  if (!first) return
  const columns = columnsOf(first).filter((column) => column !== 'company_id')
  await tx.sql(
    `update vehicles.vehicles v
     set ${columns.map((column) => `${column} = given.${column}`).join(', ')},
       device_secret_hash = case when v.imei is distinct from given.imei then null else v.device_secret_hash end,
       version = v.version + 1, updated_at = $2, updated_by_name = $3
     from jsonb_to_recordset($1::jsonb) as given(id uuid, ${typed(columns)})
     where v.id = given.id and v.company_id = $4 and v.archived_at is null`,
    [JSON.stringify(records), tx.now, tx.actor?.displayName ?? null, companyId],
  )
}
