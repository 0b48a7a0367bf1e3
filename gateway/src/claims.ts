import { deviceClaim } from '@rumbo/contract/commands.device-command.contract'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { ClaimEvidence, DeviceTransport, SharedMessage, Standing } from './gateway.options.ts'

/** Where a message of a device came from. */
export interface Speaker {
  /** Unique among all that speak: a TCP connection, the place datagrams come from, an address for HTTP. */
  readonly connection: string
  readonly address: string
  /** `gateway`: another process heard it. */
  readonly transport: DeviceTransport | 'gateway'
  readonly protocol: DeviceProtocol
  /** It carries several devices. */
  readonly isForwarder: boolean
}

export interface DeviceClaims {
  hear(deviceIdentifier: string, speaker: Speaker, nowMilliseconds: number): void
  /** The connection ended, or the device said that it will. */
  close(deviceIdentifier: string, connection: string): void
  standingOf(deviceIdentifier: string, nowMilliseconds: number): Standing
  sweep(nowMilliseconds: number): void
  /** Devices kept in memory. */
  size(): number
}

export interface ClaimsOptions {
  /** Seconds without a message after which a connection is silent, and a new one an ordinary reconnection. */
  quietSeconds: number
  /** Devices remembered; past it new ones are not watched. */
  mostDevices: number
  /** Whether connections can claim the device; asked before it is watched, and before a claim is reported. */
  isClaimable(deviceIdentifier: string, protocol: DeviceProtocol): boolean
  /** A claim begins, or, at most every half minute, goes on. */
  onClaim(evidence: ClaimEvidence): void
  /** A device that another gateway hears as well spoke here; at most every five seconds. */
  onSharedMessage(message: SharedMessage): void
}

const claimMs = deviceClaim.endsAfterSeconds * 1000
const changesForClaim = 3
/** Bytes under way on a connection may arrive after its successor's, with its end following at once. */
const lateBytesMs = 5_000
const reportAgainMs = 30_000
const shareEveryMs = 5_000
const mostSpeakers = 4
const forgetEveryMs = 60_000

interface Known extends Omit<Speaker, 'isForwarder'> {
  isForwarder: boolean
  /** Of its first message. */
  since: number
  heardAt: number
  isOpen: boolean
}

/** Field by field: a connection, which is a speaker, is not to be kept in memory by what is known of it. */
const knownOf = ({ connection, address, transport, protocol, isForwarder }: Speaker, now: number): Known => ({
  ...{ connection, address, transport, protocol, isForwarder },
  ...{ since: now, heardAt: now, isOpen: true },
})

interface Watched {
  last: Known
  /** Others that spoke within the last ten minutes. */
  others: Known[]
  /** When the device changed hands, within the last ten minutes. */
  changes: number[]
  /** The connection that spoke again after another one had spoken. */
  returned: { connection: string; at: number; isTimed: boolean } | null
  /** When both of two were heard last. */
  contestedAt: number
  reportedAt: number
  sharedAt: number
}

/**
 * Watches which connections speak for each device. A claim needs proof that two are alive at the same time: an older
 * connection goes on after a newer one spoke. A dead socket that was replaced proves nothing.
 */
export function createDeviceClaims(options: ClaimsOptions): DeviceClaims {
  const { quietSeconds, mostDevices, isClaimable, onClaim, onSharedMessage } = options
  const quietMs = quietSeconds * 1000
  const watched = new Map<string, Watched>()
  /** Devices with `returned`, for the sweep. */
  const pending = new Set<string>()
  let forgottenAt = 0

  const isClaimed = ({ contestedAt }: Watched, now: number) => now - contestedAt < claimMs
  const isAlive = ({ isOpen, heardAt }: Known, now: number) => isOpen && now - heardAt < quietMs

  function watch(deviceIdentifier: string, speaker: Speaker, now: number): void {
    if (watched.size >= mostDevices || !isClaimable(deviceIdentifier, speaker.protocol)) return
    watched.set(deviceIdentifier, {
      last: knownOf(speaker, now),
      others: [],
      changes: [],
      returned: null,
      contestedAt: Number.NEGATIVE_INFINITY,
      reportedAt: Number.NEGATIVE_INFINITY,
      sharedAt: Number.NEGATIVE_INFINITY,
    })
  }

  /** The device's newest message came over another connection than the one before. */
  function change(deviceIdentifier: string, device: Watched, speaker: Speaker, now: number): void {
    const { last } = device
    const former = device.others.find(({ connection }) => connection === speaker.connection)
    device.others = device.others.filter((one) => one !== former && now - one.heardAt < claimMs)
    device.others.push(last)
    if (device.others.length >= mostSpeakers) device.others.shift()
    const wasRecent = now - last.heardAt <= quietMs
    if (former) Object.assign(former, { heardAt: now, isOpen: true, isForwarder: speaker.isForwarder })
    device.last = former ?? knownOf(speaker, now)
    if (isSameForwarder(last, speaker)) return
    if (former === undefined && (isSamePlace(last, speaker) || !isAlive(last, now))) return
    // The older of the two is gone: its late bytes proved nothing.
    if (former && !last.isOpen && last.since < former.since) return
    // A phone between two networks alternates by itself: it must do so twice within a minute.
    const isPhone = speaker.transport === 'http' && last.transport === 'http'
    if (!isPhone)
      device.changes = [...device.changes.filter((at) => now - at < claimMs), now].slice(-changesForClaim)
    if (isClaimed(device, now) || device.changes.length >= changesForClaim)
      contest(deviceIdentifier, device, now)
    else if (former && wasRecent && device.returned) contest(deviceIdentifier, device, now)
    else if (former && wasRecent) {
      device.returned = { connection: speaker.connection, at: now, isTimed: !isPhone }
      pending.add(deviceIdentifier)
    }
  }

  function contest(deviceIdentifier: string, device: Watched, now: number): void {
    settle(deviceIdentifier, device)
    const { protocol, address } = device.last
    if (!isClaimable(deviceIdentifier, protocol)) return
    const isNew = !isClaimed(device, now)
    // When the one that spoke before was heard: with it silent for ten minutes, one connection is left.
    const at = device.others.at(-1)?.heardAt ?? now
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
    { connection, address, protocol, transport }: Speaker,
    now: number,
  ) {
    if (transport === 'gateway' || now - device.sharedAt < shareEveryMs) return
    if (!device.others.some((one) => one.transport === 'gateway' && now - one.heardAt < claimMs)) return
    device.sharedAt = now
    onSharedMessage({ deviceIdentifier, connection, address, protocol })
  }

  return {
    hear(deviceIdentifier, speaker, now) {
      const device = watched.get(deviceIdentifier)
      if (!device) {
        if (speaker.transport !== 'gateway') watch(deviceIdentifier, speaker, now)
        return
      }
      if (device.last.connection === speaker.connection) {
        device.last.heardAt = now
        device.last.isForwarder = speaker.isForwarder
        const { returned } = device
        if (returned?.isTimed && now - returned.at >= lateBytesMs) contest(deviceIdentifier, device, now)
      } else change(deviceIdentifier, device, speaker, now)
      if (device.others.length > 0) share(deviceIdentifier, device, speaker, now)
    },
    close(deviceIdentifier, connection) {
      const device = watched.get(deviceIdentifier)
      if (!device) return
      for (const one of [device.last, ...device.others]) if (one.connection === connection) one.isOpen = false
      const { returned } = device
      if (returned?.connection !== connection) return
      device.changes = device.changes.filter((at) => at !== returned.at)
      settle(deviceIdentifier, device)
    },
    standingOf(deviceIdentifier, now) {
      const device = watched.get(deviceIdentifier)
      if (!device) return 'settled'
      if (isClaimed(device, now)) return 'claimed'
      const { last, others } = device
      const isRival = (one: Known) =>
        isAlive(one, now) && !isSameForwarder(one, last) && !isSamePlace(one, last)
      return others.some(isRival) ? 'unsettled' : 'settled'
    },
    sweep(now) {
      for (const deviceIdentifier of pending) {
        const device = watched.get(deviceIdentifier)
        if (!device?.returned) pending.delete(deviceIdentifier)
        else if (device.returned.isTimed && now - device.returned.at >= lateBytesMs)
          contest(deviceIdentifier, device, now)
        else if (now - device.returned.at >= quietMs) settle(deviceIdentifier, device)
      }
      if (now - forgottenAt < forgetEveryMs) return
      forgottenAt = now
      for (const [deviceIdentifier, device] of watched)
        if (now - device.last.heardAt >= claimMs && !isClaimed(device, now)) watched.delete(deviceIdentifier)
    },
    size: () => watched.size,
  }
}

/** A forwarder may spread the messages of its devices over several connections of its own. */
const isSameForwarder = (one: Speaker, other: Speaker) =>
  one.transport === 'tcp' &&
  other.transport === 'tcp' &&
  one.address === other.address &&
  one.isForwarder &&
  other.isForwarder

/** Datagrams of one device may come from another port each time. */
const isSamePlace = (one: Speaker, other: Speaker) =>
  one.transport === other.transport &&
  (one.transport === 'udp' || one.transport === 'http') &&
  one.address === other.address
