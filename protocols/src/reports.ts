import type {
  DeviceFix,
  DeviceProtocol,
  DeviceReport,
  UnreadFrame,
} from '@rumbo/contract/telemetry.device-report.contract'
import { keepPlausible } from '@rumbo/contract/telemetry.reading-bounds'
import { fnv1a64 } from './checksum.ts'

/** Builds the report of a frame. Default: no fix, alarm or telemetry. `hashed`: the bytes that identify it. */
export function reportOf(
  protocol: DeviceProtocol,
  deviceIdentifier: string,
  receivedAt: Date,
  hashed: Uint8Array,
  given: Partial<
    Pick<DeviceReport, 'kind' | 'fix' | 'telemetry' | 'alarm' | 'answer' | 'extras' | 'readingsLeftOut'>
  >,
): DeviceReport {
  const report = keepPlausible({
    protocol,
    deviceIdentifier,
    kind: given.kind ?? (given.alarm ? 'alarm' : given.answer ? 'answer' : given.fix ? 'position' : 'status'),
    fix: given.fix ?? null,
    telemetry: given.telemetry ?? {},
    alarm: given.alarm ?? null,
    answer: given.answer ?? null,
    extras: given.extras ?? {},
    receivedAt,
    reportHash: fnv1a64(hashed),
  })
  if (given.readingsLeftOut) report.readingsLeftOut = given.readingsLeftOut
  return report
}

/** Builds a report that only carries a frame whose content could not be read. */
export function unreadReportOf(
  protocol: DeviceProtocol,
  deviceIdentifier: string,
  receivedAt: Date,
  frame: Uint8Array,
  { transport = 'tcp', context = {} }: Partial<Omit<UnreadFrame, 'bytes'>> = {},
): DeviceReport {
  // A copy: the frame may be a view of the stream's buffer.
  const unreadFrame = { bytes: frame.slice(), transport, context }
  return { ...reportOf(protocol, deviceIdentifier, receivedAt, frame, {}), unreadFrame }
}

/** Keeps the frame of a report that was decoded only in part. */
export function keepFrame(report: DeviceReport, frame: Uint8Array): DeviceReport {
  report.unreadFrame = { bytes: frame.slice(), transport: 'tcp', context: {} }
  return report
}

const isCount = (value: number | null | undefined): value is number =>
  Number.isInteger(value) && Number(value) >= 0

/** Builds a fix: invalid values become null, an invalid speed 0. Null if a coordinate is not a number or out of range. */
export function fixOf(
  fix: Pick<DeviceFix, 'time' | 'isValid' | 'latitude' | 'longitude'> &
    Partial<Omit<DeviceFix, 'speedKmh'>> & { speedKmh?: number | null },
): DeviceFix | null {
  if (!Number.isFinite(fix.latitude) || !Number.isFinite(fix.longitude)) return null
  if (Math.abs(fix.latitude) > 90 || Math.abs(fix.longitude) > 180) return null
  const number = (value: number | null | undefined) =>
    value !== null && value !== undefined && Number.isFinite(value) ? value : null
  const heading = number(fix.headingDegrees)
  return {
    time: fix.time,
    isValid: fix.isValid,
    latitude: fix.latitude,
    longitude: fix.longitude,
    speedKmh: Math.max(0, number(fix.speedKmh) ?? 0),
    headingDegrees: heading === null || heading < 0 || heading > 360 ? null : heading,
    altitudeMetres: number(fix.altitudeMetres),
    accuracyMetres: number(fix.accuracyMetres),
    satellites: isCount(fix.satellites) ? fix.satellites : null,
  }
}
