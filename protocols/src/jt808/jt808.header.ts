import { fromHex, readUint16, toHex, writeUint16 } from '../bytes.ts'
import { escapeJt808, headerBytes } from './jt808.frame.ts'

export interface Jt808Header {
  id: number
  /** Six bytes, or ten in the 2019 version, unchanged, since answers repeat them. */
  phone: Uint8Array
  deviceIdentifier: string
  serial: number
  /** Number of the part of a split message, from 1; 1 if it is not split. */
  part: number
  bodyStart: number
  bodyEnd: number
}

/** Locks whose serial is one byte, and whose phone is decimal. */
export const isShortSerial = (id: number) => id === 0x5501 || id === 0x5502

/** The header of unescaped bytes; null where they are too short or name no device. */
export function readJt808Header(bytes: Uint8Array): Jt808Header | null {
  if (bytes.length < 13) return null
  const id = readUint16(bytes, 0)
  const isShort = isShortSerial(id)
  const attributes = isShort ? 0 : readUint16(bytes, 2)
  const bodyStart = isShort ? 11 : headerBytes(attributes)
  if (bytes.length < bodyStart + 1) return null
  const isWide = (attributes & 0x4000) !== 0
  const phone = bytes.subarray(isWide ? 5 : 4, isWide ? 15 : 10)
  const deviceIdentifier = identifierOf(phone)
  if (deviceIdentifier === null) return null
  const serialAt = isWide ? 15 : 10
  return {
    id,
    phone,
    deviceIdentifier,
    serial: isShort ? (bytes[10] as number) : readUint16(bytes, serialAt),
    part: attributes & 0x2000 ? readUint16(bytes, serialAt + 4) : 1,
    bodyStart,
    bodyEnd: bytes.length - 1,
  }
}

/** Decimal digits without leading zeros; else the number of the first fourteen digits of an IMEI. */
function identifierOf(phone: Uint8Array): string | null {
  const digits = toHex(phone)
  if (/^\d+$/.test(digits)) return digits.replace(/^0+(?=\d{3})/, '')
  if (digits.length !== 12) return null
  const stem = String(Number.parseInt(digits, 16))
  return stem.length === 14 ? `${stem}${luhnDigit(stem)}` : null
}

function luhnDigit(stem: string): number {
  let sum = 0
  for (let at = 0; at < stem.length; at++) {
    const digit = Number(stem[stem.length - 1 - at])
    const doubled = at % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}

/** The phone bytes of a decimal identifier: ten where it has more than twelve digits. */
export function phoneOf(deviceIdentifier: string): Uint8Array {
  return fromHex(deviceIdentifier.padStart(deviceIdentifier.length > 12 ? 20 : 12, '0'))
}

/** One message, escaped, with its checksum. */
export function encodeJt808(id: number, phone: Uint8Array, serial: number, body: Uint8Array): Uint8Array {
  const isWide = phone.length === 10
  const start = isWide ? 17 : 12
  const bytes = new Uint8Array(start + body.length + 1)
  writeUint16(bytes, 0, id)
  writeUint16(bytes, 2, (body.length & 0x3ff) | (isWide ? 0x4000 : 0))
  if (isWide) bytes[4] = 1
  bytes.set(phone, isWide ? 5 : 4)
  writeUint16(bytes, start - 2, serial)
  bytes.set(body, start)
  let sum = 0
  for (const byte of bytes) sum ^= byte
  bytes[bytes.length - 1] = sum
  return escapeJt808(bytes)
}

/** The answer to a seal lock, escaped: as `encodeJt808`, with a serial of one byte as in the lock's own messages. */
export function encodeLockAnswer(id: number, phone: Uint8Array, serial: number): Uint8Array {
  const bytes = new Uint8Array(15)
  writeUint16(bytes, 0, 0x4401)
  writeUint16(bytes, 2, 3)
  bytes.set(phone, 4)
  bytes[10] = serial
  writeUint16(bytes, 11, id)
  bytes[14] = bytes.reduce((sum, byte) => sum ^ byte, 0)
  return escapeJt808(bytes)
}

/** Date and time as six bytes of digits. */
export function bcdTime(time: Date): Uint8Array {
  return fromHex(time.toISOString().slice(2, 19).replace(/\D/g, ''))
}
