import type { DeviceIntake, DeviceProtocol } from '@rumbo/contract/device-report.contract'

export interface GatewayLimits {
  maxConnections: number
  /** Many trackers of one carrier come from one address. */
  maxConnectionsPerAddress: number
  /** A connection is paused at this many reports, or messages behind them, that are not committed yet; one chunk of the socket may exceed it. */
  maxUnacknowledgedReports: number
  maxFrameBytes: number
  /** Skipped bytes of one connection before it is dropped. */
  maxDiscardedBytes: number
  /** Acknowledgements a device does not read before it is dropped. */
  maxUnsentBytes: number
  idleSeconds: number
  loginSeconds: number
  /** Takeovers of one identifier in an hour; more are refused. */
  maxTakeoversPerHour: number
  /** Taking over from a connection silent for this long is an ordinary reconnection and not counted. */
  quietSeconds: number
  maxHttpBodyBytes: number
  /** Requests whose report is not committed yet; more are answered 503. */
  maxHttpInFlight: number
  drainSeconds: number
  /** How often the deadlines above are looked at. */
  sweepMilliseconds: number
}

export const defaultGatewayLimits: GatewayLimits = {
  maxConnections: 20_000,
  maxConnectionsPerAddress: 5_000,
  maxUnacknowledgedReports: 256,
  maxFrameBytes: 2_048,
  maxDiscardedBytes: 65_536,
  maxUnsentBytes: 65_536,
  idleSeconds: 900,
  loginSeconds: 30,
  maxTakeoversPerHour: 10,
  quietSeconds: 60,
  maxHttpBodyBytes: 65_536,
  maxHttpInFlight: 2_000,
  drainSeconds: 10,
  sweepMilliseconds: 1_000,
}

export type DropReason =
  | 'idle'
  | 'no_login'
  | 'endless_frame'
  | 'rubbish'
  | 'taken_over'
  | 'takeover_refused'
  | 'slow_reader'
  | 'intake_rejected'
  | 'socket_error'
  | 'decoder_error'

/** Counted since the start; read at any time. */
export interface GatewayCounters {
  connectionsAccepted: number
  /** Over a limit of connections. */
  connectionsRefused: number
  connectionsDropped: Record<DropReason, number>
  frames: number
  badChecksums: number
  resyncs: number
  discardedBytes: number
  refusedFrames: number
  reportsReceived: number
  /** Reports whose acknowledgement was written, or whose request was answered 200. */
  reportsAcknowledged: number
  reportsRejected: number
  httpRequests: number
  /** Answered with 4xx or 503. */
  httpRefused: number
  takeovers: number
  suspicions: number
}

export interface DeviceSuspicion {
  kind: 'takeovers'
  protocol: DeviceProtocol
  deviceIdentifier: string
  remoteAddress: string
  /** Takeovers within the last hour. */
  takeovers: number
}

export interface DeviceConnectionNews {
  protocol: DeviceProtocol
  deviceIdentifier: string
  remoteAddress: string
  isConnected: boolean
}

/** The part of a pino logger the gateway uses. */
export interface GatewayLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface GatewayOptions {
  host: string
  /** 0 chooses a free port; null leaves the protocol off. */
  ports: Partial<Record<DeviceProtocol, number | null>>
  intake: DeviceIntake
  clock: { now(): Date }
  log: GatewayLog
  limits?: Partial<GatewayLimits>
  /** Default true for GT06: many firmwares send a wrong checksum. */
  acceptWrongChecksum?: boolean
  /** Whether a phone may report under this identifier; default: always. `secret` is null where none was stated. */
  isSecretAccepted?(deviceIdentifier: string, secret: string | null): boolean | Promise<boolean>
  onSuspicion?(suspicion: DeviceSuspicion): void
  /** A device logged in, or its connection ended and no other took over. */
  onDeviceConnection?(news: DeviceConnectionNews): void
}

export function createCounters(): GatewayCounters {
  return {
    connectionsAccepted: 0,
    connectionsRefused: 0,
    connectionsDropped: {
      idle: 0,
      no_login: 0,
      endless_frame: 0,
      rubbish: 0,
      taken_over: 0,
      takeover_refused: 0,
      slow_reader: 0,
      intake_rejected: 0,
      socket_error: 0,
      decoder_error: 0,
    },
    frames: 0,
    badChecksums: 0,
    resyncs: 0,
    discardedBytes: 0,
    refusedFrames: 0,
    reportsReceived: 0,
    reportsAcknowledged: 0,
    reportsRejected: 0,
    httpRequests: 0,
    httpRefused: 0,
    takeovers: 0,
    suspicions: 0,
  }
}
