import type { Transaction } from '../platform/database/transaction.ts'
import type { Seal } from '../platform/seal.ts'
import { findDevicePasswords, openedBy } from '../vehicles/index.ts'
import { findParameterSecrets } from './commands.delivery.repository.ts'

/** Decrypts the passwords of devices. */
export type DevicePasswords = Pick<Seal, 'unseal'>

/**
 * The password of the device; undefined where the maker's own counts, null where it cannot be decrypted. Under the
 * system role.
 */
export async function readDevicePassword(
  tx: Transaction,
  passwords: DevicePasswords,
  deviceIdentifier: string,
): Promise<string | null | undefined> {
  const sealed = (await findDevicePasswords(tx, [deviceIdentifier])).get(deviceIdentifier)
  return sealed === undefined ? undefined : openedBy(passwords, sealed)
}

/** Passwords that messages of these devices may contain: their own, and those of commands in progress. */
export async function findSecretsOfDevices(
  tx: Transaction,
  passwords: DevicePasswords,
  identifiers: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await findParameterSecrets(tx, identifiers)
  for (const [identifier, sealed] of await findDevicePasswords(tx, identifiers)) {
    const password = openedBy(passwords, sealed)
    if (password !== null) found.set(identifier, [...(found.get(identifier) ?? []), password])
  }
  return found
}
