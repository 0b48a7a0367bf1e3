import { isBusyStatus } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { endMaintenanceOfWorkshops } from './status/vehicles.status.actions.ts'
import { findCauses } from './status/vehicles.status.repository.ts'
import {
  recordVehicleChange,
  requireFleet,
  requireIdle,
  requireVehicleForChange,
} from './vehicles.actions.ts'
import { archiveVehicles, lockVehiclesOf, moveToFleet } from './vehicles.places.repository.ts'

/** Whether the vehicle has a running service. */
export async function isVehicleAtWork(tx: Transaction, id: string): Promise<boolean> {
  return (await findCauses(tx, [id])).some(({ cause }) => isBusyStatus(cause))
}

/**
 * Moves a vehicle to another fleet of its company, on behalf of the transaction's actor.
 * @throws Problem `vehicle_not_found`, `vehicle_at_work`, `forbidden`, `fleet_denied`
 */
export async function moveVehicle(
  tx: Transaction,
  id: string,
  { fromFleetId, toFleetId }: { fromFleetId: string; toFleetId: string },
): Promise<void> {
  const { actor } = tx
  if (!actor) throw new Error('A person moves a vehicle.')
  const before = await requireVehicleForChange(tx, actor, id, 'vehicles.edit')
  if (before.fleetId !== fromFleetId) throw problem('moved_meanwhile')
  if ((await requireFleet(tx, actor, toFleetId)) !== before.companyId) throw problem('fleet_denied')
  requireIdle((await findCauses(tx, [id])).map(({ cause }) => cause))
  await endMaintenanceOfWorkshops(tx, [id])
  await moveToFleet(tx, id, toFleetId)
  await recordVehicleChange(tx, id, before, 'updated')
}

/** Archives all vehicles of a company. @throws Problem `vehicle_at_work` */
export async function archiveVehiclesOf(tx: Transaction, companyId: string): Promise<void> {
  const vehicles = await lockVehiclesOf(tx, companyId)
  const ids = vehicles.map(({ id }) => id)
  requireIdle((await findCauses(tx, ids)).map(({ cause }) => cause))
  await archiveVehicles(tx, ids)
  for (const { fleetId } of vehicles) tx.stale({ domain: 'vehicles', fleetId, companyId })
  for (const { id, fleetId, vehicleNumber } of vehicles)
    tx.audit({
      action: 'vehicle.archived',
      entity: 'vehicle',
      entityId: id,
      entityName: vehicleNumber,
      companyId,
      fleetId,
    })
  tx.forgetDevices(vehicles.flatMap(({ imei }) => imei ?? []))
}
