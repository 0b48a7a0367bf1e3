import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { AlarmKind, DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { Transport } from './protocol.ts'

/** What a simulated tracker measured; the device's side writes of it what its protocol can carry. */
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
  alarm: AlarmKind | null
  /** Measured while there was no network, and told now. */
  isStored: boolean
}

/** What the server said, as the device understands it. */
export type ServerMessage =
  | { kind: 'login'; isAccepted: boolean }
  /** So many of the oldest reports on their way are stored. */
  | { kind: 'acknowledgement'; reports: number }
  | { kind: 'heartbeat' }
  /** `type` is null for a command the simulated device does not know. */
  | { kind: 'command'; type: CommandType | null; text: string; key: string }

/** One simulated tracker's writer and reader, with its serials. */
export interface DeviceClient {
  /** What is sent after connecting; null where the protocol has no login. The login may not need an answer. */
  login(): Uint8Array | null
  isLoginAnswered: boolean
  heartbeat(report: SimulatedReport): Uint8Array | null
  /** One message with one report. The same bytes are sent again when no acknowledgement came. */
  report(report: SimulatedReport): Uint8Array
  /** The answer to a command, where the protocol has one. */
  answer(
    command: { type: CommandType | null; text: string; key: string },
    report: SimulatedReport,
    isDone: boolean,
  ): Uint8Array | null
  /** Messages the chunk completes. Forget it with the connection: call `openDeviceClient` again. */
  read(chunk: Uint8Array): ServerMessage[]
}

/** The tracker's side of a protocol: for the simulator, the load generator and tests. Pure. */
export interface DeviceSide {
  protocol: DeviceProtocol
  transports: readonly Transport[]
  /** Whether the server acknowledges reports; where it does not, a report counts as told when it is written. */
  isAcknowledged: boolean
  /** Whether an identifier fits the protocol; most want an IMEI of 15 digits. */
  isIdentifier(text: string): boolean
  openDeviceClient(deviceIdentifier: string, transport?: Transport): DeviceClient
}
