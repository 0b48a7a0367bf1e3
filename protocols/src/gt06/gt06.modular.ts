import { readInt16, readUint16, readUint32, toHex } from '../bytes.ts'
import type { Gt06Layout } from './gt06.layouts.ts'
import { buildFix, type Gt06Reading } from './gt06.reading.ts'

/** 0x70: items (id u16, length u16, value). */
export const modular: Gt06Layout = (body, reading) => {
  const { extras } = reading
  // Some models put a mark of five bytes (u32, u8) before the items.
  let at = body.length > 5 && readUint16(body, 0) === 0 ? 5 : 0
  let hasItem = false
  for (; at + 4 <= body.length; ) {
    const id = readUint16(body, at)
    const length = readUint16(body, at + 2)
    const value = at + 4
    at = value + length
    if (at > body.length) break
    hasItem = true
    if (id === 0x33 && length >= 18) readModularPosition(body, value, reading)
    else if (id === 0x35 && length === 1 && body[value] !== 0) {
      reading.alarm = body[value] === 1 ? 'removing' : 'other'
      reading.kind = 'alarm'
      if (reading.alarm === 'other') extras.eventCode = body[value] as number
    } else if (id === 0x18 && length === 2) extras.batteryVolts = readUint16(body, value) / 100
    else if (id === 0x2b && length === 1) extras.bootReason = body[value] as number
    else if (id === 0x7f && length >= 12) readTag(body, value, length, extras)
    else if (id === 0x03 && length === 10) extras.iccid = toHex(body, value, value + length)
  }
  return hasItem
}

/** Seconds since 1970 u32, satellites u8, altitude u16, latitude, longitude, speed u8, flags u16. */
function readModularPosition(body: Uint8Array, at: number, reading: Gt06Reading): void {
  reading.fix = buildFix(
    {
      time: new Date(readUint32(body, at) * 1000),
      latitudeUnits: readUint32(body, at + 7),
      longitudeUnits: readUint32(body, at + 11),
      speedKmh: body[at + 15] as number,
      satellites: body[at + 4] as number,
      flags: readUint16(body, at + 16),
    },
    reading.extras,
  )
  if (reading.fix) {
    reading.fix.altitudeMetres = readUint16(body, at + 5)
    if (reading.kind === 'status') reading.kind = 'position'
  }
}

/** A wireless tag: address, battery u16 in millivolts, battery percentage, temperature and humidity i16 in tenths. */
function readTag(body: Uint8Array, at: number, length: number, extras: Gt06Reading['extras']): void {
  extras.sensor1Id = toHex(body, at, at + 6)
  const battery = readUint16(body, at + 6)
  if (battery > 0 && battery < 0x7fff) extras.sensor1BatteryVolts = battery / 1000
  const temperature = readUint16(body, at + 9)
  if (temperature !== 0x7fff && temperature !== 0xffff) extras.temperature1 = readInt16(body, at + 9) / 10
  const humidity = length >= 13 ? readInt16(body, at + 11) / 10 : -1
  if (humidity >= 0 && humidity <= 100) extras.humidity1 = humidity
}
