import type { DeviceIntake, DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { FramedProtocol } from '@rumbo/protocols'
import type { RefusalReason } from './gateway.counters.ts'

export interface GatewayLimits {
  maxConnections: number
  /** Many trackers of one carrier come from one address. This machine's own address is not limited. */
  maxConnectionsPerAddress: number
  /** A connection is paused at this many reports, or messages behind them, that are not committed yet; one chunk of the socket may exceed it. */
  maxUnacknowledgedReports: number
  maxFrameBytes: number
  /** Skipped bytes of one connection before it is dropped. */
  maxDiscardedBytes: number
  /** Acknowledgements a device does not read before it is dropped. */
  maxUnsentBytes: number
  /** Identifiers one connection may speak for; the one that joined first leaves for the next. */
  maxDevicesPerConnection: number
  idleSeconds: number
  loginSeconds: number
  /** From the first byte of a frame to its last. */
  frameSeconds: number
  /** Connections that may speak for one device at a time; the one silent for longest leaves for the next. */
  maxConnectionsPerDevice: number
  /** A connection silent for this long is closed once another one speaks for its device. */
  quietSeconds: number
  /** Devices whose connections are remembered for ten minutes, to find two that claim one device. */
  maxWatchedDevices: number
  /** How long a device of datagrams or of HTTP counts as connected after it was heard. */
  peerSeconds: number
  maxPeers: number
  /** Datagrams of one address in a second; more are dropped. */
  maxDatagramsPerSecond: number
  /** Datagrams of one protocol whose reports are not committed yet; more are dropped. */
  maxDatagramsInFlight: number
  maxHttpBodyBytes: number
  /** Requests whose report is not committed yet; more are answered 503. */
  maxHttpInFlight: number
  /** How long the answer to a request waits for a command. */
  commandMilliseconds: number
  drainSeconds: number
  /** How often the deadlines above are looked at. */
  sweepMilliseconds: number
}

export const defaultGatewayLimits: GatewayLimits = {
  maxConnections: 20_000,
  maxConnectionsPerAddress: 5_000,
  maxUnacknowledgedReports: 256,
  maxFrameBytes: 4_096,
  maxDiscardedBytes: 65_536,
  maxUnsentBytes: 65_536,
  maxDevicesPerConnection: 200,
  idleSeconds: 900,
  loginSeconds: 30,
  frameSeconds: 30,
  maxConnectionsPerDevice: 4,
  quietSeconds: 60,
  maxWatchedDevices: 200_000,
  peerSeconds: 60,
  maxPeers: 50_000,
  maxDatagramsPerSecond: 5_000,
  maxDatagramsInFlight: 4_000,
  maxHttpBodyBytes: 65_536,
  maxHttpInFlight: 2_000,
  commandMilliseconds: 200,
  drainSeconds: 10,
  sweepMilliseconds: 1_000,
}

export type DeviceTransport = 'tcp' | 'udp' | 'http'

export interface DeviceConnectionNews {
  protocol: DeviceProtocol
  transport: DeviceTransport
  deviceIdentifier: string
  /** Unique among all gateways. */
  connection: string
  remoteAddress: string
  /** Epoch milliseconds. */
  connectedAt: number
  heardAt: number
  isConnected: boolean
  /** False where a device that is connected was heard again; told once a minute. */
  isNew: boolean
}

/** Two connections spoke for one device. */
export interface ClaimEvidence {
  deviceIdentifier: string
  protocol: DeviceProtocol
  /** Of both, the one that spoke last first. */
  addresses: [string, string]
  /** When the one that spoke before was heard last, in epoch milliseconds. */
  at: number
  /** False where the device is claimed already. */
  isNew: boolean
}

/** A message that gateways exchange while two of them hear one device. */
export interface SharedMessage {
  deviceIdentifier: string
  connection: string
  address: string
  protocol: DeviceProtocol
}

/**
 * `unsettled`: another connection spoke within the last minute and was not closed, so this may be a reconnection or
 * an impostor.
 */
export type Standing = 'settled' | 'unsettled' | 'claimed'

/** Where a command would be written. */
export interface DeliveryConnection {
  protocol: DeviceProtocol
  /** The same for an answer that comes by it. */
  connection: string
  /** Whether another connection speaks for the device, too. */
  standing: Standing
}

/** The line to a device as the writer of a command sees it. */
export interface CommandConnection extends DeliveryConnection {
  transport: DeviceTransport
  /** Epoch milliseconds at which this device began to speak on it. */
  openedAt: number
  /** Whether a valid position of this device came on it: who has only the identifier has shown nothing yet. */
  hasValidFix: boolean
  /** Epoch milliseconds and speed of the newest of them, committed or not; 0 before the first. */
  fixTime: number
  fixSpeedKmh: number
  /** When it came, by our clock; 0 before the first. */
  fixReceivedAt: number
}
/** Called just before the bytes leave; null writes nothing. */
export type WriteCommand = (connection: CommandConnection) => { bytes: Uint8Array } | null

/** Connections turned away by one protocol since the last notice, for one reason. */
export interface RefusalNotice {
  protocol: DeviceProtocol
  reason: RefusalReason
  refused: number
  /** What the system said, where it was the system. */
  detail: string | null
  openConnections: number
}

/** The part of a pino logger the gateway uses. */
export interface GatewayLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface GatewayOptions {
  host: string
  /** 0 chooses a free port; null or absent leaves the protocol off. */
  ports: Partial<Record<DeviceProtocol, number | null>>
  /** Default: every protocol there is. */
  protocols?: readonly FramedProtocol[]
  /** Addresses and ranges that may report by a protocol; absent: everybody. */
  addresses?: Partial<Record<DeviceProtocol, readonly string[] | undefined>>
  intake: DeviceIntake
  clock: { now(): Date }
  log: GatewayLog
  limits?: Partial<GatewayLimits>
  /** Default: each protocol's own. */
  acceptWrongChecksum?: boolean
  /** Whether a phone may report under this identifier; default: always. `secret` is null where none was stated. */
  isSecretAccepted?(deviceIdentifier: string, secret: string | null): boolean | Promise<boolean>
  /**
   * Whether a device may be told anything by this protocol; default: always. A device with a secret is told nothing by
   * protocols that have none: whoever knows its identifier could be listening.
   */
  mayBeTold?(deviceIdentifier: string, protocol: DeviceProtocol): boolean
  /**
   * Whether somebody could claim the device by its identifier; default: always. Devices of no vehicle are not watched,
   * nor those that prove themselves by a secret.
   */
  isClaimable?(deviceIdentifier: string, protocol: DeviceProtocol): boolean
  /** Two connections speak for one device. */
  onClaim?(evidence: ClaimEvidence): void
  /** A device that another gateway hears as well spoke here: for that gateway's `hearElsewhere`. */
  onSharedMessage?(message: SharedMessage): void
  /** A device connected, is still there, or its connection ended and no other took over. */
  onDeviceConnection?(news: DeviceConnectionNews): void
  /**
   * What a device said is committed, and acknowledged unless it came by HTTP: an occasion to `deliver`. A request is
   * answered when the promise resolves, or after `commandMilliseconds`. Called for every message.
   */
  onDeviceHeard?(deviceIdentifier: string): void | Promise<void>
  /** At most once a minute for a protocol and reason. */
  onRefusals?(notice: RefusalNotice): void
}
