import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { distanceMetres } from '@rumbo/geo/geometry/distance'
import type { RadarPoint } from './radar.rules.ts'

/** Speeds are measured over this long; fewer seconds are too short, and a longer silence starts over. */
const longestMs = 60_000
const shortestMs = 8_000
/** It begins at one speed and ends at a lower one, so that the sign does not come and go at a crossing. */
const beginsKmh = 10
const endsKmh = 4
/** A figure that is shown stays until the true one is this far from it. */
const steadyKmh = 5

interface Fix {
  /** Epoch milliseconds of the fix. */
  at: number
  metres: number
}
export interface Closing {
  fixes: readonly Fix[]
  /** How fast it comes nearer, as shown; null while it does not. */
  kmh: number | null
}

/** Metres a second by which the distance shrinks, as the best line through the fixes has it. */
function slope(fixes: readonly Fix[]): number {
  const middle = (of: (fix: Fix) => number) => fixes.reduce((sum, fix) => sum + of(fix), 0) / fixes.length
  const [at, metres] = [middle((fix) => fix.at), middle((fix) => fix.metres)]
  const spread = fixes.reduce((sum, fix) => sum + (fix.at - at) ** 2, 0)
  const together = fixes.reduce((sum, fix) => sum + (fix.at - at) * (fix.metres - metres), 0)
  return spread === 0 ? 0 : (-together / spread) * 1000
}

/** The same after one more fix; one that is known already changes nothing. */
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

/** Remembers who comes nearer to a target; another target is another memory. */
export function createClosings() {
  let subject = ''
  let known = new Map<string, Closing>()
  return {
    /** How fast each comes nearer, in km/h, by id; those that do not are left out. */
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
