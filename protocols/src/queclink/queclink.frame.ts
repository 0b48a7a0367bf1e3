import { readUint16 } from '../bytes.ts'
import type { FindFrame, Found } from '../stream.ts'

const plus = 0x2b
const dollar = 0x24
/** Offset and size of the length of binary messages, by header. */
const binaryHeaders: readonly { header: string; lengthAt: number; lengthBytes: 1 | 2 }[] = [
  { header: '+RSP', lengthAt: 9, lengthBytes: 2 },
  { header: '+BSP', lengthAt: 9, lengthBytes: 2 },
  { header: '+EVT', lengthAt: 9, lengthBytes: 2 },
  { header: '+BVT', lengthAt: 9, lengthBytes: 2 },
  { header: '+INF', lengthAt: 7, lengthBytes: 2 },
  { header: '+BNF', lengthAt: 7, lengthBytes: 2 },
  { header: '+CRD', lengthAt: 6, lengthBytes: 2 },
  { header: '+BRD', lengthAt: 6, lengthBytes: 2 },
  { header: '+LGN', lengthAt: 6, lengthBytes: 2 },
  { header: '+HBD', lengthAt: 5, lengthBytes: 1 },
  { header: '+ACK', lengthAt: 6, lengthBytes: 1 },
]
const textHeaders = ['+RESP:GT', '+BUFF:GT', '+ACK:GT']
const longestBinary = 2048
const shortestBinary = 12

const incomplete: Found = { what: 'incomplete' }

/** 1 if the bytes at `at` start with the text, 0 if more bytes are needed to decide, -1 if they do not. */
function matches(bytes: Uint8Array, at: number, end: number, text: string): -1 | 0 | 1 {
  const length = Math.min(text.length, end - at)
  for (let index = 0; index < length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return -1
  }
  return length === text.length ? 1 : 0
}

function bestMatch(bytes: Uint8Array, at: number, end: number, texts: readonly string[]): -1 | 0 | 1 {
  let best: -1 | 0 | 1 = -1
  for (const text of texts) {
    const match = matches(bytes, at, end, text)
    if (match > best) best = match
  }
  return best
}

const nextPlus = (bytes: Uint8Array, from: number, end: number): number => {
  const at = bytes.indexOf(plus, from)
  return at < 0 || at > end ? end : at
}

/**
 * ASCII from `+RESP:GT`, `+BUFF:GT` or `+ACK:GT` to `$`; a message with another header inside is garbage up to it.
 * @param endsWithBytes the bytes are a datagram, whose end also ends the message
 */
function findText(bytes: Uint8Array, at: number, end: number, endsWithBytes: boolean): Found {
  for (let index = at + 7; index < end; index++) {
    const byte = bytes[index] as number
    if (byte === dollar) return { what: 'frame', end: index + 1 }
    if (byte === plus) {
      if (bestMatch(bytes, index, end, textHeaders) === 1) return { what: 'garbage', end: index }
    } else if (byte < 0x20 && byte !== 0x0d && byte !== 0x0a && byte !== 0x09) {
      // Messages contain no control characters: NUL ends a message of some firmwares, any other breaks it.
      return byte === 0
        ? { what: 'frame', end: index + 1 }
        : { what: 'garbage', end: nextPlus(bytes, index, end) }
    }
  }
  return endsWithBytes ? { what: 'frame', end } : incomplete
}

/** A binary message of the stated length, ended by 0D 0A. */
function findBinary(bytes: Uint8Array, at: number, end: number): Found {
  const found = binaryHeaders.find(({ header }) => matches(bytes, at, end, header) === 1)
  if (!found) return { what: 'garbage', end: nextPlus(bytes, at + 1, end) }
  const { lengthAt, lengthBytes } = found
  if (end - at < lengthAt + lengthBytes) return incomplete
  const length = lengthBytes === 1 ? (bytes[at + lengthAt] as number) : readUint16(bytes, at + lengthAt)
  if (length < shortestBinary || length > longestBinary) {
    return { what: 'garbage', end: nextPlus(bytes, at + 1, end) }
  }
  const frameEnd = at + length
  if (end >= frameEnd) {
    const hasTail = bytes[frameEnd - 2] === 0x0d && bytes[frameEnd - 1] === 0x0a
    return hasTail ? { what: 'frame', end: frameEnd } : { what: 'garbage', end: nextPlus(bytes, at + 1, end) }
  }
  // A wrong length must not delay a message behind it.
  for (let from = nextPlus(bytes, at + 1, end); from < end; from = nextPlus(bytes, from + 1, end)) {
    if (bestMatch(bytes, from, end, textHeaders) === 1) return { what: 'garbage', end: from }
    const isAfterTail = bytes[from - 2] === 0x0d && bytes[from - 1] === 0x0a
    if (isAfterTail && binaryHeaders.some(({ header }) => matches(bytes, from, end, header) === 1)) {
      return { what: 'garbage', end: from }
    }
  }
  return incomplete
}

/** Creates the frame finder of Queclink's text and binary messages. */
export function queclinkFrames(endsWithBytes: boolean): FindFrame {
  return (bytes, at, end) => {
    if (bytes[at] !== plus) return { what: 'garbage', end: nextPlus(bytes, at, end) }
    const text = bestMatch(bytes, at, end, textHeaders)
    if (text === 1) return findText(bytes, at, end, endsWithBytes)
    if (end - at < 5) {
      const couldBeBinary = binaryHeaders.some(({ header }) => matches(bytes, at, end, header) >= 0)
      return text === 0 || couldBeBinary ? incomplete : { what: 'garbage', end: nextPlus(bytes, at + 1, end) }
    }
    return text === 0 ? incomplete : findBinary(bytes, at, end)
  }
}
