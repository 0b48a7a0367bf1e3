import type { Coordinates } from '@rumbo/geo'
import { standSeconds } from '@rumbo/planning/arrivals'
import type { Roads } from '../../places/index.ts'
import type { RunningRoute } from '../../services/index.ts'
import { legsOf } from './dispatch.drives.ts'

/** A drive computed this long ago is computed again. Until then the time that passed is deducted. */
const keptMs = 60_000
const concurrentCalls = 4

/** Where a busy vehicle will be free, and when. */
export interface Remaining {
  place: Coordinates
  seconds: number
  isEstimate: boolean
}
interface Kept {
  stops: number
  atMs: number
  remaining: Remaining
}

/** Computes how long busy vehicles still drive, and keeps the results for a minute. */
export function createRemaining(roads: Pick<Roads, 'table'>) {
  let kept = new Map<string, Kept>()

  async function compute(from: Coordinates, stops: readonly Coordinates[], signal: AbortSignal) {
    const legs = await legsOf(roads, from, stops, signal)
    const seconds = legs.seconds.reduce((sum, leg) => sum + leg + standSeconds, 0)
    return { place: stops.at(-1) as Coordinates, seconds, isEstimate: legs.isEstimate }
  }

  /**
   * By service; without those whose vehicle has no position, or whose last stop no road reaches.
   * @param placeOf the present position of a vehicle
   */
  return async function remainingOf(
    routes: readonly RunningRoute[],
    placeOf: (vehicleId: string) => Coordinates | null,
    nowMs: number,
    signal: AbortSignal,
  ): Promise<Map<string, Remaining>> {
    const next = new Map<string, Kept>()
    const missing: { route: RunningRoute; place: Coordinates }[] = []
    for (const route of routes) {
      const place = placeOf(route.vehicleId)
      const known = kept.get(route.serviceId)
      if (known?.stops === route.stops.length && nowMs - known.atMs < keptMs) next.set(route.serviceId, known)
      else if (place && route.stops.length === 0)
        next.set(route.serviceId, {
          stops: 0,
          atMs: nowMs,
          remaining: { place, seconds: 0, isEstimate: false },
        })
      else if (place) missing.push({ route, place })
    }
    const work = async () => {
      for (let one = missing.pop(); one !== undefined; one = missing.pop()) {
        const { route, place } = one
        const stops = route.stops.map(({ latitude, longitude }) => ({ latitude, longitude }))
        const remaining = await compute(place, stops, signal)
        if (Number.isFinite(remaining.seconds))
          next.set(route.serviceId, { stops: stops.length, atMs: nowMs, remaining })
      }
    }
    await Promise.all(Array.from({ length: concurrentCalls }, work))
    kept = next
    return new Map(
      [...next].map(([serviceId, { atMs, remaining }]) => [
        serviceId,
        { ...remaining, seconds: Math.max(0, remaining.seconds - (nowMs - atMs) / 1000) },
      ]),
    )
  }
}
export type RemainingOf = ReturnType<typeof createRemaining>
