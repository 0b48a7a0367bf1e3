import type { FindFrame, Found } from '../stream.ts'

const incomplete: Found = { what: 'incomplete' }
const zero = 0x30
const nine = 0x39

/** A heartbeat consists of the fifteen digits of the identifier only. */
const identifierDigits = 15

const messageStart = bytesOf('imei:')
const loginStart = bytesOf('##')
/** A login contains the other start mark as well; it does not start a message there. */
const loginHead = '##,imei:'.length

function bytesOf(text: string): readonly number[] {
  return Array.from(text, (one) => one.charCodeAt(0))
}

/** `;`, `*` and line ends all close a message, alone or several together. */
export function isSeparator(byte: number | undefined): boolean {
  return byte === 0x3b || byte === 0x2a || byte === 0x0d || byte === 0x0a
}

/**
 * A message ends at its separators, or at the start of another message if its own separator was lost. Separators that
 * arrive later form a frame without content.
 */
export const findGps103Frame: FindFrame = (bytes, at, end) => {
  const first = bytes[at]
  if (isSeparator(first)) return frame(bytes, at, end)
  if (isDigit(first)) return findHeartbeat(bytes, at, end)
  const asMessage = matches(messageStart, bytes, at, end)
  if (asMessage === 'whole') return findEnd(bytes, at, at + messageStart.length, end)
  const asLogin = matches(loginStart, bytes, at, end)
  if (asLogin === 'whole') return findEnd(bytes, at, at + loginHead, end)
  return asMessage === 'begun' || asLogin === 'begun' ? incomplete : garbage(bytes, at, end)
}

/** The end of a datagram ends its last message. */
export const findGps103Datagram: FindFrame = (bytes, at, end) => {
  const found = findGps103Frame(bytes, at, end)
  return found.what === 'incomplete' ? { what: 'frame', end } : found
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine
}

function findHeartbeat(bytes: Uint8Array, at: number, end: number): Found {
  let next = at + 1
  while (next < end && next - at <= identifierDigits && isDigit(bytes[next])) next++
  if (next - at > identifierDigits) return garbage(bytes, at, end)
  if (next === end) return incomplete
  if (next - at < identifierDigits) return garbage(bytes, at, end)
  if (isSeparator(bytes[next])) return frame(bytes, next, end)
  return isStartAt(bytes, next, end) ? { what: 'frame', end: next } : garbage(bytes, at, end)
}

function findEnd(bytes: Uint8Array, at: number, from: number, end: number): Found {
  for (let next = at + 1; next < end; next++) {
    if (isSeparator(bytes[next])) return frame(bytes, next, end)
    const isOther = next >= from && isWholeStartAt(bytes, next, end)
    if (isOther) return { what: 'frame', end: next }
  }
  return incomplete
}

/** A frame up to the last of the separators at `from`. */
function frame(bytes: Uint8Array, from: number, end: number): Found {
  return { what: 'frame', end: endOfSeparators(bytes, from, end) }
}

function endOfSeparators(bytes: Uint8Array, from: number, end: number): number {
  let next = from + 1
  while (next < end && isSeparator(bytes[next])) next++
  return next
}

/** Garbage ends at a start, or after separators, since a heartbeat may follow them. */
function garbage(bytes: Uint8Array, at: number, end: number): Found {
  for (let next = at + 1; next < end; next++) {
    if (isSeparator(bytes[next])) return { what: 'garbage', end: endOfSeparators(bytes, next, end) }
    if (isStartAt(bytes, next, end)) return { what: 'garbage', end: next }
  }
  return { what: 'garbage', end }
}

function isStartAt(bytes: Uint8Array, at: number, end: number): boolean {
  return matches(messageStart, bytes, at, end) !== 'not' || matches(loginStart, bytes, at, end) !== 'not'
}

function isWholeStartAt(bytes: Uint8Array, at: number, end: number): boolean {
  return matches(messageStart, bytes, at, end) === 'whole' || matches(loginStart, bytes, at, end) === 'whole'
}

function matches(
  start: readonly number[],
  bytes: Uint8Array,
  at: number,
  end: number,
): 'not' | 'begun' | 'whole' {
  for (let index = 0; index < start.length; index++) {
    if (at + index >= end) return 'begun'
    if (bytes[at + index] !== start[index]) return 'not'
  }
  return 'whole'
}
