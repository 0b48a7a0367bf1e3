import type { ReadingKind } from './telemetry.readings.catalogue.ts'
import { readingOf } from './telemetry.readings.rules.ts'

/** What rules compare beside the readings of the catalogue: of the vehicle's fix. */
export const positionReadings = {
  speedKmh: { unit: 'km/h', min: 0, max: 400 },
  altitudeMetres: { unit: 'm', min: -500, max: 20_000 },
} as const
export type PositionReading = keyof typeof positionReadings

export const isPositionReading = (name: string): name is PositionReading => name in positionReadings

/** What is known of a reading that a rule compares. */
export interface ComparedReading {
  kind: ReadingKind
  unit: string | null
  min: number
  max: number
}

/**
 * A reading that rules may compare; null for names of no meaning, and for those that describe messages or identify the
 * tracker.
 */
export function comparedReading(name: string): ComparedReading | null {
  if (isPositionReading(name)) return { kind: 'number', ...positionReadings[name] }
  const { entry } = readingOf(name)
  if (!entry || entry.group === 'message' || entry.audience === 'editors') return null
  const { kind, unit, min, max } = entry
  return { kind, unit, min, max }
}
