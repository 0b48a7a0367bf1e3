import { asciiBytes, readUint16, readUint32, writeUint16, writeUint32 } from '../bytes.ts'
import { crc16Ibm } from '../checksum.ts'
import type { FindFrame, Found } from '../stream.ts'

/** Codecs by their number: records (7, 8, 8 extended, 16) and texts (12 to 15). */
export const codecs = { eight: 0x08, eightExtended: 0x8e, sixteen: 0x10, twelve: 12 } as const
const knownCodecs = new Set([0x07, 0x08, 0x8e, 0x10, 12, 13, 14, 15])

/** A login is `00 0F` and fifteen digits. */
export const loginByteCount = 17
/** Four zeros, length u32, then codec and count. */
export const frameHeaderBytes = 8
/** Two zeros and the checksum u16 behind the data. */
const frameTailBytes = 4
/** Codec and the two counts. */
const fewestDataBytes = 3
/** Bounds the work that crafted bytes can cause. */
const maxChecksumTrials = 16

const incomplete: Found = { what: 'incomplete' }

/** Whether nothing here, something begun, or something whole may stand at an offset. */
type Standing = 'nothing' | 'begun' | 'whole'

export interface TeltonikaFraming {
  find: FindFrame
  /** Of the frame found last. */
  checksumHolds: () => boolean
}

/**
 * Framing of one TCP connection. A frame whose checksum is wrong, or whose end is not there,
 * is left as soon as a whole one with a right checksum begins inside it.
 * @param acceptsWrongChecksum when false, a broken frame is also left for one that only begins in it
 */
export function createTeltonikaFraming(acceptsWrongChecksum: boolean): TeltonikaFraming {
  let holds = true
  /** Bytes of the incomplete frame in which no whole one was found. */
  let searched = 0

  return { find, checksumHolds: () => holds }

  function find(bytes: Uint8Array, at: number, end: number): Found {
    const first = bytes[at] as number
    if (first === 0xff) return frame(endOfKeepAlives(bytes, at, end), true)
    const standing = first === 0 ? standingAt(bytes, at, end) : 'nothing'
    if (standing === 'nothing') return garbage(findStart(bytes, at + 1, end))
    if (standing === 'begun') {
      const inner = findWhole(bytes, at + 1, end, at + searched)
      searched = end - at
      return inner < 0 ? incomplete : garbage(inner)
    }
    if (bytes[at + 1] !== 0) return frame(at + loginByteCount, true)
    const frameEnd = declaredEndOf(bytes, at)
    if (checksumHoldsIn(bytes, at, frameEnd)) return frame(frameEnd, true)
    const whole = findWhole(bytes, at + 1, end, at, frameEnd)
    if (whole >= 0) return garbage(whole)
    const begun = acceptsWrongChecksum ? -1 : findBegun(bytes, at + 1, end, frameEnd)
    return begun >= 0 ? garbage(begun) : frame(frameEnd, false)
  }

  function frame(end: number, checksum: boolean): Found {
    holds = checksum
    searched = 0
    return { what: 'frame', end }
  }

  function garbage(end: number): Found {
    searched = 0
    return { what: 'garbage', end }
  }
}

/** A datagram is one packet: length u16 of what follows, packet u16, a fixed byte, its packet u8, identifier, data. */
export const findDatagram: FindFrame = (bytes, at, end) => {
  const isWhole = at === 0 && end >= 2 && readUint16(bytes, 0) + 2 === end
  return isWhole ? { what: 'frame', end } : { what: 'garbage', end }
}

/** A run of the byte FF a device sends to keep the connection open. */
function endOfKeepAlives(bytes: Uint8Array, at: number, end: number): number {
  let next = at + 1
  while (next < end && bytes[next] === 0xff) next++
  return next
}

function findStart(bytes: Uint8Array, from: number, end: number): number {
  for (let at = bytes.indexOf(0, from); at >= 0 && at < end; at = bytes.indexOf(0, at + 1)) {
    if (standingAt(bytes, at, end) !== 'nothing') return at
  }
  return end
}

/** The first offset in [from, before) of a whole frame with a right checksum that ends behind `seenTo`, or -1. */
function findWhole(bytes: Uint8Array, from: number, end: number, seenTo: number, before = end): number {
  let trials = 0
  for (let at = bytes.indexOf(0, from); at >= 0 && at < before; at = bytes.indexOf(0, at + 1)) {
    if (trials >= maxChecksumTrials) return -1
    if (bytes[at + 1] !== 0 || standingAt(bytes, at, end) !== 'whole') continue
    const frameEnd = declaredEndOf(bytes, at)
    if (frameEnd <= seenTo) continue
    trials++
    if (checksumHoldsIn(bytes, at, frameEnd)) return at
  }
  return -1
}

/** The first offset in [from, before) of a frame of which the header is there and the end is not, or -1. */
function findBegun(bytes: Uint8Array, from: number, end: number, before: number): number {
  for (let at = bytes.indexOf(0, from); at >= 0 && at < before; at = bytes.indexOf(0, at + 1)) {
    if (bytes[at + 1] !== 0 || end - at <= frameHeaderBytes) continue
    if (standingAt(bytes, at, end) === 'begun') return at
  }
  return -1
}

/** Looks at what is there of a login or a frame; `bytes[at]` is 0. */
function standingAt(bytes: Uint8Array, at: number, end: number): Standing {
  const there = end - at
  if (there < 2) return 'begun'
  if (bytes[at + 1] === 0x0f) {
    for (let next = at + 2; next < at + loginByteCount && next < end; next++) {
      const byte = bytes[next] as number
      if (byte < 0x30 || byte > 0x39) return 'nothing'
    }
    return there < loginByteCount ? 'begun' : 'whole'
  }
  // Four zeros, and a length below 65,536.
  for (let next = at + 1; next < at + 6 && next < end; next++) if (bytes[next] !== 0) return 'nothing'
  if (there < frameHeaderBytes) return 'begun'
  const length = readUint16(bytes, at + 6)
  if (length < fewestDataBytes) return 'nothing'
  if (there > frameHeaderBytes && !knownCodecs.has(bytes[at + frameHeaderBytes] as number)) return 'nothing'
  return there < frameHeaderBytes + length + frameTailBytes ? 'begun' : 'whole'
}

function declaredEndOf(bytes: Uint8Array, at: number): number {
  return at + frameHeaderBytes + readUint16(bytes, at + 6) + frameTailBytes
}

function checksumHoldsIn(bytes: Uint8Array, at: number, frameEnd: number): boolean {
  const dataEnd = frameEnd - frameTailBytes
  return readUint32(bytes, dataEnd) === crc16Ibm(bytes, at + frameHeaderBytes, dataEnd)
}

/** A TCP frame around codec, count, content, count. */
export function encodeTeltonikaFrame(codec: number, count: number, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(frameHeaderBytes + content.length + 3 + frameTailBytes)
  const dataEnd = bytes.length - frameTailBytes
  writeUint32(bytes, 4, content.length + 3)
  writeData(bytes, frameHeaderBytes, codec, count, content)
  writeUint32(bytes, dataEnd, crc16Ibm(bytes, frameHeaderBytes, dataEnd))
  return bytes
}

/** A datagram around the same; `packet` is 0 to 65535, `avlPacket` 0 to 255. */
export function encodeTeltonikaDatagram(
  imei: string,
  packet: number,
  avlPacket: number,
  data: { codec: number; count: number; content: Uint8Array },
): Uint8Array {
  const bytes = new Uint8Array(8 + imei.length + data.content.length + 3)
  writeUint16(bytes, 0, bytes.length - 2)
  writeUint16(bytes, 2, packet)
  bytes[4] = 1
  bytes[5] = avlPacket & 0xff
  writeUint16(bytes, 6, imei.length)
  bytes.set(asciiBytes(imei), 8)
  writeData(bytes, 8 + imei.length, data.codec, data.count, data.content)
  return bytes
}

function writeData(bytes: Uint8Array, at: number, codec: number, count: number, content: Uint8Array): void {
  bytes[at] = codec
  bytes[at + 1] = count
  bytes.set(content, at + 2)
  bytes[at + 2 + content.length] = count
}

/** Content of codec 12: type u8, length u32, text. */
export function textContent(type: number, text: string): Uint8Array {
  const content = new Uint8Array(5 + text.length)
  content[0] = type
  writeUint32(content, 1, text.length)
  content.set(asciiBytes(text), 5)
  return content
}
