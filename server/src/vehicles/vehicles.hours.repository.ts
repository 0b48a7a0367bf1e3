import type { HoursWindow, VehicleStatus } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../platform/database/transaction.ts'

/** The company's clock, and how many vehicles of the fleet that stand in none of these statuses have the same hours. */
export const countByHours = (
  tx: Transaction,
  fleetId: string,
  notIn: readonly VehicleStatus[],
): Promise<{ allowedHours: HoursWindow[]; timeZone: string; amount: number }[]> =>
  tx.sql(
    `select v.allowed_hours as "allowedHours", c.time_zone as "timeZone", count(*)::integer as amount
     from vehicles.vehicles v join organisation.companies c on c.id = v.company_id
     where v.fleet_id = $1 and v.archived_at is null and v.status <> all($2::text[])
     group by 1, 2`,
    [fleetId, notIn],
  )
