import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'

let built = 0n

/** A valid position report of a device in Mexico City, each with a hash of its own; for tests and load. */
export function buildReport(
  given: Partial<Omit<DeviceReport, 'fix'>> & {
    receivedAt: Date
    deviceIdentifier: string
    fix?: Partial<NonNullable<DeviceReport['fix']>> | null
  },
): DeviceReport {
  built += 1n
  const { fix, ...fields } = given
  return {
    protocol: 'gt06',
    kind: 'position',
    telemetry: {},
    alarm: null,
    answer: null,
    extras: {},
    reportHash: built,
    ...fields,
    fix:
      fix === null
        ? null
        : {
            time: given.receivedAt,
            isValid: true,
            latitude: 19.4326,
            longitude: -99.1332,
            speedKmh: 36.5,
            headingDegrees: 90,
            altitudeMetres: 2240,
            accuracyMetres: null,
            satellites: 9,
            ...fix,
          },
  }
}
