import type { DeviceFix } from '@rumbo/contract/telemetry.device-report.contract'
import { readBcd, readUint32, toHex } from '../bytes.ts'
import { kmhPerKnot, readDegreesMinutes, utcTime } from '../coordinates.ts'
import { fixOf } from '../reports.ts'
import { mileageHead, shapeOf } from './h02.frame.ts'

/** The fields of a binary record. */
export interface H02Record {
  /** Null in a record with the mileage in the identifier's place. */
  deviceIdentifier: string | null
  fix: DeviceFix | null
  badFix: 'coordinates' | 'time' | null
  status: number
  statusHex: string
  battery: number
  odometerMetres: number | null
  /** The bytes that are the same however much of the record's end was read. */
  hashed: Uint8Array
}

const metresPerMileageUnit = 1852 / 3600

/** Reads identifier, time, place and status; what follows the status differs by firmware and is passed over. */
export function readRecord(frame: Uint8Array): H02Record | null {
  const shape = shapeOf(frame, 0, frame.length)
  if (!shape || frame.length < shape.minBytes) return null
  const { idBytes, minBytes } = shape
  const at = 1 + idBytes
  const digits = readBcd(frame, 1, at) ?? ''
  const hasMileage = frame[0] === mileageHead
  const clock = [3, 4, 5, 0, 1, 2].map((index) => Number(toHex(frame, at + index, at + index + 1)))
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = clock
  const time = utcTime(year, month, day, hour, minute, second)
  const latitudeDigits = toHex(frame, at + 6, at + 10)
  const longitudeDigits = toHex(frame, at + 11, at + 16).slice(0, 9)
  const flags = (frame[at + 15] as number) & 0x0f
  const motion = toHex(frame, at + 16, at + 19)
  const isMotionDecimal = /^\d{6}$/.test(motion)
  const latitude = readDegreesMinutes(
    `${latitudeDigits.slice(0, 4)}.${latitudeDigits.slice(4)}`,
    flags & 4 ? 'N' : 'S',
  )
  const longitude = readDegreesMinutes(
    `${longitudeDigits.slice(0, 5)}.${longitudeDigits.slice(5)}`,
    flags & 8 ? 'E' : 'W',
  )
  const isPlace = latitude !== null && longitude !== null && Math.abs(latitude) <= 90
  const fix =
    time && isPlace
      ? fixOf({
          time,
          isValid: (flags & 2) !== 0,
          latitude,
          longitude,
          speedKmh: isMotionDecimal ? Number(motion.slice(0, 3)) * kmhPerKnot : 0,
          headingDegrees: isMotionDecimal ? Number(motion.slice(3)) : null,
        })
      : null
  return {
    deviceIdentifier: hasMileage ? null : digits.slice(0, 15),
    fix,
    badFix: fix ? null : time ? 'coordinates' : 'time',
    status: readUint32(frame, at + 19),
    statusHex: toHex(frame, at + 19, at + 23),
    battery: hasMileage ? 0 : (frame[at + 10] as number),
    odometerMetres: hasMileage ? Math.round(Number(digits) * metresPerMileageUnit) : null,
    hashed: frame.subarray(0, minBytes),
  }
}
