import type { Transaction } from '../platform/database/transaction.ts'

/** A contact of the directory that messages go to. */
export interface Party {
  id: string
  name: string
  isDriver: boolean
  phone: string | null
  email: string | null
  /** The account by which a driver reads messages; null without one. */
  userId: string | null
  language: 'es' | 'en'
}

/** Live contacts of a company, by their names. */
export const findParties = (tx: Transaction, companyId: string, ids: readonly string[]): Promise<Party[]> =>
  tx.sql<Party>(
    `select contact.id, concat_ws(' ', contact.first_name, contact.last_name) as name,
       contact.role in ('primary_driver', 'backup_driver') as "isDriver",
       nullif(contact.primary_phone, '') as phone, contact.email,
       people.id as "userId", coalesce(users.language, 'es') as language
     from directory.contacts contact
     left join identity.people on people.id = contact.user_id and people.status = 'active'
     left join identity.users on users.id = people.id and users.archived_at is null
     where contact.company_id = $1 and contact.id = any($2::uuid[]) and contact.archived_at is null
     order by 2, 1`,
    [companyId, ids],
  )

export interface Driving {
  driverId: string
  vehicleId: string
  vehicleNumber: string
  plate: string
  fixAt: Date | null
  speedKmh: number | null
}
/** The vehicles that drivers are in by their running shifts, with the last position of each. */
export const findDriving = (tx: Transaction, driverIds: readonly string[]): Promise<Driving[]> =>
  tx.sql<Driving>(
    `select distinct on (shift.driver_id) shift.driver_id as "driverId", v.id as "vehicleId",
       v.vehicle_number as "vehicleNumber", v.plate_number as plate, latest.fix_time as "fixAt",
       latest.speed_kmh as "speedKmh"
     from shifts.shifts shift join vehicles.vehicles v on v.id = shift.vehicle_id
     left join telemetry.latest on latest.vehicle_no = v.vehicle_no
     where shift.status = 'running' and shift.driver_id = any($1::uuid[])
     order by shift.driver_id, shift.started_at desc`,
    [driverIds],
  )
