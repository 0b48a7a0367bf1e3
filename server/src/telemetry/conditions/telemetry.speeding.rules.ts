import { speedingThresholds } from './telemetry.thresholds.rules.ts'

/** A fix that moves the vehicle; `at` is epoch ms by the device's clock. */
export interface SpeedFix {
  at: number
  speedKmh: number
}
/** An episode of speeding, or the beginning of one. Times are epoch ms. */
export interface Speeding {
  since: number
  lastAt: number
  fixes: number
  maxKmh: number
  isRaised: boolean
  /** Since when no fix exceeds the limit; null while it does. */
  belowSince: number | null
}
export interface SpeedingFound {
  limitKmh: number
  maxKmh: number
  seconds: number
}

type SpeedingThresholds = Readonly<Record<keyof typeof speedingThresholds, number>>

function followBelow(
  before: Speeding,
  { at, speedKmh }: SpeedFix,
  limitKmh: number,
  { endsAfterMs }: SpeedingThresholds,
): Speeding | null {
  if (!before.isRaised) return null
  const belowSince = speedKmh <= limitKmh ? (before.belowSince ?? at) : null
  if (belowSince !== null && at - belowSince >= endsAfterMs) return null
  return { ...before, lastAt: at, belowSince }
}

/**
 * Follows the speed against a limit.
 * @param limitKmh null: none
 * @returns the state after the fix, and the finding when the episode has lasted long enough
 */
export function followSpeeding(
  before: Speeding | null,
  fix: SpeedFix,
  limitKmh: number | null,
  thresholds: SpeedingThresholds = speedingThresholds,
): { state: Speeding | null; found: SpeedingFound | null } {
  if (limitKmh === null) return { state: null, found: null }
  const { toleranceKmh, forMs, fixes, longestGapMs } = thresholds
  const known = before && fix.at - before.lastAt <= longestGapMs ? before : null
  if (fix.speedKmh < limitKmh + toleranceKmh)
    return { state: known && followBelow(known, fix, limitKmh, thresholds), found: null }
  const state: Speeding = known
    ? {
        ...known,
        lastAt: fix.at,
        fixes: known.fixes + 1,
        maxKmh: Math.max(known.maxKmh, fix.speedKmh),
        belowSince: null,
      }
    : { since: fix.at, lastAt: fix.at, fixes: 1, maxKmh: fix.speedKmh, isRaised: false, belowSince: null }
  if (state.isRaised || state.fixes < fixes || fix.at - state.since < forMs) return { state, found: null }
  const seconds = Math.round((fix.at - state.since) / 1_000)
  return {
    state: { ...state, isRaised: true },
    found: { limitKmh, maxKmh: Math.round(state.maxKmh), seconds },
  }
}
