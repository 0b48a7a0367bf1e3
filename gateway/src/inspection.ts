import type { DeviceProtocol, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceStream, FrameObserver } from '@rumbo/protocols'

/**
 * `message`: a frame that was decoded. `refused`: a frame with a wrong checksum, or one that was not accepted.
 * `skipped`: bytes that belong to no frame.
 */
export type InspectedKind = 'message' | 'refused' | 'skipped' | 'acknowledgement' | 'command'

/** Bytes of one device as they came or were sent. */
export interface InspectedBytes {
  deviceIdentifier: string
  protocol: DeviceProtocol
  transport: 'tcp' | 'udp' | 'http'
  connectionId: string
  remoteAddress: string
  kind: InspectedKind
  /** A view: copy what is kept. */
  bytes: Uint8Array
  /** Wrong only for frames. */
  checksumHolds: boolean
  /** What the frame was decoded to. */
  reports: readonly DeviceReport[]
  /** The command as readable text. */
  text: string | null
  /** Passwords that `bytes` may contain. */
  secrets: readonly string[]
}

/** Records the messages of devices that somebody inspects. */
export interface MessageInspector {
  /** False while no device is inspected: then nothing else is called. */
  readonly isActive: boolean
  isInspected(deviceIdentifier: string): boolean
  /** Copies what it keeps, before it returns. */
  record(inspected: InspectedBytes): void
}

export const noInspector: MessageInspector = {
  isActive: false,
  isInspected: () => false,
  record: () => undefined,
}

/** Where bytes come from or are sent to. */
export type InspectedPlace = Pick<InspectedBytes, 'protocol' | 'transport' | 'connectionId' | 'remoteAddress'>

const without = { checksumHolds: true, reports: [], text: null, secrets: [] } as const

/** Records bytes of a device, if it is inspected. */
export function inspectBytes(
  inspector: MessageInspector,
  deviceIdentifier: string,
  place: InspectedPlace,
  found: Pick<InspectedBytes, 'kind' | 'bytes'> & Partial<InspectedBytes>,
): void {
  if (!inspector.isActive || !inspector.isInspected(deviceIdentifier)) return
  inspector.record({ ...without, ...placeOf(place), ...found, deviceIdentifier })
}

/** Records the frames of a stream whose device is inspected; frames before the login belong to no device. */
export function observeFrames(
  inspector: MessageInspector,
  stream: DeviceStream,
  place: InspectedPlace,
): FrameObserver {
  function record(
    kind: InspectedKind,
    bytes: Uint8Array,
    found: Pick<Partial<InspectedBytes>, 'checksumHolds' | 'reports'> & {
      deviceIdentifier?: string | undefined
    },
  ): void {
    const deviceIdentifier = found.deviceIdentifier ?? stream.deviceIdentifier
    if (deviceIdentifier === null || !inspector.isInspected(deviceIdentifier)) return
    inspector.record({ ...without, ...placeOf(place), ...found, kind, bytes, deviceIdentifier })
  }
  return {
    onFrame(frame, message, checksumHolds) {
      const named = message?.reports[0]?.deviceIdentifier ?? message?.login ?? undefined
      record(message ? 'message' : 'refused', frame, {
        checksumHolds,
        reports: message?.reports ?? [],
        deviceIdentifier: named,
      })
    },
    onSkipped: (bytes) => record('skipped', bytes, {}),
  }
}

/** Only these: `place` may be a socket. */
const placeOf = ({ protocol, transport, connectionId, remoteAddress }: InspectedPlace): InspectedPlace => ({
  protocol,
  transport,
  connectionId,
  remoteAddress,
})
