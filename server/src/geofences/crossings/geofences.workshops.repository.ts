import type { Transaction } from '../../platform/database/transaction.ts'
import type { StatusCause } from '../../vehicles/index.ts'

/** The causes of vehicles, which are locked. */
export const findCausesOf = (tx: Transaction, vehicleIds: readonly string[]) =>
  tx.sql<{ vehicleId: string; cause: StatusCause; sourceId: string }>(
    `select vehicle_id as "vehicleId", cause, source_id as "sourceId" from vehicles.status_causes
     where vehicle_id = any($1::uuid[])`,
    [vehicleIds],
  )

/** Under the system role: the workshops by which vehicles are in maintenance, and in which they are no longer. */
export const findLeftWorkshops = (tx: Transaction) =>
  tx.sql<{
    vehicleId: string
    companyId: string
    fleetId: string
    fenceId: string
    fenceName: string | null
  }>(
    `select c.vehicle_id as "vehicleId", v.company_id as "companyId", v.fleet_id as "fleetId", f.id as "fenceId",
       case when f.company_id = v.company_id then f.name end as "fenceName"
     from vehicles.status_causes c
     join vehicles.vehicles v on v.id = c.vehicle_id join geofences.fences f on f.id::text = c.source_id
     where c.cause = 'maintenance' and c.source_id <> '' and not (
       f.is_workshop and f.is_active and f.archived_at is null and f.fleet_id = v.fleet_id
       and (f.vehicle_ids is null or v.id = any(f.vehicle_ids))
       and exists (select from telemetry.fence_states s
         cross join jsonb_to_recordset(s.states) as state("fenceId" uuid, inside boolean)
         where s.vehicle_no = v.vehicle_no and state."fenceId" = f.id and state.inside))
     order by c.vehicle_id`,
  )
