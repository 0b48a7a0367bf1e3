import { createHash, randomBytes } from 'node:crypto'
import { createVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { recordVehicleChange, requireVehicleForChange } from '../vehicles.actions.ts'
import { withConflictProblems } from '../vehicles.repository.ts'
import { findVehicleDevice, writeDevice, writeDeviceSecret } from './vehicles.devices.repository.ts'

/** 24 characters of base64url. */
const secretBytes = 18

/** Whether a vehicle's form would accept the identifier. */
const isFormIdentifier = (identifier: string): boolean =>
  createVehicle.body?.shape.imei.safeParse(identifier).data === identifier

/**
 * Attaches a device to a vehicle; gateways read it again after the commit.
 * @param options.replaces whether another device of the vehicle may be replaced
 * @throws Problem `vehicle_not_found`, `forbidden`, `vehicle_has_device`, `device_taken`
 */
export async function attachDeviceTo(
  tx: Transaction,
  actor: Actor,
  vehicleId: string,
  identifier: string,
  { replaces }: { replaces: boolean },
): Promise<Vehicle> {
  if (!isFormIdentifier(identifier)) throw fieldProblem({ path: 'body.identifier', code: 'wrong_format' })
  const before = await requireVehicleForChange(tx, actor, vehicleId, 'vehicles.edit')
  if (before.imei === identifier) return before
  if (before.imei !== null && !replaces) throw problem('vehicle_has_device')
  const held = await findVehicleDevice(tx, vehicleId)
  await withConflictProblems(writeDevice(tx, before, identifier))
  return recordVehicleChange(tx, vehicleId, before, 'updated', {
    action: 'vehicle.device_attached',
    changes: held?.hasSecret ? { hasSecret: [true, false] } : {},
  })
}

/**
 * Creates or removes the secret that a device must send over HTTP; gateways read it again after the commit.
 * @returns the secret, of which only a hash is stored; null if it was removed
 * @throws Problem `vehicle_not_found`, `forbidden`, `command_no_device`
 */
export async function renewDeviceSecretOf(
  tx: Transaction,
  actor: Actor,
  vehicleId: string,
  { isRemoved }: { isRemoved: boolean },
): Promise<{ secret: string | null }> {
  await requireVehicleForChange(tx, actor, vehicleId, 'vehicles.edit')
  const device = await findVehicleDevice(tx, vehicleId)
  if (!device) throw problem('vehicle_not_found')
  if (device.identifier === null) throw problem('command_no_device')
  const secret = isRemoved ? null : randomBytes(secretBytes).toString('base64url')
  await writeDeviceSecret(
    tx,
    vehicleId,
    secret === null ? null : createHash('sha256').update(secret).digest('hex'),
  )
  tx.forgetDevices([device.identifier])
  tx.audit({
    action: isRemoved ? 'vehicle.device_secret_removed' : 'vehicle.device_secret_renewed',
    entity: 'vehicle',
    entityId: vehicleId,
    entityName: device.vehicleNumber,
    companyId: device.companyId,
    fleetId: device.fleetId,
    changes: { hasSecret: [device.hasSecret, secret !== null] },
  })
  return { secret }
}
