import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceMessage, DeviceStream, DeviceStreamOptions, StreamCounts } from './protocol.ts'
import { unreadReportOf } from './reports.ts'

/** What stands at an offset of the bytes read so far. */
export type Found =
  /** A frame from the offset to `end`. */
  | { what: 'frame'; end: number }
  /** Bytes up to `end` belong to no frame. */
  | { what: 'garbage'; end: number }
  /** A frame may begin here, and its end is not there yet. */
  | { what: 'incomplete' }

/**
 * Says what stands at `at`; the bytes end at `end`. Called again from the same offset when more arrive.
 * Must move on: `end` of frame and garbage lies behind `at`.
 */
export type FindFrame = (bytes: Uint8Array, at: number, end: number) => Found

/** What a frame means for its connection. */
export interface ProtocolDecoder {
  readonly deviceIdentifier: string | null
  /** Null when the frame is refused: before the login, or not understood at all. Never throws. */
  decode(frame: Uint8Array, receivedAt: Date): DeviceMessage | null
  /** What to answer to a whole frame that could not be read; omitted where the device waits for no answer. */
  acknowledgeUnread?(frame: Uint8Array): Uint8Array | null
}

export interface StreamParts {
  protocol: DeviceProtocol
  find: FindFrame
  decoder: ProtocolDecoder
  /** Whether the frame's checksum is right; omitted by protocols without one. */
  checksumHolds?: (frame: Uint8Array) => boolean
}

const nothing = new Uint8Array(0)

/** Reads frames from bytes split and joined anyhow, with rubbish between them. Holds no memory between whole frames. */
export function createStream(
  { protocol, find, decoder: session, checksumHolds }: StreamParts,
  { maxFrameBytes = 2048, acceptWrongChecksum = true, transport = 'tcp' }: DeviceStreamOptions,
): DeviceStream {
  let carried = nothing
  const counts: StreamCounts = { frames: 0, badChecksums: 0, resyncs: 0, discardedBytes: 0, refusedFrames: 0 }

  function decodeFrame(
    frame: Uint8Array,
    receivedAt: Date,
    onMessage: (message: DeviceMessage) => void,
  ): void {
    counts.frames++
    const holds = checksumHolds?.(frame) ?? true
    if (!holds) counts.badChecksums++
    const message = holds || acceptWrongChecksum ? session.decode(frame, receivedAt) : null
    if (message) {
      for (const { unreadFrame } of message.reports) if (unreadFrame) unreadFrame.transport = transport
      onMessage(message)
    } else if (holds && session.deviceIdentifier !== null) onMessage(unread(frame, receivedAt))
    else counts.refusedFrames++
  }

  function unread(frame: Uint8Array, receivedAt: Date): DeviceMessage {
    const identifier = session.deviceIdentifier ?? ''
    const reports = [unreadReportOf(protocol, identifier, receivedAt, frame, { transport })]
    return { reports, acknowledgement: session.acknowledgeUnread?.(frame) ?? null, login: null }
  }

  return {
    counts,
    get deviceIdentifier() {
      return session.deviceIdentifier
    },
    get waitingBytes() {
      return carried.length
    },
    read(chunk, receivedAt, onMessage) {
      const bytes = carried.length === 0 ? chunk : joinBytes(carried, chunk)
      carried = nothing
      let at = 0
      while (at < bytes.length) {
        const found = find(bytes, at, bytes.length)
        if (found.what === 'incomplete') {
          if (bytes.length - at > maxFrameBytes) return 'overlong'
          carried = bytes.slice(at)
          return 'open'
        }
        if (found.what === 'garbage') {
          counts.resyncs++
          counts.discardedBytes += found.end - at
        } else {
          if (found.end - at > maxFrameBytes) return 'overlong'
          decodeFrame(bytes.subarray(at, found.end), receivedAt, onMessage)
        }
        at = found.end
      }
      return 'open'
    },
  }
}

export function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
