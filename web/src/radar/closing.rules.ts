import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { distanceMetres } from '@rumbo/geo/geometry/distance'
import type { RadarPoint } from './radar.rules.ts'

/** Milliseconds over which speeds are measured; shorter spans are unreliable, and a longer silence starts over. */
const longestMs = 60_000
const shortestMs = 8_000
/** Starts above one speed and ends below a lower one, so that the sign does not flicker at a crossing. */
const beginsKmh = 10
const endsKmh = 4
/** A displayed value stays until the measured one differs by this much. */
const steadyKmh = 5

interface Fix {
  /** Epoch milliseconds of the fix. */
  at: number
  metres: number
}
export interface Closing {
  fixes: readonly Fix[]
  /** Displayed speed of approach; null if it does not approach. */
  kmh: number | null
}

/** Metres per second by which the distance shrinks, by linear regression over the fixes. */
function slope(fixes: readonly Fix[]): number {
  const middle = (of: (fix: Fix) => number) => fixes.reduce((sum, fix) => sum + of(fix), 0) / fixes.length
  const [at, metres] = [middle((fix) => fix.at), middle((fix) => fix.metres)]
  const spread = fixes.reduce((sum, fix) => sum + (fix.at - at) ** 2, 0)
  const together = fixes.reduce((sum, fix) => sum + (fix.at - at) * (fix.metres - metres), 0)
  return spread === 0 ? 0 : (-together / spread) * 1000
}

/** The state after another fix; a known fix changes nothing. */
export function closingAfter(before: Closing | undefined, fix: Fix): Closing {
  const last = before?.fixes.at(-1)
  if (before === undefined || last === undefined || fix.at - last.at > longestMs)
    return { fixes: [fix], kmh: null }
  if (fix.at <= last.at) return before
  const fixes = [...before.fixes.filter(({ at }) => fix.at - at <= longestMs), fix]
  if (fix.at - (fixes[0]?.at ?? fix.at) < shortestMs) return { fixes, kmh: before.kmh }
  const kmh = slope(fixes) * 3.6
  if (kmh < (before.kmh === null ? beginsKmh : endsKmh)) return { fixes, kmh: null }
  const isSteady = before.kmh !== null && Math.abs(before.kmh - kmh) < steadyKmh
  return { fixes, kmh: isSteady ? before.kmh : Math.round(kmh) }
}

/** Tracks which vehicles approach a target; use a new one for another target. */
export function createClosings() {
  let subject = ''
  let known = new Map<string, Closing>()
  return {
    /** Speeds of approach in km/h by id; vehicles that do not approach are omitted. */
    follow(about: string, target: RadarPoint, vehicles: readonly LiveVehicle[]): ReadonlyMap<string, number> {
      if (about !== subject) {
        subject = about
        known = new Map()
      }
      const next = new Map<string, Closing>()
      const found = new Map<string, number>()
      for (const { id, at, latitude, longitude } of vehicles) {
        if (at === null || latitude === null || longitude === null) continue
        const fix = { at, metres: distanceMetres(target, { latitude, longitude }) as number }
        const closing = closingAfter(known.get(id), fix)
        next.set(id, closing)
        if (closing.kmh !== null) found.set(id, closing.kmh)
      }
      known = next
      return found
    },
  }
}
