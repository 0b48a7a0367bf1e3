import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { readInt16, readUint16, readUint32, toHex } from '../bytes.ts'
import { fixOf } from '../reports.ts'
import type { Jt808Context } from './jt808.location.ts'
import type { Jt808Reading } from './jt808.reading.ts'
import { readBcdTime } from './jt808.times.ts'

/** The low digit behind the longitude. */
const placeFlag = { valid: 1, north: 2, east: 4 } as const

/** Date, place, speed, course, signal, satellites, odometer, battery, cell, product, status, alarms. */
const lockBytes = 35

/** Most severe first, by bit of the alarm word. Product 3 is a lock; 1 and 2 are trackers of the same maker. */
const lockAlarms: readonly (readonly [bit: number, alarm: AlarmKind])[] = [
  [2, 'vibration'],
  [0, 'overspeed'],
  [5, 'geofence_enter'],
  [6, 'geofence_exit'],
  [1, 'low_battery'],
  [3, 'low_battery'],
]
const trackerAlarms: readonly (readonly [bit: number, alarm: AlarmKind])[] = [[0, 'low_battery']]

/** Degrees of `ddmmmmmm` (two digits of degrees) or `dddmmmmmm` (three), minutes in ten thousandths. */
function packedDegrees(digits: string, degreeDigits: 2 | 3): number | null {
  if (!/^\d+$/.test(digits)) return null
  const minutes = Number(digits.slice(degreeDigits)) / 10_000
  return minutes < 60 ? Number(digits.slice(0, degreeDigits)) + minutes / 60 : null
}

/** Speed from one BCD byte, km/h; null if one is not a digit. */
function packedByte(byte: number): number | null {
  const text = byte.toString(16)
  return /^\d+$/.test(text) ? Number(text) : null
}

function alarmOf(product: number, bits: number): AlarmKind | null {
  const known = product === 3 ? lockAlarms : trackerAlarms
  for (const [bit, alarm] of known) if (bits & (1 << bit)) return alarm
  return bits === 0 ? null : 'other'
}

/**
 * 0x5501, and 0x5502 for what was stored without a network: seal locks. Time ddmmyyhhmmss in UTC, latitude,
 * longitude with a digit of flags. False when too short for a place.
 */
export function readLock(
  bytes: Uint8Array,
  at: number,
  end: number,
  reading: Jt808Reading,
  context: Jt808Context,
): boolean {
  if (end - at < 15) return false
  readPlace(bytes, at, end, reading)
  if (end - at >= 24) readMeters(bytes, at, reading)
  if (end - at < lockBytes) return true
  const bits = readUint16(bytes, at + 33)
  // A bit stays set while its cause lasts.
  reading.alarm = alarmOf(bytes[at + 30] as number, bits & ~context.alarmBits)
  if (bits !== 0) reading.extras.alarmBits = bits
  context.alarmBits = bits
  readLockItems(bytes, at + lockBytes, end, reading)
  return true
}

function readPlace(bytes: Uint8Array, at: number, end: number, reading: Jt808Reading): void {
  const date = Uint8Array.of(...[2, 1, 0, 3, 4, 5].map((index) => bytes[at + index] as number))
  const time = readBcdTime(date, 0, 0)
  const latitude = packedDegrees(toHex(bytes, at + 6, at + 10), 2)
  const digits = toHex(bytes, at + 10, at + 15)
  const longitude = packedDegrees(digits.slice(0, 9), 3)
  const flags = Number.parseInt(digits.slice(9), 16)
  const isValid = (flags & placeFlag.valid) !== 0
  if (!isValid && latitude === 0 && longitude === 0) return
  if (!time || latitude === null || longitude === null) {
    reading.extras.badFix = time ? 'coordinates' : 'time'
    return
  }
  reading.fix = fixOf({
    time,
    isValid,
    latitude: flags & placeFlag.north ? latitude : 0 - latitude,
    longitude: flags & placeFlag.east ? longitude : 0 - longitude,
    speedKmh: end - at > 16 ? packedByte(bytes[at + 15] as number) : null,
    headingDegrees: end - at > 16 ? (bytes[at + 16] as number) * 2 : null,
    satellites: end - at > 18 ? (bytes[at + 18] as number) : null,
  })
}

/** Kilometres of the odometer, battery in per cent; 0xAA and 0xAB stand for a charger. */
function readMeters(bytes: Uint8Array, at: number, { telemetry }: Jt808Reading): void {
  const signal = bytes[at + 17] as number
  if (signal <= 31) telemetry.signalPercent = Math.round((signal * 100) / 31)
  telemetry.odometerMetres = readUint32(bytes, at + 19) * 1000
  const battery = bytes[at + 23] as number
  if (battery <= 100) telemetry.batteryPercent = battery
  else if (battery === 0xaa || battery === 0xab) telemetry.isCharging = true
}

/** Items (id u8, length u8, value): 0x02 altitude, 0x0B how it was opened and by which card, 0x0C three angles. */
function readLockItems(bytes: Uint8Array, from: number, end: number, { fix, extras }: Jt808Reading): void {
  for (let at = from; at + 2 <= end; ) {
    const length = bytes[at + 1] as number
    const value = at + 2
    if (value + length > end) return
    if (bytes[at] === 0x02 && length === 2 && fix) fix.altitudeMetres = readInt16(bytes, value)
    if (bytes[at] === 0x0b && (length === 5 || length === 6)) {
      const card = readUint32(bytes, value + 1)
      if (card !== 0) extras.lockCard = String(card)
    }
    if (bytes[at] === 0x0c && length === 6) {
      const angles = [0, 2, 4].map((offset) => readInt16(bytes, value + offset))
      extras.tilt = `[${angles.join(',')}]`
    }
    at = value + length
  }
}
