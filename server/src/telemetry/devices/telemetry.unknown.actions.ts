import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type {
  attachDevice,
  gatewayOverview,
  listRejectedReports,
  listUnknownDevices,
} from '@rumbo/contract/telemetry.devices.contract'
import { dayMs } from '@rumbo/contract/time-units'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { attachDeviceTo } from '../../vehicles/index.ts'
import { findGateways } from './telemetry.onboarding.repository.ts'
import { overviewOf } from './telemetry.onboarding.rules.ts'
import {
  findRejectedReports,
  findUnknownDevices,
  removeUnknownDevice,
} from './telemetry.unknown.repository.ts'

export async function listUnknownDevicesOf(
  tx: Transaction,
  filter: ParsedOf<typeof listUnknownDevices>['query'],
) {
  const { items, total } = await findUnknownDevices(tx, filter)
  return { items, total, page: filter.page, size: filter.size }
}

/**
 * Assigns a listed device to a vehicle and removes it from the list. Under the system role, since no person's role may
 * write the list.
 * @throws Problem `device_not_found`, and those of `attachDeviceTo`
 */
export async function attachUnknownDevice(
  tx: Transaction,
  actor: Actor,
  { identifier, vehicleId, replaces }: ParsedOf<typeof attachDevice>['body'],
): Promise<Vehicle> {
  if (!(await removeUnknownDevice(tx, identifier))) throw problem('device_not_found')
  return attachDeviceTo(tx, actor, vehicleId, identifier, { replaces })
}

/** @throws Problem `device_not_found` */
export async function forgetUnknownDevice(tx: Transaction, identifier: string): Promise<{ done: true }> {
  if (!(await removeUnknownDevice(tx, identifier))) throw problem('device_not_found')
  tx.audit({ action: 'device.forgotten', entity: 'device', entityName: identifier })
  return { done: true }
}

export async function listRejectedReportsOf(
  tx: Transaction,
  filter: ParsedOf<typeof listRejectedReports>['query'],
) {
  const since = new Date(tx.now.getTime() - dayMs)
  const { items, total, counts } = await findRejectedReports(tx, filter, since)
  return { items, total, counts, page: filter.page, size: filter.size }
}

/** Connections and counters of the running gateways. @param fallbackHost the host shown if none runs */
export async function readGatewayOverview(
  tx: Transaction,
  fallbackHost: string,
): Promise<OutputOf<typeof gatewayOverview>> {
  return overviewOf(await findGateways(tx), fallbackHost)
}
