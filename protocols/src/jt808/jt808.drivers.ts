import { readPrintable, readUint16, readUint32 } from '../bytes.ts'
import type { Jt808Reading } from './jt808.reading.ts'
import { readBcdTime } from './jt808.times.ts'

const chinese = new TextDecoder('gbk')

/** Text of the standard (GBK) without blanks and NULs at its ends; null when empty or not readable. */
function readName(bytes: Uint8Array, from: number, to: number): string | null {
  const text = chinese.decode(bytes.subarray(from, to)).replaceAll('\0', ' ').trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be in a name
  return text === '' || /[\u0000-\u001f\u007f-\u009f\ufffd]/.test(text) ? null : text.slice(0, 64)
}

function keepName(bytes: Uint8Array, from: number, to: number, { extras }: Jt808Reading): void {
  const name = readName(bytes, from, to)
  if (name) extras.driverName = name
}

function keepCard(bytes: Uint8Array, from: number, to: number, { telemetry }: Jt808Reading): void {
  const card = readPrintable(bytes, from, to)
  if (card && /[1-9A-Za-z]/.test(card)) telemetry.driverUniqueId = card.slice(0, 64)
}

/** State u8, time, result u8, name behind its length, the code of the licence in 20 bytes (JT/T 808-2013 and 2019). */
function readState(bytes: Uint8Array, at: number, end: number, reading: Jt808Reading): void {
  const { extras } = reading
  extras.driverCard = 'removed'
  if (bytes[at] === 2) return
  extras.driverCard = bytes[at + 7] === 0 ? 'inserted' : 'unreadable'
  const code = at + 9 + (bytes[at + 8] as number)
  if (extras.driverCard !== 'inserted' || code + 20 > end) return
  keepName(bytes, at + 9, code, reading)
  keepCard(bytes, code, code + 20, reading)
}

/** Name behind its length, identity number in 20 bytes, code of the licence in 40 (JT/T 808-2011). */
function readOldCard(bytes: Uint8Array, at: number, end: number, reading: Jt808Reading): boolean {
  const identity = at + 1 + (bytes[at] as number)
  if (identity + 60 > end) return false
  keepName(bytes, at + 1, identity, reading)
  keepCard(bytes, identity + 20, identity + 60, reading)
  return reading.telemetry.driverUniqueId !== undefined
}

/** 0x0702: a driver's card was inserted or removed. False when neither layout of the standard fits. */
export function readDriverCard(bytes: Uint8Array, at: number, end: number, reading: Jt808Reading): boolean {
  if (end - at < 7) return false
  const state = bytes[at] as number
  const isState = (state === 1 && end - at >= 8) || state === 2
  if (!isState || !readBcdTime(bytes, at + 1, 0)) return readOldCard(bytes, at, end, reading)
  readState(bytes, at, end, reading)
  return true
}

/** Items BC (name) and BD, ED (card) as text. */
export const readDriverName = (bytes: Uint8Array, at: number, length: number, reading: Jt808Reading) =>
  keepName(bytes, at, at + length, reading)
export const readDriverText = (bytes: Uint8Array, at: number, length: number, reading: Jt808Reading) =>
  keepCard(bytes, at, at + length, reading)

/** A card of a radio reader as u32, decimal as printed on it. */
export function readDriverNumber(bytes: Uint8Array, at: number, { telemetry }: Jt808Reading): void {
  const card = readUint32(bytes, at)
  if (card !== 0 && card !== 0xffffffff) telemetry.driverUniqueId = String(card)
}

/** Item 60: an event of a lock u16; of 0x61 to 0x66 the lock's id in six bytes and the card as text follow. */
export function readLockEvent(bytes: Uint8Array, at: number, length: number, reading: Jt808Reading): void {
  const event = readUint16(bytes, at)
  if (event >= 0x61 && event <= 0x66 && length >= 16) keepCard(bytes, at + 8, at + 16, reading)
}

/** Text of a card reader behind the tracker, `GTSL|…|…|…|card|…`; other text is kept as it is. */
export function readReaderText(text: string, { telemetry, extras }: Jt808Reading): void {
  const fields = text.split('|')
  const card = fields[4]?.trim()
  if (fields[0] !== 'GTSL') extras.serialText = text.slice(0, 128)
  else if (card) telemetry.driverUniqueId = card.slice(0, 64)
}
