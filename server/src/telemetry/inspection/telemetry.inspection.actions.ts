import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  type DeviceMessage,
  type inspectDevice,
  inspectionRule,
  type listDeviceMessages,
  type unreadDeviceBytes,
} from '@rumbo/contract/telemetry.inspection.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { frameTypeOf, unreadBytesOf } from '@rumbo/protocols/inspection'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { problem } from '../../platform/problem.ts'
import { reachVehicle } from '../devices/telemetry.onboarding.actions.ts'
import {
  announceInspections,
  countInspections,
  endInspection,
  type FoundMessage,
  findInspectedUntil,
  findMessage,
  findMessages,
  lockInspectionsOf,
  putInspection,
} from './telemetry.inspection.repository.ts'

/**
 * Records the messages of a vehicle's device for the next 15 minutes, or ends that. The beginning is in the audit.
 * @throws Problem `vehicle_not_found`, `forbidden`, `command_no_device`, `inspection_limit`
 */
export async function inspectVehicle(
  database: Database,
  actor: Actor,
  id: string,
  { isOn }: ParsedOf<typeof inspectDevice>['body'],
): Promise<OutputOf<typeof inspectDevice>> {
  const device = await reachVehicle(database, actor, id, 'devices.inspect')
  const { identifier, companyId } = device
  if (identifier === null && isOn) throw problem('command_no_device')
  return database.transaction(asSystem('inspect device', actor), async (tx) => {
    if (!isOn || identifier === null) {
      if (await endInspection(tx, id)) await announceInspections(tx)
      return { until: null }
    }
    await lockInspectionsOf(tx, companyId)
    if ((await countInspections(tx, companyId, id)) >= inspectionRule.perCompany)
      throw problem('inspection_limit')
    const until = new Date(tx.now.getTime() + inspectionRule.minutes * minuteMs)
    if (await putInspection(tx, { ...device, identifier }, until))
      tx.audit({
        action: 'vehicle.device_inspected',
        entity: 'vehicle',
        entityId: id,
        entityName: device.vehicleNumber,
        companyId,
        fleetId: device.fleetId,
      })
    await announceInspections(tx)
    return { until: until.toISOString() }
  })
}

/** The recorded messages of a vehicle. @throws Problem `vehicle_not_found`, `forbidden` */
export async function listMessagesOf(
  database: Database,
  actor: Actor,
  id: string,
  { after }: ParsedOf<typeof listDeviceMessages>['query'],
): Promise<OutputOf<typeof listDeviceMessages>> {
  const device = await reachVehicle(database, actor, id, 'devices.inspect')
  const { until, found } = await database.transaction(
    asSystem('inspected messages', actor),
    async (tx) => ({ until: await findInspectedUntil(tx, id), found: await findMessages(tx, device, after) }),
    { readOnly: true },
  )
  return {
    identifier: device.identifier,
    until: until?.toISOString() ?? null,
    items: found.map(shownOf),
  }
}

const shownOf = ({ bytes, identifier: _, ...message }: FoundMessage): DeviceMessage => ({
  ...message,
  bytes: bytes.toString('hex'),
  frameType: message.kind === 'skipped' ? null : frameTypeOf(message.protocol, bytes, message.transport),
})

/**
 * The bytes of a message that nothing was read from; null for what is sent, cut or too long.
 * @throws Problem `vehicle_not_found`, `forbidden`, `device_message_not_found`
 */
export async function readUnreadBytes(
  database: Database,
  actor: Actor,
  { id, number }: ParsedOf<typeof unreadDeviceBytes>['params'],
): Promise<OutputOf<typeof unreadDeviceBytes>> {
  const device = await reachVehicle(database, actor, id, 'devices.inspect')
  const message = await database.transaction(
    asSystem('inspected message', actor),
    (tx) => findMessage(tx, device, number),
    { readOnly: true },
  )
  if (!message) throw problem('device_message_not_found')
  const { protocol, transport, bytes, length, identifier, direction, kind, at } = message
  if (direction === 'out' || kind === 'skipped' || bytes.length < length || transport === 'http')
    return { ranges: null }
  return {
    ranges: unreadBytesOf(protocol, bytes, {
      transport,
      deviceIdentifier: identifier,
      receivedAt: new Date(at),
    }),
  }
}
