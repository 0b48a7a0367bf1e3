import type { DeviceProtocol, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type { DropReason, GatewayCounters } from './gateway.counters.ts'
import type { DeviceConnectionUpdate, GatewayLimits } from './gateway.options.ts'

/** A TCP socket of one device, or of several whose messages carry their identifiers. */
export interface ConnectionOwner {
  /** Unique among all connections. */
  readonly connectionId: string
  readonly protocol: DeviceProtocol
  readonly transport: 'tcp'
  readonly remoteAddress: string
  readonly lastReceivedAt: number
  /** Maintained by the registry, in the order in which the devices joined. */
  readonly connections: DeviceConnection[]
  send(bytes: Uint8Array): boolean
  drop(reason: DropReason): void
}

/** Valid fixes a device sent on one connection, committed or not. */
export interface FixEvidence {
  readonly connectionId: string
  hasValidFix: boolean
  /** Epoch milliseconds and speed of the newest valid fix; 0 before the first. */
  fixTime: number
  fixSpeedKmh: number
  /** Epoch milliseconds of the server's clock: the device's may be ahead. */
  fixReceivedAt: number
}

/** The connection of one device; several devices may share a socket. */
export interface DeviceConnection extends FixEvidence {
  readonly deviceIdentifier: string
  readonly owner: ConnectionOwner
  /** Epoch milliseconds. */
  readonly openedAt: number
  lastMessageAt: number
  /** Epoch milliseconds of the last update sent about it, and since when it is the device's connection. */
  reportedAt: number
  reportedSince: number
}

/** The TCP connections of each device. */
export interface DeviceRegistry {
  /** Returns the device's connection on this socket; its older connections stay open until they are silent. */
  join(owner: ConnectionOwner, deviceIdentifier: string, nowMilliseconds: number): DeviceConnection
  /** Makes the connection a message arrived on the one that commands are written to. */
  markActive(connection: DeviceConnection, nowMilliseconds: number): void
  leave(owner: ConnectionOwner): void
  /** The connection of the device's last message. */
  find(deviceIdentifier: string): DeviceConnection | undefined
  /** Sends an update for a committed message, at most once a minute. */
  reportActivity(connection: DeviceConnection, nowMilliseconds: number): void
  size(): number
  /** Closes silent connections of devices that send on another one. */
  sweep(nowMilliseconds: number): void
}

export interface RegistryOptions {
  limits: GatewayLimits
  countersOf(protocol: DeviceProtocol): GatewayCounters
  onDeviceConnection?: ((update: DeviceConnectionUpdate) => void) | undefined
}

export const noFixEvidence: Readonly<Omit<FixEvidence, 'connectionId'>> = {
  hasValidFix: false,
  fixTime: 0,
  fixSpeedKmh: 0,
  fixReceivedAt: 0,
}
/** A fix further ahead of the server's clock has no usable time. */
const maxAheadMilliseconds = 600_000

/** Records a valid fix of the report, and marks an answer with its connection and whether that one sent a valid fix. */
export function recordEvidence(evidence: FixEvidence, { fix, answer, receivedAt }: DeviceReport): void {
  if (answer) {
    answer.isTrusted = evidence.hasValidFix
    answer.connection = evidence.connectionId
  }
  if (fix?.isValid !== true || (fix.latitude === 0 && fix.longitude === 0)) return
  evidence.hasValidFix = true
  const time = fix.time.getTime()
  if (time < evidence.fixTime || time > receivedAt.getTime() + maxAheadMilliseconds) return
  evidence.fixTime = time
  evidence.fixSpeedKmh = fix.speedKmh
  evidence.fixReceivedAt = receivedAt.getTime()
}

export function createDeviceRegistry(options: RegistryOptions): DeviceRegistry {
  const { limits, countersOf } = options
  /** The connection of each device's last message. */
  const currentByDevice = new Map<string, DeviceConnection>()
  /** Further connections of devices that have several. */
  const othersByDevice = new Map<string, DeviceConnection[]>()

  return {
    join(owner, deviceIdentifier, nowMilliseconds) {
      const current = currentByDevice.get(deviceIdentifier)
      if (current?.owner === owner) return current
      const known = othersByDevice.get(deviceIdentifier)?.find((connection) => connection.owner === owner)
      if (known) return known
      const connection: DeviceConnection = {
        ...noFixEvidence,
        connectionId: owner.connectionId,
        deviceIdentifier,
        owner,
        openedAt: nowMilliseconds,
        lastMessageAt: nowMilliseconds,
        reportedAt: nowMilliseconds,
        reportedSince: nowMilliseconds,
      }
      currentByDevice.set(deviceIdentifier, connection)
      if (current) demote(current, owner)
      const [first] = owner.connections
      if (first && owner.connections.length >= limits.maxDevicesPerConnection) end(first, nowMilliseconds)
      owner.connections.push(connection)
      report(connection, nowMilliseconds, true, true)
      return connection
    },
    markActive(connection, nowMilliseconds) {
      connection.lastMessageAt = nowMilliseconds
      const { deviceIdentifier } = connection
      const current = currentByDevice.get(deviceIdentifier)
      const others = othersByDevice.get(deviceIdentifier)
      const at = others?.indexOf(connection) ?? -1
      if (!current || !others || at < 0) return
      others[at] = current
      currentByDevice.set(deviceIdentifier, connection)
    },
    leave(owner) {
      for (const connection of [...owner.connections]) end(connection, owner.lastReceivedAt)
    },
    find: (deviceIdentifier) => currentByDevice.get(deviceIdentifier),
    reportActivity(connection, nowMilliseconds) {
      if (nowMilliseconds - connection.reportedAt < minuteMs) return
      connection.reportedAt = nowMilliseconds
      if (currentByDevice.get(connection.deviceIdentifier) === connection)
        report(connection, nowMilliseconds, true, false)
    },
    size: () => currentByDevice.size,
    sweep(nowMilliseconds) {
      for (const others of othersByDevice.values()) {
        for (const connection of [...others])
          if (nowMilliseconds - connection.lastMessageAt >= limits.silentSeconds * 1000)
            close(connection, nowMilliseconds)
      }
    },
  }

  /** Keeps the connection open beside a newer one; above the limit the one silent for longest is closed. */
  function demote(connection: DeviceConnection, newer: ConnectionOwner): void {
    const { deviceIdentifier, openedAt } = connection
    countersOf(newer.protocol).takeovers++
    const others = othersByDevice.get(deviceIdentifier) ?? []
    othersByDevice.set(deviceIdentifier, others)
    others.push(connection)
    if (others.length < limits.maxConnectionsPerDevice) return
    const silent = others.reduce((oldest, one) => (one.lastMessageAt < oldest.lastMessageAt ? one : oldest))
    close(silent, openedAt)
  }

  function close(connection: DeviceConnection, nowMilliseconds: number): void {
    end(connection, nowMilliseconds)
    if (connection.owner.connections.length === 0) connection.owner.drop('taken_over')
  }

  function end(connection: DeviceConnection, nowMilliseconds: number): void {
    const { deviceIdentifier, owner } = connection
    owner.connections.splice(owner.connections.indexOf(connection), 1)
    const others = othersByDevice.get(deviceIdentifier) ?? []
    const current = currentByDevice.get(deviceIdentifier)
    const isCurrent = current === connection
    const next = isCurrent ? others.reduce<DeviceConnection | undefined>(latest, undefined) : current
    const gone = isCurrent ? next : connection
    if (gone) others.splice(others.indexOf(gone), 1)
    if (others.length === 0) othersByDevice.delete(deviceIdentifier)
    if (!next) {
      currentByDevice.delete(deviceIdentifier)
      report(connection, nowMilliseconds, false, true)
      return
    }
    currentByDevice.set(deviceIdentifier, next)
    // The update about a connection older than the ended one is out of date: it is sent again.
    if (next.reportedSince > connection.reportedSince) return
    next.reportedSince = Math.max(nowMilliseconds, connection.reportedSince)
    next.reportedAt = next.reportedSince
    report(next, next.reportedSince, true, true)
  }

  function report(
    connection: DeviceConnection,
    lastMessageAt: number,
    isConnected: boolean,
    isNew: boolean,
  ): void {
    const { deviceIdentifier, connectionId, reportedSince, owner } = connection
    const { protocol, remoteAddress } = owner
    options.onDeviceConnection?.({
      protocol,
      transport: 'tcp',
      deviceIdentifier,
      connection: connectionId,
      remoteAddress,
      connectedAt: reportedSince,
      lastMessageAt,
      isConnected,
      isNew,
    })
  }
}

const latest = (one: DeviceConnection | undefined, other: DeviceConnection) =>
  one && one.lastMessageAt >= other.lastMessageAt ? one : other
