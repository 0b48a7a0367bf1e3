import { isSuperAdmin } from '@rumbo/contract/access'
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
import { attachDeviceTo, findVehicleDevice } from '../../vehicles/index.ts'
import { expectingCompanies, requireExpectingCompany } from './telemetry.expected.actions.ts'
import { findGateways } from './telemetry.onboarding.repository.ts'
import { overviewOf } from './telemetry.onboarding.rules.ts'
import {
  findRejectedReports,
  findUnknownDevices,
  removeUnknownDevice,
} from './telemetry.unknown.repository.ts'

/**
 * Devices without a vehicle: all of them for super admins, for others those that own companies expect. Under the system
 * role, since no vehicle of any company may have them.
 * @throws Problem `forbidden`, `company_denied`
 */
export async function listUnknownDevicesOf(
  tx: Transaction,
  actor: Actor,
  filter: ParsedOf<typeof listUnknownDevices>['query'],
): Promise<OutputOf<typeof listUnknownDevices>> {
  const { companyId, page, size } = filter
  if (companyId !== undefined) await requireExpectingCompany(tx, actor, companyId)
  const companies = companyId === undefined ? expectingCompanies(actor) : [companyId]
  return { ...(await findUnknownDevices(tx, filter, companies)), page, size }
}

/**
 * Assigns a listed device to a vehicle and removes it from the list. Under the system role, since no person's role may
 * write the list.
 * @throws Problem `device_not_found`, `vehicle_not_found`, and those of `attachDeviceTo`
 */
export async function attachUnknownDevice(
  tx: Transaction,
  actor: Actor,
  { identifier, vehicleId, replaces }: ParsedOf<typeof attachDevice>['body'],
): Promise<Vehicle> {
  if (!(await removeUnknownDevice(tx, identifier, expectingCompanies(actor))))
    throw problem('device_not_found')
  const vehicle = await findVehicleDevice(tx, vehicleId)
  // To those who may not read it, a vehicle is as good as none.
  if (!vehicle || !(isSuperAdmin(actor.scopes) || actor.fleets.read.includes(vehicle.fleetId)))
    throw problem('vehicle_not_found')
  return attachDeviceTo(tx, actor, vehicleId, identifier, { replaces })
}

/** Under the system role. @throws Problem `device_not_found` */
export async function forgetUnknownDevice(
  tx: Transaction,
  actor: Actor,
  identifier: string,
): Promise<{ done: true }> {
  const forgotten = await removeUnknownDevice(tx, identifier, expectingCompanies(actor))
  if (!forgotten) throw problem('device_not_found')
  const { companyId } = forgotten
  tx.audit({ action: 'device.forgotten', entity: 'device', entityName: identifier, companyId })
  return { done: true }
}

/** Reasons whose detail is what the database or a program said. */
const internalReasons: readonly string[] = ['data_error', 'pipeline_error']

/** All rejected reports for super admins, for others those of vehicles in fleets they manage. Under the system role. */
export async function listRejectedReportsOf(
  tx: Transaction,
  actor: Actor,
  filter: ParsedOf<typeof listRejectedReports>['query'],
): Promise<OutputOf<typeof listRejectedReports>> {
  const { page, size } = filter
  const since = new Date(tx.now.getTime() - dayMs)
  const isSuper = isSuperAdmin(actor.scopes)
  const found = await findRejectedReports(tx, filter, since, isSuper ? null : actor.fleets.manage)
  const items = found.items.map((report) =>
    isSuper || !internalReasons.includes(report.reason) ? report : { ...report, detail: null },
  )
  return { ...found, items, page, size }
}

/** Connections and counters of the running gateways. @param fallbackHost the host shown if none runs */
export async function readGatewayOverview(
  tx: Transaction,
  fallbackHost: string,
): Promise<OutputOf<typeof gatewayOverview>> {
  return overviewOf(await findGateways(tx), fallbackHost)
}
