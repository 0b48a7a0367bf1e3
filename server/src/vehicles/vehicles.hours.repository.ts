import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import type { StatusCause } from './vehicles.rules.ts'

/** Causes that keep a vehicle out of service for longer, also if another one is displayed. */
const blockingStatuses = [
  'maintenance',
  'out_of_service',
  'silent',
  'inactive_by_hand',
] satisfies StatusCause[]

/** The fleets' available vehicles, counted by their allowed hours, with the company's time zone. */
export const countByHours = (
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<{ allowedHours: HoursWindow[]; timeZone: string; amount: number }[]> =>
  tx.sql(
    `select v.allowed_hours as "allowedHours", c.time_zone as "timeZone", count(*)::integer as amount
     from vehicles.vehicles v join organisation.companies c on c.id = v.company_id
     where v.fleet_id = any($1::uuid[]) and v.archived_at is null and not exists (
       select from vehicles.status_causes s where s.vehicle_id = v.id and s.cause = any($2::text[]))
     group by 1, 2`,
    [fleetIds, blockingStatuses],
  )
