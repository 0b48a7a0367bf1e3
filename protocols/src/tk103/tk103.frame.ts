import type { FindFrame } from '../stream.ts'

const open = 0x28
const close = 0x29
const dollar = 0x24
const comma = 0x2c

const isDigit = (code: number | undefined) => code !== undefined && code >= 0x30 && code <= 0x39
const isCapital = (code: number | undefined) => code !== undefined && code >= 0x41 && code <= 0x5a

/** `(`, 12 to 16 letters or digits, perhaps a comma, two capitals and a digit: the beginning of a message. */
function begins(bytes: Uint8Array, at: number, end: number): boolean {
  let offset = at + 1
  while (offset < end && offset < at + 17 && isDigit(bytes[offset])) offset++
  // Twelve characters that are not all digits are followed by the command at once.
  if (offset < at + 11) offset = at + 13
  if (bytes[offset] === comma) offset++
  return (
    offset + 2 < end && isCapital(bytes[offset]) && isCapital(bytes[offset + 1]) && isDigit(bytes[offset + 2])
  )
}

/**
 * `(`…`)`, where text between two `$` may contain `)`. A start inside a message means that the message lost its end.
 * `isDatagram`: the end of the bytes also ends a message.
 */
export function findTk103Frame(isDatagram: boolean): FindFrame {
  return (bytes, at, end) => {
    if (bytes[at] !== open) {
      const next = bytes.subarray(at, end).indexOf(open)
      return { what: 'garbage', end: next < 0 ? end : at + next }
    }
    let isFree = false
    let freeClose = 0
    for (let offset = at + 1; offset < end; offset++) {
      const code = bytes[offset] as number
      if (code === close) {
        if (!isFree) return { what: 'frame', end: offset + 1 }
        if (freeClose === 0) freeClose = offset + 1
      } else if (code === dollar) {
        isFree = !isFree
        freeClose = 0
      } else if (code === open && begins(bytes, offset, end)) {
        return freeClose > 0 ? { what: 'frame', end: freeClose } : { what: 'garbage', end: offset }
      }
    }
    return isDatagram ? { what: 'frame', end } : { what: 'incomplete' }
  }
}
