import type { DeviceProtocol } from './device-report.contract.ts'

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

export interface DeviceCommand {
  id: string
  deviceIdentifier: string
  protocol: DeviceProtocol
  type: CommandType
  parameters: Record<string, string | number>
}
