import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { readPrintable, readUint16, readUint32, toHex } from '../bytes.ts'
import { alarmFromCode } from './gt06.alarms.ts'
import { type Gt06Layout, startPosition, unknownContent } from './gt06.layouts.ts'
import {
  buildFix,
  type Gt06Reading,
  readCell,
  readPosition,
  readStatus,
  readTime,
  readWideCell,
} from './gt06.reading.ts'

/** Status, battery, network, alarm code, language: the end of a message of a status block. */
const statusBytes = 5
/** Alarm code of some models for a driver's card that was read. */
const cardRead = 0xea

function raise(alarm: AlarmKind | null, code: number, reading: Gt06Reading): void {
  reading.alarm = alarm
  if (alarm) reading.kind = 'alarm'
  if (alarm === 'other') reading.extras.alarmCode = code
}

/** Where the status block begins behind the position, whose cell starts at 18. */
function statusStart(body: Uint8Array, reading: Gt06Reading, isCellLong: boolean): number {
  if (body.length === 31) return readCell(body, 18, reading)
  if (body.length === 23) return 18
  const stated = body[18] as number
  if (stated === 0) {
    // Some models send an empty list of cells in place of one cell.
    const emptyListEnd = 18 + 1 + 45
    return body.length === emptyListEnd + statusBytes ? emptyListEnd : 19
  }
  const end = readCell(body, 19, reading)
  if (isCellLong && body.length === 33) return 28
  return Math.max(18 + stated, end, 27)
}

/**
 * 0x16, 0x26, 0x27: length-prefixed cell (one model omits it), then a status block with the alarm.
 * Models with a battery percentage use cell ids of four bytes in 0x16, with a length that excludes the length byte.
 */
const positionWithStatusOf =
  (isCellLong: boolean): Gt06Layout =>
  (body, reading, context) => {
    if (!startPosition(body, 0, reading, context)) return false
    if (body.length < 23) return true
    const at = statusStart(body, reading, isCellLong)
    const hasDriver = body.length === at + 13 && (body[at + 12] === 0x01 || body[at + 5] === 0x01)
    const isCard = hasDriver && body[at + 3] === cardRead
    readStatus(body, at, reading, context, isCard ? 'ignored' : 'raised')
    if (hasDriver) reading.telemetry.driverUniqueId = toHex(body, at + 5, at + 13)
    if (reading.alarm) reading.kind = 'alarm'
    return true
  }

export const positionWithStatus: Gt06Layout = positionWithStatusOf(false)
export const positionWithPercentage: Gt06Layout = positionWithStatusOf(true)

/** 0xA3 and 0xA4: as 0x26 with a 4G cell. A short 0xA3 is a wearable's. */
export const positionWithWideStatus: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  readStatus(body, readWideCell(body, 19, reading), reading, context, 'raised')
  if (reading.alarm) reading.kind = 'alarm'
  return true
}

/** 0x19: a cell and a status block, no date. Other lengths list cells. */
export const cellAlarm: Gt06Layout = (body, reading, context) => {
  const at = readCell(body, 0, reading)
  if (body.length !== at + statusBytes && body.length !== at + statusBytes + 1)
    return unknownContent(body, reading, context)
  readStatus(body, body.length - statusBytes, reading, context, 'raised')
  if (reading.alarm) reading.kind = 'alarm'
  return true
}

/** 0xA5: a 4G cell and a status block, no date. */
export const wideCellAlarm: Gt06Layout = (body, reading, context) => {
  const at = readWideCell(body, 0, reading)
  if (at === 0 || body.length < at + statusBytes) return unknownContent(body, reading, context)
  readStatus(body, at, reading, context, 'raised')
  if (reading.alarm) reading.kind = 'alarm'
  return true
}

/** Alarm codes of 0x95, which differ from those of the status block. */
const videoAlarms: ReadonlyMap<number, AlarmKind> = new Map<number, AlarmKind>([
  [0x0e, 'low_battery'],
  [0x80, 'vibration'],
  [0x87, 'overspeed'],
  [0x88, 'power_cut'],
  [0x90, 'harsh_acceleration'],
  [0x91, 'harsh_braking'],
  [0x92, 'harsh_cornering'],
  [0x93, 'crash'],
])

/**
 * 0x95, a camera's alarm. Short: date, code. Long: date, latitude, longitude, flags u16, code, two bytes, file name.
 * Marked FF FF: version, a position with satellites and a speed of two bytes, supply u16 in tenths of a volt, code.
 */
export const videoAlarm: Gt06Layout = (body, reading, context) => {
  if (body.length < 7) return unknownContent(body, reading, context)
  if (readUint16(body, 0) === 0xffff && body.length >= 25) return markedVideoAlarm(body, reading, context)
  const isLong = body.length >= 17
  const code = body[isLong ? 16 : 6] as number
  const time = readTime(body, 0, context.zoneMinutes)
  if (isLong) {
    reading.fix = buildFix(
      {
        time,
        latitudeUnits: readUint32(body, 6),
        longitudeUnits: readUint32(body, 10),
        speedKmh: 0,
        satellites: null,
        flags: readUint16(body, 14),
      },
      reading.extras,
    )
    reading.kind = 'position'
  } else if (time) reading.extras.alarmTime = time.toISOString()
  // Code 0x01 is the panic button only in the long form; the short form uses it for any alarm.
  const meaning = videoAlarms.get(code) ?? (isLong ? alarmFromCode(code) : 'other')
  raise(code === 0 ? null : meaning, code, reading)
  const file = body.length > 19 ? readPrintable(body, 19, body.length) : null
  if (file) reading.extras.file = file
  return true
}

const markedVideoAlarm: Gt06Layout = (body, reading, context) => {
  reading.fix = buildFix(
    {
      time: readTime(body, 3, context.zoneMinutes),
      latitudeUnits: readUint32(body, 10),
      longitudeUnits: readUint32(body, 14),
      speedKmh: readUint16(body, 18),
      satellites: (body[9] as number) & 0x0f,
      flags: readUint16(body, 20),
    },
    reading.extras,
  )
  reading.kind = 'position'
  reading.telemetry.powerVolts = readUint16(body, 22) / 10
  const code = body[24] as number
  raise(code === 0 ? null : (videoAlarms.get(code) ?? alarmFromCode(code)), code, reading)
  return true
}

/** Alarm codes of 0x33 in the long frame. 0xA0 and 0xA1 are no alarms: a lock was closed or opened with its key. */
const lockAlarms: ReadonlyMap<number, AlarmKind> = new Map<number, AlarmKind>([
  [0xa2, 'low_battery'],
  [0xa3, 'low_battery'],
  [0xa4, 'other'],
  [0xa5, 'door'],
])

/**
 * 0x33 in the long frame: date, then length-prefixed position, cell (with a network byte behind it), more cells and
 * wireless networks, then the code.
 */
export const lockAlarm: Gt06Layout = (body, reading, context) => {
  if (body.length < 11) return unknownContent(body, reading, context)
  const placeLength = body[6] as number
  const cellAt = 7 + placeLength
  const cellLength = body[cellAt] ?? 0
  const moreAt = cellLength === 0 ? cellAt + 1 : cellAt + cellLength + 1
  const networksAt = moreAt + 1 + (body[moreAt] ?? 0)
  const codeAt = networksAt + 1 + (body[networksAt] ?? 0)
  const code = body[codeAt]
  if (code === undefined) return unknownContent(body, reading, context)
  if (placeLength === 12) {
    // Without the length byte, the position has the usual layout.
    const position = Uint8Array.of(...body.subarray(0, 6), ...body.subarray(7, 19))
    reading.fix = readPosition(position, 0, context.zoneMinutes, reading)
    reading.kind = 'position'
  }
  if (cellLength > 0) readCell(body, cellAt + 1, reading)
  if (code === 0xa0 || code === 0xa1) reading.extras.armed = code === 0xa0
  const known = lockAlarms.get(code)
  if (known) raise(known, code, reading)
  else if (code !== 0xa0 && code !== 0xa1 && code !== 0) raise('other', code, reading)
  return true
}

/** 0xA9: as 0xA2, with the alarm's code and a language behind the wireless networks. */
export const networksAlarm: Gt06Layout = (body, reading, context) => {
  const code = body[body.length - 2]
  const language = body[body.length - 1]
  if (code === undefined || language === undefined || body.length < 12 || language > 2)
    return unknownContent(body, reading, context)
  raise(code === 0 ? null : alarmFromCode(code), code, reading)
  return true
}
