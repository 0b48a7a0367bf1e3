import { readPrintable, readTenthsOfDegree, readUint16, readUint32, toHex } from '../bytes.ts'
import { readReaderText } from './jt808.drivers.ts'
import { readEnginePacket, readFaultPacket, readManeuver } from './jt808.engine.ts'
import type { Jt808Context } from './jt808.location.ts'
import type { Jt808Reading } from './jt808.reading.ts'
import { readDiagnosticText } from './jt808.texts.ts'

type PassedReader = (
  body: Uint8Array,
  at: number,
  end: number,
  reading: Jt808Reading,
  context: Jt808Context,
) => void

/** 18 bytes, time, kind 7, then tags: index u8, address, dBm i8, length u8, value. */
const readTags: PassedReader = (body, at, end, { extras }) => {
  for (let each = at + 25; each + 9 <= end; ) {
    const index = body[each] as number
    if (index < 8) {
      extras[`tag${index + 1}Mac`] = toHex(body, each + 1, each + 7)
      extras[`tag${index + 1}Rssi`] = ((body[each + 7] as number) << 24) >> 24
    }
    each += 9 + (body[each + 8] as number)
  }
}

/** 18 bytes, time, then records: length u16, time, a byte, a byte, temperature in tenths. */
const readTemperature: PassedReader = (body, at, end, { extras }) => {
  const record = at + 24
  if (end >= record + 12) extras.deviceTemperature = readTenthsOfDegree(body, record + 10)
}

/** What a device on a serial port of the tracker wrote: engine values, a card, or other text. */
function readSerialText(body: Uint8Array, at: number, end: number, reading: Jt808Reading): void {
  if (readDiagnosticText(body, at, end, reading)) return
  const text = readPrintable(body, at, end)
  if (text) readReaderText(text, reading)
}

const readerOfPassed: ReadonlyMap<number, PassedReader> = new Map<number, PassedReader>([
  [0x40, readSerialText],
  [0x41, readSerialText],
  [0x42, readSerialText],
  [0x53, readTags],
  [0x54, readTemperature],
  [0xf0, readEnginePacket],
  [0xf2, readFaultPacket],
  [0xff, readManeuver],
])

/** 0x0900: a kind u8 and data of a device behind the tracker. False for an unknown kind. */
export function readPassedThrough(
  body: Uint8Array,
  at: number,
  end: number,
  reading: Jt808Reading,
  context: Jt808Context,
): boolean {
  const read = end > at ? readerOfPassed.get(body[at] as number) : undefined
  if (!read) return false
  read(body, at + 1, end, reading, context)
  keepPayload(body, at, end, reading)
  return true
}

/** Keeps undocumented bytes, at most 128. */
export function keepPayload(body: Uint8Array, at: number, end: number, reading: Jt808Reading): void {
  if (end > at) reading.extras.payload = toHex(body, at, Math.min(end, at + 128))
}

/** Answer text of 0x0701 (behind a length u32), 0x6006, and 0x1300 (UTF-16 behind a serial u16). */
export function readAnswerText(id: number, body: Uint8Array, at: number, end: number): string | null {
  if (id === 0x1300) {
    let text = ''
    for (let each = at + 2; each + 1 < end; each += 2) text += String.fromCharCode(readUint16(body, each))
    return text.trim() || null
  }
  const start = id === 0x0701 && end - at > 4 && readUint32(body, at) === end - at - 4 ? at + 4 : at
  return readPrintable(body, start, end)
}
