import type { Socket } from 'node:net'
import type { DeviceIntake, DeviceReport } from '@rumbo/contract/device-report.contract'
import type { DeviceMessage, FramedProtocol } from '@rumbo/protocols'
import type { DropReason, GatewayCounters, GatewayLimits } from './gateway.options.ts'

/**
 * One device's socket.
 *
 * Every message waits in `pending` until its reports are committed. Acknowledgements leave only from the head,
 * so their order is that of the frames, and those that became free in one turn of the event loop leave
 * in one write. A rejected report ends the connection: no later frame is acknowledged past it,
 * and the device sends again from there.
 */
export interface DeviceConnection {
  readonly remoteAddress: string
  readonly protocol: FramedProtocol['name']
  deviceIdentifier(): string | null
  /** Epoch milliseconds of the last bytes, and of the opening. */
  readonly lastHeardAt: number
  readonly openedAt: number
  send(bytes: Uint8Array): void
  /** Writes what may be acknowledged. */
  flush(): void
  drop(reason: DropReason): void
  /** Reads nothing more; closes when all that was read is acknowledged. */
  drain(): void
}

export interface ConnectionSurroundings {
  intake: DeviceIntake
  clock: { now(): Date }
  limits: GatewayLimits
  counters: GatewayCounters
  acceptWrongChecksum: boolean
  /** False refuses the login; the connection is then dropped. */
  logIn(connection: DeviceConnection, deviceIdentifier: string): boolean
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
}

/** Compacts the queue only when this many heads are done. */
const compactAt = 64

export function openConnection(
  socket: Socket,
  protocol: FramedProtocol,
  surroundings: ConnectionSurroundings,
): DeviceConnection {
  const { intake, clock, limits, counters } = surroundings
  const stream = protocol.openStream({
    maxFrameBytes: limits.maxFrameBytes,
    acceptWrongChecksum: surroundings.acceptWrongChecksum,
  })
  const openedAt = clock.now().getTime()
  let lastHeardAt = openedAt
  let pending: PendingMessage[] = []
  let head = 0
  let unacknowledged = 0
  let isFlushScheduled = false
  let isDropped = false
  let isDraining = false
  let isEnding = false
  let seen = { ...stream.counts }

  const connection: DeviceConnection = {
    remoteAddress: socket.remoteAddress ?? '',
    protocol: protocol.name,
    deviceIdentifier: () => stream.deviceIdentifier,
    get lastHeardAt() {
      return lastHeardAt
    },
    openedAt,
    send(bytes) {
      if (!isDropped) write(bytes)
    },
    flush,
    drop,
    drain() {
      isDraining = true
      socket.pause()
      endWhenDone()
    },
  }

  socket.setNoDelay(true)
  socket.on('data', take)
  // A device that ends its side still gets what it is owed.
  socket.on('end', () => connection.drain())
  socket.on('error', () => drop('socket_error'))
  socket.on('close', () => {
    isDropped = true
    surroundings.closed(connection)
  })
  return connection

  function take(chunk: Uint8Array): void {
    if (isDropped) return
    const receivedAt = clock.now()
    lastHeardAt = receivedAt.getTime()
    let outcome: 'open' | 'overlong' = 'open'
    try {
      outcome = stream.read(chunk, receivedAt, receive)
    } catch (error) {
      surroundings.reportError(error, connection)
      drop('decoder_error')
    }
    count()
    if (outcome === 'overlong') drop('endless_frame')
    else if (stream.counts.discardedBytes > limits.maxDiscardedBytes) drop('rubbish')
    else if (isFull()) socket.pause()
  }

  function receive(message: DeviceMessage): void {
    if (isDropped) return
    if (message.login !== null && !surroundings.logIn(connection, message.login)) {
      drop('takeover_refused')
      return
    }
    const { reports } = message
    const entry: PendingMessage = {
      acknowledgement: message.acknowledgement,
      open: reports.length,
      reportCount: reports.length,
    }
    pending.push(entry)
    if (reports.length === 0) requestFlush()
    for (const report of reports) hand(report, entry)
  }

  function hand(report: DeviceReport, entry: PendingMessage): void {
    counters.reportsReceived++
    unacknowledged++
    intake.accept(report).then(
      () => {
        entry.open--
        if (entry.open === 0) requestFlush()
      },
      () => {
        counters.reportsRejected++
        flush()
        drop('intake_rejected')
      },
    )
  }

  /** Messages without reports wait behind those that have some, so they count too. */
  function isFull(): boolean {
    const most = limits.maxUnacknowledgedReports
    return unacknowledged >= most || pending.length - head >= most
  }

  function requestFlush(): void {
    if (isFlushScheduled || isDropped) return
    isFlushScheduled = true
    surroundings.scheduleFlush(connection)
  }

  function flush(): void {
    isFlushScheduled = false
    if (isDropped) return
    const acknowledgements: Uint8Array[] = []
    let reportCount = 0
    while (head < pending.length) {
      const entry = pending[head]
      if (!entry || entry.open > 0) break
      if (entry.acknowledgement) acknowledgements.push(entry.acknowledgement)
      reportCount += entry.reportCount
      head++
    }
    if (head === pending.length) {
      pending.length = 0
      head = 0
    } else if (head >= compactAt) {
      pending = pending.slice(head)
      head = 0
    }
    unacknowledged -= reportCount
    counters.reportsAcknowledged += reportCount
    const [first] = acknowledgements
    if (first) write(acknowledgements.length === 1 ? first : Buffer.concat(acknowledgements))
    if (isDraining) endWhenDone()
    else if (!isFull() && socket.isPaused()) socket.resume()
  }

  function write(bytes: Uint8Array): void {
    socket.write(bytes)
    if (socket.writableLength > limits.maxUnsentBytes) drop('slow_reader')
  }

  function endWhenDone(): void {
    if (isDropped || isEnding || pending.length > head) return
    isEnding = true
    socket.end(() => socket.destroy())
  }

  function drop(reason: DropReason): void {
    if (isDropped) return
    isDropped = true
    counters.connectionsDropped[reason]++
    // What was acknowledged before still leaves; nothing is read any more.
    if (reason === 'intake_rejected') socket.end(() => socket.destroy())
    else socket.destroy()
  }

  function count(): void {
    const now = stream.counts
    counters.frames += now.frames - seen.frames
    counters.badChecksums += now.badChecksums - seen.badChecksums
    counters.resyncs += now.resyncs - seen.resyncs
    counters.discardedBytes += now.discardedBytes - seen.discardedBytes
    counters.refusedFrames += now.refusedFrames - seen.refusedFrames
    seen = { ...now }
  }
}
