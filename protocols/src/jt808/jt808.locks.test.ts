import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { joinBytes } from '../stream.ts'
import { messagesOf, reportIn } from '../testing/jt808-frames.ts'
import { escapeJt808, unescapeJt808 } from './jt808.frame.ts'

/** A report of a seal lock. No capture has these flags: built by the documented layout, with a right checksum. */
function lockReport(id: 0x5501 | 0x5502, flags: number, alarms = 0, items = '0202ffce'): Uint8Array {
  const place = `160720023927 06132126 075361086${flags.toString(16)}`
  const rest = `00 2d 17 0a 00000001 46 000000000000 03 0000 ${alarms.toString(16).padStart(4, '0')}`
  const body = fromHex(`${place} ${rest} ${items}`)
  // The identifier is decimal and the serial one byte; the attributes are not read.
  const message = joinBytes(fromHex(`${id.toString(16)} 8436 740190311185 09`), body)
  const bytes = joinBytes(message, Uint8Array.of(message.reduce((sum, byte) => sum ^ byte, 0)))
  return escapeJt808(bytes)
}

describe('seal locks', () => {
  it.each([
    ['Medellín', 0b0011, 6.22, -75.6],
    ['Medellín, with a bit that says nothing of the place', 0b1011, 6.22, -75.6],
    ['the same digits south and east', 0b0101, -6.22, 75.6],
    ['the same digits north and east', 0b0111, 6.22, 75.6],
  ])('stand in the hemispheres their flags name: %s', (_, flags, latitude, longitude) => {
    for (const id of [0x5501, 0x5502] as const) {
      const report = reportIn(lockReport(id, flags))
      expect(report.fix?.isValid).toBe(true)
      expect(report.fix?.latitude).toBeCloseTo(latitude, 2)
      expect(report.fix?.longitude).toBeCloseTo(longitude, 2)
    }
  })

  it('have no valid fix without reception', () => {
    for (const flags of [0b0010, 0b0110, 0b1010])
      expect(reportIn(lockReport(0x5501, flags))?.fix?.isValid, String(flags)).toBe(false)
  })

  it('state speed, course, satellites, altitude, odometer, battery and signal', () => {
    expect(reportIn(lockReport(0x5501, 3))).toMatchObject({
      fix: { speedKmh: 0, headingDegrees: 90, satellites: 10, altitudeMetres: -50 },
      telemetry: { odometerMetres: 1000, batteryPercent: 70, signalPercent: 74 },
    })
  })

  it('name the card that opened them', () => {
    const report = reportIn(lockReport(0x5501, 3, 0, '0b 06 01 00735443 01'))
    expect(report.extras.lockCard).toBe('7558211')
    expect(reportIn(lockReport(0x5501, 3, 0, '0b 01 0d'))?.extras).not.toHaveProperty('lockCard')
  })

  it('are answered with 0x4401, in the form of their own header (JT701 protocol V3.6)', () => {
    for (const id of [0x5501, 0x5502] as const) {
      const messages = messagesOf(lockReport(id, 3))
      const answer = unescapeJt808(messages[0]?.acknowledgement ?? new Uint8Array(0))
      // Id, length of the body, the lock's identifier and serial as received; its message, 0 for done; the XOR.
      expect(answer).toHaveLength(15)
      expect(toHex(answer, 0, 14)).toBe(`4401 0003 740190311185 09 ${id.toString(16)} 00`.replaceAll(' ', ''))
      expect(answer.reduce((sum, byte) => sum ^ byte, 0)).toBe(0)
    }
  })

  it('raise an alarm when its bit appears, and not while it lasts', () => {
    const frames = [0b100, 0b100, 0, 0b100].map((alarms) => lockReport(0x5501, 3, alarms))
    const reports = messagesOf(...frames).flatMap((message) => message.reports)
    expect(reports.map(({ alarm }) => alarm)).toEqual(['vibration', null, null, 'vibration'])
  })
})
