import type { DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import type {
  DeviceProtocol,
  DeviceReport,
  UnreadFrame,
} from '@rumbo/contract/telemetry.device-report.contract'

export type Transport = 'tcp' | 'udp'

/** The decoded content of one frame. */
export interface DeviceMessage {
  reports: readonly DeviceReport[]
  /** Bytes to send back once every report is committed; null where the protocol has no answer. */
  acknowledgement: Uint8Array | null
  /**
   * The identifier a login stated. Where every message carries one: that of the first message,
   * and of each that names another device than the message before. Else null.
   */
  login: string | null
}

/** Totals of a stream since it was opened. */
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

/** Sees the bytes of a stream beside what they were decoded to. Bytes are views: copy what is kept. */
export interface FrameObserver {
  /** Called before the message is passed on. `message` is null if the frame was refused. */
  onFrame(frame: Uint8Array, message: DeviceMessage | null, checksumHolds: boolean): void
  /** Bytes that belong to no frame. */
  onSkipped(bytes: Uint8Array): void
}

/** The decoding state of one connection, or of one datagram. */
export interface DeviceStream {
  readonly counts: Readonly<StreamCounts>
  /** Null while nobody looks at the stream. */
  observer: FrameObserver | null
  /** The device of the last message; null before the login. */
  readonly deviceIdentifier: string | null
  /** Bytes of a frame that is not complete yet. */
  readonly waitingBytes: number
  /**
   * Reads the next bytes and passes every message they complete to `onMessage`, in order. Never throws.
   * `overlong`: a frame exceeds the size limit; the caller must close the connection.
   */
  read(chunk: Uint8Array, receivedAt: Date, onMessage: (message: DeviceMessage) => void): 'open' | 'overlong'
}

export interface DeviceStreamOptions {
  /** Default 2,048. */
  maxFrameBytes?: number
  /** Default: the protocol's own; true for most, since many firmwares in the field send a wrong one. */
  acceptWrongChecksum?: boolean
  /** Default tcp. With udp a stream reads one datagram. */
  transport?: Transport
  /** The model stated for a device's vehicle, as a person wrote it; null or undefined where it is not known. */
  modelOf?: (deviceIdentifier: string) => string | null | undefined
  /** Continues the connection of a device that has logged in, to decode one of its frames again. */
  resumed?: { deviceIdentifier: string; context: UnreadFrame['context'] }
}

/** The bytes of a command, or the reason why the protocol cannot encode it. */
export type CommandEncoding =
  | {
      isEncoded: true
      bytes: Uint8Array
      /** The command as readable text; control characters are escaped. */
      text: string
      /**
       * The key of the device's answer (`DeviceAnswer.key`): `#17` for serial 17, the command's own word, or `*`
       * where the protocol answers in order; null where the device gives no answer.
       */
      answerKey: string | null
    }
  | { isEncoded: false; reason: 'unsupported' }
  | { isEncoded: false; reason: 'bad_parameter'; parameter: string }

/** Common to framed protocols and OsmAnd. */
export interface ProtocolCommands {
  name: DeviceProtocol
  /** `serial` is 1 to 65535 and chosen by the caller. Pure: no state, never throws. */
  encodeCommand(command: DeviceCommand, serial: number): CommandEncoding
}

/** A protocol of frames on TCP connections, or in datagrams. */
export interface FramedProtocol extends ProtocolCommands {
  transports: readonly Transport[]
  /** The usual port of trackers with this protocol. */
  defaultPort: number
  openStream(options?: DeviceStreamOptions): DeviceStream
}
