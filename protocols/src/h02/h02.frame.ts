import { readUint32 } from '../bytes.ts'
import type { FindFrame, Found } from '../stream.ts'

const star = 0x2a
const hash = 0x23
const comma = 0x2c
/** `$` begins a binary record with an identifier, `X` one with the mileage in its place. */
const recordHead = 0x24
export const mileageHead = 0x58
/** Lengths that trackers are known to send; another one is believed once and not remembered. */
const knownLengths: ReadonlySet<number> = new Set([32, 42, 45, 48])
const maxRecordBytes = 64

/** Where the fields of a binary record stand: identifiers are 5 bytes, or 8 in the records of 42. */
export interface RecordShape {
  idBytes: 5 | 8
  /** What a record of this shape holds at least; what follows differs by firmware and is not read. */
  minBytes: 32 | 42
}
const shapes: readonly RecordShape[] = [
  { idBytes: 5, minBytes: 32 },
  { idBytes: 8, minBytes: 42 },
]
const headerBytes = 1 + 8 + 6

const isDecimal = (byte: number): boolean => byte >> 4 <= 9 && (byte & 0x0f) <= 9
const decimalOf = (byte: number): number => (byte >> 4) * 10 + (byte & 0x0f)
/** Most of hour, minute, second, day, month, year, and the least. */
const clockLimits = [23, 59, 59, 31, 12, 99] as const
const clockLeast = [0, 0, 0, 1, 1, 0] as const

/** Whether identifier, time and date are what they must be, as far as the bytes go. */
function fits(bytes: Uint8Array, at: number, end: number, { idBytes }: RecordShape): boolean {
  for (let index = 1; index <= idBytes && at + index < end; index++) {
    if (!isDecimal(bytes[at + index] as number)) return false
  }
  for (let part = 0; part < 6 && at + 1 + idBytes + part < end; part++) {
    const byte = bytes[at + 1 + idBytes + part] as number
    const value = decimalOf(byte)
    if (!isDecimal(byte) || value > (clockLimits[part] as number) || value < (clockLeast[part] as number)) {
      return false
    }
  }
  return true
}

/** Whether place, speed and course are what they must be; every byte of them is there. */
function isSound(bytes: Uint8Array, at: number, { idBytes }: RecordShape): boolean {
  const place = at + 1 + idBytes + 6
  for (let index = 0; index < 13; index++) {
    // Byte 4 is the battery; byte 9 ends in the flags.
    const byte = bytes[place + index] as number
    if (index !== 4 && !isDecimal(index === 9 ? byte & 0xf0 : byte)) return false
  }
  const value = (index: number) => decimalOf(bytes[place + index] as number)
  const longitude = value(5) * 10 + (value(6) - (value(6) % 10)) / 10
  const longitudeMinutes = (value(6) % 10) * 10 + (value(7) - (value(7) % 10)) / 10
  const course = (value(11) % 10) * 100 + value(12)
  return value(0) <= 90 && value(1) < 60 && longitude <= 180 && longitudeMinutes < 60 && course <= 360
}

/** The layout of the binary record at `at`; null if there is none. */
export function shapeOf(bytes: Uint8Array, at: number, end: number): RecordShape | null {
  let fitting: RecordShape | null = null
  for (const shape of bytes[at] === mileageHead ? shapes.slice(0, 1) : shapes) {
    if (!fits(bytes, at, end, shape)) continue
    if (end - at < shape.minBytes || isSound(bytes, at, shape)) return shape
    fitting ??= shape
  }
  return fitting
}

const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** Whether a text message begins here, as far as the bytes go: `*`, two letters of the maker, a comma. */
function isTextStart(bytes: Uint8Array, at: number, end: number): boolean {
  if (bytes[at] !== star) return false
  for (const offset of [1, 2]) {
    if (at + offset < end && !isLetter(bytes[at + offset] as number)) return false
  }
  return at + 3 >= end || bytes[at + 3] === comma
}

function isRecordStart(bytes: Uint8Array, at: number, end: number): boolean {
  const head = bytes[at]
  return (head === recordHead || head === mileageHead) && shapeOf(bytes, at, end) !== null
}

const isStart = (bytes: Uint8Array, at: number, end: number): boolean =>
  isTextStart(bytes, at, end) || isRecordStart(bytes, at, end)

function nextStart(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && !isStart(bytes, at, end)) at++
  return at
}

const incomplete: Found = { what: 'incomplete' }

/** Text to `#` with the line's end behind it. A byte no text holds, or another start, means that it is broken. */
function findText(bytes: Uint8Array, at: number, end: number): Found {
  if (end - at < 4) return incomplete
  for (let index = at + 4; index < end; index++) {
    const byte = bytes[index] as number
    if (byte === hash) {
      let after = index + 1
      while (after < end && (bytes[after] === 0x0d || bytes[after] === 0x0a)) after++
      return { what: 'frame', end: after }
    }
    const isBroken = byte > 0x7e || (byte < 0x20 && byte !== 0x0d && byte !== 0x0a && byte !== 0x09)
    if (isBroken || (byte === star && end - index > 3 && isTextStart(bytes, index, end))) {
      return { what: 'garbage', end: nextStart(bytes, at + 1, end) }
    }
  }
  return incomplete
}

/**
 * The finder of one connection. Records do not state their length, so it is learnt: of a device not known yet a record's
 * least bytes are the frame, and what lies between two of its records is its length from then on.
 */
export function h02Frames(): FindFrame {
  let learnt = 0
  let learntFrom = -1
  /** Bytes of the last record so far, while its end was not seen; 0 behind anything else. */
  let open = 0
  let openFrom = -1

  function settle(): void {
    if (knownLengths.has(open)) {
      learnt = open
      learntFrom = openFrom
    }
    open = 0
  }

  function frame(at: number, length: number, from: number, isEndSeen: boolean): Found {
    open = length
    openFrom = from
    if (isEndSeen) settle()
    return { what: 'frame', end: at + length }
  }

  function findRecord(bytes: Uint8Array, at: number, end: number): Found {
    const shape = shapeOf(bytes, at, end)
    if (!shape) return { what: 'garbage', end: nextStart(bytes, at + 1, end) }
    const least = shape.minBytes
    if (end - at < least) return incomplete
    const from = identifierAt(bytes, at)
    const inner = isSound(bytes, at, shape)
      ? nextOfSame(bytes, at, at + 1, at + least, end, shape)
      : nextStart(bytes, at + 1, end)
    if (inner >= 0 && inner < at + least) return { what: 'garbage', end: inner }
    const length = from === learntFrom && learnt >= least ? learnt : 0
    if (length > 0 && end - at >= length && (end - at === length || isStart(bytes, at + length, end))) {
      return frame(at, length, from, end - at > length)
    }
    const next = nextOfSame(bytes, at, at + least, Math.min(end, at + maxRecordBytes), end, shape)
    if (next > 0) return frame(at, next - at, from, true)
    return end - at < length ? incomplete : frame(at, least, from, false)
  }

  return (bytes, at, end) => {
    if (!isStart(bytes, at, end)) {
      const next = nextStart(bytes, at + 1, end)
      open = open > 0 && open + next - at <= maxRecordBytes ? open + next - at : 0
      return { what: 'garbage', end: next }
    }
    // A star or `$` at the very end may as well be the tail of a record: its length is settled by a whole start.
    if (bytes[at] === star) {
      if (end - at > 3) settle()
      return findText(bytes, at, end)
    }
    if (end - at < headerBytes) return incomplete
    settle()
    return findRecord(bytes, at, end)
  }
}

/** The first five bytes of the identifier as a number; equal for all records with the mileage in its place. */
function identifierAt(bytes: Uint8Array, at: number): number {
  return bytes[at] === mileageHead ? 0 : readUint32(bytes, at + 1) * 256 + (bytes[at + 5] as number)
}

/** The next text, or record of the same device, whose identifier rules out chance; -1 where there is none. */
function nextOfSame(
  bytes: Uint8Array,
  at: number,
  start: number,
  most: number,
  end: number,
  { idBytes }: RecordShape,
): number {
  for (let next = start; next < most; next++) {
    if (isTextStart(bytes, next, end) && end - next > 3) return next
    if (bytes[next] !== bytes[at] || bytes[at] === mileageHead || end - next <= idBytes) continue
    if (isRecordStart(bytes, next, end) && identifierAt(bytes, next) === identifierAt(bytes, at)) return next
  }
  return -1
}
