import { leftOutName } from '@rumbo/contract/telemetry.readings.catalogue'
import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import type { ReadingName } from '@rumbo/contract/telemetry.readings.rules'
import { minuteMs } from '@rumbo/contract/time-units'
import { type PackedReading, packLatest, unpackLatest } from './telemetry.reading-packing.rules.ts'

/** Not stated again for so long, a value is not believed to hold: still stated ones are stored every 10 minutes. */
export const holdsMs = 15 * minuteMs

/** A reading of a vehicle as last stated. Never changed, so that drafts share it. Times are epoch ms. */
export interface KeptReading {
  readonly name: ReadingName
  /** The last plausible value; null before the first. */
  readonly value: ReadingValue | null
  /** What was stated since and cannot be true. */
  readonly implausible: { readonly value: ReadingValue; readonly time: number } | null
  /** Implausible values in a row that agree with each other. */
  readonly agreeing: number
  /** What the history has of it, and since when; -Infinity for nothing known. */
  readonly stored: ReadingValue | null
  readonly storedAt: number
  readonly isStoredImplausible: boolean
}

/** Readings of a vehicle in columns, which are cheap to copy for a draft. */
export interface KeptReadings {
  /** The place of each name. One that only late reports stated has no value, and is not in the row of the latest. */
  places: Map<string, number>
  /** The name at each place. */
  names: ReadingName[]
  /** Whether names may be added here: a copy shares those of its original until it gets one more. */
  ownsNames: boolean
  readonly readings: (KeptReading | undefined)[]
  /** When each value was stated last; -Infinity with none. */
  readonly times: number[]
  /** When the row of the latest readings was written last; -Infinity after it was read. */
  writtenAt: number
  /** Of the texts in it. */
  characters: number
}

/** Names of one vehicle, and characters of its texts: devices over HTTP choose them. */
const maxNames = 400
const maxCharacters = 32_768

const charactersOf = (value: ReadingValue | null | undefined) =>
  typeof value === 'string' ? value.length : 0
const charactersIn = (reading: KeptReading | undefined) =>
  charactersOf(reading?.value) + charactersOf(reading?.implausible?.value)

/** Whether the vehicle has a reading of this name, or may have one more. */
const hasRoomForName = ({ places }: KeptReadings, { name }: ReadingName): boolean =>
  places.size < maxNames || places.has(name) || name === leftOutName

/** The place of a name, a new one where it has none yet. */
function placeOf(kept: KeptReadings, name: ReadingName): number {
  const known = kept.places.get(name.name)
  if (known !== undefined) return known
  if (!kept.ownsNames) {
    kept.places = new Map(kept.places)
    kept.names = kept.names.slice()
    kept.ownsNames = true
  }
  const place = kept.places.size
  kept.places.set(name.name, place)
  kept.names[place] = name
  return place
}

/** Gives a name its place without a value. @returns whether it has one now */
export function reservePlace(kept: KeptReadings, name: ReadingName): boolean {
  if (!hasRoomForName(kept, name)) return false
  placeOf(kept, name)
  return true
}

/** By how many characters the vehicle's texts grow with this value at a place; -1 is a new one. */
export const addedCharacters = (kept: KeptReadings, place: number, value: ReadingValue): number =>
  typeof value === 'string' ? Math.max(0, value.length - charactersIn(kept.readings[place])) : 0

/**
 * The place of a name, a new one where it has none yet; -1 where there is no room for the name or its text.
 * @param guess of a device that states its readings in the same order each time
 * @param addedBefore `addedCharacters` of readings before it in the report, which are not kept yet
 */
export function placeFor(
  kept: KeptReadings,
  name: ReadingName,
  value: ReadingValue,
  guess: number,
  addedBefore: number,
): number {
  const known = kept.names[guess] === name ? guess : (kept.places.get(name.name) ?? -1)
  if (typeof value === 'string') {
    const added = addedBefore + addedCharacters(kept, known, value)
    if (kept.characters + added > maxCharacters) return -1
  }
  if (known >= 0) return known
  return hasRoomForName(kept, name) ? placeOf(kept, name) : -1
}

/** The row of the latest readings, not looked into before the first report. */
export interface StoredLatest {
  readonly packed: Buffer
  readonly asOf: number
}

/** A copy that may be changed. */
export const copyOf = (kept: KeptReadings): KeptReadings => ({
  places: kept.places,
  names: kept.names,
  ownsNames: false,
  readings: kept.readings.slice(),
  times: kept.times.slice(),
  writtenAt: kept.writtenAt,
  characters: kept.characters,
})

/** Replaces the reading at a place. */
export function keepAt(kept: KeptReadings, place: number, reading: KeptReading, time: number): void {
  kept.characters += charactersIn(reading) - charactersIn(kept.readings[place])
  kept.readings[place] = reading
  kept.times[place] = time
}

/** Replaces a reading, or adds it. */
const keep = (kept: KeptReadings, reading: KeptReading, time: number): void =>
  keepAt(kept, placeOf(kept, reading.name), reading, time)

/** The reading of a name with the time of its value; the time is -Infinity where there is none. */
function keptReading(kept: KeptReadings, name: string): { reading: KeptReading | undefined; time: number } {
  const place = kept.places.get(name) ?? -1
  return { reading: kept.readings[place], time: kept.times[place] ?? Number.NEGATIVE_INFINITY }
}

const newKept = (writtenAt: number): KeptReadings => ({
  places: new Map(),
  names: [],
  ownsNames: true,
  readings: [],
  times: [],
  writtenAt,
  characters: 0,
})

/**
 * Removes the values that were stated before a moment, and the names that are left without any value.
 * @param fromMs epoch ms
 * @returns a new object; the given one if no value is that old
 */
export function keptSince(kept: KeptReadings, fromMs: number): KeptReadings {
  const isOld = (reading: KeptReading | undefined, time: number) =>
    reading !== undefined &&
    ((reading.value !== null && time < fromMs) || (reading.implausible?.time ?? fromMs) < fromMs)
  if (!kept.readings.some((reading, place) => isOld(reading, kept.times[place] as number))) return kept
  const young = newKept(kept.writtenAt)
  for (const { time, ...reading } of readingsIn(kept)) {
    const implausible = (reading.implausible?.time ?? fromMs) < fromMs ? null : reading.implausible
    if (time >= fromMs) keep(young, { ...reading, implausible }, time)
    else if (implausible) keep(young, { ...reading, value: null, implausible }, Number.NEGATIVE_INFINITY)
  }
  return young
}

/**
 * Readings as the database has them. Older rows of the history may have been lost with them, so nothing counts as stored: the
 * first report stores all its readings again.
 */
export function keptOf(latest: StoredLatest | null): KeptReadings {
  const kept = newKept(Number.NEGATIVE_INFINITY)
  if (!latest) return kept
  try {
    for (const reading of unpackLatest(latest.packed, latest.asOf)) addPacked(kept, reading)
  } catch {
    // A newer version wrote it, with readings unknown here. Reports must be stored all the same, and replace it.
  }
  return kept
}

/** Keeps a value that is newer than the one before. */
function addPacked(kept: KeptReadings, { name, value, isImplausible, time }: PackedReading): void {
  const { reading, time: before } = keptReading(kept, name.name)
  const known = {
    value: null,
    agreeing: 0,
    stored: null,
    storedAt: Number.NEGATIVE_INFINITY,
    isStoredImplausible: false,
    ...reading,
    name,
  }
  if (isImplausible) keep(kept, { ...known, implausible: { value, time } }, before)
  else keep(kept, { ...known, value, implausible: null }, time)
}

/** Each reading with the time of its value. */
export function* readingsIn({ readings, times }: KeptReadings): Generator<KeptReading & { time: number }> {
  for (let place = 0; place < readings.length; place += 1) {
    const reading = readings[place]
    if (reading) yield { ...reading, time: times[place] ?? Number.NEGATIVE_INFINITY }
  }
}

/** The row of the latest readings: each plausible value, and after it what was stated since and cannot be true. */
export function latestRowOf({ readings, times }: KeptReadings): StoredLatest {
  const values: PackedReading[] = []
  let asOf = 0
  for (let place = 0; place < readings.length; place += 1) {
    const reading = readings[place]
    if (!reading) continue
    const { name, value, implausible } = reading
    const time = times[place] as number
    if (value !== null) {
      values.push({ name, value, time, isImplausible: false })
      asOf = Math.max(asOf, time)
    }
    if (!implausible) continue
    values.push({ name, value: implausible.value, time: implausible.time, isImplausible: true })
    asOf = Math.max(asOf, implausible.time)
  }
  return { packed: packLatest(values, asOf), asOf }
}

/** The row of the latest readings is written some seconds later than the history, and never after a crash. */
export const behindMs = 2 * minuteMs

/** Adds what is newer than the last values, as far as the vehicle has room for it. */
export function catchUp(kept: KeptReadings, later: Iterable<PackedReading>): void {
  for (const one of later) {
    const { reading, time } = keptReading(kept, one.name.name)
    const isNewer = one.time > Math.max(time, reading?.implausible?.time ?? 0)
    if (isNewer && placeFor(kept, one.name, one.value, -1, 0) >= 0) addPacked(kept, one)
  }
}
