/** Places and sums of a test's result. Pure. */
import type { FenceTestResult } from '@rumbo/contract/geofences.history-test.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { boxOf } from '@rumbo/geo/fences/fence-box'
import { withinWorld } from '@rumbo/geo/geometry/date-line'

/** The middle of the box around a shape. */
export function centreOf(shape: FenceShape): { latitude: number; longitude: number } {
  const { west, east, south, north } = boxOf(shape)
  return { latitude: (south + north) / 2, longitude: withinWorld((west + east) / 2) }
}

/** Of all kinds together. */
export const sumOf = (counts: FenceTestResult['counts']): number =>
  Object.values(counts).reduce((sum, amount) => sum + amount, 0)
