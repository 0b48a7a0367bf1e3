import type { DeviceClient, DeviceSide, ServerMessage } from '@rumbo/protocols/device-side'
import type { Transport } from '@rumbo/protocols/protocol'
import {
  acknowledgementTimeoutMs,
  createBackOff,
  type DeviceLink,
  type LinkOptions,
  type Measurement,
  memorySize,
  newLinkCounts,
} from './device-link.ts'
import { type GatewaySocket, openGatewaySocket } from './gateway-socket.ts'

interface Kept {
  measured: Measurement
  /** Null until it was sent for the first time: the same bytes are sent again. */
  bytes: Uint8Array | null
  sentAtMs: number
}

/** Reports on their way; by datagrams the answers could not be told apart. */
const windowOf: Readonly<Record<Transport, number>> = { tcp: 40, udp: 1 }

/**
 * A tracker of any framed protocol: logs in where it must, tells the present before what it stored, the oldest of
 * that first, and sends unchanged what was not acknowledged.
 */
export function createFramedLink(
  side: DeviceSide,
  transport: Transport,
  { deviceIdentifier, host, port, clock, random, log, connectionRateLimit, onCommand }: LinkOptions,
): DeviceLink {
  const counts = newLinkCounts()
  const backOff = createBackOff(clock, random)
  const window = windowOf[transport]
  /** In the order they were sent. */
  let onTheWay: Kept[] = []
  let live: Kept[] = []
  let stored: Kept[] = []
  let wire: GatewaySocket | null = null
  let client: DeviceClient | null = null
  let isLoggedIn = false
  let isOnline = false
  let openedAtMs = 0

  function open(): void {
    if (!isOnline || wire !== null || !backOff.isDue() || !connectionRateLimit.tryAcquire()) return
    const own = side.openDeviceClient(deviceIdentifier, transport)
    openedAtMs = clock.now()
    const fresh: GatewaySocket = openGatewaySocket(transport, host, port, {
      onOpen() {
        if (wire === fresh) greet(fresh, own)
      },
      onBytes(bytes) {
        for (const message of own.read(bytes)) if (wire === fresh) receive(message, fresh, own)
      },
      onRoom() {
        if (wire === fresh) flush()
      },
      onClosed(reason) {
        if (reason !== null) log('warn', 'A device could not reach the gateway', { deviceIdentifier, reason })
        if (wire !== fresh) return
        forgetWire()
        backOff.failed()
      },
    })
    wire = fresh
    client = own
  }

  function greet(fresh: GatewaySocket, own: DeviceClient): void {
    const login = own.login()
    if (login !== null) fresh.write(login)
    if (login === null || !own.isLoginAnswered) enter()
  }

  function enter(): void {
    isLoggedIn = true
    counts.connections += 1
    backOff.succeeded()
    flush()
  }

  function forgetWire(): void {
    wire = null
    client = null
    isLoggedIn = false
    stored = [...onTheWay, ...stored, ...live]
    for (const { measured } of stored) measured.isStored = true
    onTheWay = []
    live = []
  }

  function receive(message: ServerMessage, on: GatewaySocket, own: DeviceClient): void {
    if (message.kind === 'login') {
      if (!message.isAccepted) on.close()
      else if (!isLoggedIn) enter()
    } else if (message.kind === 'command') {
      const { isDone, measured } = onCommand(message.type, message.text)
      const answer = own.answer(message, measured, isDone)
      if (answer !== null) on.write(answer)
      counts.commands += 1
    } else if (message.kind === 'acknowledgement' && side.isAcknowledged) {
      counts.acknowledged += onTheWay.splice(0, message.reports).length
      count()
      flush()
    }
  }

  function count(): void {
    counts.pending = onTheWay.length + live.length + stored.length
  }

  function flush(): void {
    if (wire === null || client === null || !isLoggedIn) return
    while (onTheWay.length < window && !wire.isFull) {
      const next = live.shift() ?? stored.shift()
      if (next === undefined) break
      if (next.bytes === null) counts.sent += 1
      else counts.resent += 1
      next.bytes ??= client.report(next.measured)
      next.sentAtMs = clock.now()
      wire.write(next.bytes)
      if (side.isAcknowledged) onTheWay.push(next)
      else counts.acknowledged += 1
    }
    count()
  }

  function repeat(): void {
    if (transport === 'udp') {
      stored = [...onTheWay, ...stored]
      onTheWay = []
      flush()
      return
    }
    log('warn', 'A device got no acknowledgement and connects again', { deviceIdentifier })
    wire?.close()
  }

  return {
    counts,
    get isConnected() {
      return isLoggedIn
    },
    report(measured) {
      if (!isLoggedIn) measured.isStored = true
      const kept = { measured, bytes: null, sentAtMs: 0 }
      if (isLoggedIn) live.push(kept)
      else stored.push(kept)
      if (onTheWay.length + live.length + stored.length > memorySize) {
        if (stored.shift() === undefined) live.shift()
        counts.lost += 1
      }
      count()
      flush()
    },
    heartbeat(measured) {
      if (!isLoggedIn) return
      const bytes = client?.heartbeat(measured) ?? null
      if (bytes !== null) wire?.write(bytes)
    },
    check() {
      if (wire === null) open()
      const waitingSinceMs = wire === null ? undefined : isLoggedIn ? onTheWay[0]?.sentAtMs : openedAtMs
      if (waitingSinceMs === undefined || clock.now() - waitingSinceMs < acknowledgementTimeoutMs) return
      repeat()
    },
    goOnline() {
      if (isOnline) return
      isOnline = true
      backOff.forget()
      open()
    },
    goOffline() {
      isOnline = false
      const closing = wire
      forgetWire()
      closing?.close()
    },
  }
}
