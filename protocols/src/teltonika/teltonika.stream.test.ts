import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { reportReadingLimit } from '@rumbo/contract/telemetry.reading-bounds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiBytes, fromHex, writeUint16 } from '../bytes.ts'
import { type Capture, readDeviceData } from '../testing/captures.ts'
import { growthOf } from '../testing/growth.ts'
import { teltonikaDevice } from './teltonika.device.ts'
import {
  acknowledgements,
  codec8,
  concat,
  good,
  imei,
  login,
  place,
  read,
  singly,
} from './teltonika.factory.ts'

describe('a stream', () => {
  const whole = concat([login, good, Uint8Array.of(0xff), codec8(5), good])
  const expected = read([login, good, Uint8Array.of(0xff), codec8(5), good])

  it('reads the same reports from single bytes as from one chunk', () => {
    expect(expected.reports.length).toBe(7)
    for (const chunks of [singly(whole), [whole]]) {
      const { reports, messages, stream } = read(chunks)
      expect(reports).toEqual(expected.reports)
      expect(acknowledgements(messages)).toEqual(acknowledgements(expected.messages))
      expect(stream.waitingBytes).toBe(0)
      expect(stream.counts.resyncs).toBe(0)
    }
  })

  it('finds the next frame behind garbage and behind zeros', () => {
    for (const rubbish of [
      asciiBytes('*HQ,1#'),
      new Uint8Array(7),
      fromHex('0000000000'),
      fromHex('78780000'),
    ]) {
      const { reports, stream } = read([login, good, rubbish, good])
      expect(reports.length).toBe(2)
      expect(stream.counts.resyncs).toBeGreaterThan(0)
    }
  })

  it('counts a wrong checksum, and refuses it by default', () => {
    const wrong = good.slice()
    wrong[30] = (wrong[30] ?? 0) ^ 1
    const strict = read([login, wrong, good])
    expect([strict.reports.length, strict.stream.counts.badChecksums]).toEqual([1, 1])
    expect(acknowledgements(strict.messages)).toEqual(['01', '00000001'])
    const lenient = read([login, wrong, good], { acceptWrongChecksum: true })
    expect([lenient.reports.length, lenient.stream.counts.badChecksums]).toEqual([2, 1])
  })

  it('loses no good frame behind one whose length is wrong', () => {
    for (const length of [3, 20, 200, 1500, 40_000]) {
      const broken = good.slice()
      writeUint16(broken, 6, length)
      const joined = read([login, concat([broken, good, good])])
      expect(joined.reports.slice(-2).length, String(length)).toBe(2)
      const dripped = read([login, ...singly(concat([broken, good, good]))])
      expect(dripped.reports.slice(-2).length, String(length)).toBe(2)
    }
  })

  it('discards a frame without an end', () => {
    const endless = new Uint8Array(4000).fill(0x41)
    endless.set([0, 0, 0, 0, 0, 0, 0x40, 0, 8, 1])
    expect(read([login, endless]).outcomes).toEqual(['open', 'overlong'])
    const drips = Array.from({ length: 40 }, (_, index) => endless.subarray(index * 100, index * 100 + 100))
    const { outcomes, stream } = read([login, ...drips])
    expect(outcomes).toContain('overlong')
    expect(stream.waitingBytes).toBeLessThanOrEqual(2048)
  })

  it('takes time in proportion to bytes made to slow it down', () => {
    const crafted = (length: number) => {
      const bytes = new Uint8Array(length)
      for (let at = 0; at + 12 <= length; at += 12) bytes.set([0, 0, 0, 0, 0, 0, 7, 0xd0, 8], at)
      return bytes
    }
    expect(growthOf((length) => read([login, crafted(length)]), 16 * 1024)).toBeLessThan(10)
    const inPieces = (bytes: Uint8Array) =>
      Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(32 * at, 32 * at + 32))
    expect(growthOf((length) => read([login, ...inPieces(crafted(length))]), 16 * 1024)).toBeLessThan(10)
  }, 30_000)

  it('follows a second device that logs in on the same socket', () => {
    const other = teltonikaDevice.openDeviceClient('356307042441013')
    const { messages, reports } = read([login, good, other.login() ?? new Uint8Array(), other.report(place)])
    expect(messages.flatMap((message) => message.login ?? [])).toEqual([imei, '356307042441013'])
    expect(reports.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual([imei, '356307042441013'])
  })

  it('never throws on mutated messages or random bytes, and is usable afterwards', () => {
    const captures = readDeviceData<{ captures: Capture[] }>('captures/teltonika.json')?.captures ?? []
    const seeds = [...captures.map(({ hex }) => fromHex(hex)), good, codec8(9)]
    const isGoodLast = (reports: readonly DeviceReport[]) =>
      reports.at(-1)?.telemetry.odometerMetres === 123_456
    fc.assert(
      fc.property(
        fc.nat(seeds.length - 1),
        fc.array(fc.tuple(fc.nat(2100), fc.nat(255)), { maxLength: 6 }),
        fc.uint8Array({ maxLength: 60 }),
        fc.boolean(),
        fc.boolean(),
        (seed, changes, random, cut, acceptWrongChecksum) => {
          const bytes = (seeds[seed] ?? good).slice()
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
          const mutated = cut ? bytes.slice(0, bytes.length >> 1) : bytes
          const { reports, outcomes, messages } = read([login, mutated, random, login, good, good], {
            acceptWrongChecksum,
          })
          // A frame of any length may have begun in the rubbish; with an end beyond the limit it is dropped.
          if (!outcomes.includes('overlong')) expect(isGoodLast(reports)).toBe(true)
          for (const { reports } of messages) for (const { extras } of reports) checkExtras(extras)
          read([mutated, random], { transport: 'udp' })
        },
      ),
      { numRuns: 1000, seed: 5027 },
    )
  })

  function checkExtras(extras: DeviceReport['extras']): void {
    // What stands beside the elements: event, priority, why there is no place.
    expect(Object.keys(extras).length).toBeLessThanOrEqual(reportReadingLimit + 3)
    for (const value of Object.values(extras)) expect(String(value).length).toBeLessThanOrEqual(256)
  }
})
