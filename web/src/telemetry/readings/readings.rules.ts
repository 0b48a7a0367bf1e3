import type { ReadingGroup } from '@rumbo/contract/telemetry.readings.catalogue'
import type { LatestReading, ReadingSeries, ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { readingKeyOf, readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { minuteMs } from '@rumbo/contract/time-units'
import { formatNumber } from '@rumbo/i18n/formats'
import type { Language } from '@rumbo/i18n/language'
import type { WordText } from '../../ui/i18n.tsx'
import type { PlotColumns } from '../history/decimate.rules.ts'

/** The sections in which readings are shown, in order, with the groups of the catalogue in each. */
const sections = [
  { section: 'engine', groups: ['vehicle', 'engine'] },
  { section: 'fuel', groups: ['fuel'] },
  { section: 'supply', groups: ['supply'] },
  { section: 'sensors', groups: ['sensors', 'tyres'] },
  { section: 'inputs', groups: ['doors', 'inputs', 'locks'] },
  { section: 'driver', groups: ['driver'] },
  { section: 'other', groups: ['motion', 'network', 'message', 'other'] },
] as const satisfies readonly { section: string; groups: readonly ReadingGroup[] }[]
export type ReadingSection = (typeof sections)[number]['section']

/** Readings by section; sections without any are left out. The order within a section stays. */
export function bySection<R extends { group: ReadingGroup }>(
  readings: readonly R[],
): { section: ReadingSection; items: R[] }[] {
  return sections.flatMap(({ section, groups }) => {
    const items = readings.filter(({ group }) => groups.some((one) => one === group))
    return items.length === 0 ? [] : [{ section, items }]
  })
}

/** The name of a reading for people: `Temperatura 2`; where the catalogue has none, the device's own as such. */
export function readingLabel(
  t: WordText,
  { name, key, index }: Pick<LatestReading, 'name' | 'key' | 'index'>,
): string {
  if (key === null) return t('readings.unnamed', { name })
  const words = t(`readings.name.${key}` as 'readings.name.ignition')
  return index === null ? words : `${words} ${index}`
}

type Measured = Pick<LatestReading, 'unit' | 'digits'>

/** How a number is shown: `value * factor` in `unit`. Metres are shown as kilometres. */
export const shownAs = ({
  unit,
  digits,
}: Measured): { unit: string | null; factor: number; digits: number } =>
  unit === 'm' ? { unit: 'km', factor: 0.001, digits: 1 } : { unit, factor: 1, digits }

/** Lists of devices, such as `P0301,P0420`, as people write them. */
const spaced = (text: string) => text.replace(/,(?=\S)/g, ', ')

const wordOf = (t: WordText, value: boolean) => t(value ? 'history.reading.yes' : 'history.reading.no')

/** A value and its unit: `21.5 °C`, `Sí`, or the text itself; of an empty one that there are none. */
export function readingText(t: WordText, language: Language, of: Measured, value: ReadingValue): string {
  if (typeof value === 'boolean') return wordOf(t, value)
  if (typeof value === 'string') return value === '' ? t('history.reading.none') : spaced(value)
  const { unit, factor, digits } = shownAs(of)
  const number = formatNumber(language, value * factor, digits)
  return unit === null ? number : `${number} ${unit}`
}

/** A value that cannot be true, exactly as the device stated it. */
export function rawText(t: WordText, { unit }: Pick<Measured, 'unit'>, value: ReadingValue): string {
  if (typeof value === 'boolean') return wordOf(t, value)
  return typeof value === 'string' || unit === null ? String(value) : `${value} ${unit}`
}

/** A value holds until the next one, so long at most: what a device still states is kept every 10 minutes. */
const holdsMs = 15 * minuteMs

export interface NumberSteps {
  /** Epoch milliseconds, ascending. */
  time: readonly number[]
  min: readonly number[]
  max: readonly number[]
  /** For how long a value holds without another one, in milliseconds. */
  holdsMs: number
}

/** The numbers of a series as shown, in the unit of `shownAs`. */
export function stepsOf(
  series: Pick<ReadingSeries, 'points' | 'isThinned' | 'unit' | 'digits'>,
  range: { fromMs: number; toMs: number },
  asked: number,
): NumberSteps {
  const { factor } = shownAs(series)
  const scale = (values: readonly number[] = []) => values.map((value) => value * factor)
  // A joined point stands at the first of its values; the last of them may be a whole part later.
  const partMs = series.isThinned ? (range.toMs - range.fromMs) / asked : 0
  return {
    time: series.points?.time ?? [],
    min: scale(series.points?.min),
    max: scale(series.points?.max),
    holdsMs: holdsMs + partMs,
  }
}

/**
 * Greatest and least as columns of a plot, with the corners of each step; the line breaks where a value no longer holds.
 * @param untilMs epoch milliseconds to which the last value may hold
 */
export function plotColumns({ time, min, max, holdsMs }: NumberSteps, untilMs: number): PlotColumns {
  const seconds: number[] = []
  const upper: (number | null)[] = []
  const lower: (number | null)[] = []
  const add = (ms: number, most: number | null, least: number | null) => {
    seconds.push(ms / 1000)
    upper.push(most)
    lower.push(least)
  }
  for (const [at, ms] of time.entries()) {
    const most = max[at] ?? null
    const least = min[at] ?? null
    add(ms, most, least)
    const nextMs = time[at + 1] ?? untilMs
    const endMs = Math.min(ms + holdsMs, nextMs)
    if (endMs > ms) add(endMs, most, least)
    if (endMs < nextMs && at + 1 < time.length) add((endMs + nextMs) / 2, null, null)
  }
  return { seconds, values: [upper, lower] }
}

/** The index of the value that holds at a moment; null where none does. */
export function stepAt({ time, holdsMs }: NumberSteps, ms: number): number | null {
  const index = time.findLastIndex((one) => one <= ms)
  return index < 0 || ms - (time[index] ?? 0) > holdsMs ? null : index
}

/** Least and greatest of a whole series, and its last value; null for none. */
export function extentOf({ min, max }: NumberSteps): { least: number; most: number } | null {
  if (min.length === 0) return null
  const least = min.reduce((one, other) => Math.min(one, other))
  const most = max.reduce((one, other) => Math.max(one, other))
  return { least, most }
}

/** Adds a name to a choice or removes it; a full choice stays as it is. */
export function toggled(names: readonly string[], name: string, limit: number): readonly string[] {
  if (names.includes(name)) return names.filter((one) => one !== name)
  return names.length < limit ? [...names, name] : names
}

/** What the catalogue says of a reading that no answer describes: one the vehicle does not send. */
export function describedAs(name: string): Pick<LatestReading, 'name' | 'key' | 'index' | 'group'> {
  const { entry, index, group } = readingOf(name)
  return { name, key: entry && readingKeyOf(entry), index, group }
}
