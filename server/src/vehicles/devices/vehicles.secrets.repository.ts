import type { Transaction } from '../../platform/database/transaction.ts'

/** SHA-256 of the secret each of these devices must state, in hexadecimal; only devices that have one. */
export async function findDeviceSecrets(
  tx: Transaction,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.sql<{ imei: string; hash: string }>(
    `select imei, device_secret_hash as hash from vehicles.vehicles
      where imei = any($1::text[]) and archived_at is null and device_secret_hash is not null`,
    [identifiers],
  )
  return new Map(rows.map(({ imei, hash }) => [imei, hash]))
}
