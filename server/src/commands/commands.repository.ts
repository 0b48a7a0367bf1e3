import type { GpsCommand } from '@rumbo/contract/commands.contract'
import {
  type CommandStatus,
  type CommandType,
  deviceClaim,
} from '@rumbo/contract/commands.device-command.contract'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { gatewayGoneAfterMs } from '@rumbo/contract/telemetry.freshness'
import { hourMs } from '@rumbo/contract/time-units'
import { query } from '@rumbo/database'
import { findModel } from '@rumbo/protocols/models'
import { sql } from 'kysely'
import { constraintOf } from '../platform/database/constraint-of.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { commandColumns, commandOf } from './commands.rows.ts'
import type { Parameters } from './commands.rules.ts'
import type { CommandPlace } from './commands.status.ts'

/** Notifies gateways that a device has a queued command; the payload is the device's identifier. */
export const commandChannel = 'rumbo_commands'

/** The vehicle of a command and its device. */
export interface Target {
  vehicleId: string
  companyId: string
  fleetId: string
  vehicleNumber: string
  deviceIdentifier: string | null
  deviceModel: string | null
  /** Protocol of the device's last connection, or of its model before the first one. */
  protocol: DeviceProtocol | null
  isConnected: boolean
  /** Whether two connections claim the device. */
  isClaimed: boolean
  fixTime: Date | null
  speedKmh: number | null
}

const modelOf = (name: string | null) => (name === null ? null : findModel(name))

/** A device counts as claimed while a claim was contested after this time. */
export const claimedSince = (now: Date): Date => new Date(now.getTime() - deviceClaim.endsAfterSeconds * 1000)

/** Call under the system role; the caller must check the scopes. */
export async function findTarget(tx: Transaction, vehicleId: string): Promise<Target | null> {
  const row = await tx.first(
    query
      .selectFrom('vehicles.vehicles as v')
      .leftJoin('telemetry.latest as latest', 'latest.vehicle_no', 'v.vehicle_no')
      .leftJoin('telemetry.device_connections as d', 'd.identifier', 'v.imei')
      .leftJoin('telemetry.gateways as g', 'g.id', 'd.gateway_id')
      .leftJoin('telemetry.device_claims as claim', 'claim.identifier', 'v.imei')
      .where('v.id', '=', vehicleId)
      .where('v.archived_at', 'is', null)
      .select(['v.id', 'v.company_id', 'v.fleet_id', 'v.vehicle_number', 'v.imei', 'v.gps_model'])
      .select(['latest.fix_time', 'latest.speed_kmh', 'd.protocol', 'd.disconnected_at', 'g.heard_at'])
      .select('claim.contested_at'),
  )
  if (!row) return null
  const gatewayLives = row.heard_at !== null && row.heard_at.getTime() > tx.now.getTime() - gatewayGoneAfterMs
  return {
    vehicleId: row.id,
    companyId: row.company_id,
    fleetId: row.fleet_id,
    vehicleNumber: row.vehicle_number,
    deviceIdentifier: row.imei,
    deviceModel: row.gps_model,
    protocol: (row.protocol ?? modelOf(row.gps_model)?.protocol ?? null) as DeviceProtocol | null,
    isConnected: gatewayLives && row.disconnected_at === null,
    isClaimed: row.contested_at !== null && row.contested_at > claimedSince(tx.now),
    fixTime: row.fix_time,
    speedKmh: row.speed_kmh,
  }
}

export interface NewCommand extends CommandPlace {
  deviceIdentifier: string
  protocol: DeviceProtocol | null
  priority: number
  reason: string | null
  parameters: Parameters
  secrets: Parameters | null
  insists: boolean
  createdBy: string
  expiresAt: Date
}

/** @throws Problem `command_pending` where a command of the same type is pending for the vehicle */
export async function insertCommand(tx: Transaction, command: NewCommand): Promise<void> {
  const statement = query.insertInto('commands.commands').values({
    id: command.id,
    company_id: command.companyId,
    fleet_id: command.fleetId,
    vehicle_id: command.vehicleId,
    device_identifier: command.deviceIdentifier,
    protocol: command.protocol,
    command_type: command.type,
    priority: command.priority,
    reason: command.reason,
    parameters: JSON.stringify(command.parameters),
    secrets: command.secrets && JSON.stringify(command.secrets),
    insists: command.insists,
    created_by_id: command.createdById,
    created_by: command.createdBy,
    created_at: tx.now,
    updated_at: tx.now,
    expires_at: command.expiresAt,
  })
  try {
    await tx.run(statement)
  } catch (error) {
    const constraint = constraintOf(error) ?? ''
    throw constraint === 'commands_pending' ? problem('command_pending') : error
  }
}

/** Notifies the gateways when the transaction commits. */
export const callGateways = async (tx: Transaction, deviceIdentifier: string): Promise<void> =>
  void (await tx.sql('select pg_notify($1, $2)', [commandChannel, deviceIdentifier]))

const withVehicle = query
  .selectFrom('commands.commands as c')
  .innerJoin('vehicles.vehicles as v', 'v.id', 'c.vehicle_id')

/** The command as visible to the transaction's actor; null outside their scopes. */
export async function findCommand(tx: Transaction, id: string): Promise<GpsCommand | null> {
  const row = await tx.first(withVehicle.select(commandColumns).where('c.id', '=', id))
  return row ? commandOf(row, tx.actor) : null
}

/** Commands by id, in the order given. */
export async function findCommandsById(tx: Transaction, ids: readonly string[]): Promise<GpsCommand[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows(
    withVehicle.select(commandColumns).where(sql<boolean>`c.id = any(${ids}::uuid[])`),
  )
  const found = new Map(rows.map((row) => [row.id, commandOf(row, tx.actor)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The command's status; locks the row until the transaction ends. */
export async function lockCommand(
  tx: Transaction,
  id: string,
): Promise<(CommandPlace & { status: CommandStatus; vehicleNumber: string }) | null> {
  const row = await tx.first(
    withVehicle
      .select(['c.id', 'c.company_id', 'c.fleet_id', 'c.vehicle_id', 'c.command_type', 'c.created_by_id'])
      .select(['c.status', 'v.vehicle_number'])
      .where('c.id', '=', id)
      .forUpdate('c'),
  )
  if (!row) return null
  return { ...placeOf(row), status: row.status as CommandStatus, vehicleNumber: row.vehicle_number }
}

export interface PlaceRow {
  id: string
  company_id: string
  fleet_id: string
  vehicle_id: string
  command_type: string
  created_by_id: string | null
}
export const placeOf = (row: PlaceRow): CommandPlace => ({
  id: row.id,
  companyId: row.company_id,
  fleetId: row.fleet_id,
  vehicleId: row.vehicle_id,
  type: row.command_type as CommandType,
  createdById: row.created_by_id,
})
export const placeColumns = [
  'id',
  'company_id',
  'fleet_id',
  'vehicle_id',
  'command_type',
  'created_by_id',
] as const

/** Answers are matched to commands for an hour after sending. */
const longestAnswerMs = hourMs
export const unansweredBefore = (now: Date): Date => new Date(now.getTime() - longestAnswerMs)

/** Cancels a queued command; false where it is no longer queued. */
export async function cancelQueued(tx: Transaction, id: string, by: string): Promise<boolean> {
  const changed = await tx.run(
    query
      .updateTable('commands.commands')
      .set({ status: 'cancelled', cancelled_by: by, secrets: null, updated_at: tx.now })
      .where('id', '=', id)
      .where('status', '=', 'queued'),
  )
  return changed > 0
}

/** Cancels queued commands of a vehicle that a newer command contradicts. */
export async function cancelQueuedOf(
  tx: Transaction,
  vehicleId: string,
  type: CommandType,
  by: string,
): Promise<CommandPlace[]> {
  const rows = await tx.rows(
    query
      .updateTable('commands.commands')
      .set({ status: 'cancelled', cancelled_by: by, secrets: null, updated_at: tx.now })
      .where('vehicle_id', '=', vehicleId)
      .where('command_type', '=', type)
      .where('status', '=', 'queued')
      .returning(placeColumns),
  )
  return rows.map(placeOf)
}
