import type { FindFrame, Found } from '../stream.ts'
import { judgeSerialReturn } from './suntech.serial.ts'

const carriageReturn = 0x0d
const lineFeed = 0x0a
const semicolon = 0x3b
const zipStart = 0x02
const zipEnd = 0x03
const longestBinary = 1023

const isDigit = (code: number | undefined) => code !== undefined && code >= 0x30 && code <= 0x39
const isUpper = (code: number | undefined) => code !== undefined && code >= 0x41 && code <= 0x5a
const isBinaryType = (code: number | undefined) => code !== undefined && code >= 0x81 && code <= 0x8f

/** `more`: more bytes are needed to decide. */
type Start = 'yes' | 'no' | 'more'

/** `ST300STT;`, `SA200ALV;`, `ST910;`: letters, three or four digits, and a type but for the ST9xx. */
function legacyHeader(bytes: Uint8Array, at: number, end: number): Start {
  if (bytes[at] !== 0x53) return 'no'
  if (at + 1 >= end) return 'more'
  if (bytes[at + 1] !== 0x54 && bytes[at + 1] !== 0x41) return 'no'
  let offset = at + 2
  while (offset < end && offset < at + 6 && isDigit(bytes[offset])) offset++
  if (offset === end) return 'more'
  if (offset < at + 5) return 'no'
  if (bytes[offset] === semicolon) return 'yes'
  return typeAndSemicolon(bytes, offset, end)
}

/** Three capital letters and a semicolon. */
function typeAndSemicolon(bytes: Uint8Array, at: number, end: number): Start {
  for (let offset = at; offset < at + 3; offset++) {
    if (offset === end) return 'more'
    if (!isUpper(bytes[offset])) return 'no'
  }
  if (at + 3 === end) return 'more'
  return bytes[at + 3] === semicolon ? 'yes' : 'no'
}

function textStart(bytes: Uint8Array, at: number, end: number): Start {
  const universal = typeAndSemicolon(bytes, at, end)
  if (universal === 'yes') return 'yes'
  const legacy = legacyHeader(bytes, at, end)
  return legacy === 'no' ? universal : legacy
}

/** Type, length u16 up to 1,023, a device identifier of ten BCD digits, and a date. */
function binaryStart(bytes: Uint8Array, at: number, end: number): Start {
  const isZip = bytes[at] === zipStart
  if (!isZip && !isBinaryType(bytes[at])) return 'no'
  if (at + 1 >= end) return 'more'
  if ((bytes[at + 1] as number) > longestBinary >> 8) return 'no'
  if (at + 2 >= end) return 'more'
  const length = ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)
  if (length < (isZip ? 6 : 8)) return 'no'
  if (isZip && at + 3 < end && ((bytes[at + 3] as number) & 0xf0) !== 0x10) return 'no'
  const identifierAt = at + (isZip ? 4 : 3)
  for (let offset = identifierAt; offset < identifierAt + 5; offset++) {
    if (offset >= end) return 'more'
    const byte = bytes[offset] as number
    if (byte >> 4 > 9 || (byte & 0x0f) > 9) return 'no'
  }
  if (length < 18) return 'yes'
  if (isZip) return dateStart(bytes, at + 13, end)
  if (at + 11 > end) return 'more'
  const flags = bytes[at + 10] as number
  if ((flags & 0x10) === 0) return 'yes'
  // Before the date: model, firmware in three bytes, live or stored.
  const dateAt = at + 11 + (flags & 2 ? 1 : 0) + (flags & 4 ? 3 : 0) + (flags & 8 ? 1 : 0)
  return dateStart(bytes, dateAt + 1, end)
}

/** Month and day, binary or BCD: text has no such bytes, so it is not mistaken for an incomplete frame. */
function dateStart(bytes: Uint8Array, monthAt: number, end: number): Start {
  if (monthAt + 1 >= end) return 'more'
  return (bytes[monthAt] as number) <= 0x12 && (bytes[monthAt + 1] as number) <= 0x31 ? 'yes' : 'no'
}

/** Whether a frame starts inside another one's text, which has lost its end. Stricter than the check of a first start. */
function interrupts(bytes: Uint8Array, at: number, end: number): boolean {
  const code = bytes[at] as number
  if (code === zipStart || code > 0x80) return binaryStart(bytes, at, end) === 'yes'
  if (code === 0x53 && isDigit(bytes[at + 2])) return legacyHeader(bytes, at, end) === 'yes'
  // STT; or ALT; and the ten digits of a universal device.
  if (code !== 0x53 && code !== 0x41) return false
  if (typeAndSemicolon(bytes, at, end) !== 'yes' || at + 14 >= end) return false
  for (let offset = at + 4; offset < at + 14; offset++) if (!isDigit(bytes[offset])) return false
  return bytes[at + 14] === semicolon
}

const isHex = (code: number | undefined) =>
  isDigit(code) || (code !== undefined && code >= 0x41 && code <= 0x46)

/** Whether a carriage return ends a crash record: it follows `;` and a checksum of two hexadecimal digits. */
const endsCrashRecord = (bytes: Uint8Array, at: number) =>
  bytes[at - 3] === semicolon && isHex(bytes[at - 2]) && isHex(bytes[at - 1])

function findText(bytes: Uint8Array, at: number, end: number, isDatagram: boolean): Found {
  const isSerial = end - at > 8 && [3, 8, 9].some((offset) => isTypeBefore(bytes, at + offset, 'UEX'))
  const isCrash = isTypeBefore(bytes, at + 3, 'CRR')
  let offset = at + 4
  let dataEnd = at
  /** Behind the last carriage return that may have been the end; data of the stated length may still come. */
  let openEnd = -1
  let isWaiting = false
  while (offset < end) {
    const code = bytes[offset] as number
    if (code === carriageReturn && offset >= dataEnd && !(isCrash && !endsCrashRecord(bytes, offset))) {
      const found = isSerial && dataEnd === at ? judgeSerialReturn(bytes, at, offset, end) : 'end'
      if (found === 'end') return frameTo(bytes, offset + 1, end)
      isWaiting = found === 'more' && !isDatagram
      if (found === 'open' || found === 'more') openEnd = offset + 1
      else dataEnd = found.dataEnd
    } else if (isWaiting) {
      // Starts are not looked for in data that have not arrived in full.
    } else if (
      openEnd >= 0 &&
      offset <= openEnd + 1 &&
      isUpper(code) &&
      textStart(bytes, offset, end) === 'yes'
    ) {
      return frameTo(bytes, openEnd, end)
    } else if (!isCrash && offset >= dataEnd && canInterrupt(code) && interrupts(bytes, offset, end)) {
      // A message that began behind serial data of a wrong length: what came before is one of its own.
      return openEnd >= 0 ? frameTo(bytes, openEnd, end) : { what: 'garbage', end: offset }
    }
    offset++
  }
  return isDatagram ? { what: 'frame', end } : { what: 'incomplete' }
}

const canInterrupt = (code: number) => code === 0x53 || code === 0x41 || code === zipStart || code > 0x80

const isTypeBefore = (bytes: Uint8Array, at: number, type: string) =>
  bytes[at] === semicolon &&
  bytes[at - 3] === type.charCodeAt(0) &&
  bytes[at - 2] === type.charCodeAt(1) &&
  bytes[at - 1] === type.charCodeAt(2)

const frameTo = (bytes: Uint8Array, behind: number, end: number): Found => ({
  what: 'frame',
  end: behind < end && bytes[behind] === lineFeed ? behind + 1 : behind,
})

function findBinary(bytes: Uint8Array, at: number, end: number): Found {
  const length = ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)
  const isZip = bytes[at] === zipStart
  const behind = at + 3 + length + (isZip ? 1 : 0)
  if (behind > end) return { what: 'incomplete' }
  const isEnded = isZip ? bytes[behind - 1] === zipEnd : behind === end || mayFollow(bytes[behind])
  return isEnded ? { what: 'frame', end: behind } : { what: 'garbage', end: at + 1 }
}

const mayFollow = (code: number | undefined) =>
  isUpper(code) || isBinaryType(code) || code === zipStart || code === carriageReturn || code === lineFeed

function startAt(bytes: Uint8Array, at: number, end: number): Start {
  const code = bytes[at] as number
  if (isUpper(code)) return textStart(bytes, at, end)
  return code === zipStart || code > 0x80 ? binaryStart(bytes, at, end) : 'no'
}

/**
 * Text ended by a carriage return, universal binary (0x81…: type, length u16, body) and the legacy ZIP
 * (0x02, length u16, body, 0x03). `isDatagram`: the end of the bytes also ends a text.
 */
export function findSuntechFrame(isDatagram: boolean): FindFrame {
  return (bytes, at, end) => {
    const start = startAt(bytes, at, end)
    if (start === 'yes') {
      return isUpper(bytes[at]) ? findText(bytes, at, end, isDatagram) : findBinary(bytes, at, end)
    }
    if (start === 'more') return { what: 'incomplete' }
    let next = at + 1
    while (next < end && startAt(bytes, next, end) === 'no') next++
    return { what: 'garbage', end: next }
  }
}
