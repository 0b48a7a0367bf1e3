import type { Transaction } from '../../platform/database/transaction.ts'

/** SHA-256 of the secrets that these devices must send, in hexadecimal; without devices that need none. */
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
