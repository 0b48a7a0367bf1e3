import type { DeviceFix, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { readInt16, readInt32, readUint16, readUint32, readUint64 } from '../bytes.ts'
import { keepFrame, reportOf } from '../reports.ts'
import { alarmOf } from './teltonika.alarms.ts'
import { codecs } from './teltonika.frame.ts'
import { handheldCodec, readHandheldRecord } from './teltonika.handheld.ts'
import { takeBytes, takeLong, takeNumber } from './teltonika.io.ts'
import { emptyReading, type TeltonikaReading } from './teltonika.reading.ts'

/** Time u64, priority u8, longitude, latitude i32, altitude i16, angle u16, satellites u8, speed u16. */
const positionBytes = 24
const unreadable = -1
const widths = [1, 2, 4, 8] as const
const lastTime = 8.64e15

interface RecordContext {
  codec: number
  fifthGroup: FifthGroup
  deviceIdentifier: string
  receivedAt: Date
}

export const isRecordCodec = (codec: number): boolean =>
  codec === codecs.eight ||
  codec === codecs.eightExtended ||
  codec === codecs.sixteen ||
  codec === handheldCodec

/**
 * A fifth group of elements, of sixteen bytes each, which some configurations append to codec 8 and 16, mostly empty:
 * none, or its count in so many bytes. The form is the one whose records end where the frame does.
 */
const fifthGroupForms = [0, 1, 2] as const
type FifthGroup = (typeof fifthGroupForms)[number]
const fifthGroupWidth = 16

/**
 * The reports of bytes[at, end): codec u8, count u8, records, count u8. Null when a record does not fit in them
 * or the counts differ.
 */
export function readRecords(
  bytes: Uint8Array,
  at: number,
  end: number,
  deviceIdentifier: string,
  receivedAt: Date,
): DeviceReport[] | null {
  const count = bytes[at + 1] as number
  const last = end - 1
  if (last < at + 2 || bytes[last] !== count) return null
  const codec = bytes[at] as number
  const isFixed = codec === codecs.eightExtended || codec === handheldCodec
  let inexact: DeviceReport[] | null = null
  for (const fifthGroup of isFixed ? ([0] as const) : fifthGroupForms) {
    const context: RecordContext = { codec, fifthGroup, deviceIdentifier, receivedAt }
    const reports: DeviceReport[] = []
    const next = readEach(bytes, at + 2, last, count, context, reports)
    if (next === last) return reports
    if (next !== unreadable && fifthGroup === 0) inexact = reports
  }
  const newest = inexact?.at(-1)
  // Bytes after the records are acknowledged with them and must not be lost.
  if (newest) keepFrame(newest, bytes)
  return inexact
}

/** Adds the reports of `count` records; the offset behind them, or `unreadable`. */
function readEach(
  bytes: Uint8Array,
  at: number,
  last: number,
  count: number,
  context: RecordContext,
  reports: DeviceReport[],
): number {
  const { codec, deviceIdentifier, receivedAt } = context
  let next = at
  for (let index = 0; index < count && next !== unreadable; index++) {
    next =
      codec === handheldCodec
        ? readHandheldRecord(bytes, next, last, deviceIdentifier, receivedAt, reports)
        : readRecord(bytes, next, last, context, reports)
  }
  return next
}

/** Adds the report of the record at `at`; the offset behind it, or `unreadable`. */
function readRecord(
  bytes: Uint8Array,
  at: number,
  end: number,
  { codec, fifthGroup, deviceIdentifier, receivedAt }: RecordContext,
  reports: DeviceReport[],
): number {
  const isShort = codec === codecs.eight
  const eventAt = at + positionBytes
  if (eventAt + (isShort ? 2 : 4) > end) return unreadable
  const reading = emptyReading()
  const eventId = isShort ? (bytes[eventAt] as number) : readUint16(bytes, eventAt)
  const groups: EventElement = { eventId, eventValue: undefined }
  // Behind the event: the number of elements; codec 16 puts a generation kind before it.
  const elementsEnd = readElements(bytes, eventAt + (isShort ? 2 : 4), end, codec, groups, reading)
  if (elementsEnd === unreadable) return unreadable
  const next = readFifthGroup(bytes, elementsEnd, end, fifthGroup, isShort ? 1 : 2, reading)
  if (next === unreadable) return unreadable

  const priority = bytes[at + 8] as number
  const alarm = alarmOf(eventId, groups.eventValue, priority)
  const fix = readFix(bytes, at, reading.extras)
  if (eventId !== 0) reading.extras.eventCode = eventId
  if (priority !== 0) reading.extras.priority = priority
  reports.push(
    reportOf('teltonika', deviceIdentifier, receivedAt, bytes.subarray(at, next), {
      fix,
      alarm,
      telemetry: reading.telemetry,
      extras: reading.extras,
      readingsLeftOut: reading.readingsLeftOut,
    }),
  )
  return next
}

interface EventElement {
  eventId: number
  eventValue: number | undefined
}

/** Reads the groups of one, two, four and eight bytes, and of any length in codec 8 extended. */
function readElements(
  bytes: Uint8Array,
  from: number,
  end: number,
  codec: number,
  event: EventElement,
  reading: TeltonikaReading,
): number {
  const idBytes = codec === codecs.eight ? 1 : 2
  const isExtended = codec === codecs.eightExtended
  const countBytes = isExtended ? 2 : 1
  let at = from
  for (const width of widths) {
    if (at + countBytes > end) return unreadable
    const count = isExtended ? readUint16(bytes, at) : (bytes[at] as number)
    at += countBytes
    const until = at + count * (idBytes + width)
    if (until > end) return unreadable
    while (at < until) {
      const id = idBytes === 1 ? (bytes[at] as number) : readUint16(bytes, at)
      at += idBytes
      if (width === 8) takeLong(id, bytes, at, reading)
      else {
        const value =
          width === 1 ? (bytes[at] as number) : width === 2 ? readUint16(bytes, at) : readUint32(bytes, at)
        if (id === event.eventId) event.eventValue = value
        takeNumber(id, value, width, reading)
      }
      at += width
    }
  }
  return isExtended ? readLongElements(bytes, at, end, reading) : at
}

/** Count, then id and sixteen bytes of each element; the offset behind them, or `unreadable`. */
function readFifthGroup(
  bytes: Uint8Array,
  from: number,
  end: number,
  countBytes: FifthGroup,
  idBytes: 1 | 2,
  reading: TeltonikaReading,
): number {
  if (countBytes === 0) return from
  if (from + countBytes > end) return unreadable
  const count = countBytes === 1 ? (bytes[from] as number) : readUint16(bytes, from)
  const until = from + countBytes + count * (idBytes + fifthGroupWidth)
  if (until > end) return unreadable
  for (let at = from + countBytes; at < until; at += idBytes + fifthGroupWidth) {
    const value = at + idBytes
    const id = idBytes === 1 ? (bytes[at] as number) : readUint16(bytes, at)
    takeBytes(id, bytes, value, value + fifthGroupWidth, reading)
  }
  return until
}

/** Count u16, then id u16, length u16, bytes. */
function readLongElements(bytes: Uint8Array, from: number, end: number, reading: TeltonikaReading): number {
  if (from + 2 > end) return unreadable
  const count = readUint16(bytes, from)
  let at = from + 2
  for (let index = 0; index < count; index++) {
    if (at + 4 > end) return unreadable
    const value = at + 4
    const until = value + readUint16(bytes, at + 2)
    if (until > end) return unreadable
    takeBytes(readUint16(bytes, at), bytes, value, until, reading)
    at = until
  }
  return at
}

/**
 * Without satellites the device repeats the place it knew last, or states 0,0: such a fix is not valid.
 * Null, and the reason among the extras, when time or place cannot be.
 */
function readFix(bytes: Uint8Array, at: number, extras: DeviceReport['extras']): DeviceFix | null {
  const milliseconds = readUint64(bytes, at)
  const longitude = readInt32(bytes, at + 9) / 1e7
  const latitude = readInt32(bytes, at + 13) / 1e7
  if (milliseconds === 0 || milliseconds > lastTime) {
    extras.badFix = 'time'
    return null
  }
  if (latitude > 90 || latitude < -90 || longitude > 180 || longitude < -180) {
    extras.badFix = 'coordinates'
    return null
  }
  const satellites = bytes[at + 21] as number
  const heading = readUint16(bytes, at + 19)
  return {
    time: new Date(milliseconds),
    isValid: satellites > 0 && (latitude !== 0 || longitude !== 0),
    latitude,
    longitude,
    speedKmh: readUint16(bytes, at + 22),
    headingDegrees: heading <= 360 ? heading : null,
    altitudeMetres: readInt16(bytes, at + 17),
    accuracyMetres: null,
    satellites,
  }
}
