import { distanceMetres } from '../geometry/distance.ts'
import type { Coordinates } from '../units.ts'

/** Fitted to the driving times of 53,731 pairs of places; median error 22 %. */
const secondsAtOneKilometre = 212
const exponent = 0.66
/** Roads are about this much longer than the straight line. */
const detour = 1.3

/** Estimates driving time and length from the straight line. */
export function estimateLeg(from: Coordinates, to: Coordinates) {
  const straight = distanceMetres(from, to)
  return {
    durationSeconds: secondsAtOneKilometre * (straight / 1000) ** exponent,
    distanceMetres: straight * detour,
  }
}

/** How far in a straight line the estimate reaches in a time, in metres. */
export const estimatedReach = (seconds: number): number =>
  (seconds / secondsAtOneKilometre) ** (1 / exponent) * 1000
