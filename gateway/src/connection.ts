import type { Socket } from 'node:net'
import type {
  DeviceIntake,
  DeviceProtocol,
  DeviceReport,
} from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceMessage, DeviceStream, FramedProtocol } from '@rumbo/protocols'
import type { Speaker } from './claims.ts'
import type { DropReason, GatewayCounters } from './gateway.counters.ts'
import type { GatewayLimits } from './gateway.options.ts'
import { type Line, type LineHolder, noteShown } from './registry.ts'
import { addCounts } from './stream-counts.ts'

export interface ConnectionSurroundings {
  intake: DeviceIntake
  clock: { now(): Date }
  limits: GatewayLimits
  counters: GatewayCounters
  acceptWrongChecksum: boolean | undefined
  /** A name for the next connection, unique among all gateways. */
  nextConnection(): string
  join(connection: DeviceConnection, deviceIdentifier: string, nowMilliseconds: number): Line
  /** A message of the device came, not committed yet. */
  spoke(connection: DeviceConnection, line: Line, nowMilliseconds: number): void
  /** The other side sends nothing more. */
  ended(connection: DeviceConnection): void
  /** Messages of this device are committed and acknowledged. */
  heard(line: Line, nowMilliseconds: number): void
  /** Asks for a flush at the end of this turn. */
  scheduleFlush(connection: DeviceConnection): void
  closed(connection: DeviceConnection): void
  reportError(error: unknown, connection: DeviceConnection): void
}

interface PendingMessage {
  acknowledgement: Uint8Array | null
  /** Reports not committed yet. */
  open: number
  reportCount: number
  line: Line | null
}

/** Compacts the queue only when this many heads are done. */
const compactAt = 64

/** A wait for the other half of a frame: when it began, and how many frames were complete then. */
interface HalfFrame {
  since: number
  frames: number
}

/**
 * One socket, of one device or of several whose messages carry their identifiers.
 *
 * Every message waits in `pending` until its reports are committed. Acknowledgements leave only from the head,
 * so their order is that of the frames, and those that became free in one turn of the event loop leave
 * in one write. A rejected report ends the connection: no later frame is acknowledged past it,
 * and the device sends again from there.
 *
 * A class, since twenty thousand of them share its methods; as closures they cost two kilobytes each.
 */
export class DeviceConnection implements LineHolder, Speaker {
  readonly connection: string
  readonly transport = 'tcp'
  readonly protocol: DeviceProtocol
  readonly remoteAddress: string
  readonly openedAt: number
  readonly lines: Line[] = []
  /** Epoch milliseconds of the last bytes. */
  lastHeardAt: number
  readonly #socket: Socket
  readonly #surroundings: ConnectionSurroundings
  readonly #stream: DeviceStream
  #speaker: Line | null = null
  #pending: PendingMessage[] = []
  #head = 0
  #unacknowledged = 0
  #isFlushScheduled = false
  #isDropped = false
  #isDraining = false
  #isEnding = false
  #half: HalfFrame | null = null

  constructor(socket: Socket, protocol: FramedProtocol, surroundings: ConnectionSurroundings) {
    const { limits, acceptWrongChecksum } = surroundings
    this.#socket = socket
    this.#surroundings = surroundings
    this.connection = surroundings.nextConnection()
    this.protocol = protocol.name
    this.remoteAddress = socket.remoteAddress ?? ''
    this.#stream = protocol.openStream({
      maxFrameBytes: limits.maxFrameBytes,
      ...(acceptWrongChecksum !== undefined && { acceptWrongChecksum }),
    })
    this.openedAt = surroundings.clock.now().getTime()
    this.lastHeardAt = this.openedAt
    socket.on('data', (chunk) => this.#take(chunk))
    // A device that ends its side still gets what it is owed.
    socket.on('end', () => {
      surroundings.ended(this)
      this.drain()
    })
    socket.on('error', () => this.drop('socket_error'))
    socket.on('close', () => {
      this.#isDropped = true
      surroundings.closed(this)
    })
  }

  get address(): string {
    return this.remoteAddress
  }

  get isForwarder(): boolean {
    return this.lines.length > 1
  }

  /** False when the connection is ending. */
  send(bytes: Uint8Array): boolean {
    if (this.#isDropped || this.#isEnding) return false
    this.#write(bytes)
    return true
  }

  /** Drops what is over its deadlines. */
  sweep(nowMilliseconds: number): void {
    const { limits } = this.#surroundings
    const isLate = (since: number, seconds: number) => nowMilliseconds - since >= seconds * 1000
    // What it was still owed it had time to read.
    if (this.#isDropped && isLate(this.lastHeardAt, limits.loginSeconds)) this.destroy()
    // While its reports wait for their commit, nothing is read, and the silence is ours.
    if (this.#isFull()) {
      if (this.#half) this.#half.since = nowMilliseconds
    } else if (isLate(this.lastHeardAt, limits.idleSeconds)) this.drop('idle')
    else if (!this.#speaker && isLate(this.openedAt, limits.loginSeconds)) this.drop('no_login')
    else if (this.#half && isLate(this.#half.since, limits.frameSeconds)) this.drop('slow_frame')
  }

  /** Writes what may be acknowledged. */
  flush(): void {
    this.#isFlushScheduled = false
    if (this.#isDropped) return
    const pending = this.#pending
    const { counters } = this.#surroundings
    let first: Uint8Array | null = null
    let more: Uint8Array[] | null = null
    let reportCount = 0
    const from = this.#head
    while (this.#head < pending.length) {
      const entry = pending[this.#head]
      if (!entry || entry.open > 0) break
      if (entry.acknowledgement) {
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
    this.#tellHeard(pending, from, to)
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
    this.#surroundings.counters.connectionsDropped[reason]++
    // What was acknowledged before still leaves; nothing is read any more.
    if (reason === 'intake_rejected') this.#socket.end(() => this.#socket.destroy())
    else this.#socket.destroy()
  }

  /** Reads nothing more; closes when all that was read is acknowledged. */
  drain(): void {
    this.#isDraining = true
    this.#socket.pause()
    this.#endWhenDone()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #take(chunk: Uint8Array): void {
    if (this.#isDropped) return
    const { clock, limits } = this.#surroundings
    const stream = this.#stream
    const receivedAt = clock.now()
    this.lastHeardAt = receivedAt.getTime()
    const { frames, badChecksums, resyncs, discardedBytes, refusedFrames } = stream.counts
    let outcome: 'open' | 'overlong' = 'open'
    try {
      outcome = stream.read(chunk, receivedAt, (message) => this.#receive(message))
    } catch (error) {
      this.#surroundings.reportError(error, this)
      this.drop('decoder_error')
    }
    addCounts(this.#surroundings.counters, stream.counts, {
      ...{ frames, badChecksums, resyncs, discardedBytes, refusedFrames },
    })
    this.#watchHalf()
    if (outcome === 'overlong') this.drop('endless_frame')
    else if (stream.counts.discardedBytes > limits.maxDiscardedBytes) this.drop('rubbish')
    else if (this.#isFull()) this.#socket.pause()
  }

  #watchHalf(): void {
    const { waitingBytes, counts } = this.#stream
    if (waitingBytes === 0) this.#half = null
    else if (this.#half?.frames !== counts.frames)
      this.#half = { since: this.lastHeardAt, frames: counts.frames }
  }

  #receive(message: DeviceMessage): void {
    if (this.#isDropped) return
    const { reports, login } = message
    const [report] = reports
    const identifier = login ?? report?.deviceIdentifier
    const line = identifier === undefined ? this.#speaker : this.#lineOf(identifier)
    if (line) this.#surroundings.spoke(this, line, this.lastHeardAt)
    this.#speaker = line
    const entry: PendingMessage = {
      acknowledgement: message.acknowledgement,
      open: reports.length,
      reportCount: reports.length,
      line,
    }
    this.#pending.push(entry)
    if (reports.length === 0) this.#requestFlush()
    else this.#hand(reports, entry)
  }

  #lineOf(deviceIdentifier: string): Line {
    const speaker = this.#speaker
    // A line that was closed is no longer among ours.
    if (speaker?.deviceIdentifier === deviceIdentifier && this.lines.includes(speaker)) return speaker
    return this.#surroundings.join(this, deviceIdentifier, this.lastHeardAt)
  }

  #hand(reports: readonly DeviceReport[], entry: PendingMessage): void {
    const { intake, counters } = this.#surroundings
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
      if (entry.line) noteShown(entry.line, report)
      intake.accept(report).then(committed, rejected)
    }
  }

  /** Messages without reports wait behind those that have some, so they count too. */
  #isFull(): boolean {
    const most = this.#surroundings.limits.maxUnacknowledgedReports
    return this.#unacknowledged >= most || this.#pending.length - this.#head >= most
  }

  #requestFlush(): void {
    if (this.#isFlushScheduled || this.#isDropped) return
    this.#isFlushScheduled = true
    this.#surroundings.scheduleFlush(this)
  }

  #tellHeard(pending: readonly PendingMessage[], from: number, to: number): void {
    let last: Line | null = null
    for (let at = from; at < to; at++) {
      const line = pending[at]?.line ?? null
      if (line && line !== last) this.#surroundings.heard(line, this.lastHeardAt)
      last = line
    }
  }

  #write(bytes: Uint8Array): void {
    this.#socket.write(bytes)
    if (this.#socket.writableLength > this.#surroundings.limits.maxUnsentBytes) this.drop('slow_reader')
  }

  #endWhenDone(): void {
    if (this.#isDropped || this.#isEnding || this.#pending.length > this.#head) return
    this.#isEnding = true
    this.#socket.end(() => this.#socket.destroy())
  }
}
