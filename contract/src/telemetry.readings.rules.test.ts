import { expect, it } from 'vitest'
import { readingCatalogue } from './telemetry.readings.catalogue.ts'
import {
  compareReadings,
  isPlausibleReading,
  readingKeyOf,
  readingNameOf,
  readingOf,
} from './telemetry.readings.rules.ts'

it('numbers, names and keys of the catalogue are unique, and every entry is sent by some protocol', () => {
  expect(new Set(readingCatalogue.map(({ number }) => number)).size).toBe(readingCatalogue.length)
  expect(new Set(readingCatalogue.map(({ pattern }) => pattern)).size).toBe(readingCatalogue.length)
  expect(new Set(readingCatalogue.map(readingKeyOf)).size).toBe(readingCatalogue.length)
  for (const { protocols, kind, min, max, step } of readingCatalogue) {
    expect(protocols.length).toBeGreaterThan(0)
    if (kind === 'number') expect([min < max, step > 0]).toEqual([true, true])
  }
})

it.each([
  ['temperature2', 'temperatureN', 2],
  ['sensor5BatteryVolts', 'sensorNBatteryVolts', 5],
  ['fuelPercent', 'fuelPercent', null],
  ['fuelPercent2', 'fuelPercentN', 2],
  ['io65535', 'ioN', 65_535],
])('%s is %s with index %s', (name, key, index) => {
  const found = readingOf(name)
  expect([found.entry && readingKeyOf(found.entry), found.index]).toEqual([key, index])
  expect(readingNameOf(found.entry?.number ?? 0, found.index)).toBe(name)
})

it.each(['temperature#', 'temperature0', 'temperature02', 'io65536', 'temperature', 'wingspan', ''])(
  'the catalogue does not describe %s',
  (name) => expect(readingOf(name)).toMatchObject({ entry: null, index: null, group: 'other' }),
)

it('values outside the range are implausible, of unknown readings only those that are no number', () => {
  expect(isPlausibleReading(readingOf('temperature1'), -3274.5)).toBe(false)
  expect(isPlausibleReading(readingOf('temperature1'), -18)).toBe(true)
  expect(isPlausibleReading(readingOf('wingspan'), 1e9)).toBe(true)
  expect(isPlausibleReading(readingOf('wingspan'), Number.NaN)).toBe(false)
})

it('orders by the catalogue, then by index, then by name', () => {
  const names = ['zeta', 'temperature10', 'alpha', 'temperature2', 'ignition']
  expect(
    names
      .map(readingOf)
      .sort(compareReadings)
      .map(({ name }) => name),
  ).toEqual(['ignition', 'temperature2', 'temperature10', 'alpha', 'zeta'])
})
