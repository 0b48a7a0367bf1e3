import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { expect, it } from 'vitest'
import { asciiBytes, fromHex, toHex } from '../bytes.ts'
import { encodeJt808, phoneOf } from '../jt808/jt808.header.ts'
import { jt808 } from '../jt808/jt808.ts'
import type { DeviceMessage } from '../protocol.ts'

/** Frames for tests, built by the layouts of vendor documents, with a right checksum. */

const phone = phoneOf('13912345678')
const builtAt = new Date('2026-03-04T05:06:10Z')

/** Hexadecimal digits of ASCII text. */
export const hexOf = (text: string) => toHex(asciiBytes(text))

/** Guadalajara at 13:06:10 of UTC+8: latitude, longitude, altitude, speed, course, time. */
const place = '013b744a 0628e79e 0618 01a4 010f 260304130610'

/** A 0x0200 with these items (hexadecimal). Default: no alarm, ignition on, valid, west. */
export function locationWith(items: string, { alarms = '00000000', status = '0000000b' } = {}): Uint8Array {
  return encodeJt808(0x0200, phone, 7, fromHex(`${alarms} ${status} ${place} ${items}`))
}

export const messageWith = (id: number, body: string) => encodeJt808(id, phone, 7, fromHex(body))

export function messagesOf(...frames: Uint8Array[]): DeviceMessage[] {
  const stream = jt808.openStream({ acceptWrongChecksum: false })
  const messages: DeviceMessage[] = []
  for (const frame of frames) stream.read(frame, builtAt, (message) => messages.push(message))
  return messages
}

/** The one report of a frame. */
export function reportIn(frame: Uint8Array): DeviceReport {
  const [report] = messagesOf(frame).flatMap(({ reports }) => reports)
  if (!report) throw new Error('No report')
  return report
}

type Expected = Record<string, string | number | boolean>

/** Telemetry, extras and alarm of a report in one record. */
export function readingsIn(frame: Uint8Array): Expected {
  const { telemetry, extras, alarm } = reportIn(frame)
  return { ...extras, ...telemetry, ...(alarm ? { alarm } : {}) } as Expected
}

/** A test's source, items in hexadecimal, what they state; and names that must be absent. */
type Case = readonly [source: string, items: string, expected: Expected, absent?: readonly string[]]

/** One test for each case. */
export function expectItems(cases: readonly Case[]): void {
  const named = cases.map(([source, items, expected, absent = []]) => ({ source, items, expected, absent }))
  it.each(named)('$source: $items', ({ items, expected, absent }) => {
    const readings = readingsIn(locationWith(items))
    for (const [name, value] of Object.entries(expected)) {
      if (typeof value === 'number') expect(readings[name], name).toBeCloseTo(value, 3)
      else expect(readings[name], name).toBe(value)
    }
    for (const name of absent) expect(readings, name).not.toHaveProperty(name)
  })
}
