import { besideLongitude, withinWorld } from '../geometry/date-line.ts'
import { boxOf, flatVertices, reachOf, verticesOf } from './fence-box.ts'
import type { FenceShape, RouteShape } from './fence-shape.ts'
import { prepareFence } from './prepared-fence.ts'

const steps = 24

/**
 * Prepares a route to be compared with other shapes; all of them without problems (`problemsOf`).
 * @returns whether a place can be inside both the corridor and the other shape
 */
export function overlapsOf(route: RouteShape): (other: FenceShape) => boolean {
  const corridor = prepareFence(route)
  const path = flatVertices(route)
  const placeOf = ([longitude, latitude]: readonly [number, number]) => ({
    latitude,
    longitude: withinWorld(longitude),
  })
  return (shape) => {
    const reach = reachOf(shape)
    if (verticesOf(shape).some((vertex) => corridor.depthMetres(vertex) > -reach)) return true
    const other = prepareFence(shape)
    const box = boxOf(shape, route.halfWidthMetres)
    const middle = (box.west + box.east) / 2
    // Two lines that do not cross are nearest at an end of one of them.
    return path.some((from, at) => {
      const to = path[at + 1] ?? from
      const west = besideLongitude(Math.min(from[0], to[0]), middle)
      const east = west + Math.abs(to[0] - from[0])
      const [south, north] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])]
      if (east < box.west || west > box.east || north < box.south || south > box.north) return false
      const [start, end] = [placeOf(from), placeOf(to)]
      return other.depthMetres(start) > -route.halfWidthMetres || other.insideBetween(start, end).length > 0
    })
  }
}

/**
 * Whether two fences have a place in common. Exact for routes; of others a vertex of one within the other, or a place of a
 * grid of 24 by 24 over what their boxes have in common: a narrower overlap may be missed.
 */
export function fencesOverlap(one: FenceShape, other: FenceShape): boolean {
  if (one.kind === 'route') return overlapsOf(one)(other)
  if (other.kind === 'route') return overlapsOf(other)(one)
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
