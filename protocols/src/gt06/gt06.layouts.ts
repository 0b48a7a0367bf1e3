import { readInt16, readUint16, readUint32, toHex } from '../bytes.ts'
import {
  type Gt06Context,
  type Gt06Reading,
  keepPayload,
  noteAlarmOf,
  positionByteCount,
  readCell,
  readNetworkStep,
  readPosition,
  readStatus,
  readStatusBits,
  readTime,
  readWideCell,
} from './gt06.reading.ts'

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

/** Ignition u8, upload mode u8, replay flag u8, then odometer u32 in metres. */
function readTravelTail(body: Uint8Array, at: number, reading: Gt06Reading): void {
  const ignition = body[at]
  if (body.length < at + 3 || ignition === undefined) return
  if (ignition <= 1) reading.telemetry.ignition = ignition === 1
  if (body.length >= at + 7) reading.telemetry.odometerMetres = readUint32(body, at + 3)
}

/** 0x10 and 0x11, and 0x1E with many cells behind. */
export const positionAlone: Gt06Layout = (body, reading, context) => startPosition(body, 0, reading, context)

/** 0x12: a cell, and with some models a status block. */
export const positionWithCell: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  const at = readCell(body, 18, reading)
  if (body.length === at + 5) readStatus(body, at, reading, context, 'latched')
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
    readClimateTail(body, cellEnd + 1, reading)
    return true
  }
  readTravelTail(body, cellEnd, reading)
  return true
}

/**
 * The travel tail of models that write cells of four bytes: behind the odometer driven seconds u32, then temperature
 * and humidity in hundredths, their sign in bit 15.
 */
function readClimateTail(body: Uint8Array, at: number, reading: Gt06Reading): void {
  readTravelTail(body, at, reading)
  const temperature = readUint16(body, at + 11)
  const magnitude = (temperature & 0x7fff) / 100
  reading.extras.temp1 = temperature & 0x8000 ? 0 - magnitude : magnitude
  reading.extras.humidity = readUint16(body, at + 13) / 100
}

/** 0x25 and the long 0x22: event, IMEI, date, position, cell, status, volts, engine minutes, driver. */
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
  telemetry.engineHours = readUint32(body, at + 9) / 60
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

/** 0x31, and 0x32 in the short frame: altitude in metres at the end. In the long frame 0x32 lists cells. */
export const positionWithAltitude: Gt06Layout = (body, reading, context) => {
  if (body.length < 36 || body.length > 40 || !startPosition(body, 0, reading, context)) {
    return cellsAndNetworks(body, reading, context)
  }
  if (reading.fix) reading.fix.altitudeMetres = readInt16(body, body.length - 2)
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

/** 0x34: four bytes of another meaning before the position. */
export const positionAfterMark: Gt06Layout = (body, reading, context) =>
  startPosition(body, 4, reading, context)

/** 0x37: items (id u16, length u8) behind the travel tail. */
export const positionWithItems: Gt06Layout = (body, reading, context) => {
  if (!startPosition(body, 0, reading, context)) return false
  const at = readCell(body, 18, reading)
  const ignition = body[at]
  if (ignition !== undefined && ignition <= 1) reading.telemetry.ignition = ignition === 1
  readItems(body, at + 3, reading)
  return true
}

/** 0x36: a heartbeat with items, or a position with supply and battery volts. */
export const heartbeatOrPosition: Gt06Layout = (body, reading, context) => {
  const { telemetry, extras } = reading
  if (body.length < 36) {
    if (body.length < 5) return false
    readStatus(body, 0, reading, context, 'latched')
    readItems(body, 5, reading)
    return true
  }
  if (!startPosition(body, 0, reading, context)) return false
  const at = readCell(body, 18, reading)
  if (body.length < at + 11) return true
  telemetry.powerVolts = readUint16(body, at + 8) / 100
  extras.batteryVolts = (body[at + 10] as number) / 10
  return true
}

function readItems(body: Uint8Array, from: number, reading: Gt06Reading): void {
  for (let at = from; at + 3 <= body.length; ) {
    const id = readUint16(body, at)
    const length = body[at + 2] as number
    const value = at + 3
    at = value + length
    if (at > body.length) return
    if (id === 0x18 && length === 2) reading.extras.batteryVolts = readUint16(body, value) / 100
    else if (id === 0x6a && length === 1) reading.telemetry.batteryPercent = body[value] as number
    else if (id === 0x2e && length === 4) reading.telemetry.odometerMetres = readUint32(body, value)
  }
}

/** 0x13. A long form states a battery step of unknown scale. */
export const heartbeat: Gt06Layout = (body, reading, context) => {
  if (body.length < 3) return false
  if (body.length === 14) {
    // Signal u16, alarm code, language, battery percentage, mode, supply u16 in hundredths of a volt.
    readStatusBits(body[0] as number, reading.telemetry)
    noteAlarmOf(body[0] as number, body[3] as number, 'latched', reading, context)
    reading.telemetry.batteryPercent = body[5] as number
    reading.telemetry.powerVolts = readUint16(body, 7) / 100
    return true
  }
  if (body.length === 16) {
    readStatusBits(body[0] as number, reading.telemetry)
    reading.extras.batteryLevel = body[5] as number
    noteAlarmOf(body[0] as number, body[3] as number, 'latched', reading, context)
    return true
  }
  readStatus(body, 0, reading, context, 'latched')
  return true
}

/** 0x23: status u8, battery u16 in hundredths of a volt, network step u8, alarm code u8. */
export const heartbeatWithVolts: Gt06Layout = (body, reading, context) => {
  if (body.length < 4) return false
  readStatusBits(body[0] as number, reading.telemetry)
  reading.extras.batteryVolts = readUint16(body, 1) / 100
  readNetworkStep(body[3] as number, reading.telemetry)
  noteAlarmOf(body[0] as number, body[4] ?? 0, 'latched', reading, context)
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

/** 0xA3: a fence alarm with a 4G cell; from a wearable, steps. */
export const wearable: Gt06Layout = (body, reading) => {
  if (body.length < 13) return false
  reading.extras.steps = readUint32(body, 9)
  return true
}
