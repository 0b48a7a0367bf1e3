import type { DeviceProtocol, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { DropReason, GatewayCounters } from './gateway.counters.ts'
import type { DeviceConnectionNews, GatewayLimits } from './gateway.options.ts'

const minuteMilliseconds = 60_000

/** A connection that stays: one device speaks on it, or several whose messages carry their identifiers. */
export interface LineHolder {
  /** Unique among all connections. */
  readonly connection: string
  readonly protocol: DeviceProtocol
  readonly remoteAddress: string
  readonly lastHeardAt: number
  /** Kept by the registry; in the order in which the devices joined. */
  readonly lines: Line[]
  send(bytes: Uint8Array): boolean
  drop(reason: DropReason): void
}

/** What a device has shown of its place on one connection, committed or not. */
export interface Shown {
  readonly connection: string
  hasValidFix: boolean
  /** Epoch milliseconds and speed of the newest valid fix; 0 before the first. */
  fixTime: number
  fixSpeedKmh: number
  /** When it came, epoch milliseconds by our clock: the device's may be ahead. */
  fixReceivedAt: number
}

/** One device on one connection. */
export interface Line extends Shown {
  readonly deviceIdentifier: string
  readonly holder: LineHolder
  /** Epoch milliseconds. */
  readonly openedAt: number
  heardAt: number
  /** When it was last reported as the device's connection, and since when it has been. */
  reportedAt: number
  reportedSince: number
}

/** Which connections speak for which device. */
export interface DeviceRegistry {
  /** The device's line on this connection; older connections of the device stay until they are silent. */
  join(holder: LineHolder, deviceIdentifier: string, nowMilliseconds: number): Line
  /** A message of the device came on the line: from now on it is the one commands go to. */
  spoke(line: Line, nowMilliseconds: number): void
  leave(holder: LineHolder): void
  /** The line the device spoke on last. */
  find(deviceIdentifier: string): Line | undefined
  /** What the device said is committed; reported once a minute. */
  hear(line: Line, nowMilliseconds: number): void
  size(): number
  /** Closes silent connections of devices that speak on another one. */
  sweep(nowMilliseconds: number): void
}

export interface RegistrySurroundings {
  limits: GatewayLimits
  countersOf(protocol: DeviceProtocol): GatewayCounters
  onDeviceConnection?: ((news: DeviceConnectionNews) => void) | undefined
}

export const nothingShown: Readonly<Omit<Shown, 'connection'>> = {
  hasValidFix: false,
  fixTime: 0,
  fixSpeedKmh: 0,
  fixReceivedAt: 0,
}
/** A clock this far ahead says nothing of when the fix was taken. */
const mostAheadMilliseconds = 600_000

/** Notes what the report proves of its sender's place, and in an answer where it came from and how far it can be trusted. */
export function noteShown(shown: Shown, { fix, answer, receivedAt }: DeviceReport): void {
  if (answer) {
    answer.isTrusted = shown.hasValidFix
    answer.connection = shown.connection
  }
  if (fix?.isValid !== true || (fix.latitude === 0 && fix.longitude === 0)) return
  shown.hasValidFix = true
  const time = fix.time.getTime()
  if (time < shown.fixTime || time > receivedAt.getTime() + mostAheadMilliseconds) return
  shown.fixTime = time
  shown.fixSpeedKmh = fix.speedKmh
  shown.fixReceivedAt = receivedAt.getTime()
}

export function createDeviceRegistry(surroundings: RegistrySurroundings): DeviceRegistry {
  const { limits, countersOf } = surroundings
  /** The line each device spoke on last. */
  const currentOf = new Map<string, Line>()
  /** Its other lines, where it has several. */
  const othersOf = new Map<string, Line[]>()

  return {
    join(holder, deviceIdentifier, nowMilliseconds) {
      const current = currentOf.get(deviceIdentifier)
      if (current?.holder === holder) return current
      const known = othersOf.get(deviceIdentifier)?.find((line) => line.holder === holder)
      if (known) return known
      const line: Line = {
        ...nothingShown,
        connection: holder.connection,
        deviceIdentifier,
        holder,
        openedAt: nowMilliseconds,
        heardAt: nowMilliseconds,
        reportedAt: nowMilliseconds,
        reportedSince: nowMilliseconds,
      }
      currentOf.set(deviceIdentifier, line)
      if (current) standBack(current, holder)
      const [first] = holder.lines
      if (first && holder.lines.length >= limits.maxDevicesPerConnection) end(first, nowMilliseconds)
      holder.lines.push(line)
      report(line, nowMilliseconds, true, true)
      return line
    },
    spoke(line, nowMilliseconds) {
      line.heardAt = nowMilliseconds
      const { deviceIdentifier } = line
      const current = currentOf.get(deviceIdentifier)
      const others = othersOf.get(deviceIdentifier)
      const at = others?.indexOf(line) ?? -1
      if (!current || !others || at < 0) return
      others[at] = current
      currentOf.set(deviceIdentifier, line)
    },
    leave(holder) {
      for (const line of [...holder.lines]) end(line, holder.lastHeardAt)
    },
    find: (deviceIdentifier) => currentOf.get(deviceIdentifier),
    hear(line, nowMilliseconds) {
      if (nowMilliseconds - line.reportedAt < minuteMilliseconds) return
      line.reportedAt = nowMilliseconds
      if (currentOf.get(line.deviceIdentifier) === line) report(line, nowMilliseconds, true, false)
    },
    size: () => currentOf.size,
    sweep(nowMilliseconds) {
      for (const others of othersOf.values()) {
        for (const line of [...others])
          if (nowMilliseconds - line.heardAt >= limits.quietSeconds * 1000) close(line, nowMilliseconds)
      }
    },
  }

  /** The line stays open beside a newer one; where there are too many, the one silent for longest is closed. */
  function standBack(line: Line, newer: LineHolder): void {
    const { deviceIdentifier, openedAt } = line
    countersOf(newer.protocol).takeovers++
    const others = othersOf.get(deviceIdentifier) ?? []
    othersOf.set(deviceIdentifier, others)
    others.push(line)
    if (others.length < limits.maxConnectionsPerDevice) return
    const silent = others.reduce((oldest, one) => (one.heardAt < oldest.heardAt ? one : oldest))
    close(silent, openedAt)
  }

  function close(line: Line, nowMilliseconds: number): void {
    end(line, nowMilliseconds)
    if (line.holder.lines.length === 0) line.holder.drop('taken_over')
  }

  function end(line: Line, nowMilliseconds: number): void {
    const { deviceIdentifier, holder } = line
    holder.lines.splice(holder.lines.indexOf(line), 1)
    const others = othersOf.get(deviceIdentifier) ?? []
    const current = currentOf.get(deviceIdentifier)
    const isCurrent = current === line
    const next = isCurrent ? others.reduce<Line | undefined>(latest, undefined) : current
    const gone = isCurrent ? next : line
    if (gone) others.splice(others.indexOf(gone), 1)
    if (others.length === 0) othersOf.delete(deviceIdentifier)
    if (!next) {
      currentOf.delete(deviceIdentifier)
      report(line, nowMilliseconds, false, true)
      return
    }
    currentOf.set(deviceIdentifier, next)
    // What was reported of a line that opened before the ended one counts no more.
    if (next.reportedSince > line.reportedSince) return
    next.reportedSince = Math.max(nowMilliseconds, line.reportedSince)
    next.reportedAt = next.reportedSince
    report(next, next.reportedSince, true, true)
  }

  function report(line: Line, heardAt: number, isConnected: boolean, isNew: boolean): void {
    const { deviceIdentifier, connection, reportedSince, holder } = line
    const { protocol, remoteAddress } = holder
    surroundings.onDeviceConnection?.({
      ...{ protocol, transport: 'tcp', deviceIdentifier, connection, remoteAddress },
      ...{ connectedAt: reportedSince, heardAt, isConnected, isNew },
    })
  }
}

const latest = (one: Line | undefined, other: Line) => (one && one.heardAt >= other.heardAt ? one : other)
