import type { DeviceProtocol, DeviceReport } from '@rumbo/contract/device-report.contract'
import type { DropReason, GatewayCounters } from './gateway.counters.ts'
import type { DeviceConnectionNews, DeviceSuspicion, GatewayLimits } from './gateway.options.ts'

const hourMilliseconds = 3_600_000
const minuteMilliseconds = 60_000

/** A connection that stays: one device speaks on it, or several whose messages carry their identifiers. */
export interface LineHolder {
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
  /** When it was last told that the device is there. */
  toldAt: number
}

/** Which connection speaks for which device. */
export interface DeviceRegistry {
  /** The device's line on this connection, taken over from an older one; null when that happened too often. */
  join(holder: LineHolder, deviceIdentifier: string, nowMilliseconds: number): Line | null
  leave(holder: LineHolder): void
  find(deviceIdentifier: string): Line | undefined
  /** The device was heard; told on once a minute. */
  hear(line: Line, nowMilliseconds: number): void
  size(): number
  /** Forgets takeovers older than an hour. */
  sweep(nowMilliseconds: number): void
}

export interface RegistrySurroundings {
  limits: GatewayLimits
  countersOf(protocol: DeviceProtocol): GatewayCounters
  onSuspicion?: ((suspicion: DeviceSuspicion) => void) | undefined
  onDeviceConnection?: ((news: DeviceConnectionNews) => void) | undefined
}

export const nothingShown: Readonly<Shown> = {
  hasValidFix: false,
  fixTime: 0,
  fixSpeedKmh: 0,
  fixReceivedAt: 0,
}
/** A clock this far ahead says nothing of when the fix was taken. */
const mostAheadMilliseconds = 600_000

/** Notes what the report proves of its sender's place, and by it how far an answer can be trusted. */
export function noteShown(shown: Shown, { fix, answer, receivedAt }: DeviceReport): void {
  if (answer) answer.isTrusted = shown.hasValidFix
  if (fix?.isValid !== true || (fix.latitude === 0 && fix.longitude === 0)) return
  shown.hasValidFix = true
  const time = fix.time.getTime()
  if (time < shown.fixTime || time > receivedAt.getTime() + mostAheadMilliseconds) return
  shown.fixTime = time
  shown.fixSpeedKmh = fix.speedKmh
  shown.fixReceivedAt = receivedAt.getTime()
}

interface Takeovers {
  times: number[]
  toldAt: number
}

export function createDeviceRegistry(surroundings: RegistrySurroundings): DeviceRegistry {
  const { limits, countersOf } = surroundings
  const lineOf = new Map<string, Line>()
  const takeoversOf = new Map<string, Takeovers>()

  return {
    join(holder, deviceIdentifier, nowMilliseconds) {
      const older = lineOf.get(deviceIdentifier)
      if (older?.holder === holder) return older
      if (older && !mayTakeOver(older, holder, nowMilliseconds)) return null
      const line: Line = {
        deviceIdentifier,
        holder,
        openedAt: nowMilliseconds,
        ...nothingShown,
        toldAt: nowMilliseconds,
      }
      lineOf.set(deviceIdentifier, line)
      if (older) {
        remove(older)
        if (older.holder.lines.length === 0) older.holder.drop('taken_over')
      }
      const [first] = holder.lines
      if (first && holder.lines.length >= limits.maxDevicesPerConnection) end(first, nowMilliseconds)
      holder.lines.push(line)
      tell(line, nowMilliseconds, true, true)
      return line
    },
    leave(holder) {
      for (const line of holder.lines) {
        lineOf.delete(line.deviceIdentifier)
        tell(line, holder.lastHeardAt, false, true)
      }
      holder.lines.length = 0
    },
    find: (deviceIdentifier) => lineOf.get(deviceIdentifier),
    hear(line, nowMilliseconds) {
      if (nowMilliseconds - line.toldAt < minuteMilliseconds) return
      line.toldAt = nowMilliseconds
      if (lineOf.get(line.deviceIdentifier) === line) tell(line, nowMilliseconds, true, false)
    },
    size: () => lineOf.size,
    sweep(nowMilliseconds) {
      for (const [deviceIdentifier, { times }] of takeoversOf) {
        if ((times.at(-1) ?? 0) <= nowMilliseconds - hourMilliseconds) takeoversOf.delete(deviceIdentifier)
      }
    },
  }

  function remove({ holder, deviceIdentifier }: Line): void {
    const at = holder.lines.findIndex((line) => line.deviceIdentifier === deviceIdentifier)
    if (at >= 0) holder.lines.splice(at, 1)
  }

  function end(line: Line, nowMilliseconds: number): void {
    remove(line)
    lineOf.delete(line.deviceIdentifier)
    tell(line, nowMilliseconds, false, true)
  }

  function mayTakeOver(older: Line, newer: LineHolder, nowMilliseconds: number): boolean {
    const { deviceIdentifier } = older
    const counters = countersOf(newer.protocol)
    counters.takeovers++
    if (nowMilliseconds - older.holder.lastHeardAt >= limits.quietSeconds * 1000) return true
    const known = takeoversOf.get(deviceIdentifier)
    const times = (known?.times ?? []).filter((time) => time > nowMilliseconds - hourMilliseconds)
    const isAllowed = times.length < limits.maxTakeoversPerHour
    if (isAllowed) times.push(nowMilliseconds)
    const isTold = !isAllowed && nowMilliseconds - (known?.toldAt ?? 0) >= minuteMilliseconds
    takeoversOf.set(deviceIdentifier, { times, toldAt: isTold ? nowMilliseconds : (known?.toldAt ?? 0) })
    if (isAllowed) return true
    counters.suspicions++
    if (isTold) {
      surroundings.onSuspicion?.({
        kind: 'takeovers',
        protocol: newer.protocol,
        deviceIdentifier,
        remoteAddress: newer.remoteAddress,
        takeovers: times.length,
      })
    }
    return false
  }

  function tell(line: Line, heardAt: number, isConnected: boolean, isNew: boolean): void {
    const { deviceIdentifier, openedAt, holder } = line
    const { protocol, remoteAddress } = holder
    surroundings.onDeviceConnection?.({
      ...{ protocol, transport: 'tcp', deviceIdentifier, remoteAddress },
      ...{ connectedAt: openedAt, heardAt, isConnected, isNew },
    })
  }
}
