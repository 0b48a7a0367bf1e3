import { besideLongitude, withinWorld } from '../geometry/date-line.ts'
import { boxOf, flatVertices, reachOf, verticesOf } from './fence-box.ts'
import type { FenceShape, RouteShape } from './fence-shape.ts'
import { prepareFence } from './prepared-fence.ts'

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
