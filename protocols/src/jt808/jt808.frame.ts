import type { Found } from '../stream.ts'

const mark = 0x7e
const escapeMark = 0x7d
/** Id, attributes, six bytes of phone, serial, checksum. */
const minBytes = 13

/**
 * Frames are enclosed by 7E; inside, 7E and 7D are escaped as 7D 02 and 7D 01. If the bytes between two marks are not a
 * frame, only those up to the second mark are skipped, since it may begin the next frame.
 */
export function findJt808Frame(bytes: Uint8Array, at: number, end: number): Found {
  if (bytes[at] !== mark) {
    const start = bytes.indexOf(mark, at)
    return { what: 'garbage', end: start < 0 ? end : start }
  }
  const close = bytes.indexOf(mark, at + 1)
  if (close < 0) return { what: 'incomplete' }
  if (!isFrame(bytes, at, close)) return { what: 'garbage', end: close }
  // Two adjacent frames may share one mark.
  const isShared = close + 1 < end && bytes[close + 1] !== mark
  return { what: 'frame', end: isShared ? close : close + 1 }
}

const measured = { length: 0, sum: 0, attributes: 0 }

/** Unescaped length, XOR and attributes of the bytes between two marks. The result is reused by the next call. */
function measure(bytes: Uint8Array, at: number, close: number): typeof measured {
  let length = 0
  let sum = 0
  let attributes = 0
  for (let from = at + 1; from < close; from++) {
    let byte = bytes[from] as number
    if (byte === escapeMark && from + 1 < close) {
      const next = bytes[from + 1]
      if (next === 0x01 || next === 0x02) {
        byte = next === 0x01 ? escapeMark : mark
        from++
      }
    }
    if (length === 2) attributes = byte << 8
    if (length === 3) attributes |= byte
    length++
    sum ^= byte
  }
  measured.length = length
  measured.sum = sum
  measured.attributes = attributes
  return measured
}

/** A correct checksum or a correct length is enough: some firmwares send one of them wrong. */
function isFrame(bytes: Uint8Array, at: number, close: number): boolean {
  const { length, sum, attributes } = measure(bytes, at, close)
  if (length < minBytes) return false
  return sum === 0 || length === headerBytes(attributes) + (attributes & 0x3ff) + 1
}

/** Bytes before the body. Bit 14: a version byte and a phone of ten bytes; bit 13: the number of a part. */
export function headerBytes(attributes: number): number {
  return (attributes & 0x4000 ? 17 : 12) + (attributes & 0x2000 ? 4 : 0)
}

/** The bytes between the marks without their escapes. */
export function unescapeJt808(frame: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(frame.length)
  let length = 0
  const end = frame[frame.length - 1] === mark ? frame.length - 1 : frame.length
  for (let at = 1; at < end; at++) {
    const byte = frame[at] as number
    const next = frame[at + 1]
    const isEscaped = byte === escapeMark && at + 1 < end && (next === 0x01 || next === 0x02)
    bytes[length++] = isEscaped ? (next === 0x01 ? escapeMark : mark) : byte
    if (isEscaped) at++
  }
  return bytes.subarray(0, length)
}

/** A frame of bytes without escapes, the checksum among them. */
export function escapeJt808(content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length * 2 + 2)
  let length = 0
  bytes[length++] = mark
  for (const byte of content) {
    const isEscaped = byte === mark || byte === escapeMark
    bytes[length++] = isEscaped ? escapeMark : byte
    if (isEscaped) bytes[length++] = byte === mark ? 0x02 : 0x01
  }
  bytes[length++] = mark
  return bytes.slice(0, length)
}

export function jt808ChecksumHolds(frame: Uint8Array): boolean {
  const close = frame[frame.length - 1] === mark ? frame.length - 1 : frame.length
  return measure(frame, 0, close).sum === 0
}
