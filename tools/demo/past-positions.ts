import { hourMs } from '@rumbo/contract/time-units'
import type { StoredPositions } from '@rumbo/server/telemetry/history/telemetry.history.factory'

/** How a vehicle moved. */
export type Motion = 'standing' | 'moving' | 'fast'
export interface PastPosition {
  timeMs: number
  latitude: number
  longitude: number
  speedKmh: number
  heading: number
}

const movingTenths = 150
/** The fastest position is searched within this time before and after. */
const fastWithinMs = 8 * hourMs

/** Finds the position nearest to a time with this motion, or the fastest around it; null without one. */
export function findPositionNear(
  positions: StoredPositions,
  wantedMs: number,
  motion: Motion,
): PastPosition | null {
  let best = -1
  let bestScore = Number.POSITIVE_INFINITY
  for (const [at, timeMs] of positions.fixTime.entries()) {
    const speed = positions.speedTenths[at] ?? 0
    if (motion === 'standing' ? speed > 0 : speed < movingTenths) continue
    const apart = Math.abs(timeMs - wantedMs)
    const score = motion === 'fast' && apart < fastWithinMs ? -speed : apart
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
