import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type {
  DeviceMessage,
  DeviceStream,
  DeviceStreamOptions,
  FrameObserver,
  StreamCounts,
} from './protocol.ts'
import { unreadReportOf } from './reports.ts'

/** The kind of bytes at an offset. */
export type Found =
  /** A frame from the offset to `end`. */
  | { what: 'frame'; end: number }
  /** Bytes up to `end` belong to no frame. */
  | { what: 'garbage'; end: number }
  /** A frame may begin here, but its end has not arrived yet. */
  | { what: 'incomplete' }

/**
 * Finds the kind of the bytes at `at`; they end at `end`. Called again from the same offset when more bytes arrive.
 * `end` of a frame or of garbage must be greater than `at`.
 */
export type FindFrame = (bytes: Uint8Array, at: number, end: number) => Found

/** Decodes the frames of one connection. */
export interface ProtocolDecoder {
  readonly deviceIdentifier: string | null
  /** Null if the frame is refused: before the login, or unreadable. Never throws. */
  decode(frame: Uint8Array, receivedAt: Date): DeviceMessage | null
  /** The answer to a complete but unreadable frame; omitted where the device waits for no answer. */
  acknowledgeUnread?(frame: Uint8Array): Uint8Array | null
}

export interface StreamParts {
  protocol: DeviceProtocol
  find: FindFrame
  decoder: ProtocolDecoder
  /** Whether the frame's checksum is correct; omitted by protocols without one. */
  checksumHolds?: (frame: Uint8Array) => boolean
}

const nothing = new Uint8Array(0)

/** Reads frames from chunks of any size, with garbage between them. Keeps no bytes between complete frames. */
export function createStream(
  { protocol, find, decoder: session, checksumHolds }: StreamParts,
  { maxFrameBytes = 2048, acceptWrongChecksum = true, transport = 'tcp' }: DeviceStreamOptions,
): DeviceStream {
  let carried = nothing
  let observer: FrameObserver | null = null
  const counts: StreamCounts = { frames: 0, badChecksums: 0, resyncs: 0, discardedBytes: 0, refusedFrames: 0 }

  function decodeFrame(
    frame: Uint8Array,
    receivedAt: Date,
    onMessage: (message: DeviceMessage) => void,
  ): void {
    counts.frames++
    const holds = checksumHolds?.(frame) ?? true
    if (!holds) counts.badChecksums++
    let message = holds || acceptWrongChecksum ? session.decode(frame, receivedAt) : null
    if (message) {
      for (const { unreadFrame } of message.reports) if (unreadFrame) unreadFrame.transport = transport
    } else if (holds && session.deviceIdentifier !== null) message = unread(frame, receivedAt)
    else counts.refusedFrames++
    observer?.onFrame(frame, message, holds)
    if (message) onMessage(message)
  }

  function unread(frame: Uint8Array, receivedAt: Date): DeviceMessage {
    const identifier = session.deviceIdentifier ?? ''
    const reports = [unreadReportOf(protocol, identifier, receivedAt, frame, { transport })]
    return { reports, acknowledgement: session.acknowledgeUnread?.(frame) ?? null, login: null }
  }

  return {
    counts,
    get observer() {
      return observer
    },
    set observer(next) {
      observer = next
    },
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
          observer?.onSkipped(bytes.subarray(at, found.end))
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
