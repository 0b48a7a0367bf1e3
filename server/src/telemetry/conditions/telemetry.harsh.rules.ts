import type { SpeedFix } from './telemetry.speeding.rules.ts'
import { harshThresholds } from './telemetry.thresholds.rules.ts'

type HarshKind = 'harsh_braking' | 'harsh_acceleration'
export interface HarshFound {
  kind: HarshKind
  /** Of the fix that ended the second, epoch ms. */
  at: number
  fromKmh: number
  toKmh: number
  metresPerSecond2: number
}
/** Times are epoch ms. */
export interface Harsh {
  /** Where the measured second began; null: at the fix before. */
  from: SpeedFix | null
  /** Waits for the next fix, which confirms it or takes it back. */
  pending: HarshFound | null
  /** Nothing is looked for before. */
  quietUntil: number
}

const none: Harsh = { from: null, pending: null, quietUntil: 0 }
const limits = harshThresholds

function strengthOf(from: SpeedFix, to: SpeedFix): HarshFound | null {
  const change = ((to.speedKmh - from.speedKmh) / 3.6 / (to.at - from.at)) * 1_000
  const kind = change < 0 ? 'harsh_braking' : 'harsh_acceleration'
  const strength = Math.abs(change)
  const least =
    kind === 'harsh_braking' ? limits.brakingMetresPerSecond2 : limits.accelerationMetresPerSecond2
  const fastest = Math.max(from.speedKmh, to.speedKmh)
  if (strength < least || strength > limits.implausibleMetresPerSecond2) return null
  if (fastest < limits.fromKmh || fastest > limits.toKmh) return null
  return {
    kind,
    at: to.at,
    fromKmh: Math.round(from.speedKmh),
    toKmh: Math.round(to.speedKmh),
    metresPerSecond2: Math.round(strength * 10) / 10,
  }
}

function isConfirmed({ kind, toKmh }: HarshFound, { speedKmh }: SpeedFix): boolean {
  const tolerance = limits.confirmedWithinKmh
  return kind === 'harsh_braking' ? speedKmh <= toKmh + tolerance : speedKmh >= toKmh - tolerance
}

/**
 * Finds harsh braking and acceleration between consecutive fixes. Each is found with the fix after it, so that one wrong
 * speed is none.
 * @param previous the vehicle's fix before; null before its first
 */
export function followHarsh(
  before: Harsh | null,
  previous: SpeedFix | null,
  fix: SpeedFix,
): { state: Harsh | null; found: HarshFound | null } {
  const nothing = { state: null, found: null }
  if (before && before.quietUntil > fix.at) return { state: before, found: null }
  if (!previous || fix.at - previous.at > limits.longestStepMs) return nothing
  const from = before?.from ?? previous
  const pending = before?.pending ?? null
  if (fix.at - from.at < limits.shortestSpanMs) return { state: { ...none, from, pending }, found: null }
  if (pending && isConfirmed(pending, fix))
    return { state: { ...none, quietUntil: fix.at + limits.pauseMs }, found: pending }
  // The way back from a wrong speed is none either.
  if (pending) return nothing
  const next = strengthOf(from, fix)
  return next ? { state: { ...none, pending: next }, found: null } : nothing
}

/** A device that reports harsh driving by itself: nothing is computed for a long time. */
export const trustDevice = (at: number): Harsh => ({
  ...none,
  quietUntil: at + limits.reportedByDeviceMs,
})
