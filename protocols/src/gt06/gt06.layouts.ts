import { readInt16, readUint16, readUint24, readUint32, toHex } from '../bytes.ts'
import { keepBits } from '../reading-bits.ts'
import {
  type Gt06Context,
  type Gt06Reading,
  keepPayload,
  positionByteCount,
  readCell,
  readPosition,
  readTime,
  readWideCell,
} from './gt06.reading.ts'
import { noteAlarmOf, readNetworkStep, readStatusBits } from './gt06.status.ts'
import { readClimateTail, readPositionTail, readTravelTail } from './gt06.tails.ts'

/** Fills the reading from a frame's body; false if the body does not have this layout. */
export type Gt06Layout = (body: Uint8Array, reading: Gt06Reading, context: Gt06Context) => boolean

/** Reads the position at `at`; false where the body is too short for one. */
export function startPosition(
  body: Uint8Array,
  at: number,
  reading: Gt06Reading,
  context: Gt06Context,
): boolean {
  if (body.length < at + positionByteCount) return false
  reading.kind = 'position'
  reading.fix = readPosition(body, at, context.zoneMinutes, reading)
  return true
}

/** Whether a date and a place on the globe stand at `at`. */
function isPlaceAt(body: Uint8Array, at: number): boolean {
  if (body.length < at + positionByteCount || !readTime(body, at, 0)) return false
  return readUint32(body, at + 7) <= 90 * 1_800_000 && readUint32(body, at + 11) <= 180 * 1_800_000
}

/** Whether a country code of a network follows such a place. */
export function isPositionAt(body: Uint8Array, at: number): boolean {
  if (body.length < at + positionByteCount + 2 || !isPlaceAt(body, at)) return false
  const country = readUint16(body, at + positionByteCount) & 0x7fff
  return country === 0 || (country >= 200 && country < 800)
}

/** 0x10, 0x1A, 0x38 and 0x1E with many cells behind. */
export const positionAlone: Gt06Layout = (body, reading, context) => startPosition(body, 0, reading, context)

/** 0x11: a cell with a network code of two bytes and an id of four, and with some models the travel tail. */
export const positionWithLongCell: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  if (body.length >= 31) readTravelTail(body, 28, reading)
  return true
}

/** 0x12: a cell and a tail that differs by model. Some models put their IMEI first. */
export const positionWithCell: Gt06Layout = (body, reading, context) => {
  const hasIdentity = body.length >= 34 && !readTime(body, 0, 0) && readTime(body, 8, 0) !== null
  const content = hasIdentity ? body.subarray(8) : body
  if (!startPosition(content, 0, reading, context)) return false
  readPositionTail(content, readCell(content, 18, reading), reading, context)
  return true
}

/** 0x22 and 0x2D. The long form of 0x22 begins with the IMEI and a second date. */
export const positionWithTravel: Gt06Layout = (body, reading, context) => {
  if (body.length >= 55 && readTime(body, 9, 0) && readTime(body, 15, 0)) {
    return positionWithIdentity(body, reading, context)
  }
  if (!startPosition(body, 0, reading, context)) return false
  const cellEnd = readCell(body, 18, reading)
  if (body.length === 42) {
    context.maker = 'seeworld'
    readClimateTail(body, cellEnd + 1, reading)
    return true
  }
  readTravelTail(body, cellEnd, reading)
  return true
}

/**
 * 0x25 and the long 0x22: event, IMEI, date, position, cell, then status u8, supply u16 in hundredths and battery u8 in
 * tenths of a volt, network step, alarm code, language, odometer u24, engine minutes u24, driver.
 */
export const positionWithIdentity: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 15, reading, context)) return false
  const cellByteCount = body[33] ?? 0
  const at = 34 + (cellByteCount === 9 ? 8 : cellByteCount)
  if (body.length < at + 13) return true
  const { telemetry, extras } = reading
  readStatusBits(body[at] as number, telemetry)
  telemetry.powerVolts = readUint16(body, at + 1) / 100
  extras.batteryVolts = (body[at + 3] as number) / 10
  readNetworkStep(body[at + 4] as number, telemetry)
  const alarmCode = body[at + 5] as number
  noteAlarmOf(body[at] as number, alarmCode, alarmCode > 0 ? 'raised' : 'latched', reading, context)
  if (reading.alarm) reading.kind = 'alarm'
  const odometerMetres = readUint24(body, at + 7)
  if (odometerMetres > 0) telemetry.odometerMetres = odometerMetres
  telemetry.engineHours = readUint24(body, at + 10) / 60
  const driverByteCount = (body[at + 13] ?? 0) - 1
  if (driverByteCount > 0 && body.length >= at + 15 + driverByteCount) {
    telemetry.driverUniqueId = toHex(body, at + 15, at + 15 + driverByteCount)
  }
  return true
}

/** 0xA0: as 0x22 with a 4G cell. */
export const positionWithWideCell: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  readTravelTail(body, readWideCell(body, 18, reading), reading)
  return true
}

/**
 * 0x31: a position with a cell. One maker writes a cell of ten bytes (network code u16, id u32), the travel tail and
 * the altitude i16 in metres.
 */
export const positionWithAltitude: Gt06Layout = (body, reading, context) => {
  if (!isPositionAt(body, 0)) return cellsAndNetworks(body, reading, context)
  startPosition(body, 0, reading, context)
  // With a network code of two bytes its first is small, and flags stand behind the id.
  const hasLongCell = (body[20] ?? 4) <= 3 && (body[28] ?? 2) <= 1 && (body[30] ?? 2) <= 1
  if (hasLongCell && (body.length === 33 || body.length === 37)) {
    readTravelTail(body.subarray(0, body.length - 2), 28, reading)
    if (reading.fix) reading.fix.altitudeMetres = readInt16(body, body.length - 2)
  } else readTravelTail(body, readCell(body, 18, reading), reading)
  return true
}

/** 0x17: a position with a cell and the driver's key; with other models a list of cells. */
export const positionWithDriver: Gt06Layout = (body, reading, context) => {
  if (body.length !== 35 || !startPosition(body, 0, reading, context)) {
    return cellsAndNetworks(body, reading, context)
  }
  const at = readCell(body, 18, reading)
  if (body.length >= at + 8) reading.telemetry.driverUniqueId = toHex(body, at, at + 8)
  return true
}

/** 0x61: IMEI, a position, a cell, and the number of the driver's card at the end. */
export const positionWithCard: Gt06Layout = (body, reading, context) => {
  if (body.length < 8 + positionByteCount + 12 || !startPosition(body, 8, reading, context)) return false
  reading.telemetry.driverUniqueId = String(readUint32(body, body.length - 4))
  return true
}

/**
 * 0x34: data and alarm mask u32, a position, terminal info u16, odometer u32, a cell of nine bytes, driver's card u32,
 * supply and battery u16 in hundredths of a volt, port info u32 (bits 20-23: analogue inputs), inputs u8, outputs u8.
 * With another maker a list of cells, which begins with the date.
 */
export const positionAfterMark: Gt06Layout = (body, reading, context) => {
  if (!isPlaceAt(body, 4)) {
    if (readTime(body, 0, 0)) return cellsAndNetworks(body, reading, context)
    return startPosition(body, 4, reading, context)
  }
  startPosition(body, 4, reading, context)
  const { telemetry, extras } = reading
  if (body.length < 45) return true
  telemetry.odometerMetres = readUint32(body, 24)
  const card = readUint32(body, 37)
  if (card > 0) telemetry.driverUniqueId = String(card)
  telemetry.powerVolts = readUint16(body, 41) / 100
  extras.batteryVolts = readUint16(body, 43) / 100
  if (body.length < 51) return true
  keepBits(extras, 'input', body[49] as number, 4)
  keepBits(extras, 'output', body[50] as number, 4)
  const analogCount = (readUint32(body, 45) >> 20) & 0x0f
  for (let index = 0; index < analogCount && 53 + index * 2 <= body.length; index++)
    extras[`analogVolts${index + 1}`] = readUint16(body, 51 + index * 2) / 100
  return true
}

/** 0x24 of 41 bytes is a position: ignition u8, supply and battery u16 in hundredths of a volt. Others list cells. */
export const cellsOrPosition: Gt06Layout = (body, reading, context) => {
  const volts = body.length === 41 ? readUint16(body, 27) / 100 : -1
  if (!isPositionAt(body, 0) || (body[26] as number) > 1 || volts < 0 || volts > 60)
    return cellsAndNetworks(body, reading, context)
  startPosition(body, 0, reading, context)
  readCell(body, 18, reading)
  reading.telemetry.ignition = body[26] === 1
  reading.telemetry.powerVolts = volts
  const batteryVolts = readUint16(body, 29) / 100
  if (batteryVolts > 0) reading.extras.batteryVolts = batteryVolts
  return true
}

/** Lists of cells and wireless networks: 0x18, 0x24, 0x28, 0x2C, 0x2E, 0x33, 0x69, 0xA1, 0xA2. Kept undecoded. */
export const cellsAndNetworks: Gt06Layout = (body, reading) => {
  if (body.length < 2) return false
  keepPayload(body, 0, reading)
  return true
}

/** An unknown form of a known protocol number. */
export const unknownContent: Gt06Layout = () => false
