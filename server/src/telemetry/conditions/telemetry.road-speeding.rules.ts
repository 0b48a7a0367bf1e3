import {
  followSpeeding,
  type SpeedFix,
  type Speeding,
  type SpeedingFound,
} from './telemetry.speeding.rules.ts'
import { roadSpeedingThresholds } from './telemetry.thresholds.rules.ts'

/** What is remembered of a vehicle on roads with limits. */
export interface RoadSpeeding {
  /** Of the last fix that was judged, epoch ms; earlier ones are not judged again. */
  readonly judgedUntil: number
  readonly speeding: (Speeding & { limitKmh: number }) | null
}

/** A fix whose road is known by now. */
export interface RoadFix extends SpeedFix {
  latitude: number
  longitude: number
  heading: number | null
  /** Epoch ms. */
  receivedAt: number
  /** Of its road; null where it is unknown. Infinity for a fix within any limit. */
  limitKmh: number | null
}

/**
 * Follows the speed against the limits of the roads that were driven on. An unknown limit ends what was not found yet, and so
 * does another limit: an episode begins on one kind of road. What was found ends where no limit has been known for as long as
 * the longest gap.
 */
export function followRoadSpeeding(
  before: RoadSpeeding['speeding'],
  fix: RoadFix,
): { state: RoadSpeeding['speeding']; found: SpeedingFound | null } {
  const { limitKmh } = fix
  if (limitKmh === null) {
    const goesOn = before?.isRaised && fix.at - before.lastAt <= roadSpeedingThresholds.longestGapMs
    return { state: goesOn ? before : null, found: null }
  }
  const isOther = before !== null && !before.isRaised && before.limitKmh !== limitKmh
  const { state, found } = followSpeeding(isOther ? null : before, fix, limitKmh, roadSpeedingThresholds)
  // JSON knows no Infinity.
  const kept = Number.isFinite(limitKmh) ? limitKmh : (before?.limitKmh ?? 0)
  return { state: state && { ...state, limitKmh: kept }, found }
}
