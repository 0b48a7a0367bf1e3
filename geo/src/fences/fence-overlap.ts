import { besideLongitude, withinWorld } from '../geometry/date-line.ts'
import { boxOf, verticesOf } from './fence-box.ts'
import type { FenceShape } from './fence-shape.ts'
import { prepareFence } from './prepared-fence.ts'

const steps = 24

/**
 * Whether two fences have a place in common: a vertex of one within the other, or a place of a grid of 24 by 24 over what
 * their boxes have in common. A narrower overlap may be missed.
 */
export function fencesOverlap(one: FenceShape, other: FenceShape): boolean {
  const [first, second] = [boxOf(one), boxOf(other)]
  const shift = besideLongitude(second.west, first.west) - second.west
  const west = Math.max(first.west, second.west + shift)
  const east = Math.min(first.east, second.east + shift)
  const south = Math.max(first.south, second.south)
  const north = Math.min(first.north, second.north)
  if (west > east || south > north) return false
  const [a, b] = [prepareFence(one), prepareFence(other)]
  if (verticesOf(one).some((vertex) => a.depthMetres(vertex) >= 0 && b.depthMetres(vertex) > 0)) return true
  if (verticesOf(other).some((vertex) => b.depthMetres(vertex) >= 0 && a.depthMetres(vertex) > 0)) return true
  for (let row = 0; row <= steps; row += 1)
    for (let column = 0; column <= steps; column += 1) {
      const place = {
        latitude: south + ((north - south) * row) / steps,
        longitude: withinWorld(west + ((east - west) * column) / steps),
      }
      if (a.depthMetres(place) > 0 && b.depthMetres(place) > 0) return true
    }
  return false
}
