import { readingCatalogue } from '@rumbo/contract/telemetry.readings.catalogue'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { expect, it } from 'vitest'
import {
  type PackedReading,
  packLatest,
  packReadings,
  unpackLatest,
  unpackReadings,
} from './telemetry.reading-packing.rules.ts'
import { keptOf, readingsIn } from './telemetry.reading-state.ts'

/** A linear congruential generator: the same values in every run. */
function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const texts = ['', 'P0301,P0420', 'ñandú 🚚', 'x'.repeat(500), '\u0000']

/** Any reading with any value of any kind, whatever kind the catalogue expects. */
function anyReading(random: () => number): PackedReading {
  const entry = readingCatalogue[Math.floor(random() * readingCatalogue.length)]
  const pattern = entry && random() < 0.8 ? entry.pattern : `odd name ${Math.floor(random() * 1e6)}`
  const name = readingOf(pattern.replace('#', String(1 + Math.floor(random() ** 4 * 65_534))))
  const isImplausible = random() < 0.2
  const digits = name.entry?.kind === 'number' ? name.entry.digits : 0
  const size = 10 ** Math.floor(random() * 18)
  const rounded = Number(((random() - 0.5) * size).toFixed(digits)) || 0
  const exact = (random() - 0.5) * 1e300 ** random()
  const values = [random() < 0.5, texts[Math.floor(random() * texts.length)] ?? '', rounded]
  const value = isImplausible || !name.entry ? [...values, exact] : values
  return {
    name,
    value: value[Math.floor(random() * value.length)] ?? 0,
    isImplausible,
    time: Math.floor(random() * 1.8e12),
  }
}

it('what was packed is read again: any reading, value and number of them', () => {
  const random = randoms(16)
  for (let round = 0; round < 500; round += 1) {
    const given = Array.from({ length: Math.floor(random() * 40) }, () => anyReading(random))
    const seen = [...unpackReadings(packReadings(given), 5)]
    expect(seen).toEqual(given.map((reading) => ({ ...reading, time: 5 })))
    const asOf = Math.max(0, ...given.map(({ time }) => time))
    expect([...unpackLatest(packLatest(given, asOf), asOf)]).toEqual(given)
  }
})

it('keeps the decimals of the catalogue, and what cannot be true exactly', () => {
  const name = readingOf('temperature1')
  const kept = (value: number, isImplausible: boolean) =>
    [...unpackReadings(packReadings([{ name, value, isImplausible }]), 0)][0]?.value
  expect(kept(4.237_9, false)).toBe(4.24)
  expect(kept(-3_274.512_34, true)).toBe(-3_274.512_34)
})

it('a reading takes three to five bytes', () => {
  const bytes = (name: string, value: number | boolean) =>
    packReadings([{ name: readingOf(name), value, isImplausible: false }]).length
  expect([
    bytes('temperature1', -18.4),
    bytes('door', true),
    bytes('rpm', 1_850),
    bytes('powerVolts', 13.8),
  ]).toEqual([5, 2, 4, 3])
})

it('refuses bytes that were cut off, or have an unknown number', () => {
  const bytes = packReadings([{ name: readingOf('driverUniqueId'), value: 'A1B2', isImplausible: false }])
  for (let length = 1; length < bytes.length; length += 1)
    expect(() => [...unpackReadings(bytes.subarray(0, length), 0)]).toThrow(/Packed readings end/)
  expect(() => [...unpackReadings(Buffer.from([0xf2, 0x7f]), 0)]).toThrow('no reading')
})

it('takes latest readings that a newer version wrote for not known', () => {
  const kept = keptOf({ packed: Buffer.from([0xff, 0xff, 0x7f, 1]), asOf: 1_000 })
  expect([...readingsIn(kept)]).toEqual([])
})
