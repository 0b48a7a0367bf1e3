import type { ShiftBreak } from '@rumbo/contract/shifts.contract'
import type { Driver } from '@rumbo/contract/shifts.drivers.contract'
import { dayMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../platform/database/transaction.ts'
import type { WorkedSpan } from './shifts.eligibility.rules.ts'

/** Contact roles that make somebody a driver of a vehicle. */
const driverRoles = ['primary_driver', 'backup_driver']

export interface DriverRow {
  id: string
  companyId: string
  name: string
  phone: string
  status: Driver['status']
  isArchived: boolean
  licence: Driver['licence']
  documents: number
  nextExpiry: string | null
  /** Today in the company's time zone. */
  today: string
}

const driverColumns = `
  c.id, c.company_id as "companyId", concat_ws(' ', c.first_name, c.last_name) as name, c.primary_phone as phone, c.status,
  c.archived_at is not null as "isArchived",
  (select json_build_object('number', d.number, 'class', d.class, 'expiresOn', d.expires_on) from shifts.documents d
    where d.contact_id = c.id and d.kind = 'driving_licence') as licence,
  (select count(*)::integer from shifts.documents d where d.contact_id = c.id) as documents,
  (select min(d.expires_on)::text from shifts.documents d where d.contact_id = c.id) as "nextExpiry",
  (select ($1::timestamptz at time zone coalesce(o.time_zone, 'UTC'))::date::text
    from organisation.companies o where o.id = c.company_id) as today`

/** Contacts with a system user who drive: by their directory role, by a vehicle, or by a shift. */
export const findDrivers = (tx: Transaction, companyId: string): Promise<DriverRow[]> =>
  tx.sql(
    `select ${driverColumns} from directory.contacts c
     where c.company_id = $2 and c.archived_at is null and c.user_id is not null
       and (c.role = any($3::text[])
         or exists (select from vehicles.contacts k where k.contact_id = c.id and k.role = any($3::text[]))
         or exists (select from shifts.shifts s where s.driver_id = c.id))
     order by c.first_name collate "es-x-icu", c.last_name collate "es-x-icu", c.id`,
    [tx.now, companyId, driverRoles],
  )

export async function findDriver(tx: Transaction, id: string): Promise<DriverRow | null> {
  const [row] = await tx.sql<DriverRow>(`select ${driverColumns} from directory.contacts c where c.id = $2`, [
    tx.now,
    id,
  ])
  return row ?? null
}

/** The contacts of these ids. */
export const findDriversById = (tx: Transaction, ids: readonly string[]): Promise<DriverRow[]> =>
  tx.sql(`select ${driverColumns} from directory.contacts c where c.id = any($2::uuid[])`, [tx.now, ids])

export interface InForce {
  id: string
  companyId: string
  fleetId: string
  driverId: string
  vehicleId: string
  vehicleNumber: string
  endsAt: Date
  isRunning: boolean
  breakSince: Date | null
}

const inForce = `
  select distinct on (%) s.id, s.company_id as "companyId", s.fleet_id as "fleetId", s.driver_id as "driverId",
    s.vehicle_id as "vehicleId", s.vehicle_number as "vehicleNumber", s.ends_at as "endsAt", s.status = 'running' as "isRunning",
    s.break_since as "breakSince"
  from shifts.shifts s
  where % = any($1::uuid[]) and (s.status = 'running' or s.status = 'planned' and s.busy_to > $2 and s.starts_at <= $2)
  order by %, s.status = 'running' desc, s.starts_at, s.id`

/** The running shift of each vehicle, else the planned one of this moment. */
export const findInForceOfVehicles = (tx: Transaction, ids: readonly string[]): Promise<InForce[]> =>
  tx.sql(inForce.replaceAll('%', 's.vehicle_id'), [ids, tx.now])
/** The running shift of each driver, else the planned one of this moment. */
export const findInForceOfDrivers = (tx: Transaction, ids: readonly string[]): Promise<InForce[]> =>
  tx.sql(inForce.replaceAll('%', 's.driver_id'), [ids, tx.now])

/** What drivers worked within the last seven days, in whichever fleet of the company. */
export async function findWorked(
  tx: Transaction,
  companyId: string,
  driverIds: readonly string[],
): Promise<Map<string, WorkedSpan[]>> {
  const rows = await tx.sql<{
    driver_id: string
    starts_at: Date
    started_at: Date
    ended_at: Date | null
    breaks: ShiftBreak[]
  }>('select * from shifts.worked($1, $2::uuid[], $3)', [
    companyId,
    driverIds,
    new Date(tx.now.getTime() - 7 * dayMs),
  ])
  const found = new Map<string, WorkedSpan[]>()
  for (const { driver_id, starts_at, started_at, ended_at, breaks } of rows)
    found.set(driver_id, [
      ...(found.get(driver_id) ?? []),
      { startsAt: starts_at, startedAt: started_at, endedAt: ended_at, breaks },
    ])
  return found
}

/** The driver's running shift in a fleet, else the last one that ended within a day. */
export async function findLatestShift(
  tx: Transaction,
  { driverId, fleetId }: { driverId: string; fleetId: string },
): Promise<string | null> {
  const [row] = await tx.sql<{ id: string }>(
    `select s.id from shifts.shifts s
     where s.driver_id = $1 and s.fleet_id = $2
       and (s.status = 'running' or s.status = 'ended' and s.ended_at > $3::timestamptz - interval '24 hours')
     order by s.status = 'running' desc, s.started_at desc limit 1`,
    [driverId, fleetId, tx.now],
  )
  return row?.id ?? null
}
