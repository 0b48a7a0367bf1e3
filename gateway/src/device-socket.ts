import type { Socket } from 'node:net'
import type {
  DeviceIntake,
  DeviceProtocol,
  DeviceReport,
} from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceMessage, DeviceStream, FramedProtocol } from '@rumbo/protocols'
import type { MessageSource } from './claims.ts'
import type { DropReason, GatewayCounters } from './gateway.counters.ts'
import type { GatewayLimits, GatewayOptions } from './gateway.options.ts'
import { inspectBytes, type MessageInspector, observeFrames } from './inspection.ts'
import { type ConnectionOwner, type DeviceConnection, recordEvidence } from './registry.ts'
import { addCounts } from './stream-counts.ts'

export interface DeviceSocketDeps {
  intake: DeviceIntake
  clock: { now(): Date }
  limits: GatewayLimits
  counters: GatewayCounters
  inspector: MessageInspector
  acceptWrongChecksum: boolean | undefined
  modelOf: GatewayOptions['modelOf']
  /** An id for the next connection, unique among all gateways. */
  nextConnectionId(): string
  join(socket: DeviceSocket, deviceIdentifier: string, nowMilliseconds: number): DeviceConnection
  /** A message of the device was read and is not committed yet. */
  onMessage(socket: DeviceSocket, connection: DeviceConnection, nowMilliseconds: number): void
  /** The device ended its side of the socket. */
  onEnd(socket: DeviceSocket): void
  /** Messages of this device are committed and acknowledged. */
  onCommitted(connection: DeviceConnection, nowMilliseconds: number): void
  /** Requests a flush at the end of this turn of the event loop. */
  scheduleFlush(socket: DeviceSocket): void
  onClose(socket: DeviceSocket): void
  onDecoderError(error: unknown, socket: DeviceSocket): void
}

interface PendingMessage {
  acknowledgement: Uint8Array | null
  /** Reports not committed yet. */
  open: number
  reportCount: number
  connection: DeviceConnection | null
}

/** The queue is compacted once this many of its first messages are acknowledged. */
const compactAt = 64

/** A frame that is not complete: when its first bytes came, and how many frames were complete then. */
interface IncompleteFrame {
  since: number
  frames: number
}

/**
 * One socket, of one device or of several whose messages carry their identifiers.
 *
 * Every message waits in `pending` until its reports are committed. Acknowledgements are written in the order of the
 * frames, in one write for each turn of the event loop. A rejected report closes the socket: no later frame is
 * acknowledged, and the device sends again from there. A class: closures cost two kilobytes for each of 20,000 sockets.
 */
export class DeviceSocket implements ConnectionOwner, MessageSource {
  readonly connectionId: string
  readonly transport = 'tcp'
  readonly protocol: DeviceProtocol
  readonly remoteAddress: string
  readonly openedAt: number
  readonly connections: DeviceConnection[] = []
  /** Epoch milliseconds of the last bytes. */
  lastReceivedAt: number
  readonly #socket: Socket
  readonly #deps: DeviceSocketDeps
  readonly #stream: DeviceStream
  #lastConnection: DeviceConnection | null = null
  #pending: PendingMessage[] = []
  #head = 0
  #unacknowledged = 0
  #isFlushScheduled = false
  #isDropped = false
  #isDraining = false
  #isEnding = false
  #incompleteFrame: IncompleteFrame | null = null

  constructor(socket: Socket, protocol: FramedProtocol, deps: DeviceSocketDeps) {
    const { limits, acceptWrongChecksum, modelOf } = deps
    this.#socket = socket
    this.#deps = deps
    this.connectionId = deps.nextConnectionId()
    this.protocol = protocol.name
    this.remoteAddress = socket.remoteAddress ?? ''
    this.#stream = protocol.openStream({ maxFrameBytes: limits.maxFrameBytes, acceptWrongChecksum, modelOf })
    this.openedAt = deps.clock.now().getTime()
    this.lastReceivedAt = this.openedAt
    socket.on('data', (chunk) => this.#readChunk(chunk))
    // A device that ends its side still gets the acknowledgements of what it sent.
    socket.on('end', () => {
      deps.onEnd(this)
      this.drain()
    })
    socket.on('error', () => this.drop('socket_error'))
    socket.on('close', () => {
      this.#isDropped = true
      deps.onClose(this)
    })
  }

  get address(): string {
    return this.remoteAddress
  }

  get isForwarder(): boolean {
    return this.connections.length > 1
  }

  /** False when the connection is ending. */
  send(bytes: Uint8Array): boolean {
    if (this.#isDropped || this.#isEnding) return false
    this.#write(bytes)
    return true
  }

  /** Closes the socket when a deadline is over. */
  sweep(nowMilliseconds: number): void {
    const { limits } = this.#deps
    const isLate = (since: number, seconds: number) => nowMilliseconds - since >= seconds * 1000
    // The device had this long to read its last acknowledgements.
    if (this.#isDropped && isLate(this.lastReceivedAt, limits.loginSeconds)) this.destroy()
    // Nothing is read while reports wait for their commit: the device is not the silent one.
    if (this.#isFull()) {
      if (this.#incompleteFrame) this.#incompleteFrame.since = nowMilliseconds
    } else if (isLate(this.lastReceivedAt, limits.idleSeconds)) this.drop('idle')
    else if (!this.#lastConnection && isLate(this.openedAt, limits.loginSeconds)) this.drop('no_login')
    else if (this.#incompleteFrame && isLate(this.#incompleteFrame.since, limits.frameSeconds))
      this.drop('slow_frame')
  }

  /** Writes the acknowledgements of all messages committed so far. */
  flush(): void {
    this.#isFlushScheduled = false
    if (this.#isDropped) return
    const pending = this.#pending
    const { counters, inspector } = this.#deps
    let first: Uint8Array | null = null
    let more: Uint8Array[] | null = null
    let reportCount = 0
    const from = this.#head
    while (this.#head < pending.length) {
      const entry = pending[this.#head]
      if (!entry || entry.open > 0) break
      if (entry.acknowledgement) {
        if (inspector.isActive && entry.connection) this.#inspectSent(entry.connection, entry.acknowledgement)
        if (!first) first = entry.acknowledgement
        else if (more) more.push(entry.acknowledgement)
        else more = [first, entry.acknowledgement]
      }
      reportCount += entry.reportCount
      this.#head++
    }
    const to = this.#head
    this.#unacknowledged -= reportCount
    counters.reportsAcknowledged += reportCount
    if (first) this.#write(more ? Buffer.concat(more) : first)
    this.#notifyCommitted(pending, from, to)
    if (this.#head === pending.length) {
      pending.length = 0
      this.#head = 0
    } else if (this.#head >= compactAt) {
      this.#pending = pending.slice(this.#head)
      this.#head = 0
    }
    if (this.#isDraining) this.#endWhenDone()
    else if (!this.#isFull() && this.#socket.isPaused()) this.#socket.resume()
  }

  drop(reason: DropReason): void {
    if (this.#isDropped) return
    this.#isDropped = true
    this.#deps.counters.connectionsDropped[reason]++
    // Acknowledgements already written are still sent.
    if (reason === 'intake_rejected') this.#socket.end(() => this.#socket.destroy())
    else this.#socket.destroy()
  }

  /** Stops reading, and closes the socket when all that was read is acknowledged. */
  drain(): void {
    this.#isDraining = true
    this.#socket.pause()
    this.#endWhenDone()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #readChunk(chunk: Uint8Array): void {
    if (this.#isDropped) return
    const { clock, limits, inspector } = this.#deps
    const stream = this.#stream
    if (inspector.isActive) stream.observer ??= observeFrames(inspector, stream, this)
    else if (stream.observer) stream.observer = null
    const receivedAt = clock.now()
    this.lastReceivedAt = receivedAt.getTime()
    const { frames, badChecksums, resyncs, discardedBytes, refusedFrames } = stream.counts
    let outcome: 'open' | 'overlong' = 'open'
    try {
      outcome = stream.read(chunk, receivedAt, (message) => this.#receive(message))
    } catch (error) {
      this.#deps.onDecoderError(error, this)
      this.drop('decoder_error')
    }
    const before = { frames, badChecksums, resyncs, discardedBytes, refusedFrames }
    addCounts(this.#deps.counters, stream.counts, before)
    this.#trackIncompleteFrame()
    if (outcome === 'overlong') this.drop('endless_frame')
    else if (stream.counts.discardedBytes > limits.maxDiscardedBytes) this.drop('rubbish')
    else if (this.#isFull()) this.#socket.pause()
  }

  #inspectSent({ deviceIdentifier }: DeviceConnection, bytes: Uint8Array): void {
    inspectBytes(this.#deps.inspector, deviceIdentifier, this, { kind: 'acknowledgement', bytes })
  }

  #trackIncompleteFrame(): void {
    const { waitingBytes, counts } = this.#stream
    if (waitingBytes === 0) this.#incompleteFrame = null
    else if (this.#incompleteFrame?.frames !== counts.frames)
      this.#incompleteFrame = { since: this.lastReceivedAt, frames: counts.frames }
  }

  #receive(message: DeviceMessage): void {
    if (this.#isDropped) return
    const { reports, login } = message
    const [report] = reports
    const identifier = login ?? report?.deviceIdentifier
    const connection = identifier === undefined ? this.#lastConnection : this.#connectionOf(identifier)
    if (connection) this.#deps.onMessage(this, connection, this.lastReceivedAt)
    this.#lastConnection = connection
    const entry: PendingMessage = {
      acknowledgement: message.acknowledgement,
      open: reports.length,
      reportCount: reports.length,
      connection,
    }
    this.#pending.push(entry)
    if (reports.length === 0) this.#requestFlush()
    else this.#submit(reports, entry)
  }

  #connectionOf(deviceIdentifier: string): DeviceConnection {
    const last = this.#lastConnection
    // The registry may have closed it.
    if (last?.deviceIdentifier === deviceIdentifier && this.connections.includes(last)) return last
    return this.#deps.join(this, deviceIdentifier, this.lastReceivedAt)
  }

  #submit(reports: readonly DeviceReport[], entry: PendingMessage): void {
    const { intake, counters } = this.#deps
    const committed = () => {
      entry.open--
      if (entry.open === 0) this.#requestFlush()
    }
    const rejected = () => {
      counters.reportsRejected++
      this.flush()
      this.drop('intake_rejected')
    }
    for (const report of reports) {
      counters.reportsReceived++
      if (report.unreadFrame) counters.unreadMessages++
      this.#unacknowledged++
      report.remoteAddress = this.remoteAddress
      const { connection } = entry
      if (connection) {
        // One string for all reports: those who look the device up need not hash each anew.
        if (report.deviceIdentifier === connection.deviceIdentifier)
          report.deviceIdentifier = connection.deviceIdentifier
        recordEvidence(connection, report)
      }
      intake.accept(report).then(committed, rejected)
    }
  }

  /** Messages without reports count too: they wait behind those with reports. */
  #isFull(): boolean {
    const limit = this.#deps.limits.maxUnacknowledgedReports
    return this.#unacknowledged >= limit || this.#pending.length - this.#head >= limit
  }

  #requestFlush(): void {
    if (this.#isFlushScheduled || this.#isDropped) return
    this.#isFlushScheduled = true
    this.#deps.scheduleFlush(this)
  }

  #notifyCommitted(pending: readonly PendingMessage[], from: number, to: number): void {
    let last: DeviceConnection | null = null
    for (let at = from; at < to; at++) {
      const connection = pending[at]?.connection ?? null
      if (connection && connection !== last) this.#deps.onCommitted(connection, this.lastReceivedAt)
      last = connection
    }
  }

  #write(bytes: Uint8Array): void {
    this.#socket.write(bytes)
    if (this.#socket.writableLength > this.#deps.limits.maxUnsentBytes) this.drop('slow_reader')
  }

  #endWhenDone(): void {
    if (this.#isDropped || this.#isEnding || this.#pending.length > this.#head) return
    this.#isEnding = true
    this.#socket.end(() => this.#socket.destroy())
  }
}
