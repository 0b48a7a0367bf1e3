import type { Capability } from './access.ts'
import type { DeviceProtocol } from './telemetry.device-report.contract.ts'

/** The sixteen command types of the specification, in its order. */
export const commandTypes = [
  'time_sync',
  'status_query',
  'gps_position',
  'alarm_reset',
  'set_speed_limit',
  'update_apn',
  'update_server',
  'stop_engine',
  'resume_engine',
  'lock_doors',
  'unlock_doors',
  'activate_alarm',
  'deactivate_alarm',
  'request_location',
  'factory_reset',
  'firmware_update',
] as const
export type CommandType = (typeof commandTypes)[number]

/** What the gateway writes to a device. */
export interface DeviceCommand {
  id: string
  deviceIdentifier: string
  protocol: DeviceProtocol
  type: CommandType
  /** As `commandParameters` describes them; also `model` if the vehicle's record has it, and `devicePassword` if it differs from the manufacturer's default. */
  parameters: Record<string, string | number>
}

const queries = ['status_query', 'gps_position', 'request_location'] as const satisfies readonly CommandType[]
const engineAndLocks = [
  'stop_engine',
  'resume_engine',
  'lock_doors',
  'unlock_doors',
] as const satisfies readonly CommandType[]
const restricted = [
  'update_apn',
  'update_server',
  'factory_reset',
  'firmware_update',
] as const satisfies readonly CommandType[]
const includes = (list: readonly CommandType[], type: CommandType) => list.includes(type)

/** What a person needs to send this type; `commands.engineAndDoors` and `commands.restricted` are the restricted ones. */
export function capabilityOfCommand(type: CommandType): Capability {
  if (includes(queries, type)) return 'commands.query'
  if (includes(engineAndLocks, type)) return 'commands.engineAndDoors'
  return includes(restricted, type) ? 'commands.restricted' : 'commands.ordinary'
}
export const isRestrictedCommand = (type: CommandType): boolean =>
  includes(engineAndLocks, type) || includes(restricted, type)

/** Sending it twice does no more than sending it once; every other is sent at most once. */
export const isRepeatableCommand = (type: CommandType): boolean =>
  includes(queries, type) || type === 'time_sync'

/** Fields of each type's `parameters`; the optional ones end with a question mark. */
export const commandParameters: Readonly<Partial<Record<CommandType, readonly string[]>>> = {
  set_speed_limit: ['speedKmh'],
  update_apn: ['apn', 'user?', 'password?'],
  update_server: ['host', 'port'],
  firmware_update: ['url'],
}

/** Seconds within which a command must have been sent; a late immobiliser is a danger. */
export const expirySecondsOf = (type: CommandType): number => (type === 'stop_engine' ? 120 : 600)

/** The engine is stopped only below this speed, by a fix no older than this. */
export const stopEngineRule = { maxSpeedKmh: 20 } as const

/** A claim of a device ends when only one connection has reported for this long; until then no restricted command is sent. */
export const deviceClaim = { endsAfterSeconds: 600 } as const

/** From 0 (critical) to 3 (low); smaller values are sent first. */
export const commandPriorities = ['critical', 'high', 'medium', 'low'] as const
export type CommandPriority = (typeof commandPriorities)[number]
export const priorityNumber = (priority: CommandPriority): number => commandPriorities.indexOf(priority)

export const commandStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'expired',
  'cancelled',
] as const
export type CommandStatus = (typeof commandStatuses)[number]

/** Why a command failed, kept in `errorMessage` as a code and worded by the reader's language. */
export const commandErrors = [
  /** The device's protocol has no such command. */
  'unsupported',
  'bad_parameter',
  /** The server ended while it was being written: whether it arrived is not known. */
  'delivery_unknown',
  /** The device answered that it did not do it. */
  'refused_by_device',
  /** Stop engine: too fast, or no fix of the last two minutes, when it was about to be written. */
  'vehicle_too_fast',
  'no_recent_fix',
  /** The vehicle lost its device, or was archived. */
  'no_device',
  /** Two connections claim the device: a restricted command might have reached an impostor. */
  'device_claimed',
] as const
export type CommandError = (typeof commandErrors)[number]
