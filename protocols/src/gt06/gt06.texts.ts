import { readInt16, readPrintable, readText, readUint16, readUint32, toHex } from '../bytes.ts'
import type { Gt06Layout } from './gt06.layouts.ts'
import { buildFix, type Gt06Reading, keepPayload, readTime } from './gt06.reading.ts'

/** 0x15: length u8, server flag u32, answer text padded with NULs, sometimes a language u16. */
export const commandAnswer: Gt06Layout = (body, reading) => {
  if (body.length < 6) return false
  const stated = body[0] as number
  const end = stated > 4 && stated + 1 <= body.length ? stated + 1 : body.length
  let textEnd = 5
  while (textEnd < end && body[textEnd] !== 0) textEnd++
  takeAnswer(readText(body, 5, textEnd), readUint32(body, 1), reading)
  return true
}

/** 0x21: server flag u32, encoding u8 (1 ASCII, 2 UTF-16), answer text. A position may be written in it. */
export const longCommandAnswer: Gt06Layout = (body, reading) => {
  if (body.length < 6) return false
  const isWide = body[4] === 2
  let text = ''
  if (isWide)
    for (let at = 5; at + 1 < body.length; at += 2) text += String.fromCharCode(readUint16(body, at))
  else text = readText(body, 5, body.length)
  takeAnswer(text, readUint32(body, 0), reading)
  reading.fix = readWrittenPosition(text, reading.extras)
  return true
}

/** `DYD=Unvalued Fix` and `DYD=Speed Limit` are refusals; `Already in the state of …` is none: it is as was asked. */
const refusal = /fail|error|invalid|refus|unsupport|not support|wrong|^(?:HF|D)YD\s*=(?!\s*success)/i

/** The server flag comes back as it was sent: it holds the command's serial. */
function takeAnswer(answer: string, serverFlag: number, reading: Gt06Reading): void {
  const text = answer.replaceAll('\0', '').trim()
  reading.kind = 'answer'
  reading.answer = { key: `#${serverFlag}`, text, isRefused: refusal.test(text) }
}

const writtenPosition =
  /Lat:([NS])(\d+\.\d+),Lon:([EW])(\d+\.\d+),Course:(\d+(?:\.\d+)?),Speed:(\d+(?:\.\d+)?),DateTime:(\d+)-(\d+)-(\d+)\s+(\d+):(\d+):(\d+)/

function readWrittenPosition(text: string, extras: Gt06Reading['extras']): Gt06Reading['fix'] {
  const parts = writtenPosition.exec(text)
  if (!parts) return null
  const numberAt = (index: number) => Number(parts[index])
  const date = [numberAt(7) - 2000, numberAt(8), numberAt(9), numberAt(10), numberAt(11), numberAt(12)]
  return buildFix(
    {
      time: readTime(Uint8Array.from(date), 0, 0),
      latitudeUnits: numberAt(2) * 1_800_000,
      longitudeUnits: numberAt(4) * 1_800_000,
      speedKmh: numberAt(6),
      satellites: null,
      flags:
        0x1000 |
        (parts[1] === 'N' ? 0x400 : 0) |
        (parts[3] === 'W' ? 0x800 : 0) |
        (Math.round(numberAt(5)) & 0x3ff),
    },
    extras,
  )
}

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
  else if (kind === 0x05) extras.door = ((body[body.length - 1] as number) & 1) !== 0
  else if (kind === 0x0a && body.length >= 27) {
    extras.imsi = toHex(body, 9, 17)
    extras.iccid = toHex(body, 17, 27)
  } else if (kind === 0x0b && body.length === 2)
    extras.networkTechnology = networkTechnology(body[1] as number)
  else if (kind === 0x0b && body.length === 3) telemetry.powerVolts = readUint16(body, 1) / 100
  else if (kind === 0x1b && text === null && body.length >= 7) telemetry.driverUniqueId = toHex(body, 3, 7)
  else if (kind === 0x1b && text !== null) extras.serial = text.slice(0, 256)
  else if (text !== null && text.length >= 4) extras.text = text.slice(0, 256)
  else return false
  return true
}

function networkTechnology(code: number): string {
  return code === 0 ? '2G' : '4G'
}

/** 0x9B: bytes of a serial port, as text where they are text. */
export const serialPort: Gt06Layout = (body, reading) => {
  if (body.length < 2) return false
  reading.answer = {
    key: '*',
    text: readPrintable(body, 1, body.length) ?? toHex(body, 1, body.length),
    isRefused: false,
  }
  reading.kind = 'answer'
  return true
}

/** 0x8C: date, kind u8, engine values `id=hex,id=hex…`. */
export const engineValues: Gt06Layout = (body, reading) => {
  if (body.length < 9) return false
  const text = readPrintable(body, 7, body.length) ?? readLeadingText(body, 7)
  if (text) reading.extras.engineValues = text.slice(0, 256)
  return true
}

function readLeadingText(body: Uint8Array, from: number): string {
  let end = from
  while (end < body.length && (body[end] as number) >= 0x20 && (body[end] as number) < 0x7f) end++
  return readText(body, from, end)
}

/** 0xF2: a beacon's message; its text begins at `$`. */
export const beacon: Gt06Layout = (body, reading) => {
  const start = body.indexOf(0x24)
  const text = start < 0 ? null : readPrintable(body, start, body.length)
  if (text) reading.extras.text = text.slice(0, 256)
  keepPayload(body, 0, reading)
  return true
}

/** 0x70: items (id u16, length u16, value). */
export const modular: Gt06Layout = (body, reading) => {
  const { telemetry, extras } = reading
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
      if (reading.alarm === 'other') extras.alarmCode = body[value] as number
    } else if (id === 0x18 && length === 2) extras.batteryVolts = readUint16(body, value) / 100
    else if (id === 0x2b && length === 1) telemetry.signalPercent = body[value] as number
    else if (id === 0x7f && length >= 12) {
      extras.tag1Id = toHex(body, value, value + 6)
      extras.tag1Temp = readInt16(Uint8Array.of(body[value + 11] ?? 0, body[value + 10] ?? 0), 0) / 10
    } else if (id === 0x03 && length === 10) extras.iccid = toHex(body, value, value + length)
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
