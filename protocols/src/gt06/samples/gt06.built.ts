import { expect } from 'vitest'
import { fromHex, toHex } from '../../bytes.ts'
import type { DeviceMessage } from '../../protocol.ts'
import { encodeGt06Login } from '../gt06.device.ts'
import { encodeGt06Frame } from '../gt06.encode.ts'
import { gt06 } from '../gt06.ts'

const receivedAt = new Date('2026-03-04T05:06:07Z')
const login = encodeGt06Login('861000000000018', 1)

export function readFrames(...frames: Uint8Array[]) {
  const stream = gt06.openStream()
  const messages: DeviceMessage[] = []
  for (const frame of [login, ...frames]) stream.read(frame, receivedAt, (message) => messages.push(message))
  return { messages: messages.slice(1), reports: messages.flatMap(({ reports }) => reports) }
}
export const built = (type: number, body: string, isLong = false) =>
  encodeGt06Frame(type, fromHex(body), 5, isLong)
export const readOne = (type: number, body: string, isLong = false) =>
  readFrames(built(type, body, isLong)).reports.at(-1)
export const text = (words: string) => toHex(new TextEncoder().encode(words))

export const date = '1a0304050600'
/** 19.4326 north, 99.1332 west, valid, 271 degrees; with 0xDD0F the ignition is stated too. */
export const place = `${date} cb 0215bb78 0aa2c650 2a 1d0f`
export const fix = {
  time: new Date('2026-03-04T05:06:00Z'),
  isValid: true,
  latitude: expect.closeTo(19.4326, 5),
  longitude: expect.closeTo(-99.1332, 5),
  speedKmh: 42,
  headingDegrees: 271,
  satellites: 11,
}
export const cell = '014e 14 a065 00dd95'
export const wideCell = '014e 14 0000a065 0000000000dd95a4'
export const imei = '0861000000000018'
