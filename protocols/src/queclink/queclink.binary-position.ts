import type { DeviceFix } from '@rumbo/contract/telemetry.device-report.contract'
import { readInt16, readInt32, readUint16, readUint32 } from '../bytes.ts'
import { utcTime } from '../coordinates.ts'
import { fixOf } from '../reports.ts'

/** Positions of a binary message, and the bytes around them. */
export interface BinaryPositions {
  fixes: (DeviceFix | null)[]
  /** Accuracy of the last one; 0 without a fix. */
  hdop: number
  /** Index after the identity's part: of the number of positions. */
  countAt: number
  /** Index after the last position. */
  end: number
}

/** Bits of the report mask (GV200 document): 0 the speed, 1 the course, 2 the altitude, 3 the cell. */
interface Fields {
  hasSpeed: boolean
  hasCourse: boolean
  hasAltitude: boolean
  cellBytes: number
}

const fieldsOf = (mask: number): Fields => ({
  hasSpeed: (mask & 1) === 1,
  hasCourse: (mask & 2) === 2,
  hasAltitude: (mask & 4) === 4,
  cellBytes: mask & 8 ? 9 : 0,
})

/** The UTC time of year u16, month, day, hour, minute, second; null when there is no such moment. */
function binaryTime(bytes: Uint8Array, at: number): Date | null {
  const year = readUint16(bytes, at)
  if (year < 2000 || year > 2099) return null
  const part = (offset: number) => bytes[at + offset] as number
  return utcTime(year, part(2), part(3), part(4), part(5), part(6))
}

/** km/h: two bytes and one of tenths by the documents; some devices send tenths in all three. */
function speedOf(bytes: Uint8Array, at: number): number {
  const whole = readUint16(bytes, at)
  const tenths = bytes[at + 2] as number
  return tenths <= 9 && whole <= 500 ? whole + tenths / 10 : (whole * 256 + tenths) / 10
}

interface Block {
  fix: DeviceFix
  hdop: number
  end: number
}

/** Reads the position at an index; null where the bytes cannot be one. */
function readBlock(bytes: Uint8Array, start: number, limit: number, fields: Fields): Block | null {
  const { hasSpeed, hasCourse, hasAltitude, cellBytes } = fields
  const width = 16 + (hasSpeed ? 3 : 0) + (hasCourse ? 2 : 0) + (hasAltitude ? 2 : 0) + cellBytes
  if (start + width > limit) return null
  const hdop = bytes[start] as number
  let at = start + 1
  const speedKmh = hasSpeed ? speedOf(bytes, at) : 0
  at += hasSpeed ? 3 : 0
  const headingDegrees = hasCourse ? readUint16(bytes, at) : null
  at += hasCourse ? 2 : 0
  const altitudeMetres = hasAltitude ? readInt16(bytes, at) : null
  at += hasAltitude ? 2 : 0
  const longitude = readInt32(bytes, at) / 1e6
  const latitude = readInt32(bytes, at + 4) / 1e6
  const time = binaryTime(bytes, at + 8)
  if (!time || hdop > 50 || speedKmh > 1000 || (headingDegrees ?? 0) > 360) return null
  const fix = fixOf({
    time,
    isValid: hdop > 0,
    latitude,
    longitude,
    speedKmh,
    headingDegrees,
    altitudeMetres,
  })
  return fix && { fix, hdop, end: start + width }
}

/**
 * Finds the positions behind the state of the device, whose length differs by model and type: the first place where a
 * number from 1 to 15 and as many plausible positions stand.
 * @param from index after the identity
 * @param limit index of the send time
 */
export function findPositions(
  bytes: Uint8Array,
  from: number,
  limit: number,
  mask: number,
): BinaryPositions | null {
  const fields = fieldsOf(mask)
  for (let countAt = from; countAt < Math.min(limit, from + 64); countAt++) {
    const count = bytes[countAt] as number
    if (count < 1 || count > 15) continue
    const blocks: Block[] = []
    for (let at = countAt + 1; blocks.length < count; ) {
      const block = readBlock(bytes, at, limit, fields)
      if (!block) break
      blocks.push(block)
      at = block.end
    }
    const last = blocks.at(-1)
    if (last && blocks.length === count) {
      return { fixes: blocks.map(({ fix }) => fix), hdop: last.hdop, countAt, end: last.end }
    }
  }
  return null
}

/** Signed value of `width` bits, `at` bits into five bytes held as a number. */
function signedBits(value: bigint, at: number, width: number): number {
  return Number(BigInt.asIntN(width, value >> BigInt(40 - at - width)))
}

/**
 * Positions a second apart (public decoders): each whole, or as differences from the one before; others are left out.
 * @param countAt index of their number, u16
 */
export function readCompressed(bytes: Uint8Array, countAt: number, limit: number): BinaryPositions {
  const fixes: (DeviceFix | null)[] = []
  const count = countAt + 2 <= limit ? readUint16(bytes, countAt) : 0
  const state = { speed: 0, course: 0, longitude: 0, latitude: 0, seconds: 0 }
  let at = countAt + 2
  for (let index = 0; index < count && at < limit; index++) {
    if (state.seconds > 0) state.seconds++
    const kind = (bytes[at] as number) >> 6
    const width = kind === 1 ? (state.seconds === 0 ? 15 : 11) : kind === 2 ? 5 : 1
    if (at + width > limit) break
    if (kind === 1) readWhole(bytes, at, state)
    else if (kind === 2) readDifference(bytes, at, state)
    at += width
    if ((kind === 1 || kind === 2) && state.seconds > 0) fixes.push(compressedFix(state))
  }
  return { fixes, hdop: 0, countAt, end: at }
}

type Compressed = Record<'speed' | 'course' | 'longitude' | 'latitude' | 'seconds', number>

function readWhole(bytes: Uint8Array, at: number, state: Compressed): void {
  const head = ((bytes[at] as number) << 16) | readUint16(bytes, at + 1)
  state.speed = (head >> 9) & 0xfff
  state.course = head & 0x1ff
  state.longitude = readInt32(bytes, at + 3)
  state.latitude = readInt32(bytes, at + 7)
  if (state.seconds === 0) state.seconds = readUint32(bytes, at + 11)
}

function readDifference(bytes: Uint8Array, at: number, state: Compressed): void {
  const bits = (BigInt(bytes[at] as number) << 32n) | BigInt(readUint32(bytes, at + 1))
  state.speed += signedBits(bits, 3, 7)
  state.course += signedBits(bits, 10, 7)
  state.longitude += signedBits(bits, 17, 12)
  state.latitude += signedBits(bits, 29, 11)
}

function compressedFix({ speed, course, longitude, latitude, seconds }: Compressed): DeviceFix | null {
  return fixOf({
    time: new Date(seconds * 1000),
    isValid: true,
    latitude: latitude / 1e6,
    longitude: longitude / 1e6,
    speedKmh: speed / 10,
    headingDegrees: course,
  })
}
