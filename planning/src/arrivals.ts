import type { LatenessCause } from '@rumbo/contract/dispatch.lateness.contract'

/*
 * When a vehicle will be at the stops that are left. Times are milliseconds since the epoch. Dispatch and the live day
 * predict by this alone.
 */

/** Seconds that a vehicle stands at a stop, where nothing else is known. */
export const standSeconds = 60
/** A vehicle that has not moved for this long away from its stop is standing, in seconds. */
const standingAfter = 300

export interface StopAhead {
  id: string
  windowStart?: number | null
  /** Null without a window. */
  windowEnd: number | null
  /** Default: `standSeconds`. */
  serviceSeconds?: number
  /** It is there already, since then. */
  arrived?: number | null
  /** It is not sent there before. */
  notBefore?: number | null
}
export interface StopPrediction {
  stopId: string
  arrivesAt: number
  windowEnd: number | null
  cause: LatenessCause
}

/**
 * When a vehicle will be at each stop that is left, if it drives on now, leaves no stop before its turn and waits for
 * windows to open. After a leg that no road leads along, no arrival is finite.
 * @param legs seconds to the first stop, then from stop to stop
 * @param standsFor seconds since the vehicle last moved
 */
export function arrivalsOf(
  stops: readonly StopAhead[],
  legs: readonly number[],
  { nowMs, standsFor }: { nowMs: number; standsFor: number },
): StopPrediction[] {
  let leaves = nowMs
  return stops.map(({ id, windowStart, windowEnd, serviceSeconds = standSeconds, ...stop }, index) => {
    const driven = leaves + (legs[index] ?? 0) * 1000
    const arrivesAt = stop.arrived ?? Math.max(driven, stop.notBefore ?? driven)
    leaves = Math.max(nowMs, Math.max(arrivesAt, windowStart ?? arrivesAt) + serviceSeconds * 1000)
    const cause = index > 0 ? 'earlier_stop' : standsFor >= standingAfter ? 'standing' : 'distance'
    return { stopId: id, arrivesAt, windowEnd, cause }
  })
}

/** How far ahead lateness is an exception to deal with, in milliseconds. */
export const horizonMs = 20 * 60_000

/** The stop that matters: the one that will be latest, of those whose window ends soon; else the next one. */
export function gravestOf(predictions: readonly StopPrediction[], nowMs: number): StopPrediction | null {
  const late = predictions.filter(
    ({ arrivesAt, windowEnd }) =>
      windowEnd !== null && windowEnd <= nowMs + horizonMs && arrivesAt > windowEnd,
  )
  const lateness = ({ arrivesAt, windowEnd }: StopPrediction) => arrivesAt - (windowEnd ?? arrivesAt)
  return late.sort((a, b) => lateness(b) - lateness(a))[0] ?? predictions[0] ?? null
}
