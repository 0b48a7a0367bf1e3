import type { DeviceCommand } from '@rumbo/contract/device-command.contract'
import type { DeviceProtocol, DeviceReport } from '@rumbo/contract/device-report.contract'

/** What one frame means for the connection it came on. */
export interface DeviceMessage {
  reports: readonly DeviceReport[]
  /** Bytes to send back once every report is committed; null where the protocol wants no answer. */
  acknowledgement: Uint8Array | null
  /** The identifier a login frame stated; null for every other frame. */
  login: string | null
}

/** What a stream has seen, counted since it was opened. */
export interface StreamCounts {
  frames: number
  /** Frames whose checksum is wrong, accepted or not. */
  badChecksums: number
  /** How often bytes had to be skipped to find a frame's start. */
  resyncs: number
  discardedBytes: number
  /** Frames sent before the login, and frames refused for a wrong checksum. */
  refusedFrames: number
}

/** The decoding state of one connection. */
export interface DeviceStream {
  readonly counts: Readonly<StreamCounts>
  /** Null before the login. */
  readonly deviceIdentifier: string | null
  /**
   * Reads the next bytes and hands over every message they complete, in order. Never throws on any bytes.
   * `overlong` means that a frame has no end within the limit: the caller drops the connection.
   */
  read(chunk: Uint8Array, receivedAt: Date, onMessage: (message: DeviceMessage) => void): 'open' | 'overlong'
}

export interface DeviceStreamOptions {
  /** Default 2,048. */
  maxFrameBytes?: number
  /** Default true: many firmwares in the field send a wrong one. */
  acceptWrongChecksum?: boolean
}

/** Either the bytes of a command, or why the protocol cannot express it. */
export type CommandEncoding =
  | { isEncoded: true; bytes: Uint8Array }
  | { isEncoded: false; reason: 'unsupported' }
  | { isEncoded: false; reason: 'bad_parameter'; parameter: string }

/** A protocol of frames on a TCP connection. */
export interface FramedProtocol {
  name: DeviceProtocol
  openStream(options?: DeviceStreamOptions): DeviceStream
  /** `serial` is 0 to 65535 and chosen by the caller. */
  encodeCommand(command: DeviceCommand, serial: number): CommandEncoding
}
