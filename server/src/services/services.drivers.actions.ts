import type { ProblemCode } from '@rumbo/contract/problems.contract'
import type { Ineligibility } from '@rumbo/contract/shifts.drivers.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { findDriverOnDuty } from '../shifts/index.ts'
import { announce } from './services.actions.ts'
import { findAwaiting, findService, type ServiceDriver, writeDriver } from './services.repository.ts'

const refusals = {
  driver_inactive: 'driver_inactive',
  licence_missing: 'driver_licence_missing',
  licence_expired: 'driver_licence_expired',
  hours_exceeded: 'driver_hours_exceeded',
  on_break: 'driver_on_break',
} as const satisfies Record<Exclude<Ineligibility, 'no_shift'>, ProblemCode>

/**
 * The driver of a vehicle's shift in force; null without a shift.
 * @throws Problem `driver_inactive`, `driver_licence_missing`, `driver_licence_expired`, `driver_hours_exceeded`,
 * `driver_on_break`
 */
export async function requireDriver(tx: Transaction, vehicleId: string): Promise<ServiceDriver | null> {
  const found = await findDriverOnDuty(tx, vehicleId)
  for (const reason of found?.reasons ?? [])
    if (reason !== 'no_shift')
      throw problem(refusals[reason], { words: { driver: found?.driver.name ?? '' } })
  return found?.driver ?? null
}

/** The driver of a vehicle's shift in force, whether or not they may drive; null without a shift or vehicle. */
export async function findDriverNow(
  tx: Transaction,
  vehicleId: string | null,
): Promise<ServiceDriver | null> {
  return vehicleId === null ? null : ((await findDriverOnDuty(tx, vehicleId))?.driver ?? null)
}

/** Gives services that wait for one of these vehicles the driver of its shift in force. */
export async function followDrivers(tx: Transaction, vehicleIds: readonly string[]): Promise<void> {
  for (const id of await findAwaiting(tx, vehicleIds)) {
    const service = await findService(tx, id, { lock: true })
    if (service?.status !== 'vehicle_assigned') continue
    const driver = await findDriverNow(tx, service.assignedVehicleId)
    const { assignedDriverId, driverName, driverPhone } = service
    if (
      [driver?.id, driver?.name, driver?.phone].join() === [assignedDriverId, driverName, driverPhone].join()
    )
      continue
    await writeDriver(tx, id, driver)
    await announce(tx, id, service, 'driver_changed')
  }
}
