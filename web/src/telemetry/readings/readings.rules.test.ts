import { translate } from '@rumbo/i18n'
import { describe, expect, it } from 'vitest'
import type { WordText } from '../../ui/i18n.tsx'
import { someReading, someSeries, someSwitch } from './readings.factory.ts'
import {
  bySection,
  describedAs,
  extentOf,
  plotColumns,
  rawText,
  readingLabel,
  readingText,
  stepAt,
  stepsOf,
  toggled,
} from './readings.rules.ts'

const minute = 60_000
const es: WordText = (key, ...params) => translate('es', key, ...params)
const en: WordText = (key, ...params) => translate('en', key, ...params)
const day = { fromMs: 0, toMs: 1_440 * minute }

describe('the words of a reading', () => {
  it('name it in both languages, with its index', () => {
    expect(readingLabel(es, someReading({ index: 2 }))).toBe('Temperatura 2')
    expect(readingLabel(en, someReading({ index: 2 }))).toBe('Temperature 2')
    expect(readingLabel(es, someReading({ name: 'foo_bar', key: null, index: null }))).toBe('Dato «foo_bar»')
    expect(readingLabel(es, describedAs('humidity3'))).toBe('Humedad 3')
  })
  it('carry its unit and its decimals; metres become kilometres', () => {
    expect(readingText(es, 'es', someReading(), 4.567)).toBe('4.57 °C')
    expect(readingText(es, 'es', someReading({ unit: 'm', digits: 0 }), 123_456_789)).toBe('123,456.8 km')
    expect(readingText(es, 'es', someSwitch(), true)).toBe('Sí')
    expect(readingText(en, 'en', someSwitch(), false)).toBe('No')
    expect(readingText(es, 'es', someReading({ unit: null }), 'P0171,P0420')).toBe('P0171, P0420')
    expect(readingText(es, 'es', someReading({ unit: null }), '')).toBe('Ninguno')
  })
  it('keep a value that cannot be true as it was stated', () => {
    expect(rawText(es, someReading({ digits: 0 }), -3274.5)).toBe('-3274.5 °C')
    expect(rawText(es, someReading({ unit: 'm', digits: 0 }), 4_294_967_295)).toBe('4294967295 m')
  })
})

it('puts readings into sections in the order of the screen and leaves out empty ones', () => {
  const found = bySection([someReading(), someSwitch(), someReading({ name: 'door', group: 'doors' })])
  expect(found.map(({ section, items }) => [section, items.map(({ name }) => name)])).toEqual([
    ['engine', ['ignition']],
    ['sensors', ['temperature1']],
    ['inputs', ['door']],
  ])
})

describe('a series of numbers', () => {
  it('holds a value until the next one, and for 15 minutes at most', () => {
    const steps = stepsOf(
      someSeries([
        [0, 4],
        [10 * minute, 5],
        [60 * minute, 6],
      ]),
      day,
      500,
    )
    const { seconds, values } = plotColumns(steps, 62 * minute)
    expect(seconds.map((second) => second / 60)).toEqual([0, 10, 10, 25, 42.5, 60, 62])
    expect(values[0]).toEqual([4, 4, 5, 5, null, 6, 6])
    expect(stepAt(steps, -1)).toBeNull()
    expect(stepAt(steps, 9 * minute)).toBe(0)
    expect(stepAt(steps, 25 * minute)).toBe(1)
    expect(stepAt(steps, 26 * minute)).toBeNull()
  })
  it('keeps the least and the greatest of joined points, and a line across parts longer than 15 minutes', () => {
    const series = someSeries(
      [
        [0, 3, 9],
        [40 * minute, 2, 4],
      ],
      { isThinned: true },
    )
    const steps = stepsOf(series, { fromMs: 0, toMs: 60 * minute }, 2)
    const { seconds, values } = plotColumns(steps, 60 * minute)
    expect(seconds.map((second) => second / 60)).toEqual([0, 40, 40, 60])
    expect(values).toEqual([
      [9, 9, 4, 4],
      [3, 3, 2, 2],
    ])
    expect(extentOf(steps)).toEqual({ least: 2, most: 9 })
  })
  it('is plotted in the unit in which it is shown', () => {
    const series = someSeries([[0, 1_500]], { unit: 'm', digits: 0 })
    expect(plotColumns(stepsOf(series, day, 500), minute).values[0]).toEqual([1.5, 1.5])
  })
  it('draws nothing where there is nothing', () => {
    const steps = stepsOf(someSeries([]), day, 500)
    expect(plotColumns(steps, minute)).toEqual({ seconds: [], values: [[], []] })
    expect(extentOf(steps)).toBeNull()
  })
})

it('adds to a choice up to its limit, and removes again', () => {
  expect(toggled(['a'], 'b', 2)).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'c', 2)).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a', 2)).toEqual(['b'])
})
