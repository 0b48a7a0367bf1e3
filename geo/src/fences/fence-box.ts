import { unrolled, withinWorld } from '../geometry/date-line.ts'
import { earthRadiusMetres } from '../geometry/distance.ts'
import type { Coordinates } from '../units.ts'
import type { FenceBox, FenceShape } from './fence-shape.ts'

export const metresPerDegree = (earthRadiusMetres * Math.PI) / 180

/** The vertices of a shape: its centre, corners or path. */
export function verticesOf(shape: FenceShape): readonly Coordinates[] {
  if (shape.kind === 'circle') return [shape.center]
  return shape.kind === 'polygon' ? shape.corners : shape.path
}

/** How far a shape reaches beyond its vertices, in metres. */
export function reachOf(shape: FenceShape): number {
  if (shape.kind === 'polygon') return 0
  return shape.kind === 'circle' ? shape.radiusMetres : shape.halfWidthMetres
}

/** The vertices as [longitude, latitude], with longitudes that continue over the 180th meridian. */
export const flatVertices = (shape: FenceShape) =>
  unrolled(verticesOf(shape).map(({ longitude, latitude }) => [longitude, latitude]))

/** A box that holds every place no farther than `marginMetres` from a shape; its west is within -180 to 180 degrees. */
export function boxOf(shape: FenceShape, marginMetres = 0): FenceBox {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [longitude, latitude] of flatVertices(shape)) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const metres = reachOf(shape) + marginMetres
  const tall = metres / metresPerDegree
  const farthest = Math.max(Math.abs(south), Math.abs(north)) * (Math.PI / 180)
  const sine = Math.sin(Math.min(Math.PI / 2, metres / earthRadiusMetres)) / Math.cos(farthest)
  const wide = sine < 1 ? (Math.asin(sine) * 180) / Math.PI : 180
  const from = withinWorld(west - wide)
  return { west: from, south: south - tall, east: from + (east - west) + 2 * wide, north: north + tall }
}
