import { type CommandError, isRestrictedCommand } from '@rumbo/contract/commands.device-command.contract'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { protocolCommands } from '@rumbo/protocols/registry'
import type { Transaction } from '../platform/database/transaction.ts'
import {
  endQueued,
  expireQueued,
  failSending,
  findContradicting,
  findStanding,
  forgetSecrets,
  hasOverdue,
  isCommandBeingSent,
  lockNext,
  markSending,
  nextSerial,
  type QueuedCommand,
  requeueSending,
  settleSending,
  type WritingEnd,
} from './commands.delivery.repository.ts'
import { type DevicePasswords, readDevicePassword } from './commands.passwords.ts'
import { type DeliveryConnection, maskedText, oppositeOf } from './commands.rules.ts'
import { type CommandPlace, emitStatusChange } from './commands.status.ts'

/** A command claimed by this gateway, and the bytes to send. */
export interface ClaimedCommand {
  place: CommandPlace
  insists: boolean
  expiresAt: Date
  claimedAt: Date
  protocol: DeviceProtocol
  connection: string
  bytes: Uint8Array
  /** As people may read it. */
  text: string
  /** The passwords in `bytes`. */
  secrets: readonly string[]
}
/**
 * `nothing`: none is queued, or another gateway is sending to the device. `ended`: it could not be sent, try the next.
 * `waits`: it is restricted, and another connection may still belong to the device.
 */
export type Claim = ClaimedCommand | 'nothing' | 'ended' | 'waits'

/** Claims the device's next command for this gateway and sets it to `sending`. */
export async function claimNext(
  tx: Transaction,
  deviceIdentifier: string,
  { protocol, connection, standing }: DeliveryConnection,
  gatewayId: string,
  passwords: DevicePasswords,
): Promise<Claim> {
  const serial = await nextSerial(tx, deviceIdentifier)
  if (await isCommandBeingSent(tx, deviceIdentifier)) return 'nothing'
  const next = await lockNext(tx, deviceIdentifier)
  if (!next) return 'nothing'
  if (next.expiresAt.getTime() <= tx.now.getTime()) {
    await endQueued(tx, next.place.id, { status: 'expired' })
    emitStatusChange(tx, next.place)
    return 'ended'
  }
  const opposite = oppositeOf(next.place.type)
  // A command that was in `sending` when its opposite was queued must not follow it, whatever the priorities.
  const contradictedBy = opposite && (await findContradicting(tx, next.place.id, opposite))
  if (contradictedBy) {
    await endQueued(tx, next.place.id, { status: 'cancelled', cancelled_by: contradictedBy })
    emitStatusChange(tx, next.place)
    return 'ended'
  }
  if (isRestrictedCommand(next.place.type)) {
    const known = await findStanding(tx, deviceIdentifier, gatewayId)
    if (known === 'claimed' || standing === 'claimed') {
      await endQueued(tx, next.place.id, { status: 'failed', error: 'device_claimed' })
      emitStatusChange(tx, next.place)
      return 'ended'
    }
    if (known === 'unsettled' || standing === 'unsettled') return 'waits'
  }
  const password = await readDevicePassword(tx, passwords, deviceIdentifier)
  // The maker's password would be refused by the device.
  const encoding =
    password === null ? 'bad_parameter' : encode(next, deviceIdentifier, protocol, serial, password)
  if (typeof encoding === 'string') {
    await endQueued(tx, next.place.id, { status: 'failed', error: encoding })
    emitStatusChange(tx, next.place)
    return 'ended'
  }
  const { bytes, text, answerKey } = encoding
  const secrets = [...Object.values(next.secrets ?? {}).map(String), ...(password ? [password] : [])]
  const payload = maskedText(text, secrets)
  await markSending(tx, next.place.id, { gatewayId, connection, protocol, serial, answerKey, payload })
  emitStatusChange(tx, next.place)
  const { place, insists, expiresAt } = next
  return { place, insists, expiresAt, claimedAt: tx.now, protocol, connection, bytes, text: payload, secrets }
}

/** The encoded bytes, or the reason why the command cannot be sent. */
function encode(
  { place, parameters, secrets, deviceModel, hasDevice }: QueuedCommand,
  deviceIdentifier: string,
  protocol: DeviceProtocol,
  serial: number,
  password: string | undefined,
): { bytes: Uint8Array; text: string; answerKey: string | null } | CommandError {
  if (!hasDevice) return 'no_device'
  const known: Record<string, string> = {}
  if (deviceModel) known.model = deviceModel
  if (password !== undefined) known.devicePassword = password
  const command = {
    id: place.id,
    deviceIdentifier,
    protocol,
    type: place.type,
    parameters: {
      ...parameters,
      ...secrets,
      ...known,
    },
  }
  const encoding = protocolCommands[protocol]?.encodeCommand(command, serial)
  if (!encoding) return 'unsupported'
  return encoding.isEncoded ? encoding : encoding.reason
}

/** Records the result of a sending, unless the command is settled already. */
export async function settle(
  tx: Transaction,
  place: CommandPlace,
  gatewayId: string,
  end: WritingEnd,
): Promise<void> {
  if (!(await settleSending(tx, place.id, gatewayId, end))) return
  emitStatusChange(tx, place)
}

/** A gateway that has not settled a command after this long has ended. */
const abandonedAfterMs = 15_000
const abandonedBefore = (tx: Transaction) => new Date(tx.now.getTime() - abandonedAfterMs)

export const isAnythingOverdue = (tx: Transaction): Promise<boolean> => hasOverdue(tx, abandonedBefore(tx))

/** Expires queued commands that were not sent in time. */
export async function expire(tx: Transaction): Promise<void> {
  for (const place of await expireQueued(tx)) emitStatusChange(tx, place)
}

/** Puts repeatable commands that an ended gateway left in `sending` back into the queue. */
export async function queueAbandoned(tx: Transaction): Promise<void> {
  for (const place of await requeueSending(tx, abandonedBefore(tx))) emitStatusChange(tx, place)
}

/** Fails the other commands that an ended gateway left in `sending`: whether they arrived is unknown. */
export async function giveUpAbandoned(tx: Transaction): Promise<void> {
  for (const place of await failSending(tx, abandonedBefore(tx))) emitStatusChange(tx, place)
  await forgetSecrets(tx)
}
