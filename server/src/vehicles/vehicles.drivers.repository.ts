import type { Transaction } from '../platform/database/transaction.ts'

/** Contact roles that make a vehicle the contact's own; keep equal to organisation.drives_of. */
const driverRoles = ['primary_driver', 'backup_driver'] as const

/**
 * Drivers' own vehicles and services depend on the given vehicles and contacts: every process and open live stream
 * reads the linked users' access again.
 */
export async function forgetDriversOf(
  tx: Transaction,
  of: { vehicleIds?: readonly string[]; contactIds?: readonly string[] },
): Promise<void> {
  const { vehicleIds = [], contactIds = [] } = of
  if (vehicleIds.length + contactIds.length === 0) return
  const rows = await tx.sql<{ user_id: string }>(
    `select c.user_id from directory.contacts c
      where c.user_id is not null and c.id in (
        select unnest($2::uuid[])
        union select k.contact_id from vehicles.contacts k where k.vehicle_id = any($1::uuid[]) and k.role = any($3::text[])
        union select d.driver_id from shifts.shifts d where d.vehicle_id = any($1::uuid[]) and d.status = 'running')`,
    [vehicleIds, contactIds, driverRoles],
  )
  tx.forgetUsers(rows.map((row) => row.user_id))
}

/** The names of the primary drivers of vehicles, by vehicle; without those the actor may not read. */
export async function findPrimaryDrivers(
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (vehicleIds.length === 0) return new Map()
  const rows = await tx.sql<{ vehicleId: string; name: string }>(
    `select distinct on (k.vehicle_id) k.vehicle_id as "vehicleId", concat_ws(' ', c.first_name, c.last_name) as name
       from vehicles.contacts k join directory.contacts c on c.id = k.contact_id and c.archived_at is null
      where k.vehicle_id = any($1::uuid[]) and k.role = 'primary_driver'
      order by k.vehicle_id, k.is_primary desc, k.since, c.id`,
    [vehicleIds],
  )
  return new Map(rows.map(({ vehicleId, name }) => [vehicleId, name]))
}
