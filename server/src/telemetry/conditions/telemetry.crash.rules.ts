import type { SpeedFix } from './telemetry.speeding.rules.ts'
import { crashThresholds } from './telemetry.thresholds.rules.ts'

/** A hard stop that may have been a crash; times are epoch ms. */
export interface HardStop {
  /** By the device's clock. */
  at: number
  /** By ours. */
  arrivedAt: number
  latitude: number
  longitude: number
  fromKmh: number
  seconds: number
}
/** What the rule remembers: braking that has not ended, or a stop that nothing has explained yet. */
export interface CrashWatch {
  braking: SpeedFix | null
  stop: HardStop | null
}
export interface PlacedFix extends SpeedFix {
  arrivedAt: number
  latitude: number
  longitude: number
}

const limits = crashThresholds
const slowing = (from: SpeedFix, to: SpeedFix) =>
  ((from.speedKmh - to.speedKmh) / 3.6 / (to.at - from.at)) * 1_000

/** Where the braking began that a fix belongs to. */
function brakingBefore(before: CrashWatch | null, previous: SpeedFix | null, fix: SpeedFix): SpeedFix | null {
  if (!previous || fix.at - previous.at > limits.withinMs) return null
  const began = before?.braking
  // The last step to standing is as long as it is.
  const isLast = began && fix.speedKmh <= limits.standingKmh
  if (!isLast && slowing(previous, fix) < limits.stepMetresPerSecond2) return null
  return began && fix.at - began.at <= limits.withinMs ? began : previous
}

/**
 * Follows a fix: a hard stop begins the watch, driving on ends it.
 * @param previous the vehicle's fix before; null before its first
 */
export function followStop(
  before: CrashWatch | null,
  previous: SpeedFix | null,
  fix: PlacedFix,
): CrashWatch | null {
  const stop = fix.speedKmh > limits.movingKmh ? null : (before?.stop ?? null)
  const braking = brakingBefore(before, previous, fix)
  if (!braking) return stop && { braking: null, stop }
  if (fix.speedKmh > limits.standingKmh) return { braking, stop }
  const isHard = braking.speedKmh > limits.fromKmh && slowing(braking, fix) >= limits.metresPerSecond2
  if (!isHard) return stop && { braking: null, stop }
  const { at, arrivedAt, latitude, longitude } = fix
  const seconds = Math.round((at - braking.at) / 100) / 10
  return {
    braking: null,
    stop: { at, arrivedAt, latitude, longitude, fromKmh: Math.round(braking.speedKmh), seconds },
  }
}

/**
 * Decides, with any report after a stop, whether it was a crash.
 * @param at epoch ms of the arrival
 * @param ignition of the vehicle after the report; null where it is unknown
 */
export function judgeStop(
  before: CrashWatch | null,
  at: number,
  ignition: boolean | null,
): { state: CrashWatch | null; found: HardStop | null } {
  const stop = before?.stop
  if (!stop) return { state: before, found: null }
  const stoodMs = at - stop.arrivedAt
  if (ignition === false && stoodMs >= limits.offForMs) return { state: null, found: stop }
  if (ignition !== false && stoodMs >= limits.forgottenAfterMs) return { state: null, found: null }
  return { state: before, found: null }
}
