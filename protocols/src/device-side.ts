import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { AlarmKind, DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { Transport } from './protocol.ts'

/** A measurement of a simulated tracker; each protocol encodes the fields it has. */
export interface SimulatedReport {
  /** Protocols carry whole seconds, Teltonika milliseconds. */
  time: Date
  isValid: boolean
  latitude: number
  longitude: number
  altitudeMetres: number
  speedKmh: number
  headingDegrees: number
  satellites: number
  /** 0 to 100. */
  signalPercent: number
  ignition: boolean
  isEngineBlocked: boolean
  batteryPercent: number
  powerVolts: number
  fuelPercent: number
  odometerMetres: number
  /** Of a vehicle with a cooled cargo area; absent where there is none. */
  cargo?: { temperature: number; humidityPercent: number; isDoorOpen: boolean }
  engineHours?: number
  /** °C */
  coolantTemperature?: number
  alarm: AlarmKind | null
  /** Measured without a network and sent later. */
  isStored: boolean
}

/** A message of the server, as the device decodes it. */
export type ServerMessage =
  | { kind: 'login'; isAccepted: boolean }
  /** Acknowledges this number of the oldest unacknowledged reports. */
  | { kind: 'acknowledgement'; reports: number }
  | { kind: 'heartbeat' }
  /** `type` is null for a command the simulated device does not know. */
  | { kind: 'command'; type: CommandType | null; text: string; key: string }

/** Encodes and decodes the messages of one simulated tracker on one connection. */
export interface DeviceClient {
  /** The first message of a connection; null where the protocol has no login. */
  login(): Uint8Array | null
  isLoginAnswered: boolean
  heartbeat(report: SimulatedReport): Uint8Array | null
  /** One message with one report. The same bytes are sent again when no acknowledgement came. */
  report(report: SimulatedReport): Uint8Array
  /** The answer to a command; null where the protocol has none. */
  answer(
    command: { type: CommandType | null; text: string; key: string },
    report: SimulatedReport,
    isDone: boolean,
  ): Uint8Array | null
  /** The messages that the chunk completes. */
  read(chunk: Uint8Array): ServerMessage[]
}

/** The device side of a protocol, for the simulator, the load generator and tests. Pure. */
export interface DeviceSide {
  protocol: DeviceProtocol
  transports: readonly Transport[]
  /** Whether the server acknowledges reports; if not, a written report counts as delivered. */
  isAcknowledged: boolean
  /** Whether an identifier is valid in the protocol; most require an IMEI of 15 digits. */
  isIdentifier(text: string): boolean
  /** Opens a client for one connection. Default: TCP. */
  openDeviceClient(deviceIdentifier: string, transport?: Transport): DeviceClient
}
