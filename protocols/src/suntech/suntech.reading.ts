import type {
  AlarmKind,
  DeviceAnswer,
  DeviceFix,
  DeviceTelemetry,
} from '@rumbo/contract/telemetry.device-report.contract'
import { utcTime } from '../coordinates.ts'
import { fixOf } from '../reports.ts'

/** The decoded fields of one Suntech frame. */
export interface SuntechReading {
  deviceIdentifier: string
  fix: DeviceFix | null
  telemetry: DeviceTelemetry
  alarm: AlarmKind | null
  answer: DeviceAnswer | null
  extras: Record<string, string | number | boolean>
  /** On UDP a legacy device waits for `<header>ACK;<id>`. */
  acknowledgedHeader: string | null
}

/** A reading with only the device's identifier; null if the identifier is invalid. */
export function readingOf(deviceIdentifier: string | undefined): SuntechReading | null {
  if (deviceIdentifier === undefined || !/^[A-Za-z0-9]{3,20}$/.test(deviceIdentifier)) return null
  return {
    deviceIdentifier,
    fix: null,
    telemetry: {},
    alarm: null,
    answer: null,
    extras: {},
    acknowledgedHeader: null,
  }
}

/** A decimal number, or undefined. */
export function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : undefined
}

/** Printable text of at most 256 characters. */
const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 256)

/** Keeps a value where there is one. Readers name at most 60. */
export function keep(
  extras: SuntechReading['extras'],
  name: string,
  value: string | number | boolean | undefined,
): void {
  if (value === undefined || value === '') return
  extras[name] = typeof value === 'string' ? printable(value) : value
}

/** UTC of `yyyymmdd` and `hh:mm:ss`. */
export function timeOf(date: string | undefined, clock: string | undefined): Date | null {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(date ?? '')
  const time = /^(\d{2}):(\d{2}):(\d{2})$/.exec(clock ?? '')
  if (!day || !time) return null
  return utcTime(
    Number(day[1]),
    Number(day[2]),
    Number(day[3]),
    Number(time[1]),
    Number(time[2]),
    Number(time[3]),
  )
}

/** Sets the fix of the reading, or `extras.badFix` with the reason. */
export function setFix(
  reading: SuntechReading,
  time: Date | null,
  latitude: number | undefined,
  longitude: number | undefined,
  rest: Pick<DeviceFix, 'isValid'> & Partial<DeviceFix>,
): void {
  if (latitude === undefined || longitude === undefined) return
  if (!time) {
    reading.extras.badFix = 'time'
    return
  }
  reading.fix = fixOf({
    time,
    isValid: rest.isValid,
    latitude,
    longitude,
    speedKmh: rest.speedKmh,
    headingDegrees: rest.headingDegrees,
    satellites: rest.satellites,
  })
  if (!reading.fix) reading.extras.badFix = 'coordinates'
}
