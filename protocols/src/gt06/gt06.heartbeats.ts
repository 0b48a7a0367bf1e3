import { readInt16, readUint16, readUint32 } from '../bytes.ts'
import { readItems } from './gt06.items.ts'
import { type Gt06Layout, startPosition } from './gt06.layouts.ts'
import { type Gt06Context, type Gt06Reading, keepPayload, readCell } from './gt06.reading.ts'
import { noteAlarmOf, readNetworkStep, readStatus, readStatusBits } from './gt06.status.ts'
import { signAndMagnitude } from './gt06.tails.ts'

/** 0x13: a status block of five bytes; long forms state temperature and the supply. */
export const heartbeat: Gt06Layout = (body, reading, context) => {
  if (body.length < 3) return false
  if (body.length === 14) readObdHeartbeat(body, reading, context)
  else if (body.length === 16) readThermometerHeartbeat(body, reading, context)
  else if (body.length === 5 && context.maker === 'seeworld') readSeeworldHeartbeat(body, reading, context)
  else if (body.length === 5 && endsWithSupply(body, context)) readSupplyHeartbeat(body, reading, context)
  else readStatus(body, 0, reading, context, 'latched')
  return true
}

/**
 * Status u8, signal u16 (bits 0-4 the network's), alarm code, language, battery percentage, mode, supply u16 in
 * hundredths of a volt, reserved u8, minutes u16, temperature i16 in tenths where the mode is 4.
 */
function readObdHeartbeat(body: Uint8Array, reading: Gt06Reading, context: Gt06Context): void {
  const { telemetry, extras } = reading
  readStatusBits(body[0] as number, telemetry)
  noteAlarmOf(body[0] as number, body[3] as number, 'latched', reading, context)
  const strength = readUint16(body, 1) & 0x1f
  telemetry.signalPercent = Math.round((strength * 100) / 31)
  telemetry.batteryPercent = body[5] as number
  telemetry.powerVolts = readUint16(body, 7) / 100
  if (body[6] === 4) extras.temperature1 = readInt16(body, 12) / 10
}

/**
 * Status u8, satellites u16, alarm code, language, battery step of unknown scale, mode, battery u16 in hundredths of a
 * volt, reserved u8, times and minutes of work, temperature in tenths: bit 15 set above zero.
 */
function readThermometerHeartbeat(body: Uint8Array, reading: Gt06Reading, context: Gt06Context): void {
  const { telemetry, extras } = reading
  readStatusBits(body[0] as number, telemetry)
  extras.batteryStep = body[5] as number
  const volts = readUint16(body, 7) / 100
  if (volts > 0) extras.batteryVolts = volts
  const word = readUint16(body, 14)
  if (word !== 0xffff && word !== 0x7fff) extras.temperature1 = signAndMagnitude(word ^ 0x8000, 16) / 10
  noteAlarmOf(body[0] as number, body[3] as number, 'latched', reading, context)
}

/** Status, battery, network step, supply u8 in volts, language. */
function readSeeworldHeartbeat(body: Uint8Array, reading: Gt06Reading, context: Gt06Context): void {
  const supply = body[3] as number
  readStatus(body.subarray(0, 3), 0, reading, context, 'latched')
  if (supply >= 5) reading.telemetry.powerVolts = supply
}

/** Where a language (0, 1 or 2) belongs, these models state the lower byte of a voltage; 5 to 60 V. */
function endsWithSupply(body: Uint8Array, context: Gt06Context): boolean {
  if ((body[2] as number) > 100 || context.hasVoltsInStatus) return false
  const language = body[4] as number
  const volts = (readUint16(body, 3) & 0x0fff) / 10
  if ((language > 0x12 || (language & 0x0f) > 2) && (body[3] as number) <= 2 && volts >= 5 && volts <= 60)
    context.hasSupplyBehindStatus = true
  return context.hasSupplyBehindStatus
}

/** Status, battery, network step, supply u16 in tenths of a volt in its lower twelve bits. */
function readSupplyHeartbeat(body: Uint8Array, reading: Gt06Reading, context: Gt06Context): void {
  readStatus(body.subarray(0, 3), 0, reading, context, 'latched')
  reading.telemetry.powerVolts = (readUint16(body, 3) & 0x0fff) / 10
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

/** 0x36: a status block with items behind it. */
const heartbeatWithItems: Gt06Layout = (body, reading, context) => {
  if (body.length < 5) return false
  readStatus(body, 0, reading, context, 'latched')
  readItems(body, 5, reading)
  return true
}

/** 0x36: a heartbeat with items, or a position with supply and battery volts. */
export const heartbeatOrPosition: Gt06Layout = (body, reading, context) => {
  if (body.length < 36) return heartbeatWithItems(body, reading, context)
  if (!startPosition(body, 0, reading, context)) return false
  const at = readCell(body, 18, reading)
  if (body.length < at + 11) return true
  reading.telemetry.powerVolts = readUint16(body, at + 8) / 100
  reading.extras.batteryVolts = (body[at + 10] as number) / 10
  return true
}

/** 0xA3: from a wearable, steps; of seven bytes a heartbeat of another maker. */
export const wearable: Gt06Layout = (body, reading, context) => {
  if (body.length === 7) {
    context.maker = 'seeworld'
    readStatusBits(body[0] as number, reading.telemetry)
    keepPayload(body, 0, reading)
    return true
  }
  if (body.length < 13) return false
  reading.extras.steps = readUint32(body, 9)
  return true
}
