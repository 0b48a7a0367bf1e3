import type { Transaction } from '../../platform/database/transaction.ts'

/** Call under the system role. Replaces the vehicle's password. @returns whether this device had one */
export async function putDevicePassword(
  tx: Transaction,
  { id, identifier }: { id: string; identifier: string },
  sealed: string,
): Promise<boolean> {
  const had = await hasDevicePassword(tx, id, identifier)
  await tx.sql(
    `insert into vehicles.device_passwords (vehicle_id, identifier, sealed, updated_at) values ($1, $2, $3, $4)
     on conflict (vehicle_id) do update set identifier = excluded.identifier, sealed = excluded.sealed,
       updated_at = excluded.updated_at`,
    [id, identifier, sealed, tx.now],
  )
  return had
}

/** Call under the system role. @returns whether there was one */
export async function removeDevicePassword(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.sql(
    'delete from vehicles.device_passwords where vehicle_id = $1 returning vehicle_id',
    [id],
  )
  return rows.length > 0
}

/** Call under the system role. Whether the vehicle's present device has a password. */
export async function hasDevicePassword(
  tx: Transaction,
  id: string,
  identifier: string | null,
): Promise<boolean> {
  const rows = await tx.sql(
    'select from vehicles.device_passwords where vehicle_id = $1 and identifier = $2',
    [id, identifier],
  )
  return rows.length > 0
}

/** Call under the system role. The encrypted passwords of devices, by identifier; only of the vehicles that have them. */
export async function findDevicePasswords(
  tx: Transaction,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.sql<{ identifier: string; sealed: string }>(
    `select p.identifier, p.sealed from vehicles.device_passwords p
      join vehicles.vehicles v on v.id = p.vehicle_id and v.imei = p.identifier and v.archived_at is null
      where p.identifier = any($1)`,
    [identifiers],
  )
  return new Map(rows.map(({ identifier, sealed }) => [identifier, sealed]))
}

/** All encrypted passwords, locked until the transaction ends. */
export const listDevicePasswords = (tx: Transaction): Promise<{ vehicle_id: string; sealed: string }[]> =>
  tx.sql('select vehicle_id, sealed from vehicles.device_passwords order by vehicle_id for update')

export async function replaceDevicePassword(
  tx: Transaction,
  vehicleId: string,
  sealed: string,
): Promise<void> {
  await tx.sql('update vehicles.device_passwords set sealed = $2 where vehicle_id = $1', [vehicleId, sealed])
}

/** @returns how many there were */
export async function removeAllDevicePasswords(tx: Transaction): Promise<number> {
  return (await tx.sql('delete from vehicles.device_passwords returning vehicle_id')).length
}
