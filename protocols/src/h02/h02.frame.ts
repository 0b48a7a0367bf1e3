import { readUint32 } from '../bytes.ts'
import type { FindFrame, Found } from '../stream.ts'

const star = 0x2a
const hash = 0x23
const comma = 0x2c
/** `$` starts a binary record with an identifier, `X` one with the mileage in place of the identifier. */
const recordHead = 0x24
export const mileageHead = 0x58
/** Known record lengths. Any other length is used for the record at hand but not for later ones. */
const knownLengths: ReadonlySet<number> = new Set([32, 42, 45, 48])
const maxRecordBytes = 64

/** The layout of a binary record: identifiers have 5 bytes, or 8 in records of 42 bytes. */
export interface RecordShape {
  idBytes: 5 | 8
  /** Minimum length; the bytes behind it differ by firmware and are not read. */
  minBytes: 32 | 42
}
const shapes: readonly RecordShape[] = [
  { idBytes: 5, minBytes: 32 },
  { idBytes: 8, minBytes: 42 },
]
const headerBytes = 1 + 8 + 6

const isDecimal = (byte: number): boolean => byte >> 4 <= 9 && (byte & 0x0f) <= 9
const decimalOf = (byte: number): number => (byte >> 4) * 10 + (byte & 0x0f)
/** Maximum and minimum of hour, minute, second, day, month, year. */
const clockMax = [23, 59, 59, 31, 12, 99] as const
const clockMin = [0, 0, 0, 1, 1, 0] as const

/** Whether identifier, time and date are valid, as far as their bytes have arrived. */
function fits(bytes: Uint8Array, at: number, end: number, { idBytes }: RecordShape): boolean {
  for (let index = 1; index <= idBytes && at + index < end; index++) {
    if (!isDecimal(bytes[at + index] as number)) return false
  }
  for (let part = 0; part < 6 && at + 1 + idBytes + part < end; part++) {
    const byte = bytes[at + 1 + idBytes + part] as number
    const value = decimalOf(byte)
    if (!isDecimal(byte) || value > (clockMax[part] as number) || value < (clockMin[part] as number)) {
      return false
    }
  }
  return true
}

/** Whether position, speed and course are valid; all their bytes must have arrived. */
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

/** Whether a text message starts here, as far as its bytes have arrived: `*`, two letters of the maker, a comma. */
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

/** Text up to `#` and the line end behind it. A byte that no text contains, or another start, marks it as broken. */
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
 * Creates the frame finder of one connection. Records do not state their length, so it is learned: the first record of a
 * device is read with its minimum length, and the distance to its next record is the length of the later ones.
 */
export function h02Frames(): FindFrame {
  let learnt = 0
  let learntFrom = -1
  /** Bytes of the last record so far while its end is unknown; else 0. */
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
    const { minBytes } = shape
    if (end - at < minBytes) return incomplete
    const from = identifierAt(bytes, at)
    const inner = isSound(bytes, at, shape)
      ? nextOfSame(bytes, at, at + 1, at + minBytes, end, shape)
      : nextStart(bytes, at + 1, end)
    if (inner >= 0 && inner < at + minBytes) return { what: 'garbage', end: inner }
    const length = from === learntFrom && learnt >= minBytes ? learnt : 0
    if (length > 0 && end - at >= length && (end - at === length || isStart(bytes, at + length, end))) {
      return frame(at, length, from, end - at > length)
    }
    const next = nextOfSame(bytes, at, at + minBytes, Math.min(end, at + maxRecordBytes), end, shape)
    if (next > 0) return frame(at, next - at, from, true)
    return end - at < length ? incomplete : frame(at, minBytes, from, false)
  }

  return (bytes, at, end) => {
    if (!isStart(bytes, at, end)) {
      const next = nextStart(bytes, at + 1, end)
      open = open > 0 && open + next - at <= maxRecordBytes ? open + next - at : 0
      return { what: 'garbage', end: next }
    }
    // `*` or `$` as the last byte may belong to the tail of the record: wait for a complete start to determine its length.
    if (bytes[at] === star) {
      if (end - at > 3) settle()
      return findText(bytes, at, end)
    }
    if (end - at < headerBytes) return incomplete
    settle()
    return findRecord(bytes, at, end)
  }
}

/** The first five bytes of the identifier as a number; 0 for records with the mileage in its place. */
function identifierAt(bytes: Uint8Array, at: number): number {
  return bytes[at] === mileageHead ? 0 : readUint32(bytes, at + 1) * 256 + (bytes[at + 5] as number)
}

/** The offset of the next text, or record of the same device, in [start, until); -1 if there is none. */
function nextOfSame(
  bytes: Uint8Array,
  at: number,
  start: number,
  until: number,
  end: number,
  { idBytes }: RecordShape,
): number {
  for (let next = start; next < until; next++) {
    if (isTextStart(bytes, next, end) && end - next > 3) return next
    if (bytes[next] !== bytes[at] || bytes[at] === mileageHead || end - next <= idBytes) continue
    if (isRecordStart(bytes, next, end) && identifierAt(bytes, next) === identifierAt(bytes, at)) return next
  }
  return -1
}
