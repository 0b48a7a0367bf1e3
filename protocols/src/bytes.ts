/** Readers of big-endian numbers and text in a Uint8Array; the caller must check the length. */

export function readUint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number)
}

export function readInt16(bytes: Uint8Array, at: number): number {
  return (readUint16(bytes, at) << 16) >> 16
}

/**
 * Tenths of a degree in 16 bits, as two's complement or, as some makers do, as sign bit and magnitude: an implausibly cold
 * two's complement value is read as sign and magnitude.
 */
export function readTenthsOfDegree(bytes: Uint8Array, at: number): number {
  const tenths = readInt16(bytes, at)
  return (tenths < -16_384 ? -(tenths & 0x7fff) : tenths) / 10
}

export function readUint24(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 16) | readUint16(bytes, at + 1)
}

export function readUint32(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) * 0x1000000 + readUint24(bytes, at + 1)
}

export function readInt32(bytes: Uint8Array, at: number): number {
  return readUint32(bytes, at) | 0
}

/** Milliseconds and other numbers of eight bytes; exact up to 2^53. */
export function readUint64(bytes: Uint8Array, at: number): number {
  return readUint32(bytes, at) * 0x100000000 + readUint32(bytes, at + 4)
}

/** Packed decimal digits (BCD), two per byte; null if one is not a digit. */
export function readBcd(bytes: Uint8Array, start: number, end: number): string | null {
  const digits = toHex(bytes, start, end)
  return /^\d*$/.test(digits) ? digits : null
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Hexadecimal digits of bytes[start, end), lower case. */
export function toHex(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = ''
  for (let at = start; at < end; at++) text += hexOfByte[bytes[at] as number]
  return text
}

/** Bytes of hexadecimal text; white space is ignored. Throws a RangeError on anything else. */
export function fromHex(text: string): Uint8Array {
  const digits = text.replace(/\s+/g, '')
  if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits)) throw new RangeError('Not hexadecimal text')
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)
  }
  return bytes
}

/** Latin-1 text of bytes[start, end). */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number)
  return text
}

/** Text of bytes[start, end) without blanks and NULs at its ends, or null when it is not printable ASCII. */
export function readPrintable(bytes: Uint8Array, start: number, end: number): string | null {
  let from = start
  let to = end
  while (to > from && (bytes[to - 1] as number) <= 0x20) to--
  while (from < to && (bytes[from] as number) <= 0x20) from++
  for (let at = from; at < to; at++) {
    const code = bytes[at] as number
    if ((code < 0x20 || code > 0x7e) && code !== 0x0d && code !== 0x0a && code !== 0x09) return null
  }
  return to > from ? readText(bytes, from, to) : null
}

/** Bytes of ASCII text; a character beyond ASCII becomes `?`. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes[at] = code < 0x80 ? code : 0x3f
  }
  return bytes
}

export function writeUint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = (value >>> 8) & 0xff
  bytes[at + 1] = value & 0xff
}

export function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  writeUint16(bytes, at, Math.floor(value / 0x10000) & 0xffff)
  writeUint16(bytes, at + 2, value & 0xffff)
}
