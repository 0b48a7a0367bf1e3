import { readInt32, readPrintable, readText, readUint16, toHex } from '../bytes.ts'
import type { Gt06Layout } from './gt06.layouts.ts'
import type { Gt06Reading } from './gt06.reading.ts'

/** 0x94 in the short frame: the supply in hundredths of a volt. */
export const supplyVolts: Gt06Layout = (body, reading) => {
  if (body.length !== 2) return false
  reading.telemetry.powerVolts = readUint16(body, 0) / 100
  return true
}

/** 0x94 in the long frame: a kind u8 and its value. */
export const information: Gt06Layout = (body, reading) => {
  const { telemetry, extras } = reading
  if (body.length < 2) return false
  const kind = body[0] as number
  const text = readPrintable(body, 1, body.length)
  if (kind === 0x00 && body.length === 3) telemetry.powerVolts = readUint16(body, 1) / 100
  else if (kind === 0x05) readDoor(body[body.length - 1] as number, extras)
  else if (kind === 0x0a && body.length >= 27) {
    extras.imsi = toHex(body, 9, 17)
    extras.iccid = toHex(body, 17, 27).replace(/f+$/, '')
  } else if (kind === 0x0b && body.length === 2)
    extras.networkTechnology = networkTechnology(body[1] as number)
  else if (kind === 0x0b && body.length === 3) telemetry.powerVolts = readUint16(body, 1) / 100
  else if (kind === 0x1e && body.length === 9) readClimate(body, extras)
  else if (kind === 0x0d && readFuelSensor(body, extras)) return true
  else if (kind === 0x1b && text === null && body.length >= 7) telemetry.driverUniqueId = toHex(body, 3, 7)
  else if (kind === 0x1b && text !== null) extras.serialText = text.slice(0, 256)
  else if (text !== null && text.length >= 4) extras.text = text.slice(0, 256)
  else return false
  return true
}

function networkTechnology(code: number): string {
  return code === 0 ? '2G' : '4G'
}

/** Bits: 0 door, 2 an input. */
function readDoor(flags: number, extras: Gt06Reading['extras']): void {
  extras.door = (flags & 1) !== 0
  extras.input1 = (flags & 4) !== 0
}

/** Temperature and humidity i32, both in tenths. */
function readClimate(body: Uint8Array, extras: Gt06Reading['extras']): void {
  extras.temperature1 = readInt32(body, 1) / 10
  extras.humidity1 = readInt32(body, 5) / 10
}

/** Address, damped level, temperature, version, echo and two status digits, measured level, movement, count, checksum. */
const fuelSensor = /!AIOIL,(\d+),(\d+\.\d+),(-?\d+\.\d+),[^,]*,[^,]*,(\d+\.\d+),[01],\d+,[0-9A-Fa-f]{2}/

/** An ultrasonic fuel sensor's text, with a date before it from some models. */
function readFuelSensor(body: Uint8Array, extras: Gt06Reading['extras']): boolean {
  const start = body.indexOf(0x21, 1)
  const parts = start < 0 ? null : fuelSensor.exec(readText(body, start, body.length))
  if (!parts) return false
  extras.text = parts[0].slice(0, 256)
  extras.temperature1 = Number(parts[3])
  extras.fuelLitres1 = Number(parts[4])
  return true
}
