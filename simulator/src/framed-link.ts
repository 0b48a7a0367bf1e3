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

/** Unacknowledged reports allowed at a time; answers to datagrams do not identify their report. */
const windowOf: Readonly<Record<Transport, number>> = { tcp: 40, udp: 1 }

/**
 * A tracker of any framed protocol: logs in where the protocol requires it, sends live reports before stored ones and
 * those by age, and sends unacknowledged frames again unchanged.
 */
export function createFramedLink(
  side: DeviceSide,
  transport: Transport,
  { deviceIdentifier, host, port, clock, random, log, connectionRateLimit, onCommand }: LinkOptions,
): DeviceLink {
  const counts = newLinkCounts()
  const backOff = createBackOff(clock, random)
  const window = windowOf[transport]
  /** Unacknowledged reports in the order they were sent. */
  let unacknowledged: Kept[] = []
  let live: Kept[] = []
  let stored: Kept[] = []
  let socket: GatewaySocket | null = null
  let client: DeviceClient | null = null
  let isLoggedIn = false
  let isOnline = false
  let openedAtMs = 0

  function open(): void {
    if (!isOnline || socket !== null || !backOff.isDue() || !connectionRateLimit.tryAcquire()) return
    const openedClient = side.openDeviceClient(deviceIdentifier, transport)
    openedAtMs = clock.now()
    const opened: GatewaySocket = openGatewaySocket(transport, host, port, {
      onOpen() {
        if (socket === opened) sendLogin(opened, openedClient)
      },
      onBytes(bytes) {
        for (const message of openedClient.read(bytes))
          if (socket === opened) receive(message, opened, openedClient)
      },
      onDrain() {
        if (socket === opened) flush()
      },
      onClosed(reason) {
        if (reason !== null) log('warn', 'A device could not reach the gateway', { deviceIdentifier, reason })
        if (socket !== opened) return
        detachSocket()
        backOff.failed()
      },
    })
    socket = opened
    client = openedClient
  }

  function sendLogin(opened: GatewaySocket, openedClient: DeviceClient): void {
    const login = openedClient.login()
    if (login !== null) opened.write(login)
    if (login === null || !openedClient.isLoginAnswered) startReporting()
  }

  function startReporting(): void {
    isLoggedIn = true
    counts.connections += 1
    backOff.succeeded()
    flush()
  }

  function detachSocket(): void {
    socket = null
    client = null
    isLoggedIn = false
    stored = [...unacknowledged, ...stored, ...live]
    for (const { measured } of stored) measured.isStored = true
    unacknowledged = []
    live = []
  }

  function receive(message: ServerMessage, on: GatewaySocket, openedClient: DeviceClient): void {
    if (message.kind === 'login') {
      if (!message.isAccepted) on.close()
      else if (!isLoggedIn) startReporting()
    } else if (message.kind === 'command') {
      const { isDone, measured } = onCommand(message.type, message.text)
      const answer = openedClient.answer(message, measured, isDone)
      if (answer !== null) on.write(answer)
      counts.commands += 1
    } else if (message.kind === 'acknowledgement' && side.isAcknowledged) {
      counts.acknowledged += unacknowledged.splice(0, message.reports).length
      count()
      flush()
    }
  }

  function count(): void {
    counts.pending = unacknowledged.length + live.length + stored.length
  }

  function flush(): void {
    if (socket === null || client === null || !isLoggedIn) return
    while (unacknowledged.length < window && !socket.isFull) {
      const next = live.shift() ?? stored.shift()
      if (next === undefined) break
      if (next.bytes === null) counts.sent += 1
      else counts.resent += 1
      next.bytes ??= client.report(next.measured)
      next.sentAtMs = clock.now()
      socket.write(next.bytes)
      if (side.isAcknowledged) unacknowledged.push(next)
      else counts.acknowledged += 1
    }
    count()
  }

  function repeat(): void {
    if (transport === 'udp') {
      stored = [...unacknowledged, ...stored]
      unacknowledged = []
      flush()
      return
    }
    log('warn', 'A device got no acknowledgement and reconnects', { deviceIdentifier })
    socket?.close()
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
      if (unacknowledged.length + live.length + stored.length > memorySize) {
        if (stored.shift() === undefined) live.shift()
        counts.lost += 1
      }
      count()
      flush()
    },
    heartbeat(measured) {
      if (!isLoggedIn) return
      const bytes = client?.heartbeat(measured) ?? null
      if (bytes !== null) socket?.write(bytes)
    },
    check() {
      if (socket === null) open()
      const waitingSinceMs =
        socket === null ? undefined : isLoggedIn ? unacknowledged[0]?.sentAtMs : openedAtMs
      if (waitingSinceMs === undefined || clock.now() - waitingSinceMs < acknowledgementTimeoutMs) return
      repeat()
    },
    goOnline() {
      if (isOnline) return
      isOnline = true
      backOff.reset()
      open()
    },
    goOffline() {
      isOnline = false
      const closing = socket
      detachSocket()
      closing?.close()
    },
  }
}
