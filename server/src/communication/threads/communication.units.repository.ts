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

/** Who drives a unit of a fleet now, else its primary driver; null for none. */
export async function findDriverOf(
  tx: Transaction,
  fleetId: string,
  vehicleId: string,
): Promise<string | null> {
  const [row] = await tx.sql<{ id: string }>(
    `select contact.id from vehicles.vehicles v
     left join shifts.shifts shift on shift.vehicle_id = v.id and shift.status = 'running'
     left join vehicles.contacts held on held.vehicle_id = v.id and held.role = 'primary_driver'
     join directory.contacts contact on contact.id in (shift.driver_id, held.contact_id) and contact.archived_at is null
       and contact.company_id = v.company_id and contact.role in ('primary_driver', 'backup_driver')
     where v.id = $2 and v.fleet_id = $1
     order by (contact.id = shift.driver_id) desc nulls last, held.is_primary desc nulls last, held.since, contact.id limit 1`,
    [fleetId, vehicleId],
  )
  return row?.id ?? null
}
