import type { DeviceStreamOptions, FramedProtocol, FrameObserver, StreamCounts } from '../protocol.ts'
import { encodeGt06Command } from './gt06.commands.ts'
import { createGt06Decoder } from './gt06.decode.ts'
import { createGt06FrameReader } from './gt06.frame.ts'

/** GT06 over TCP: Concox, Jimi and their many relatives. */
export const gt06: FramedProtocol = {
  name: 'gt06',
  transports: ['tcp'],
  defaultPort: 5023,
  encodeCommand: encodeGt06Command,
  openStream({
    maxFrameBytes = 2048,
    acceptWrongChecksum = true,
    resumed,
    modelOf,
  }: DeviceStreamOptions = {}) {
    const reader = createGt06FrameReader({ maxFrameBytes })
    const session = createGt06Decoder(resumed, modelOf)
    let observer: FrameObserver | null = null
    const onSkipped = (bytes: Uint8Array) => observer?.onSkipped(bytes)
    const counts: StreamCounts = {
      frames: 0,
      badChecksums: 0,
      resyncs: 0,
      discardedBytes: 0,
      refusedFrames: 0,
    }
    return {
      counts,
      get observer() {
        return observer
      },
      set observer(next) {
        observer = next
      },
      get waitingBytes() {
        return reader.waitingBytes
      },
      get deviceIdentifier() {
        return session.deviceIdentifier
      },
      read(chunk, receivedAt, onMessage) {
        const outcome = reader.push(
          chunk,
          (frame) => {
            counts.frames++
            if (!frame.checksumHolds) counts.badChecksums++
            const isAccepted = frame.checksumHolds || acceptWrongChecksum
            const message = isAccepted ? session.decode(frame, receivedAt) : null
            observer?.onFrame(frame.bytes, message, frame.checksumHolds)
            if (message) onMessage(message)
            else counts.refusedFrames++
          },
          onSkipped,
        )
        counts.resyncs = reader.resyncs
        counts.discardedBytes = reader.discardedBytes
        return outcome
      },
    }
  },
}
