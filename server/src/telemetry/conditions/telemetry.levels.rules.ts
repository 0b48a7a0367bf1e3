import { levelThresholds } from './telemetry.thresholds.rules.ts'

/** A level that is low, or was stated low. */
export interface LowLevel {
  /** Epoch ms of the arrival that stated it first. */
  since: number
  isRaised: boolean
}

const { lowPercent, enoughPercent, forMs } = levelThresholds

/**
 * Follows a percentage that a device states.
 * @param at epoch ms of the arrival: a report without a fix has no other time
 * @param percent undefined where the report does not state it
 * @param isRising the battery is being charged: it is not low for long
 * @returns the state after it, and the percentage when it has been low for long enough
 */
export function followLevel(
  before: LowLevel | null,
  at: number,
  percent: number | undefined,
  isRising = false,
): { state: LowLevel | null; found: number | null } {
  if (percent === undefined || !(percent > 0 && percent <= 100)) return { state: before, found: null }
  if (before?.isRaised) return { state: percent > enoughPercent ? null : before, found: null }
  if (percent >= lowPercent || isRising) return { state: null, found: null }
  const since = before?.since ?? at
  const isRaised = at - since >= forMs
  return { state: { since, isRaised }, found: isRaised ? Math.round(percent) : null }
}
