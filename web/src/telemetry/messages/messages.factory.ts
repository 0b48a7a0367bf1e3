import type { DeviceMessage } from '@rumbo/contract/telemetry.inspection.contract'

/** A position of a GT06 tracker, for tests. */
export function someDeviceMessage(some: Partial<DeviceMessage> = {}): DeviceMessage {
  return {
    number: 1,
    at: '2026-03-02T15:00:00.000Z',
    direction: 'in',
    kind: 'message',
    protocol: 'gt06',
    transport: 'tcp',
    connection: 'tcp 0190a000 7',
    address: '189.203.10.4',
    bytes: '78780a1301020304000100020d0a',
    length: 14,
    checksumHolds: true,
    frameType: '0x12',
    text: null,
    reports: [
      {
        kind: 'position',
        isUnread: false,
        fix: {
          time: '2026-03-02T14:59:58.000Z',
          isValid: true,
          latitude: 19.43261,
          longitude: -99.13321,
          speedKmh: 42,
          headingDegrees: 90,
          altitudeMetres: null,
          accuracyMetres: null,
          satellites: 9,
        },
        telemetry: { ignition: true },
        alarm: null,
        answer: null,
        extras: { mcc: 334 },
        leftOut: {},
      },
    ],
    reportCount: 1,
    lostBefore: 0,
    ...some,
  }
}
