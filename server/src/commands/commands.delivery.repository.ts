import {
  type CommandError,
  type CommandType,
  commandTypes,
  isRepeatableCommand,
} from '@rumbo/contract/commands.device-command.contract'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { gatewayGoneAfterMs } from '@rumbo/contract/telemetry.freshness'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import { claimedSince, placeColumns, placeOf, unansweredBefore } from './commands.repository.ts'
import type { DeliveryConnection, Parameters } from './commands.rules.ts'
import type { CommandPlace } from './commands.status.ts'

/** Used by gateways under the system role. Only the gateway named in a row in `sending` may change it. */

/** A queued command as a gateway needs it. */
export interface QueuedCommand {
  place: CommandPlace
  insists: boolean
  expiresAt: Date
  parameters: Parameters
  /** The passwords that are masked in the parameters. */
  secrets: Parameters | null
  deviceModel: string | null
  /** Whether the vehicle still has the device the command was created for. */
  hasDevice: boolean
}

/** Identifiers of devices with queued commands. */
export async function findWaitingDevices(tx: Transaction): Promise<string[]> {
  const rows = await tx.rows(
    query
      .selectFrom('commands.commands')
      .select('device_identifier')
      .distinct()
      .where('status', '=', 'queued'),
  )
  return rows.map((row) => row.device_identifier)
}

/** The next serial of the device, 1 to 65535. Other gateways cannot claim a command of it until the commit. */
export async function nextSerial(tx: Transaction, deviceIdentifier: string): Promise<number> {
  const row = await tx.one(
    query
      .insertInto('commands.serials')
      .values({ device_identifier: deviceIdentifier, last_serial: 1 })
      .onConflict((conflict) =>
        conflict
          .column('device_identifier')
          .doUpdateSet({ last_serial: sql<number>`commands.serials.last_serial % 65535 + 1` }),
      )
      .returning('last_serial'),
  )
  return row.last_serial
}

/** Whether any gateway is currently sending a command to the device. */
export async function isCommandBeingSent(tx: Transaction, deviceIdentifier: string): Promise<boolean> {
  const row = await tx.first(
    query
      .selectFrom('commands.commands')
      .select('id')
      .where('device_identifier', '=', deviceIdentifier)
      .where('status', '=', 'sending')
      .limit(1),
  )
  return row !== undefined
}

/** The most urgent queued command of a device, locked; skips rows locked by a cancellation. */
export async function lockNext(tx: Transaction, deviceIdentifier: string): Promise<QueuedCommand | null> {
  const row = await tx.first(
    query
      .selectFrom('commands.commands as c')
      .innerJoin('vehicles.vehicles as v', 'v.id', 'c.vehicle_id')
      .select(['c.id', 'c.company_id', 'c.fleet_id', 'c.vehicle_id', 'c.command_type', 'c.created_by_id'])
      .select(['c.insists', 'c.expires_at', 'c.parameters', 'c.secrets'])
      .select(['v.gps_model', 'v.imei', 'v.archived_at'])
      .where('c.device_identifier', '=', deviceIdentifier)
      .where('c.status', '=', 'queued')
      .orderBy('c.priority')
      .orderBy('c.created_at')
      .orderBy('c.id')
      .limit(1)
      .forUpdate('c')
      .skipLocked(),
  )
  if (!row) return null
  return {
    place: placeOf(row),
    insists: row.insists,
    expiresAt: row.expires_at,
    parameters: row.parameters as Parameters,
    secrets: row.secrets as Parameters | null,
    deviceModel: row.gps_model,
    hasDevice: row.archived_at === null && row.imei === deviceIdentifier,
  }
}

/** Whether restricted commands may be sent to the device now, according to all gateways. */
export async function findStanding(
  tx: Transaction,
  deviceIdentifier: string,
  gatewayId: string,
): Promise<DeliveryConnection['standing']> {
  const [row] = await tx.sql<{ is_claimed: boolean; is_contested: boolean }>(
    `select
       exists (select from telemetry.device_claims where identifier = $1 and contested_at > $3) as is_claimed,
       exists (select from telemetry.device_connections c where c.identifier = $1 and (c.contested_until > $4
         or (c.gateway_id <> $2 and c.disconnected_at is null
           and exists (select from telemetry.gateways g where g.id = c.gateway_id and g.heard_at > $5))))
         as is_contested`,
    [
      deviceIdentifier,
      gatewayId,
      claimedSince(tx.now),
      tx.now,
      new Date(tx.now.getTime() - gatewayGoneAfterMs),
    ],
  )
  return row?.is_claimed ? 'claimed' : row?.is_contested ? 'unsettled' : 'settled'
}

export interface Writing {
  gatewayId: string
  connection: string
  protocol: DeviceProtocol
  serial: number
  answerKey: string | null
  /** The payload with passwords masked. */
  payload: string
}

/** Marks the command as `sending`; no other gateway claims it until it is settled. */
export async function markSending(tx: Transaction, id: string, writing: Writing): Promise<void> {
  await tx.run(
    query
      .updateTable('commands.commands')
      .set({
        status: 'sending',
        sending_at: tx.now,
        updated_at: tx.now,
        gateway_id: writing.gatewayId,
        connection: writing.connection,
        protocol: writing.protocol,
        serial: writing.serial,
        answer_key: writing.answerKey,
        payload: writing.payload,
      })
      .where('id', '=', id),
  )
}

/** Ends a queued command. */
export async function endQueued(
  tx: Transaction,
  id: string,
  end:
    | { status: 'expired' }
    | { status: 'cancelled'; cancelled_by: string }
    | { status: 'failed'; error: CommandError },
): Promise<void> {
  await tx.run(
    query
      .updateTable('commands.commands')
      .set({ ...end, secrets: null, updated_at: tx.now })
      .where('id', '=', id)
      .where('status', '=', 'queued'),
  )
}

const unwritten = {
  sending_at: null,
  gateway_id: null,
  connection: null,
  serial: null,
  answer_key: null,
  payload: null,
}

/** Devices repeat the command in their answers: passwords are kept until the answer, so that they can be masked. */
const awaitedSecrets = sql<never>`case when answer_key is not null then secrets end`

export type WritingEnd =
  | { status: 'sent'; sentAt: Date }
  | { status: 'queued' }
  | { status: 'expired' }
  | { status: 'failed'; error: CommandError }

/** Records the result of the sending. @returns false where the answer, or another gateway, settled it before */
export async function settleSending(
  tx: Transaction,
  id: string,
  gatewayId: string,
  end: WritingEnd,
): Promise<boolean> {
  const columns =
    end.status === 'sent'
      ? { status: end.status, sent_at: end.sentAt, secrets: awaitedSecrets }
      : end.status === 'queued'
        ? { status: end.status, ...unwritten }
        : { ...end, ...unwritten, secrets: null }
  const changed = await tx.run(
    query
      .updateTable('commands.commands')
      .set({ ...columns, updated_at: tx.now })
      .where('id', '=', id)
      .where('gateway_id', '=', gatewayId)
      .where('status', '=', 'sending'),
  )
  return changed > 0
}

/** Passwords of commands whose answers may repeat them, by device. */
export async function findParameterSecrets(
  tx: Transaction,
  identifiers: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx.sql<{ device_identifier: string; secrets: Parameters }>(
    `select device_identifier, secrets from commands.commands
      where device_identifier = any($1) and status in ('queued', 'sending', 'sent') and secrets is not null`,
    [identifiers],
  )
  const found = new Map<string, string[]>()
  for (const { device_identifier, secrets } of rows)
    found.set(device_identifier, [
      ...(found.get(device_identifier) ?? []),
      ...Object.values(secrets).map(String),
    ])
  return found
}

/** Deletes the passwords of commands whose answer is no longer expected. */
export async function forgetSecrets(tx: Transaction): Promise<void> {
  await tx.run(
    query
      .updateTable('commands.commands')
      .set({ secrets: null })
      .where('status', '=', 'sent')
      .where('secrets', 'is not', null)
      .where('sending_at', '<=', unansweredBefore(tx.now)),
  )
}

/** The sender of a later command of the opposite type; null without one. */
export async function findContradicting(
  tx: Transaction,
  id: string,
  opposite: CommandType,
): Promise<string | null> {
  const [newer] = await tx.sql<{ created_by: string }>(
    `select newer.created_by from commands.commands newer join commands.commands c on c.vehicle_id = newer.vehicle_id
      where c.id = $1 and newer.command_type = $2 and (newer.created_at, newer.id) > (c.created_at, c.id)
        and newer.status <> 'cancelled' limit 1`,
    [id, opposite],
  )
  return newer?.created_by ?? null
}

/** Expires queued commands that were not sent in time. */
export async function expireQueued(tx: Transaction): Promise<CommandPlace[]> {
  const rows = await tx.rows(
    query
      .updateTable('commands.commands')
      .set({ status: 'expired', secrets: null, updated_at: tx.now })
      .where('status', '=', 'queued')
      .where('expires_at', '<=', tx.now)
      .returning(placeColumns),
  )
  return rows.map(placeOf)
}

/** Whether a command has expired in the queue, or was left in `sending` since before the given time. */
export async function hasOverdue(tx: Transaction, before: Date): Promise<boolean> {
  const [row] = await tx.sql<{ is_due: boolean }>(
    `select exists (select from commands.commands where status = 'queued' and expires_at <= $1)
       or exists (select from commands.commands where status = 'sending' and sending_at <= $2)
       or exists (select from commands.commands where status = 'sent' and secrets is not null and sending_at <= $3) as is_due`,
    [tx.now, before, unansweredBefore(tx.now)],
  )
  return row?.is_due ?? false
}

const repeatableTypes: readonly CommandType[] = commandTypes.filter(isRepeatableCommand)
const abandoned = (before: Date) =>
  query.updateTable('commands.commands').where('status', '=', 'sending').where('sending_at', '<=', before)

/** Puts repeatable commands in `sending` since before the given time back into the queue, unless they expired. */
export async function requeueSending(tx: Transaction, before: Date): Promise<CommandPlace[]> {
  const rows = await tx.rows(
    abandoned(before)
      .set({ status: 'queued', ...unwritten, updated_at: tx.now })
      .where('command_type', 'in', repeatableTypes)
      .where('expires_at', '>', tx.now)
      .returning(placeColumns),
  )
  return rows.map(placeOf)
}

/** Ends commands in `sending` since before the given time. */
export async function failSending(tx: Transaction, before: Date): Promise<CommandPlace[]> {
  const rows = await tx.rows(
    abandoned(before)
      .set({ status: 'failed', error: 'delivery_unknown', secrets: null, updated_at: tx.now })
      .returning(placeColumns),
  )
  return rows.map(placeOf)
}
