import type { Capability } from '@rumbo/contract/access'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { deviceModelList, deviceOnboarding } from '@rumbo/contract/telemetry.contract'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { deviceModels, findModel } from '@rumbo/protocols/models'
import { type Actor, asSystem, requireCan } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { findVehicleDevice, hasDevicePassword, type VehicleDevice } from '../../vehicles/index.ts'
import { findDeviceContact, findGateways } from './telemetry.onboarding.repository.ts'
import { isReachableHost, smsStepsOf, transportsOf } from './telemetry.onboarding.rules.ts'

/**
 * Reads the vehicle under the caller's role, to check access before reading under the system role.
 * @throws Problem `vehicle_not_found`, `forbidden`
 */
export async function reachVehicle(
  database: Database,
  actor: Actor,
  id: string,
  capability: Capability,
): Promise<VehicleDevice> {
  const device = await database.transaction(actor, (tx) => findVehicleDevice(tx, id), { readOnly: true })
  if (!device) throw problem('vehicle_not_found')
  requireCan(actor, capability, { ...device, vehicleId: device.id })
  return device
}

export interface OnboardingOptions {
  database: Database
  /** The host shown for trackers while no gateway runs. */
  trackerHost: string
}

/** Where devices of a protocol report. @param trackerHost the host while no gateway runs */
export async function findServerOf(
  tx: Transaction,
  protocol: DeviceProtocol,
  trackerHost: string,
): Promise<{ host: string; port: number | null; isPublic: boolean }> {
  const gateways = await findGateways(tx)
  const host = gateways[0]?.host ?? trackerHost
  const port = gateways.map(({ ports }) => ports[protocol]).find(Boolean) ?? null
  return { host, port, isPublic: isReachableHost(host) }
}

/** How a vehicle's tracker is configured, and its last contact. @throws Problem `vehicle_not_found`, `forbidden` */
export async function onboardDevice(
  { database, trackerHost }: OnboardingOptions,
  actor: Actor,
  id: string,
  { model: asked, apn = '' }: ParsedOf<typeof deviceOnboarding>['query'],
): Promise<OutputOf<typeof deviceOnboarding>> {
  const device = await reachVehicle(database, actor, id, 'vehicles.edit')
  const { contact, gateways, hasPassword } = await database.transaction(
    asSystem('device onboarding', actor),
    async (tx) => ({
      contact: await findDeviceContact(
        tx,
        device.vehicleNo,
        device.identifier,
        new Date(tx.now.getTime() - dayMs),
      ),
      gateways: await findGateways(tx),
      hasPassword: await hasDevicePassword(tx, id, device.identifier),
    }),
    { readOnly: true },
  )
  const name = asked || device.model
  const model = name ? findModel(name) : null
  const protocol = model?.protocol ?? contact.protocol
  const port = (protocol && gateways.map(({ ports }) => ports[protocol]).find(Boolean)) ?? null
  const host = gateways[0]?.host ?? trackerHost
  return {
    identifier: device.identifier,
    simNumber: device.simNumber,
    model: model?.model ?? name ?? null,
    protocol,
    server: {
      host,
      port,
      isPublic: isReachableHost(host),
      transports: protocol ? transportsOf(protocol) : [],
    },
    smsSteps: stepsOrProblem(() => smsStepsOf(model, { host, port, identifier: device.identifier, apn })),
    hint: model?.hint ?? null,
    hasSecret: device.hasSecret,
    hasPassword,
    contact: {
      ...contact,
      lastReportAt: contact.lastReportAt?.toISOString() ?? null,
      lastFixAt: contact.lastFixAt?.toISOString() ?? null,
    },
  }
}

/** Only the access point's name comes from the caller, so a range error is about it. */
function stepsOrProblem(steps: () => string[]): string[] {
  try {
    return steps()
  } catch (error) {
    if (error instanceof RangeError) throw fieldProblem({ path: 'query.apn', code: 'wrong_format' })
    throw error
  }
}

export function listDeviceModels(): OutputOf<typeof deviceModelList> {
  return { items: deviceModels.map(({ maker, model, protocol }) => ({ maker, model, protocol })) }
}
