import type { Transaction } from '../../platform/database/transaction.ts'

/** The unit of the driver's running shift, or of the service unless it has moved to another fleet. Of thread `t`. */
export const unitOfThread = `select v.id, v.vehicle_number from vehicles.vehicles v where v.id = case t.kind
    when 'driver' then (select shift.vehicle_id from shifts.shifts shift
      where shift.driver_id = t.driver_id and shift.fleet_id = t.fleet_id and shift.status = 'running')
    when 'service' then (select s.assigned_vehicle_id from services.services s
      where s.id = t.service_id and s.fleet_id = t.fleet_id) end`

/** Ids of conversations that a title with number and plate of the present unit fits: fleets are `$2`, patterns `$5`. */
export const threadsOfUnits = `select one.id from communication.threads one
    left join shifts.shifts shift on one.kind = 'driver' and shift.driver_id = one.driver_id
      and shift.fleet_id = one.fleet_id and shift.status = 'running'
    left join services.services s on one.kind = 'service' and s.id = one.service_id and s.fleet_id = one.fleet_id
    join vehicles.vehicles v on v.id = coalesce(shift.vehicle_id, s.assigned_vehicle_id, one.vehicle_id)
    where cardinality($5::text[]) > 0 and one.fleet_id = any($2::uuid[])
      and one.search_text || ' ' || lower(concat_ws(' ', v.vehicle_number, v.plate_number)) like all($5::text[])`

/** The service that a driver carries out now in a fleet: their own, else one of their unit that names no driver. */
export async function findCurrentServiceOf(
  tx: Transaction,
  { fleetId, driverId, vehicleId }: { fleetId: string; driverId: string; vehicleId: string | null },
): Promise<string | null> {
  const [row] = await tx.sql<{ id: string }>(
    `select id from services.services
     where fleet_id = $1 and status in ('vehicle_assigned', 'in_progress') and archived_at is null
       and (assigned_driver_id = $2 or (assigned_driver_id is null and assigned_vehicle_id = $3))
     order by assigned_driver_id is null, status = 'in_progress' desc, status_since, id limit 1`,
    [fleetId, driverId, vehicleId],
  )
  return row?.id ?? null
}
