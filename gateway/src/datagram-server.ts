import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceMessage, FramedProtocol } from '@rumbo/protocols'
import type { DatagramDropReason } from './gateway.counters.ts'
import { inspectBytes, observeFrames } from './inspection.ts'
import { sourceOf } from './peers.ts'
import { recordEvidence } from './registry.ts'
import type { ServerDeps } from './server-deps.ts'
import { addCounts } from './stream-counts.ts'

export interface DatagramServer {
  socket: Socket
  /** Resets the rates of addresses every second. */
  sweep(nowMilliseconds: number): void
  /** Refuses further datagrams; resolves when all accepted ones are acknowledged. */
  drain(): Promise<void>
  close(): Promise<void>
}

const noCounts = { frames: 0, badChecksums: 0, resyncs: 0, discardedBytes: 0, refusedFrames: 0 }
const rateMilliseconds = 1_000
const maxRates = 20_000
const receiveBufferBytes = 4 * 1024 * 1024

/** The UDP side of a protocol: a stream for each datagram, acknowledged to its sender after the commit. */
export function createDatagramServer(
  protocol: FramedProtocol,
  host: string,
  deps: ServerDeps,
): DatagramServer {
  const { options, limits, counters, peers, claims, inspector, mayReport, notifyCommitted } = deps
  const { clock, intake, log } = options
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' })
  /** Datagrams of each address in the current second. */
  const countByAddress = new Map<string, number>()
  let rateSince = clock.now().getTime()
  let inFlight = 0
  let isDraining = false
  let isClosed = false
  let onIdle: (() => void) | undefined

  socket.on('listening', () => {
    try {
      socket.setRecvBufferSize(receiveBufferBytes)
    } catch (error) {
      log.warn(
        { err: error, protocol: protocol.name },
        'The receive buffer for datagrams could not be enlarged',
      )
    }
  })
  socket.on('message', (bytes, from) => {
    counters.datagrams++
    const refusal = refusalOf(from.address)
    if (refusal) counters.datagramsDropped[refusal]++
    else decode(bytes, from)
  })

  return {
    socket,
    sweep(nowMilliseconds) {
      if (nowMilliseconds - rateSince < rateMilliseconds) return
      rateSince = nowMilliseconds
      countByAddress.clear()
    },
    drain() {
      isDraining = true
      if (inFlight === 0) return Promise.resolve()
      return new Promise((resolve) => {
        onIdle = resolve
      })
    },
    close() {
      isClosed = true
      return new Promise((resolve) => {
        try {
          socket.close(() => resolve())
        } catch {
          resolve()
        }
      })
    },
  }

  function refusalOf(address: string): DatagramDropReason | null {
    if (isDraining) return 'stopping'
    if (!mayReport(address)) return 'address'
    if (inFlight >= limits.maxDatagramsInFlight) return 'busy'
    // Forged addresses may fill the map: addresses beyond its limit share one rate.
    const key = countByAddress.has(address) || countByAddress.size < maxRates ? address : ''
    const count = (countByAddress.get(key) ?? 0) + 1
    countByAddress.set(key, count)
    return count > limits.maxDatagramsPerSecond ? 'rate' : null
  }

  function decode(bytes: Uint8Array, from: RemoteInfo): void {
    const receivedAt = clock.now()
    const stream = protocol.openStream({
      transport: 'udp',
      maxFrameBytes: limits.maxFrameBytes,
      acceptWrongChecksum: options.acceptWrongChecksum,
    })
    if (inspector.isActive) stream.observer = observeFrames(inspector, stream, placeOf(from))
    const messages: DeviceMessage[] = []
    let isReadable = true
    try {
      const outcome = stream.read(bytes, receivedAt, (message) => messages.push(message))
      isReadable = outcome === 'open' && stream.waitingBytes === 0 && messages.length > 0
    } catch (error) {
      log.error(
        { err: error, protocol: protocol.name, remoteAddress: from.address },
        'The decoder failed on a datagram, which is dropped',
      )
      isReadable = false
    }
    addCounts(counters, stream.counts, noCounts)
    if (!isReadable) counters.datagramsDropped.unreadable++
    for (const message of messages) void answer(message, from, receivedAt.getTime())
  }

  async function answer(message: DeviceMessage, from: RemoteInfo, now: number): Promise<void> {
    const { reports, login, acknowledgement } = message
    const deviceIdentifier = reports[0]?.deviceIdentifier ?? login
    inFlight++
    try {
      if (deviceIdentifier !== null) recordPeer(deviceIdentifier, reports, from, now)
      counters.reportsReceived += reports.length
      if (reports.length === 1 && reports[0]) await intake.accept(reports[0])
      else await Promise.all(reports.map((report) => intake.accept(report)))
      counters.reportsAcknowledged += reports.length
      if (acknowledgement) {
        send(acknowledgement, from)
        if (deviceIdentifier !== null)
          inspectBytes(inspector, deviceIdentifier, placeOf(from), {
            kind: 'acknowledgement',
            bytes: acknowledgement,
          })
      }
      if (deviceIdentifier !== null) notifyCommitted(deviceIdentifier)
    } catch {
      counters.reportsRejected += reports.length
    } finally {
      inFlight--
      if (inFlight === 0) onIdle?.()
    }
  }

  function placeOf({ address, port }: RemoteInfo) {
    const connectionId = `udp ${address} ${port}`
    return { protocol: protocol.name, transport: 'udp', connectionId, remoteAddress: address } as const
  }

  function recordPeer(
    deviceIdentifier: string,
    reports: readonly DeviceReport[],
    from: RemoteInfo,
    now: number,
  ): void {
    const origin = `${from.address} ${from.port}`
    const peer = peers.recordMessage(
      { deviceIdentifier, protocol: protocol.name, transport: 'udp', origin, remoteAddress: from.address },
      now,
    )
    claims.recordMessage(deviceIdentifier, sourceOf(peer), now)
    peer.write = (bytes) => send(bytes, from)
    for (const report of reports) {
      report.remoteAddress = from.address
      if (report.unreadFrame) counters.unreadMessages++
      recordEvidence(peer, report)
    }
  }

  function send(bytes: Uint8Array, to: RemoteInfo): void {
    if (isClosed) return
    socket.send(bytes, to.port, to.address, (error) => {
      if (error) log.warn({ err: error, protocol: protocol.name }, 'A datagram could not be sent')
    })
  }
}
