import { readUint16 } from '../bytes.ts'
import { crc16X25 } from '../checksum.ts'
import { joinBytes } from '../stream.ts'

/** One frame of the stream. `bytes` may be a view of the reader's buffer: use it before the next push. */
export interface Gt06Frame {
  bytes: Uint8Array
  type: number
  bodyStart: number
  bodyEnd: number
  serial: number
  /** 79 79 with a length of two bytes. */
  isExtended: boolean
  checksumHolds: boolean
}

export interface Gt06FrameReader {
  resyncs: number
  discardedBytes: number
  readonly waitingBytes: number
  /**
   * Passes every completed frame to `onFrame`, and bytes that belong to none to `onSkipped`. `overlong`: a frame exceeds
   * the limit; close the connection.
   */
  push(
    chunk: Uint8Array,
    onFrame: (frame: Gt06Frame) => void,
    onSkipped?: (bytes: Uint8Array) => void,
  ): 'open' | 'overlong'
}

const nothing = new Uint8Array(0)
/** Bounds the work that crafted bytes can cause. */
const maxChecksumTrials = 16

const incomplete = -1
const overlong = -2

/** Reads frames from chunks of any size, with garbage between them. */
export function createGt06FrameReader({ maxFrameBytes = 2048 } = {}): Gt06FrameReader {
  let carried = nothing
  /** Leading bytes of the incomplete frame already searched for its end. */
  let searched = 0
  let earlyTrials = 0

  const reader: Gt06FrameReader = {
    resyncs: 0,
    discardedBytes: 0,
    get waitingBytes() {
      return carried.length
    },
    push,
  }
  return reader

  function push(
    chunk: Uint8Array,
    onFrame: (frame: Gt06Frame) => void,
    onSkipped?: (bytes: Uint8Array) => void,
  ): 'open' | 'overlong' {
    const bytes = carried.length === 0 ? chunk : joinBytes(carried, chunk)
    const end = bytes.length
    let at = 0
    let outcome: 'open' | 'overlong' = 'open'
    while (at < end) {
      const start = findStart(bytes, at, end)
      if (start > at) skip(bytes.subarray(at, start), onSkipped)
      at = start
      if (end - at < 4) break
      const frameEnd = measure(bytes, at, end)
      if (frameEnd === incomplete) break
      if (frameEnd === overlong) {
        outcome = 'overlong'
        break
      }
      searched = 0
      earlyTrials = 0
      const checksumHolds = checksumHoldsIn(bytes, at, frameEnd)
      const next = checksumHolds ? frameEnd : endBefore(bytes, at, frameEnd)
      const frame = next < 0 ? null : cut(bytes, at, next, checksumHolds)
      at = Math.abs(next)
      if (frame) onFrame(frame)
      else skip(bytes.subarray(start, at), onSkipped)
    }
    carried = outcome === 'open' && at < end ? bytes.slice(at) : nothing
    return outcome
  }

  function skip(skipped: Uint8Array, onSkipped: ((bytes: Uint8Array) => void) | undefined): void {
    reader.resyncs++
    reader.discardedBytes += skipped.length
    onSkipped?.(skipped)
    searched = 0
    earlyTrials = 0
  }

  /** Where the frame at `at` ends, or `incomplete`, or `overlong`. */
  function measure(bytes: Uint8Array, at: number, end: number): number {
    const declaredEnd = declaredEndOf(bytes, at)
    const isPlausible = declaredEnd - at <= maxFrameBytes
    if (isPlausible && declaredEnd > end) return findEarlyEnd(bytes, at, end)
    if (isPlausible && isEndAt(bytes, at, declaredEnd)) return declaredEnd
    const frameEnd = findEnd(bytes, at + Math.max(5, searched - 1), end)
    if (frameEnd > 0) return frameEnd - at > maxFrameBytes ? overlong : frameEnd
    searched = end - at
    return end - at >= maxFrameBytes ? overlong : incomplete
  }

  /** Accepts an earlier end with a correct checksum, so that a corrupt length does not stall the connection. */
  function findEarlyEnd(bytes: Uint8Array, at: number, end: number): number {
    let from = at + Math.max(5, searched - 1)
    while (earlyTrials < maxChecksumTrials) {
      const frameEnd = findEnd(bytes, from, end)
      if (frameEnd < 0) break
      earlyTrials++
      if (checksumHoldsIn(bytes, at, frameEnd) || findWholeFrame(bytes, at, frameEnd) > at) return frameEnd
      from = frameEnd
    }
    searched = end - at
    return incomplete
  }
}

function isStartAt(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at]
  return (first === 0x78 || first === 0x79) && bytes[at + 1] === first
}

/** The offset of the next start mark, or of a last byte that may be its first half; else `end`. */
function findStart(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (isStartAt(bytes, at)) return at
    if (at === end - 1 && (bytes[at] === 0x78 || bytes[at] === 0x79)) return at
  }
  return end
}

/** The offset after the next 0D 0A, or -1. */
function findEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let at = bytes.indexOf(0x0d, from); at >= 0 && at + 1 < end; at = bytes.indexOf(0x0d, at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2
  }
  return -1
}

function declaredEndOf(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0x79 ? at + 6 + readUint16(bytes, at + 2) : at + 5 + (bytes[at + 2] as number)
}

/** Whether the frame has type, serial and checksum, and its tail at the stated length. */
function isEndAt(bytes: Uint8Array, at: number, frameEnd: number): boolean {
  const header = bytes[at] === 0x79 ? 4 : 3
  return frameEnd - at >= header + 7 && bytes[frameEnd - 2] === 0x0d && bytes[frameEnd - 1] === 0x0a
}

function checksumHoldsIn(bytes: Uint8Array, at: number, frameEnd: number): boolean {
  if (frameEnd - at < 10) return false
  return crc16X25(bytes, at + 2, frameEnd - 4) === readUint16(bytes, frameEnd - 4)
}

/**
 * The offset of a frame with a correct checksum inside (at, frameEnd), or `at` if there is none: a broken frame must not
 * hide the good one behind it.
 */
function findWholeFrame(bytes: Uint8Array, at: number, frameEnd: number): number {
  const declaredEnd = declaredEndOf(bytes, at)
  let trials = 0
  for (let start = at + 1; start + 10 <= frameEnd && trials < maxChecksumTrials; start++) {
    if (!isStartAt(bytes, start)) continue
    const innerEnd = declaredEndOf(bytes, start)
    if (innerEnd > frameEnd || !isEndAt(bytes, start, innerEnd)) continue
    trials++
    if (start === declaredEnd || checksumHoldsIn(bytes, start, innerEnd)) return start
  }
  return at
}

/**
 * The real end of a frame with a wrong checksum, whose length may include the next frame; or the negated offset to
 * continue at if the frame must be skipped.
 */
function endBefore(bytes: Uint8Array, at: number, frameEnd: number): number {
  const whole = findWholeFrame(bytes, at, frameEnd)
  if (whole === at) return frameEnd
  const firstEnd = findEnd(bytes, at + 5, whole)
  return firstEnd > 0 && isStartAt(bytes, firstEnd) ? firstEnd : -whole
}

/** Null when too short to hold a type. */
function cut(bytes: Uint8Array, at: number, frameEnd: number, checksumHolds: boolean): Gt06Frame | null {
  const isExtended = bytes[at] === 0x79
  const header = isExtended ? 4 : 3
  const length = frameEnd - at
  if (length < header + 3) return null
  const frame = bytes.subarray(at, frameEnd)
  const type = frame[header] as number
  const hasTrailer = length >= header + 7 && (checksumHolds || !isBareFrame(frame, header, type))
  return {
    bytes: frame,
    type,
    bodyStart: header + 1,
    bodyEnd: hasTrailer ? length - 6 : length - 2,
    serial: length >= header + 7 ? readUint16(frame, length - 6) : 0,
    isExtended,
    checksumHolds,
  }
}

/** Some clones send neither serial nor checksum; their length covers the body alone, or is 0 or arbitrary. */
function isBareFrame(frame: Uint8Array, header: number, type: number): boolean {
  const declared = declaredEndOf(frame, 0) - header - 2
  if (declared + header + 2 === frame.length) return false
  return declared === frame.length - header - 3 || type === 0x17 || type === 0x69
}
