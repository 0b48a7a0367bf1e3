import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex } from '../bytes.ts'
import { joinBytes } from '../stream.ts'
import { type Capture, readDeviceData } from '../testing/captures.ts'
import { growthOf } from '../testing/growth.ts'
import { acknowledgements, good, heartbeat, imei, login, read, singly } from './gps103.factory.ts'

const concat = (parts: readonly Uint8Array[]) => parts.reduce(joinBytes, new Uint8Array())
const unclosed = good.slice(0, -1)

describe('a stream', () => {
  const whole = concat([login, good, heartbeat, good])
  const expected = read([login, good, heartbeat, good])

  it('reads the same reports from single bytes as from one chunk', () => {
    expect(expected.reports.length).toBe(2)
    for (const chunks of [singly(whole), [whole]]) {
      const { reports, messages, stream } = read(chunks)
      expect(reports).toEqual(expected.reports)
      expect(acknowledgements(messages)).toEqual(acknowledgements(expected.messages))
      expect([stream.waitingBytes, stream.counts.resyncs]).toEqual([0, 0])
    }
  })

  it.each([';', '*', '\n', '\r\n', ';\r\n'])('takes %j for the end, together or late', (end) => {
    const line = joinBytes(unclosed, asciiBytes(end))
    for (const chunks of [[line, line], singly(joinBytes(line, line))]) {
      const { reports, stream } = read(chunks)
      expect(reports).toEqual([expected.reports[0], expected.reports[0]])
      expect([stream.waitingBytes, stream.counts.resyncs, stream.counts.refusedFrames]).toEqual([0, 0, 0])
    }
  })

  it('separates messages without their ends', () => {
    const digits = heartbeat.slice(0, -1)
    const { reports, messages } = read([concat([unclosed, unclosed, login, digits, good])])
    expect(reports.length).toBe(3)
    expect(acknowledgements(messages)).toEqual([null, null, 'LOAD', 'ON', null])
  })

  it('finds the next message behind garbage', () => {
    for (const rubbish of [
      '(087073819397BP00)',
      '*HQ,1;',
      '12345;',
      '1234567890123456789',
      'im',
      '#',
      '\0\xff',
    ]) {
      const { reports, stream } = read([good, rubbish, ';', good])
      expect(reports.length, rubbish).toBe(2)
      expect(stream.counts.resyncs, rubbish).toBeGreaterThan(0)
    }
  })

  it('finds a heartbeat behind garbage', () => {
    expect(acknowledgements(read(['x;', heartbeat]).messages).at(-1)).toBe('ON')
  })

  it('discards a message without an end', () => {
    const endless = asciiBytes(`imei:${imei},tracker,${'x'.repeat(5000)}`)
    expect(read([good, endless]).outcomes).toEqual(['open', 'overlong'])
    const { outcomes, stream } = read(singly(endless.slice(0, 3000)))
    expect(outcomes).toContain('overlong')
    expect(stream.waitingBytes).toBeLessThanOrEqual(2048)
    expect(read(['z'.repeat(10_000), ...singly(asciiBytes('9'.repeat(3000)))]).outcomes).not.toContain(
      'overlong',
    )
  })

  it.each(['imei:', 'im', '##', '#i', '1', ';', 'i;'])(
    'takes time in proportion to many %s',
    (text) => {
      expect(growthOf((length) => read([text.repeat(length / text.length)]), 60_000)).toBeLessThan(10)
    },
    30_000,
  )

  it('takes time in proportion to an endless identifier in single bytes', () => {
    const dripped = (length: number) => read(singly(asciiBytes(`imei:${'i'.repeat(length)}`)))
    expect(growthOf(dripped, 4_000)).toBeLessThan(10)
  }, 30_000)

  it('never throws on mutated messages or random bytes, and is usable afterwards', () => {
    const captures = readDeviceData<{ captures: Capture[] }>('captures/gps103.json')?.captures ?? []
    const seeds = [...captures.map(({ hex }) => fromHex(hex)), good, login, heartbeat]
    fc.assert(
      fc.property(
        fc.nat(seeds.length - 1),
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }),
        fc.uint8Array({ maxLength: 60 }),
        fc.boolean(),
        (seed, changes, random, cut) => {
          const bytes = (seeds[seed] ?? good).slice()
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
          const mutated = cut ? bytes.slice(0, bytes.length >> 1) : bytes
          const { reports, outcomes } = read([mutated, random, good, good])
          expect(outcomes).not.toContain('overlong')
          expect(reports.slice(-1)).toMatchObject([
            { deviceIdentifier: imei, telemetry: { fuelPercent: 55 } },
          ])
          for (const { extras } of reports) checkExtras(extras)
          read([joinBytes(mutated, random)], { transport: 'udp' })
        },
      ),
      { numRuns: 1000, seed: 5001 },
    )
  })

  function checkExtras(extras: DeviceReport['extras']): void {
    expect(Object.keys(extras).length).toBeLessThanOrEqual(64)
    for (const value of Object.values(extras)) expect(String(value).length).toBeLessThanOrEqual(256)
  }
})

describe('datagrams', () => {
  it('name their device each, and need no end', () => {
    for (const datagram of [good, unclosed, heartbeat.slice(0, -1), login]) {
      const { messages, stream } = read([datagram], { transport: 'udp' })
      expect(messages.map((message) => message.login)).toEqual([imei])
      expect(stream.waitingBytes).toBe(0)
    }
  })
})
