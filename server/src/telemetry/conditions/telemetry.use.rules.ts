import type { SpeedFix } from './telemetry.speeding.rules.ts'
import { hoursThresholds } from './telemetry.thresholds.rules.ts'

/** Movement outside the allowed hours; times are epoch ms by the device's clock. */
export interface OutOfHours {
  since: number
  movedAt: number
  fixes: number
  /** When it was last found; null before. */
  foundAt: number | null
}

const { fromKmh, fixes, forMs, endsAfterMs, againMs } = hoursThresholds

/**
 * Follows movement outside the allowed hours.
 * @param isAllowed whether the vehicle may be on the road now; asked for moving vehicles only
 * @returns the state after the fix, and since when the vehicle moves, repeatedly while it does: whether a shift excuses it
 * is decided where shifts are known
 */
export function followUse(
  before: OutOfHours | null,
  { at, speedKmh }: SpeedFix,
  isAllowed: () => boolean,
): { state: OutOfHours | null; since: number | null } {
  const known = before && at - before.movedAt <= endsAfterMs ? before : null
  if (speedKmh < fromKmh) return { state: known, since: null }
  if (isAllowed()) return { state: null, since: null }
  const state = known
    ? { ...known, movedAt: at, fixes: known.fixes + 1 }
    : { since: at, movedAt: at, fixes: 1, foundAt: null }
  const isSeen = state.fixes >= fixes && at - state.since >= forMs
  const isDue = state.foundAt === null || at - state.foundAt >= againMs
  return isSeen && isDue ? { state: { ...state, foundAt: at }, since: state.since } : { state, since: null }
}
