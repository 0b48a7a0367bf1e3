import { deviceClaim } from '@rumbo/contract/commands.device-command.contract'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { ClaimEvidence, DeviceTransport, SharedMessage, Standing } from './gateway.options.ts'

/** The origin of a device's message. */
export interface MessageSource {
  /** Unique among all sources: a TCP connection, the address and port of datagrams, the address of HTTP requests. */
  readonly connectionId: string
  readonly address: string
  /** `gateway`: another gateway received it. */
  readonly transport: DeviceTransport | 'gateway'
  readonly protocol: DeviceProtocol
  /** It sends messages of several devices. */
  readonly isForwarder: boolean
}

export interface DeviceClaims {
  recordMessage(deviceIdentifier: string, source: MessageSource, nowMilliseconds: number): void
  /** The connection ended, or the device ended its side. */
  close(deviceIdentifier: string, connectionId: string): void
  standingOf(deviceIdentifier: string, nowMilliseconds: number): Standing
  sweep(nowMilliseconds: number): void
  /** Devices kept in memory. */
  size(): number
}

export interface ClaimsOptions {
  /** Seconds without a message after which a new connection counts as an ordinary reconnection. */
  silentSeconds: number
  /** Above it further devices are not watched. */
  maxDevices: number
  /** Whether connections can claim the device; called before it is watched and before a claim is reported. */
  isClaimable(deviceIdentifier: string, protocol: DeviceProtocol): boolean
  /** A claim began, or goes on: then at most every 30 s. */
  onClaim(evidence: ClaimEvidence): void
  /** A device that sends to another gateway as well sent a message here; at most every 5 s. */
  onSharedMessage(message: SharedMessage): void
}

const claimMs = deviceClaim.endsAfterSeconds * 1000
const changesForClaim = 3
/** Bytes of a replaced connection may arrive after its successor's first ones, just before it ends. */
const lateBytesMs = 5_000
const reportAgainMs = 30_000
const shareEveryMs = 5_000
const maxSources = 4
const forgetEveryMs = 60_000

interface KnownSource extends Omit<MessageSource, 'isForwarder'> {
  isForwarder: boolean
  /** Epoch milliseconds of its first message. */
  since: number
  lastMessageAt: number
  isOpen: boolean
}

/** Copies field by field: the source is a socket, which must not stay in memory. */
const knownOf = (
  { connectionId, address, transport, protocol, isForwarder }: MessageSource,
  now: number,
): KnownSource => ({
  connectionId,
  address,
  transport,
  protocol,
  isForwarder,
  since: now,
  lastMessageAt: now,
  isOpen: true,
})

interface Watched {
  last: KnownSource
  /** Other sources of the last ten minutes. */
  others: KnownSource[]
  /** Epoch milliseconds at which the source changed, within the last ten minutes. */
  changes: number[]
  /** The older connection that sent again after a newer one had sent. */
  returned: { connectionId: string; at: number; isTimed: boolean } | null
  /** Epoch milliseconds until which both sources are known to have sent. */
  contestedAt: number
  reportedAt: number
  sharedAt: number
}

/**
 * Watches which connections send messages of each device. Two claim it when both are alive at the same time: an older
 * one goes on after a newer one sent. A dead socket that was replaced is no claim.
 */
export function createDeviceClaims(options: ClaimsOptions): DeviceClaims {
  const { silentSeconds, maxDevices, isClaimable, onClaim, onSharedMessage } = options
  const silentMs = silentSeconds * 1000
  const watched = new Map<string, Watched>()
  /** Devices with `returned`, for the sweep. */
  const pending = new Set<string>()
  let forgottenAt = 0

  const isClaimed = ({ contestedAt }: Watched, now: number) => now - contestedAt < claimMs
  const isAlive = ({ isOpen, lastMessageAt }: KnownSource, now: number) =>
    isOpen && now - lastMessageAt < silentMs

  function watch(deviceIdentifier: string, source: MessageSource, now: number): void {
    if (watched.size >= maxDevices || !isClaimable(deviceIdentifier, source.protocol)) return
    watched.set(deviceIdentifier, {
      last: knownOf(source, now),
      others: [],
      changes: [],
      returned: null,
      contestedAt: Number.NEGATIVE_INFINITY,
      reportedAt: Number.NEGATIVE_INFINITY,
      sharedAt: Number.NEGATIVE_INFINITY,
    })
  }

  /** The device's newest message has another source than the one before. */
  function change(deviceIdentifier: string, device: Watched, source: MessageSource, now: number): void {
    const { last } = device
    const former = device.others.find(({ connectionId }) => connectionId === source.connectionId)
    device.others = device.others.filter((one) => one !== former && now - one.lastMessageAt < claimMs)
    device.others.push(last)
    if (device.others.length >= maxSources) device.others.shift()
    const wasRecent = now - last.lastMessageAt <= silentMs
    if (former) Object.assign(former, { lastMessageAt: now, isOpen: true, isForwarder: source.isForwarder })
    device.last = former ?? knownOf(source, now)
    if (isSameForwarder(last, source)) return
    if (former === undefined && (isSamePlace(last, source) || !isAlive(last, now))) return
    // The older of the two is gone: late bytes of it are no claim.
    if (former && !last.isOpen && last.since < former.since) return
    // A phone between two networks alternates by itself: only a second change within a minute counts.
    const isPhone = source.transport === 'http' && last.transport === 'http'
    if (!isPhone)
      device.changes = [...device.changes.filter((at) => now - at < claimMs), now].slice(-changesForClaim)
    if (isClaimed(device, now) || device.changes.length >= changesForClaim)
      contest(deviceIdentifier, device, now)
    else if (former && wasRecent && device.returned) contest(deviceIdentifier, device, now)
    else if (former && wasRecent) {
      device.returned = { connectionId: source.connectionId, at: now, isTimed: !isPhone }
      pending.add(deviceIdentifier)
    }
  }

  function contest(deviceIdentifier: string, device: Watched, now: number): void {
    settle(deviceIdentifier, device)
    const { protocol, address } = device.last
    if (!isClaimable(deviceIdentifier, protocol)) return
    const isNew = !isClaimed(device, now)
    // The last message of the other source: ten minutes after it a single connection is left.
    const at = device.others.at(-1)?.lastMessageAt ?? now
    device.contestedAt = Math.max(device.contestedAt, at)
    if (!isNew && now - device.reportedAt < reportAgainMs) return
    device.reportedAt = now
    const other = device.others.at(-1)?.address ?? address
    onClaim({ deviceIdentifier, protocol, addresses: [address, other], at, isNew })
  }

  function settle(deviceIdentifier: string, device: Watched): void {
    device.returned = null
    pending.delete(deviceIdentifier)
  }

  function share(
    deviceIdentifier: string,
    device: Watched,
    { connectionId, address, protocol, transport }: MessageSource,
    now: number,
  ) {
    if (transport === 'gateway' || now - device.sharedAt < shareEveryMs) return
    if (!device.others.some((one) => one.transport === 'gateway' && now - one.lastMessageAt < claimMs)) return
    device.sharedAt = now
    onSharedMessage({ deviceIdentifier, connection: connectionId, address, protocol })
  }

  return {
    recordMessage(deviceIdentifier, source, now) {
      const device = watched.get(deviceIdentifier)
      if (!device) {
        if (source.transport !== 'gateway') watch(deviceIdentifier, source, now)
        return
      }
      if (device.last.connectionId === source.connectionId) {
        device.last.lastMessageAt = now
        device.last.isForwarder = source.isForwarder
        const { returned } = device
        if (returned?.isTimed && now - returned.at >= lateBytesMs) contest(deviceIdentifier, device, now)
      } else change(deviceIdentifier, device, source, now)
      if (device.others.length > 0) share(deviceIdentifier, device, source, now)
    },
    close(deviceIdentifier, connectionId) {
      const device = watched.get(deviceIdentifier)
      if (!device) return
      for (const one of [device.last, ...device.others])
        if (one.connectionId === connectionId) one.isOpen = false
      const { returned } = device
      if (returned?.connectionId !== connectionId) return
      device.changes = device.changes.filter((at) => at !== returned.at)
      settle(deviceIdentifier, device)
    },
    standingOf(deviceIdentifier, now) {
      const device = watched.get(deviceIdentifier)
      if (!device) return 'settled'
      if (isClaimed(device, now)) return 'claimed'
      const { last, others } = device
      const isRival = (one: KnownSource) =>
        isAlive(one, now) && !isSameForwarder(one, last) && !isSamePlace(one, last)
      return others.some(isRival) ? 'unsettled' : 'settled'
    },
    sweep(now) {
      for (const deviceIdentifier of pending) {
        const device = watched.get(deviceIdentifier)
        if (!device?.returned) pending.delete(deviceIdentifier)
        else if (device.returned.isTimed && now - device.returned.at >= lateBytesMs)
          contest(deviceIdentifier, device, now)
        else if (now - device.returned.at >= silentMs) settle(deviceIdentifier, device)
      }
      if (now - forgottenAt < forgetEveryMs) return
      forgottenAt = now
      for (const [deviceIdentifier, device] of watched)
        if (now - device.last.lastMessageAt >= claimMs && !isClaimed(device, now))
          watched.delete(deviceIdentifier)
    },
    size: () => watched.size,
  }
}

/** A forwarder may spread the messages of its devices over several connections of its own. */
const isSameForwarder = (one: MessageSource, other: MessageSource) =>
  one.transport === 'tcp' &&
  other.transport === 'tcp' &&
  one.address === other.address &&
  one.isForwarder &&
  other.isForwarder

/** Datagrams of one device may come from another port each time. */
const isSamePlace = (one: MessageSource, other: MessageSource) =>
  one.transport === other.transport &&
  (one.transport === 'udp' || one.transport === 'http') &&
  one.address === other.address
