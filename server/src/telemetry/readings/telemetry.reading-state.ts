import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import type { ReadingName } from '@rumbo/contract/telemetry.readings.rules'
import { minuteMs } from '@rumbo/contract/time-units'
import { type PackedReading, packLatest, unpackLatest } from './telemetry.reading-packing.rules.ts'

/** Not stated again for so long, a value is not believed to hold: still stated ones are stored every 10 minutes. */
export const holdsMs = 15 * minuteMs

/** A reading of a vehicle as last stated. Never changed, so that drafts may share it. Times are epoch ms. */
export interface KeptReading {
  readonly name: ReadingName
  /** The last plausible value; null before the first. */
  readonly value: ReadingValue | null
  readonly time: number
  /** What was stated since and cannot be true. */
  readonly implausible: { readonly value: ReadingValue; readonly time: number } | null
  /** Implausible values in a row that agree with each other. */
  readonly agreeing: number
  /** What the history has of it, and since when; -Infinity for nothing known. */
  readonly stored: ReadingValue | null
  readonly storedAt: number
  readonly isStoredImplausible: boolean
}

/** Readings of a vehicle by name. */
export interface KeptReadings {
  readonly byName: Map<string, KeptReading>
  /** When the row of the latest readings was written last; -Infinity after it was read. */
  writtenAt: number
  /** Whether a value has changed since. */
  hasChanged: boolean
}

/** The row of the latest readings, not looked into before the first report. */
export interface StoredLatest {
  readonly packed: Buffer
  readonly asOf: number
}

const nothingStored = {
  agreeing: 0,
  stored: null,
  storedAt: Number.NEGATIVE_INFINITY,
  isStoredImplausible: false,
}

/**
 * Readings as the database has them. The history may be ahead of them by some seconds, so nothing counts as stored: the
 * first report stores all its readings again.
 */
export function keptOf(latest: StoredLatest | null): KeptReadings {
  const byName = new Map<string, KeptReading>()
  for (const { name, value, isImplausible, time } of latest ? unpackLatest(latest.packed, latest.asOf) : []) {
    const known = byName.get(name.name)
    byName.set(
      name.name,
      isImplausible
        ? {
            name,
            value: known?.value ?? null,
            time: known?.time ?? Number.NEGATIVE_INFINITY,
            implausible: { value, time },
            ...nothingStored,
          }
        : { name, value, time, implausible: known?.implausible ?? null, ...nothingStored },
    )
  }
  return { byName, writtenAt: Number.NEGATIVE_INFINITY, hasChanged: false }
}

/** Each plausible value, and after it what was stated since and cannot be true. */
function* valuesOf({ byName }: KeptReadings): Generator<PackedReading> {
  for (const { name, value, time, implausible } of byName.values()) {
    if (value !== null) yield { name, value, time, isImplausible: false }
    if (implausible) yield { name, ...implausible, isImplausible: true }
  }
}

/** The row of the latest readings. */
export function latestRowOf(kept: KeptReadings): StoredLatest {
  const values = [...valuesOf(kept)]
  const asOf = values.reduce((most, { time }) => Math.max(most, time), 0)
  return { packed: packLatest(values, asOf), asOf }
}
