import { asciiBytes, readText } from '../bytes.ts'
import type { FindFrame, Found } from '../stream.ts'

const incomplete: Found = { what: 'incomplete' }
const dollar = 0x24
const comma = 0x2c
const star = 0x2a

/** The first data identifier; they run from `A` to `z`. */
export const firstFlag = 0x41
const lastFlag = 0x7a
export const flagCount = lastFlag - firstFlag + 1

const identifierDigits = 15
/** Commands whose content is bytes, in which a line end may occur: they end by their length alone. */
const binaryCommands: ReadonlySet<string> = new Set(['CCC', 'CCE', 'D00', 'FC1', 'FC7'])
/** Bytes of `,<15 digits>,<command>`. */
const headLength = identifierDigits + 5
/** Longest number of digits of a length. */
const lengthDigits = 4
/** Bytes beyond the stated length within which the end of a text is looked for. */
const patience = 256

export function isMeitrackIdentifier(text: string): boolean {
  return /^\d{15}$/.test(text)
}

/**
 * `$$<flag><length>,<identifier>,<command>…*<checksum>\r\n`; the length counts from the first comma to the line end
 * (vendor's GPRS protocol, 1.1). A text whose length is wrong ends at its checksum and line end all the same.
 */
export const findMeitrackFrame: FindFrame = (bytes, at, end) => find(bytes, at, end, false)

/** The end of a datagram ends its last message, also without a line end. */
export const findMeitrackDatagram: FindFrame = (bytes, at, end) => find(bytes, at, end, true)

function find(bytes: Uint8Array, at: number, end: number, isWhole: boolean): Found {
  const commaAt = headerEnd(bytes, at, end)
  if (commaAt === 'begun') return isWhole ? garbage(bytes, at, end) : incomplete
  if (commaAt === 'not') return garbage(bytes, at, end)
  if (end - commaAt < headLength) return isWhole ? garbage(bytes, at, end) : incomplete
  if (!isHead(bytes, commaAt)) return garbage(bytes, at, end)
  const statedEnd = commaAt + Number(readText(bytes, at + 3, commaAt))
  if (statedEnd <= end && isEnd(bytes, statedEnd)) return { what: 'frame', end: statedEnd }
  const isText = !binaryCommands.has(commandAt(bytes, commaAt))
  if (isText) {
    const foundEnd = findEnd(bytes, commaAt, Math.min(end, statedEnd + patience))
    if (foundEnd !== null) return { what: 'frame', end: foundEnd }
  }
  const nextAt = nextStart(bytes, commaAt, end)
  if (nextAt !== null && (isText || nextAt >= statedEnd)) return { what: 'garbage', end: nextAt }
  if (isWhole) return isText ? { what: 'frame', end } : { what: 'garbage', end }
  const isHopeless = end > statedEnd + (isText ? patience : 0)
  return isHopeless ? garbage(bytes, at, end) : incomplete
}

/** Where the comma after the length is. */
function headerEnd(bytes: Uint8Array, at: number, end: number): number | 'begun' | 'not' {
  for (let index = 0; index < 3 + lengthDigits + 1; index++) {
    if (at + index >= end) return 'begun'
    const byte = bytes[at + index] as number
    if (index < 2 ? byte !== dollar : index === 2 && (byte < firstFlag || byte > lastFlag)) return 'not'
    if (index < 3) continue
    if (byte === comma && index > 3) return at + index
    if (byte < 0x30 || byte > 0x39) return 'not'
  }
  return 'not'
}

/** Whether `,<15 digits>,` stands at the comma. */
function isHead(bytes: Uint8Array, commaAt: number): boolean {
  for (let at = commaAt + 1; at <= commaAt + identifierDigits; at++) {
    const byte = bytes[at] as number
    if (byte < 0x30 || byte > 0x39) return false
  }
  return bytes[commaAt + identifierDigits + 1] === comma
}

const commandAt = (bytes: Uint8Array, commaAt: number): string =>
  readText(bytes, commaAt + identifierDigits + 2, commaAt + headLength)

const isHexDigit = (byte: number | undefined): boolean =>
  byte !== undefined && /^[0-9A-Fa-f]$/.test(String.fromCharCode(byte))

/** Whether `*<two digits>\r\n` stands before `end`. */
function isEnd(bytes: Uint8Array, end: number): boolean {
  return (
    bytes[end - 1] === 0x0a &&
    bytes[end - 2] === 0x0d &&
    isHexDigit(bytes[end - 3]) &&
    isHexDigit(bytes[end - 4]) &&
    bytes[end - 5] === star
  )
}

/** The end of a text, which contains no other line end. */
function findEnd(bytes: Uint8Array, from: number, end: number): number | null {
  for (let at = bytes.indexOf(0x0a, from); at >= 0 && at < end; at = bytes.indexOf(0x0a, at + 1))
    if (isEnd(bytes, at + 1)) return at + 1
  return null
}

/** Where another whole header begins. */
function nextStart(bytes: Uint8Array, from: number, end: number): number | null {
  for (let at = bytes.indexOf(dollar, from); at >= 0 && at < end; at = bytes.indexOf(dollar, at + 1)) {
    const commaAt = headerEnd(bytes, at, end)
    if (typeof commaAt === 'number' && end - commaAt >= headLength && isHead(bytes, commaAt)) return at
  }
  return null
}

/** Garbage ends where a header begins or may begin. */
function garbage(bytes: Uint8Array, at: number, end: number): Found {
  for (
    let next = bytes.indexOf(dollar, at + 1);
    next >= 0 && next < end;
    next = bytes.indexOf(dollar, next + 1)
  )
    if (headerEnd(bytes, next, end) !== 'not') return { what: 'garbage', end: next }
  return { what: 'garbage', end }
}

/** The sum of the bytes up to and with the last star, in two digits. */
function checksumOf(bytes: Uint8Array, end: number): string {
  let sum = 0
  for (let at = 0; at < end; at++) sum = (sum + (bytes[at] as number)) & 0xff
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

/** Whether the two digits behind the last star are the sum of what comes before them. */
export function checksumHolds(frame: Uint8Array): boolean {
  const starAt = frame.lastIndexOf(star)
  if (starAt < 0) return false
  return readText(frame, starAt + 1, starAt + 3).toUpperCase() === checksumOf(frame, starAt + 1)
}

/** A whole frame split up. `start` and `end` are those of its content: what stands between the command and the star. */
export interface MeitrackFrame {
  flag: string
  identifier: string
  /** Three characters. */
  command: string
  start: number
  end: number
}

/** Splits a frame that a finder found. */
export function splitFrame(frame: Uint8Array): MeitrackFrame | null {
  const commaAt = frame.indexOf(comma)
  if (commaAt < 0 || frame.length < commaAt + headLength) return null
  const starAt = frame.lastIndexOf(star)
  const afterCommand = commaAt + headLength
  return {
    flag: String.fromCharCode(frame[2] as number),
    identifier: readText(frame, commaAt + 1, commaAt + 1 + identifierDigits),
    command: commandAt(frame, commaAt),
    start: frame[afterCommand] === comma ? afterCommand + 1 : afterCommand,
    end: starAt < afterCommand ? frame.length : starAt,
  }
}

/** A whole message: `$$` from a tracker, `@@` from the server. `content` begins with the command. */
export function encodeMeitrack(
  start: '$$' | '@@',
  flag: string,
  identifier: string,
  content: Uint8Array | string,
): Uint8Array {
  const bytes = typeof content === 'string' ? asciiBytes(content) : content
  const length = 1 + identifier.length + 1 + bytes.length + 5
  const head = asciiBytes(`${start}${flag}${length},${identifier},`)
  const frame = new Uint8Array(head.length + bytes.length + 5)
  frame.set(head)
  frame.set(bytes, head.length)
  const starAt = head.length + bytes.length
  frame[starAt] = star
  frame.set(asciiBytes(`${checksumOf(frame, starAt + 1)}\r\n`), starAt + 1)
  return frame
}
