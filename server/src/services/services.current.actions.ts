import type { CurrentService } from '@rumbo/contract/services.current.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { findPrimaryDrivers } from '../vehicles/index.ts'
import { findCurrentServices } from './services.current.repository.ts'

/** The current services of the fleets' vehicles; without a driver of the service, the vehicle's primary driver. */
export async function listCurrentOf(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<{ items: CurrentService[] }> {
  const current = await findCurrentServices(tx, fleetIds)
  const drivers = await findPrimaryDrivers(
    tx,
    current.filter(({ driverName }) => driverName === null).map(({ vehicleId }) => vehicleId),
  )
  return {
    items: current.map((one) => ({
      ...one,
      driverName: one.driverName ?? drivers.get(one.vehicleId) ?? null,
    })),
  }
}
