import { can } from '@rumbo/contract/access'
import type { GpsCommand } from '@rumbo/contract/commands.contract'
import {
  type CommandError,
  type CommandStatus,
  type CommandType,
  capabilityOfCommand,
  commandPriorities,
} from '@rumbo/contract/commands.device-command.contract'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { Actor } from '../platform/access/access.ts'
import { maskIdentifiers } from './commands.rules.ts'

/** Of `c` (commands.commands), with the vehicle `v` it was sent to. */
export const commandColumns = [
  'c.id',
  'c.company_id',
  'c.fleet_id',
  'c.vehicle_id',
  'v.vehicle_number',
  'v.make',
  'v.model',
  'c.created_by',
  'c.created_by_id',
  'c.command_type',
  'c.status',
  'c.priority',
  'c.reason',
  'c.parameters',
  'c.created_at',
  'c.sent_at',
  'c.delivered_at',
  'c.expires_at',
  'c.error',
  'c.payload',
  'c.response_payload',
  'c.protocol',
  'c.cancelled_by',
  'c.device_identifier',
  'v.imei',
  'v.sim_number',
  'v.gps_serial_number',
  'v.vin',
] as const

export interface CommandRow {
  id: string
  company_id: string
  fleet_id: string
  vehicle_id: string
  vehicle_number: string
  make: string
  model: string
  created_by: string
  created_by_id: string | null
  command_type: string
  status: string
  priority: number
  reason: string | null
  parameters: unknown
  created_at: Date
  sent_at: Date | null
  delivered_at: Date | null
  expires_at: Date
  error: string | null
  payload: string | null
  response_payload: string | null
  protocol: string | null
  cancelled_by: string | null
  device_identifier: string
  imei: string | null
  sim_number: string | null
  gps_serial_number: string | null
  vin: string | null
}

const identifiersOf = (row: CommandRow) => [
  row.device_identifier,
  row.imei,
  row.sim_number,
  row.gps_serial_number,
  row.vin,
]

/** Whether the actor sent the command, or could have sent it to that vehicle. */
export const mayCancel = (
  actor: Actor,
  command: {
    companyId: string
    fleetId: string
    vehicleId: string
    createdById: string | null
    type: CommandType
  },
): boolean => command.createdById === actor.userId || can(actor, capabilityOfCommand(command.type), command)

/** @param actor determines `canCancel`; payloads are hidden from actors who may not edit the vehicle */
export function commandOf(row: CommandRow, actor: Actor | null): GpsCommand {
  const command = {
    id: row.id,
    companyId: row.company_id,
    fleetId: row.fleet_id,
    vehicleId: row.vehicle_id,
    vehicleNumber: row.vehicle_number,
    vehicleName: `${row.vehicle_number} ${row.make} ${row.model}`,
    createdBy: row.created_by,
    createdById: row.created_by_id,
    type: row.command_type as CommandType,
    status: row.status as CommandStatus,
    priority: commandPriorities[row.priority] ?? 'medium',
    reason: row.reason,
    parameters: row.parameters as GpsCommand['parameters'],
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    errorMessage: row.error as CommandError | null,
    payload: row.payload,
    responsePayload: row.response_payload,
    protocol: row.protocol as DeviceProtocol | null,
    cancelledBy: row.cancelled_by,
  }
  const isMasked = actor !== null && !can(actor, 'vehicles.edit', command)
  return {
    ...command,
    payload: isMasked ? null : command.payload,
    responsePayload:
      isMasked && command.responsePayload !== null
        ? maskIdentifiers(command.responsePayload, identifiersOf(row))
        : command.responsePayload,
    canCancel: actor !== null && row.status === 'queued' && mayCancel(actor, command),
  }
}
