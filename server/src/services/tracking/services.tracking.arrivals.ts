import type { Coordinates } from '@rumbo/geo'
import type { Roads } from '../../places/index.ts'
import type { Clock } from '../../platform/clock.ts'

export interface TrackedArrival {
  at: Date
  isEstimate: boolean
}

/** An arrival is asked of the road engine at most this often for each service, however many phones ask. */
const keptMs = 15_000
const maxKept = 5_000

/** Arrivals of vehicles at the next stops of their services, kept for some seconds. */
export function createArrivals({ roads, clock }: { roads: Pick<Roads, 'table'>; clock: Clock }) {
  const kept = new Map<string, { askedMs: number; arrival: Promise<TrackedArrival | null> }>()

  async function ask(from: Coordinates, to: Coordinates): Promise<TrackedArrival | null> {
    try {
      const table = await roads.table([from], [to])
      const [seconds] = table.seconds
      if (seconds === undefined || !Number.isFinite(seconds)) return null
      return {
        at: new Date(clock.now().getTime() + seconds * 1000),
        isEstimate: table.isEstimated[0] === true,
      }
    } catch {
      // The page works without an arrival, and asks again soon.
      return null
    }
  }

  /** @param key the service and its next stop */
  return (key: string, from: Coordinates, to: Coordinates): Promise<TrackedArrival | null> => {
    const nowMs = clock.now().getTime()
    const found = kept.get(key)
    if (found && nowMs - found.askedMs < keptMs) return found.arrival
    kept.delete(key)
    const arrival = ask(from, to)
    kept.set(key, { askedMs: nowMs, arrival })
    // Maps keep the order of insertion, so the first is the oldest.
    const [oldest] = kept.size > maxKept ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return arrival
  }
}
