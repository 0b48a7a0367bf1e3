import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { Device } from './device.ts'
import type { Vehicle } from './vehicle.ts'

/** The limit in the text of the command that sets it; H02 states knots. */
const speedLimits: Readonly<Partial<Record<DeviceProtocol, { pattern: RegExp; kmh: number }>>> = {
  gt06: { pattern: /^SPEED,\w+,\d+,(\d+)/, kmh: 1 },
  gps103: { pattern: /,H,(\d+)/, kmh: 1 },
  h02: { pattern: /,S14,\d+,(\d+)/, kmh: 1.852 },
  meitrack: { pattern: /^B07,(\d+)/, kmh: 1 },
  queclink: { pattern: /GTSPD=[^,]*,2,0,(\d+)/, kmh: 1 },
  teltonika: { pattern: /^setparam \d+:(\d+)/, kmh: 1 },
}

/** Executes a command on the simulated tracker and its vehicle. @returns false for an unknown command */
export function executeCommand(
  vehicle: Vehicle,
  device: Device,
  protocol: DeviceProtocol,
  type: CommandType | null,
  text: string,
): boolean {
  if (type === null) return false
  if (type === 'stop_engine' || type === 'resume_engine') vehicle.setEngineBlocked(type === 'stop_engine')
  if (type === 'gps_position' || type === 'request_location' || type === 'status_query') device.reportSoon()
  if (type === 'factory_reset') device.setSpeedLimit(null)
  if (type === 'set_speed_limit') {
    const limit = speedLimits[protocol]
    const stated = limit?.pattern.exec(text)?.[1]
    if (limit && stated) device.setSpeedLimit(Number(stated) * limit.kmh)
  }
  return true
}
