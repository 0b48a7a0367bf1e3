import type { StoredPositions } from '@rumbo/server/telemetry/history/telemetry.history.factory'

/** How a vehicle was. */
export type Motion = 'standing' | 'moving' | 'fast'
export interface PastPosition {
  timeMs: number
  latitude: number
  longitude: number
  speedKmh: number
  heading: number
}

const movingTenths = 150
/** The fastest moment is looked for so long before and after. */
const fastWithinMs = 8 * 3_600_000

/** When a vehicle was in the mood nearest to a time, or fastest around it; null where it never was. */
export function findPositionNear(
  positions: StoredPositions,
  wantedMs: number,
  mood: Motion,
): PastPosition | null {
  let best = -1
  let bestScore = Number.POSITIVE_INFINITY
  for (const [at, timeMs] of positions.fixTime.entries()) {
    const speed = positions.speedTenths[at] ?? 0
    if (mood === 'standing' ? speed > 0 : speed < movingTenths) continue
    const apart = Math.abs(timeMs - wantedMs)
    const score = mood === 'fast' && apart < fastWithinMs ? -speed : apart
    if (score >= bestScore) continue
    best = at
    bestScore = score
  }
  if (best < 0) return null
  return {
    timeMs: positions.fixTime[best] ?? 0,
    latitude: (positions.latitude[best] ?? 0) / 1e7,
    longitude: (positions.longitude[best] ?? 0) / 1e7,
    speedKmh: (positions.speedTenths[best] ?? 0) / 10,
    heading: positions.heading[best] ?? 0,
  }
}
