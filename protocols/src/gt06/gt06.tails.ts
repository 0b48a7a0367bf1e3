import { readPrintable, readUint16, readUint32 } from '../bytes.ts'
import type { Gt06Context, Gt06Reading } from './gt06.reading.ts'
import { readSupplyStatus } from './gt06.status.ts'

/** Ignition u8, upload mode u8, replay flag u8, then odometer u32 in metres. */
export function readTravelTail(body: Uint8Array, at: number, reading: Gt06Reading): void {
  const ignition = body[at]
  if (body.length === at + 4) {
    reading.telemetry.odometerMetres = readUint32(body, at)
    return
  }
  if (body.length < at + 3 || ignition === undefined) return
  if (ignition <= 1) reading.telemetry.ignition = ignition === 1
  if (body.length >= at + 7) reading.telemetry.odometerMetres = readUint32(body, at + 3)
}

/** Sign in the top bit, magnitude in the others. */
export function signAndMagnitude(value: number, bits: number): number {
  const sign = 1 << (bits - 1)
  return value & sign ? 0 - (value & (sign - 1)) : value
}

/**
 * The travel tail of models that write cells of four bytes: behind the odometer driven seconds u32, then temperature
 * and humidity in hundredths, their sign in bit 15.
 */
export function readClimateTail(body: Uint8Array, at: number, reading: Gt06Reading): void {
  readTravelTail(body, at, reading)
  reading.extras.temperature1 = signAndMagnitude(readUint16(body, at + 11), 16) / 100
  reading.extras.humidity1 = readUint16(body, at + 13) / 100
}

/**
 * What stands behind the cell of 0x12, by its length: inputs u16, the travel tail (3, 4 or 7 bytes), a status block
 * with the supply (5), the same with fuel, temperature and odometer (12), or odometer and driver's card.
 */
export function readPositionTail(
  body: Uint8Array,
  at: number,
  reading: Gt06Reading,
  context: Gt06Context,
): void {
  const rest = body.length - at
  if (rest === 2) readInputWord(readUint16(body, at), reading, context)
  else if (rest === 5 || rest === 12) {
    readSupplyStatus(body, at, reading, context, 'latched')
    // These models state overspeed where others state that the device was removed.
    if (rest === 5 && reading.alarm === 'removing') reading.alarm = 'overspeed'
    if (rest === 12) readFuelTail(body, at + 5, reading)
  } else if (!readCardTail(body, at, reading)) readTravelTail(body, at, reading)
}

/** Fuel sensor u16 without a unit, temperature u8, odometer u32 in tens of metres. */
function readFuelTail(body: Uint8Array, at: number, reading: Gt06Reading): void {
  reading.extras.fuelRaw1 = readUint16(body, at)
  reading.extras.temperature1 = signAndMagnitude(body[at + 2] as number, 8)
  reading.telemetry.odometerMetres = readUint32(body, at + 3) * 10
}

/** Odometer u32, length u8 and number of the card, then alarm u8, card state u8 and with some models minutes driven. */
function readCardTail(body: Uint8Array, at: number, reading: Gt06Reading): boolean {
  const length = body[at + 4]
  if (length === undefined || length === 0) return false
  const behind = body.length - at - 5 - length
  if (behind !== 2 && behind !== 4) return false
  const card = readPrintable(body, at + 5, at + 5 + length)
  if (card === null) return false
  reading.telemetry.odometerMetres = readUint32(body, at)
  if (card.trim() !== '') reading.telemetry.driverUniqueId = card.trim()
  if (body[at + 5 + length] !== 0) {
    reading.alarm = 'other'
    reading.kind = 'alarm'
  }
  return true
}

/**
 * Bits: 15 ignition, 14 second input, 12 a temperature follows in bits 0-9 (9 is its sign); else bits 0-9 are an
 * analogue input in tenths of a volt, or in volts with bit 13.
 */
function readInputWord(word: number, reading: Gt06Reading, context: Gt06Context): void {
  // 0 to 2 is the language that other models put here.
  if (word > 2) context.hasInputWord = true
  if (!context.hasInputWord) return
  const { telemetry, extras } = reading
  telemetry.ignition = (word & 0x8000) !== 0
  extras.input2 = (word & 0x4000) !== 0
  if (word & 0x1000) extras.temperature1 = signAndMagnitude(word & 0x3ff, 10)
  else extras.analogVolts1 = word & 0x2000 ? word & 0x3ff : (word & 0x3ff) / 10
}
