import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { readInt16, readUint16, readUint32 } from '../bytes.ts'
import { keepReading } from '../kept-readings.ts'
import { fixOf, reportOf } from '../reports.ts'
import { takeNumber } from './teltonika.io.ts'
import { emptyReading, type TeltonikaReading } from './teltonika.reading.ts'

/** Codec 7, of the personal trackers GH: fields are there when bits of two masks say so. */
export const handheldCodec = 7

/** Their clock counts seconds since 2007. */
const clockStart = Date.UTC(2007, 0, 1)
const degreesPerStep = 360 / 256
const unreadable = -1
/** Bytes of each field of the place, by bit: coordinates, altitude, angle, speed, satellites, cell, signal, operator. */
const placeBytes = [8, 2, 1, 1, 1, 4, 1, 4] as const
const elementWidths = [1, 2, 4] as const

/** The record at `at`, put on the list: time u32 with the priority in its upper two bits, mask u8, place, elements. */
export function readHandheldRecord(
  bytes: Uint8Array,
  at: number,
  end: number,
  deviceIdentifier: string,
  receivedAt: Date,
  reports: DeviceReport[],
): number {
  if (at + 5 > end) return unreadable
  const clock = readUint32(bytes, at)
  const mask = bytes[at + 4] as number
  const reading = emptyReading()
  const time = new Date(clockStart + (clock % 0x40000000) * 1000)
  const place: Place = { latitude: Number.NaN, longitude: Number.NaN }
  let next = at + 5
  if (mask & 1) next = readPlace(bytes, next, end, place, reading)
  for (const [index, width] of elementWidths.entries()) {
    if (next !== unreadable && mask & (2 << index)) next = readElements(bytes, next, end, width, reading)
  }
  if (next === unreadable) return unreadable
  const priority = Math.floor(clock / 0x40000000)
  if (priority !== 0) keepReading(reading, 'priority', priority)
  const hasPlace = !Number.isNaN(place.latitude)
  const isValid = place.satellites !== 0 && (place.latitude !== 0 || place.longitude !== 0)
  const fix = hasPlace ? fixOf({ ...place, time, isValid }) : null
  if (hasPlace && fix === null) keepReading(reading, 'badFix', 'coordinates')
  const { telemetry, extras, readingsLeftOut } = reading
  const given = { fix, telemetry, extras, readingsLeftOut }
  reports.push(reportOf('teltonika', deviceIdentifier, receivedAt, bytes.subarray(at, next), given))
  return next
}

interface Place {
  latitude: number
  longitude: number
  altitudeMetres?: number
  headingDegrees?: number
  speedKmh?: number
  satellites?: number
}

function readPlace(
  bytes: Uint8Array,
  from: number,
  end: number,
  place: Place,
  reading: TeltonikaReading,
): number {
  if (from >= end) return unreadable
  const mask = bytes[from] as number
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = from + 1
  for (const [bit, byteCount] of placeBytes.entries()) {
    if (!(mask & (1 << bit))) continue
    if (at + byteCount > end) return unreadable
    const step = bytes[at] as number
    if (bit === 0) {
      // An infinite coordinate is no place, and must not look like a record without one.
      place.latitude = finite(view.getFloat32(at))
      place.longitude = finite(view.getFloat32(at + 4))
    } else if (bit === 1) place.altitudeMetres = readInt16(bytes, at)
    else if (bit === 2) place.headingDegrees = step * degreesPerStep
    else if (bit === 3) place.speedKmh = step
    else if (bit === 4) place.satellites = step
    else if (bit === 5) keepReading(reading, 'cell', `${readUint16(bytes, at)}-${readUint16(bytes, at + 2)}`)
    else if (bit === 6) keepReading(reading, 'signalStep', step)
    else keepReading(reading, 'operatorCode', readUint32(bytes, at))
    at += byteCount
  }
  return at
}

const finite = (value: number) => (Number.isFinite(value) ? value : 999)

/** Ids mean other things than in the vehicle trackers, so they are kept without a name, but for 1, the battery. */
function readElements(
  bytes: Uint8Array,
  from: number,
  end: number,
  width: 1 | 2 | 4,
  reading: TeltonikaReading,
): number {
  if (from >= end) return unreadable
  const until = from + 1 + (bytes[from] as number) * (1 + width)
  if (until > end) return unreadable
  for (let at = from + 1; at < until; at += 1 + width) {
    const id = bytes[at] as number
    const value =
      width === 1
        ? (bytes[at + 1] as number)
        : width === 2
          ? readUint16(bytes, at + 1)
          : readUint32(bytes, at + 1)
    if (id === 1 && width === 1) takeNumber(113, value, width, reading)
    else keepReading(reading, `io${id}`, value)
  }
  return until
}
