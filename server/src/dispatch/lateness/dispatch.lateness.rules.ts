import type { LatenessCause } from '@rumbo/contract/dispatch.lateness.contract'

/** Seconds that a vehicle stands at a stop, where nothing else is known. */
export const standSeconds = 60
/** A vehicle that has not moved for this long away from its stop is standing, in seconds. */
const standingAfter = 300

export interface PredictedStop {
  id: string
  /** Milliseconds; null without a window. */
  windowEnd: number | null
}
export interface StopPrediction {
  stopId: string
  arrivesAt: number
  windowEnd: number | null
  cause: LatenessCause
}

/**
 * When a vehicle will be at each stop that is left, if it drives on now and leaves no stop before its turn.
 * @param legs seconds by road to the first stop, then from stop to stop
 * @param standsFor seconds since the vehicle last moved
 */
export function arrivalsOf(
  stops: readonly PredictedStop[],
  legs: readonly number[],
  { nowMs, standsFor }: { nowMs: number; standsFor: number },
): StopPrediction[] {
  let at = nowMs
  return stops.map(({ id, windowEnd }, index) => {
    at += ((legs[index] ?? 0) + (index === 0 ? 0 : standSeconds)) * 1000
    const cause = index > 0 ? 'earlier_stop' : standsFor >= standingAfter ? 'standing' : 'distance'
    return { stopId: id, arrivesAt: at, windowEnd, cause }
  })
}

/** How far ahead lateness is predicted, in milliseconds. */
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
