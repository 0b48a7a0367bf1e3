import type { Transaction } from '../platform/database/transaction.ts'

export interface ServiceDate {
  vehicleId: string
  companyId: string
  fleetId: string
  dueOn: string
  /** Days from today in the company's time zone; negative after the date. */
  daysLeft: number
}

/** Live vehicles whose next service is due within this number of days. */
export const findServiceDates = (tx: Transaction, daysAhead: number): Promise<ServiceDate[]> =>
  tx.sql(
    `select v.id as "vehicleId", v.company_id as "companyId", v.fleet_id as "fleetId",
       to_char(v.next_service_date, 'YYYY-MM-DD') as "dueOn",
       v.next_service_date - ($1::timestamptz at time zone coalesce(c.time_zone, 'UTC'))::date as "daysLeft"
     from vehicles.vehicles v left join organisation.companies c on c.id = v.company_id
     where v.archived_at is null
       and v.next_service_date <= ($1::timestamptz at time zone coalesce(c.time_zone, 'UTC'))::date + $2::int
     order by v.id`,
    [tx.now, daysAhead],
  )

export interface OpenMaintenance {
  id: string
  vehicleId: string
  companyId: string
  fleetId: string
  type: string
  dueOn: string | null
}
export const lockOpenMaintenance = (tx: Transaction): Promise<OpenMaintenance[]> =>
  tx.sql(
    `select id, vehicle_id as "vehicleId", company_id as "companyId", fleet_id as "fleetId", type,
       to_char(due_on, 'YYYY-MM-DD') as "dueOn"
     from events.events where type in ('maintenance_due', 'maintenance_overdue') and status in ('active', 'acknowledged')
     order by id for update`,
  )

/** All maintenance events of these vehicles, open or closed. */
export const findRaisedBefore = (
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<{ vehicleId: string; type: string; dueOn: string | null }[]> =>
  tx.sql(
    `select vehicle_id as "vehicleId", type, to_char(due_on, 'YYYY-MM-DD') as "dueOn" from events.events
     where vehicle_id = any($1::uuid[]) and type in ('maintenance_due', 'maintenance_overdue')`,
    [vehicleIds],
  )

/** Open events of vehicles that were archived. */
export const lockOrphans = (tx: Transaction): Promise<{ id: string; companyId: string; fleetId: string }[]> =>
  tx.sql(
    `select e.id, e.company_id as "companyId", e.fleet_id as "fleetId" from events.events e
     join vehicles.vehicles v on v.id = e.vehicle_id
     where e.status in ('active', 'acknowledged') and v.archived_at is not null order by e.id for update of e`,
  )
