import { createRecent } from './recent.ts'
import {
  messageParts,
  type ReadingAudience,
  type ReadingEntry,
  type ReadingGroup,
  type ReadingKind,
  readingCatalogue,
} from './telemetry.readings.catalogue.ts'
import type { ReadingValue } from './telemetry.readings.contract.ts'

/** What a name stands for; `entry` is null for what the catalogue does not describe. */
export interface ReadingName {
  name: string
  entry: ReadingEntry | null
  /** Of one of several: 2 for `temperature2`. */
  index: number | null
  group: ReadingGroup
  audience: ReadingAudience
  hasHistory: boolean
}

const byPattern = new Map(readingCatalogue.map((entry) => [entry.pattern, entry]))
const byNumber = new Map(readingCatalogue.map((entry) => [entry.number, entry]))
const maxIndex = 65_535

/** Devices over HTTP choose names. */
const remembered = createRecent<ReadingName>(5_000)

const ofEntry = (name: string, entry: ReadingEntry, index: number | null): ReadingName => ({
  name,
  entry,
  index,
  group: entry.group,
  audience: entry.audience,
  hasHistory: entry.hasHistory,
})

function find(name: string): ReadingName {
  const one = name.includes('#') ? undefined : byPattern.get(name)
  if (one) return ofEntry(name, one, null)
  const parts = /^(\D*)([1-9]\d{0,4})(.*)$/.exec(name)
  const family = parts && byPattern.get(`${parts[1]}#${parts[3]}`)
  const index = Number(parts?.[2])
  if (family && index <= maxIndex) return ofEntry(name, family, index)
  const isPart = messageParts.has(name)
  return {
    name,
    entry: null,
    index: null,
    group: isPart ? 'message' : 'other',
    audience: 'editors',
    hasHistory: !isPart,
  }
}

/** What a name of a device's reading stands for, such as `temperature2`. */
export function readingOf(name: string): ReadingName {
  const known = remembered.get(name)
  if (known) return known
  const found = find(name)
  remembered.set(name, found)
  return found
}

/** The name of an entry of the catalogue, by the number it is stored with; null for an unknown number. */
export function readingNameOf(number: number, index: number | null): string | null {
  const pattern = byNumber.get(number)?.pattern
  if (pattern === undefined) return null
  return index === null ? pattern : pattern.replace('#', String(index))
}

/** The key of an entry, as in the text `readings.name.<key>`: `temperatureN` for all of `temperature1` and on. */
export const readingKeyOf = (entry: ReadingEntry): string => entry.pattern.replace('#', 'N')

export const kindOfValue = (value: ReadingValue): ReadingKind =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'

/**
 * Whether a value can be true at all: finite, and within the range of its reading.
 * @param value in the reading's unit
 */
export function isPlausibleReading({ entry }: ReadingName, value: ReadingValue): boolean {
  if (typeof value !== 'number') return true
  if (!Number.isFinite(value)) return false
  return entry?.kind !== 'number' || (value >= entry.min && value <= entry.max)
}

/** The order in which readings are shown: of the catalogue, by index, then others by name. */
export function compareReadings(one: ReadingName, other: ReadingName): number {
  const place = ({ entry }: ReadingName) =>
    entry ? readingCatalogue.indexOf(entry) : readingCatalogue.length
  return (
    place(one) - place(other) ||
    (one.index ?? 0) - (other.index ?? 0) ||
    (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)
  )
}
