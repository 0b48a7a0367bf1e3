import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { saveDevicePassword } from '@rumbo/contract/vehicles.devices.contract'
import { type Actor, asSystem, signedIn } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type Answer, answerAlone } from '../../platform/http/endpoints.ts'
import { problem } from '../../platform/problem.ts'
import { createSeal, type Seal } from '../../platform/seal.ts'
import { requireVehicleForChange } from '../vehicles.actions.ts'
import { findVehicleDevice } from './vehicles.devices.repository.ts'
import {
  listDevicePasswords,
  putDevicePassword,
  removeAllDevicePasswords,
  removeDevicePassword,
  replaceDevicePassword,
} from './vehicles.passwords.repository.ts'

/** Encrypts and decrypts the passwords that devices demand of commands. */
export const devicePasswordSeal = (secret: string): Seal => createSeal(secret, 'device password')

/**
 * Stores the password of a vehicle's device encrypted, or removes it. The audit says only whether there is one.
 * @throws Problem `vehicle_not_found`, `forbidden`, `command_no_device`
 */
async function saveDevicePasswordOf(
  database: Database,
  seal: Seal,
  actor: Actor,
  id: string,
  { password }: ParsedOf<typeof saveDevicePassword>['body'],
): Promise<OutputOf<typeof saveDevicePassword>> {
  const device = await database.transaction(actor, async (tx) => {
    await requireVehicleForChange(tx, actor, id, 'vehicles.edit')
    return findVehicleDevice(tx, id)
  })
  if (!device) throw problem('vehicle_not_found')
  const { identifier } = device
  if (identifier === null) throw problem('command_no_device')
  await database.transaction(asSystem('device password', actor), async (tx) => {
    const had =
      password === null
        ? await removeDevicePassword(tx, id)
        : await putDevicePassword(tx, { id, identifier }, seal.seal(password))
    if (password === null && !had) return
    tx.audit({
      action: password === null ? 'vehicle.device_password_removed' : 'vehicle.device_password_set',
      entity: 'vehicle',
      entityId: id,
      entityName: device.vehicleNumber,
      companyId: device.companyId,
      fleetId: device.fleetId,
    })
  })
  return { hasPassword: password !== null }
}

/** The endpoint of device passwords. @param secret of the installation */
export function devicePasswordEndpoints({
  database,
  secret,
}: {
  database: Database
  secret: string
}): Answer[] {
  const seal = devicePasswordSeal(secret)
  return [
    answerAlone(saveDevicePassword, ({ params, body }, { actor }) =>
      saveDevicePasswordOf(database, seal, signedIn(actor), params.id, body),
    ),
  ]
}

/**
 * Encrypts every password with the new secret of the installation, within the transaction that changes it.
 * @returns how many the former secret could not decrypt; they stay as they are
 */
async function resealDevicePasswords(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const [former, present] = [devicePasswordSeal(from), devicePasswordSeal(to)]
  let unreadable = 0
  for (const { vehicle_id, sealed } of await listDevicePasswords(tx)) {
    const password = openedBy(former, sealed)
    if (password === null) unreadable += 1
    else await replaceDevicePassword(tx, vehicle_id, present.seal(password))
  }
  return unreadable
}

/** What of this domain is encrypted with the installation's secret, for the change of the secret. */
export const sealedDevicePasswords = { reseal: resealDevicePasswords, remove: removeAllDevicePasswords }

/** The password, or null if it was encrypted with another secret. */
export function openedBy(seal: Pick<Seal, 'unseal'>, sealed: string): string | null {
  try {
    return seal.unseal(sealed)
  } catch {
    return null
  }
}
