import type { DeviceIntake, DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { FramedProtocol } from '@rumbo/protocols'
import type { RefusalReason } from './gateway.counters.ts'
import type { MessageInspector } from './inspection.ts'

export interface GatewayLimits {
  maxConnections: number
  /** Many trackers of one mobile carrier share an address. The loopback address is not limited. */
  maxConnectionsPerAddress: number
  /** Uncommitted reports, or messages waiting behind them, at which reading pauses; one chunk of the socket may exceed it. */
  maxUnacknowledgedReports: number
  maxFrameBytes: number
  /** Skipped bytes after which a connection is dropped. */
  maxDiscardedBytes: number
  /** Unread acknowledgements after which a device's connection is dropped. */
  maxUnsentBytes: number
  /** Devices of one connection; above it the first one is removed for the next. */
  maxDevicesPerConnection: number
  idleSeconds: number
  loginSeconds: number
  /** From the first byte of a frame to its last. */
  frameSeconds: number
  /** Connections of one device at a time; above it the one silent for longest is closed. */
  maxConnectionsPerDevice: number
  /** A connection silent for this long is closed once its device sends on another one. */
  silentSeconds: number
  /** Devices whose connections are kept in memory for ten minutes, to find two that claim one device. */
  maxWatchedDevices: number
  /** How long a device counts as connected after a datagram or an HTTP request. */
  peerSeconds: number
  maxPeers: number
  /** Datagrams of one address in a second; further ones are dropped. */
  maxDatagramsPerSecond: number
  /** Datagrams of one protocol with uncommitted reports; further ones are dropped. */
  maxDatagramsInFlight: number
  maxHttpBodyBytes: number
  /** Of the bodies of all unanswered requests; further ones are answered 503. */
  maxHttpHeldBytes: number
  /** Requests with an uncommitted report; further ones are answered 503. */
  maxHttpInFlight: number
  /** Reports of one device and address over HTTP in a minute; requests that begin above it are answered 429. */
  maxHttpReportsPerMinute: number
  /** How long the answer to a request waits for a command. */
  commandMilliseconds: number
  drainSeconds: number
  /** How often the deadlines above are checked. */
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
  silentSeconds: 60,
  maxWatchedDevices: 200_000,
  peerSeconds: 60,
  maxPeers: 50_000,
  maxDatagramsPerSecond: 5_000,
  maxDatagramsInFlight: 4_000,
  // Other servers send hundreds of messages at once.
  maxHttpBodyBytes: 1_048_576,
  maxHttpHeldBytes: 67_108_864,
  maxHttpInFlight: 2_000,
  // A hundred a second, for what a phone or another server kept for hours.
  maxHttpReportsPerMinute: 6_000,
  commandMilliseconds: 200,
  drainSeconds: 10,
  sweepMilliseconds: 1_000,
}

export type DeviceTransport = 'tcp' | 'udp' | 'http'

export interface DeviceConnectionUpdate {
  protocol: DeviceProtocol
  transport: DeviceTransport
  deviceIdentifier: string
  /** Unique among all gateways. */
  connection: string
  remoteAddress: string
  /** Epoch milliseconds. */
  connectedAt: number
  lastMessageAt: number
  isConnected: boolean
  /** False for the update of a connected device, sent once a minute. */
  isNew: boolean
}

/** Two connections sent messages of one device. */
export interface ClaimEvidence {
  deviceIdentifier: string
  protocol: DeviceProtocol
  /** Of both connections, the one of the newest message first. */
  addresses: [string, string]
  /** The last message of the other connection, in epoch milliseconds. */
  at: number
  /** False where the device is claimed already. */
  isNew: boolean
}

/** A message that gateways exchange while one device sends to two of them. */
export interface SharedMessage {
  deviceIdentifier: string
  connection: string
  address: string
  protocol: DeviceProtocol
}

/**
 * `unsettled`: another open connection sent within the last minute, so this one may be a reconnection or an impostor.
 */
export type Standing = 'settled' | 'unsettled' | 'claimed'

/** The connection a command would be written to. */
export interface DeliveryConnection {
  protocol: DeviceProtocol
  /** Unique id, which answers received on it carry too. */
  connection: string
  /** Whether another connection sends messages of the device too. */
  standing: Standing
}

/** The connection to a device that the writer of a command gets. */
export interface CommandConnection extends DeliveryConnection {
  transport: DeviceTransport
  /** Epoch milliseconds of the device's first message on it. */
  openedAt: number
  /** Whether it received a valid position of the device: an identifier alone proves nothing. */
  hasValidFix: boolean
  /** Epoch milliseconds and speed of the newest valid position, committed or not; 0 before the first. */
  fixTime: number
  fixSpeedKmh: number
  /** Epoch milliseconds of its receipt by the server's clock; 0 before the first. */
  fixReceivedAt: number
}
export interface WrittenCommand {
  bytes: Uint8Array
  /** The command as readable text, without its passwords; for the inspector. */
  text?: string
  /** The passwords in `bytes`, which nobody may read. */
  secrets?: readonly string[]
}
/** Called just before the bytes are written; null writes nothing. */
export type WriteCommand = (connection: CommandConnection) => WrittenCommand | null

/** Connections refused for one protocol and reason since the last notice. */
export interface RefusalNotice {
  protocol: DeviceProtocol
  reason: RefusalReason
  refused: number
  /** The message of the operating system, if it refused. */
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
  /** 0: a free port; null or absent: the protocol is off. */
  ports: Partial<Record<DeviceProtocol, number | null>>
  /** Default: all protocols. */
  protocols?: readonly FramedProtocol[]
  /** Addresses and ranges that may report by a protocol. Default: all. */
  addresses?: Partial<Record<DeviceProtocol, readonly string[] | undefined>>
  intake: DeviceIntake
  clock: { now(): Date }
  log: GatewayLog
  limits?: Partial<GatewayLimits>
  /** Default: each protocol's own. */
  acceptWrongChecksum?: boolean
  /** Records the messages of inspected devices. Default: none. */
  inspector?: MessageInspector
  /** Whether a phone may report under this identifier. Default: always. `secret` is null if the request has none. */
  isSecretAccepted?(deviceIdentifier: string, secret: string | null): boolean | Promise<boolean>
  /**
   * Whether commands may be written to a device by this protocol. Default: always. A device with a secret gets none by
   * protocols without secrets, where anyone who knows its identifier could receive them.
   */
  canReceiveCommands?(deviceIdentifier: string, protocol: DeviceProtocol): boolean
  /**
   * Whether a connection could claim the device by its identifier. Default: always. False for unknown devices and for
   * devices with a secret.
   */
  isClaimable?(deviceIdentifier: string, protocol: DeviceProtocol): boolean
  /** The model of the tracker of a device's vehicle, where it is known: some give messages a meaning of their own. */
  modelOf?(deviceIdentifier: string): string | null | undefined
  /** Two connections send messages of one device. */
  onClaim?(evidence: ClaimEvidence): void
  /** A device that sends to another gateway as well sent a message here: for that gateway's `recordRemoteMessage`. */
  onSharedMessage?(message: SharedMessage): void
  /** A device connected, is still connected, or disconnected. */
  onDeviceConnection?(update: DeviceConnectionUpdate): void
  /**
   * Every message, after its commit: the time to `deliver` commands. TCP and UDP are acknowledged before; an HTTP request
   * is answered when the promise resolves, or after `commandMilliseconds`.
   */
  onMessageCommitted?(deviceIdentifier: string): void | Promise<void>
  /** At most once a minute for a protocol and reason. */
  onRefusals?(notice: RefusalNotice): void
}
