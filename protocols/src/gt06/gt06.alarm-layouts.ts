import { readInt16, readUint16, readUint32, toHex } from '../bytes.ts'
import { keepBits } from '../reading-bits.ts'
import {
  cellsAndNetworks,
  type Gt06Layout,
  isPositionAt,
  startPosition,
  unknownContent,
} from './gt06.layouts.ts'
import { type Gt06Reading, readCell, readTime, readWideCell } from './gt06.reading.ts'
import {
  noteAlarmOf,
  readBattery,
  readNetworkStep,
  readStatus,
  readStatusBits,
  widenAlarm,
} from './gt06.status.ts'

/** Status, battery, network, alarm code, language: the end of a message of a status block. */
const statusBytes = 5
/** Alarm code of some models for a driver's card that was read. */
const cardRead = 0xea

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
    if (isCellLong && body.length === 33) context.maker = 'seeworld'
    readStatus(body, at, reading, context, isCard ? 'ignored' : 'raised')
    if (!hasDriver) widenAlarm(body[at + 3], body[at + 4], reading, context)
    // Of this length, the models are those that state overspeed where others state that the device was removed.
    if (body.length === 31 && isCellLong && reading.alarm === 'removing') reading.alarm = 'overspeed'
    // Behind the language, some models put the odometer.
    if (body.length === at + 9) reading.telemetry.odometerMetres = readUint32(body, at + 5)
    if (hasDriver) reading.telemetry.driverUniqueId = toHex(body, at + 5, at + 13)
    if (reading.alarm) reading.kind = 'alarm'
    return true
  }

export const positionWithStatus: Gt06Layout = positionWithStatusOf(false)
export const positionWithPercentage: Gt06Layout = positionWithStatusOf(true)

/** 0xA3 and 0xA4: as 0x26 with a 4G cell. A short 0xA3 is a wearable's. */
export const positionWithWideStatus: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  const at = readWideCell(body, 19, reading)
  readStatus(body, at, reading, context, 'raised')
  widenAlarm(body[at + 3], body[at + 4], reading, context)
  if (reading.alarm) reading.kind = 'alarm'
  return true
}

/** 0x19: a cell and a status block, no date. Some models state the cell's length. Other lengths list cells. */
export const cellAlarm: Gt06Layout = (body, reading, context) => {
  // No network's code of its country begins with 8 or 9.
  const hasLength = body[0] === 8 || body[0] === 9
  const at = readCell(body, hasLength ? 1 : 0, reading)
  if (body.length !== at + statusBytes && body.length !== at + statusBytes + 1)
    return unknownContent(body, reading, context)
  readStatus(
    body,
    body.length === at + statusBytes ? at : body.length - statusBytes,
    reading,
    context,
    'raised',
  )
  if (reading.alarm) reading.kind = 'alarm'
  return true
}

/** 0xA5: a 4G cell and a status block; some models put the date before it. */
export const wideCellAlarm: Gt06Layout = (body, reading, context) => {
  const time = (body[0] as number) >= 15 ? readTime(body, 0, context.zoneMinutes) : null
  const cellAt = time ? 6 : 0
  const at = readWideCell(body, cellAt, reading)
  if (at === cellAt || body.length < at + statusBytes) return unknownContent(body, reading, context)
  if (time) reading.extras.alarmTime = time.toISOString()
  readStatus(body, at, reading, context, 'raised')
  widenAlarm(body[at + 3], body[at + 4], reading, context)
  if (reading.alarm) reading.kind = 'alarm'
  return true
}

/**
 * 0x32 in the short frame: length-prefixed cell, status block with the alarm, and from one maker the altitude i16. The
 * length counts itself with some models.
 */
export const positionWithStatusAndAltitude: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  const stated = body[18] ?? 0
  const rest = body.length - 19 - stated
  const at = rest === 4 || rest === 6 ? 18 + stated : 19 + stated
  if (body.length < at + statusBytes) return true
  if (stated === 8 || stated === 9) readCell(body, 19, reading)
  readStatus(body, at, reading, context, 'raised')
  if (reading.alarm) reading.kind = 'alarm'
  if (reading.fix && body.length === at + statusBytes + 2)
    reading.fix.altitudeMetres = readInt16(body, at + statusBytes)
  return true
}

/**
 * 0xA2 of 59 or 60 bytes: a position, a 4G cell, network kind u8, status u8, supply u16 in hundredths of a volt,
 * battery, network step, alarm code, language, odometer u32, engine seconds u32, identifier of 8 bytes, inputs u16.
 * Other lengths list cells and networks.
 */
export const positionOrNetworks: Gt06Layout = (body, reading, context) => {
  const isPosition = (body.length === 59 || body.length === 60) && isPositionAt(body, 0)
  if (!isPosition) return cellsAndNetworks(body, reading, context)
  context.maker = 'locawatch'
  startPosition(body, 0, reading, context)
  const at = readWideCell(body, 18, reading) + 1
  if (body.length < at + 25) return true
  const { telemetry, extras } = reading
  readStatusBits(body[at] as number, telemetry)
  telemetry.powerVolts = readUint16(body, at + 1) / 100
  readBattery(body[at + 3] as number, telemetry)
  readNetworkStep(body[at + 4] as number, telemetry)
  const code = body[at + 5] as number
  noteAlarmOf(body[at] as number, code, code > 0 ? 'raised' : 'latched', reading, context)
  if (reading.alarm) reading.kind = 'alarm'
  telemetry.odometerMetres = readUint32(body, at + 7)
  telemetry.engineHours = readUint32(body, at + 11) / 3600
  keepBits(extras, 'input', readUint16(body, at + 23), 4)
  return true
}
