import { metresPerDegree } from '@rumbo/geo/fences/fence-box'
import { besideLongitude, withinWorld } from '@rumbo/geo/geometry/date-line'
import { distanceMetres } from '@rumbo/geo/geometry/distance'
import type { Coordinates } from '@rumbo/geo/units'
import { type Handle, type HandleRole, handlesOf } from './draft-features.rules.ts'
import type { ShapeDraft } from './shape-draft.rules.ts'

/** Width of the world at zoom 0, in pixels of MapLibre. */
const worldPixels = 512

/** Degrees per pixel of a map at a latitude and zoom. */
export function degreesPerPixel(latitude: number, zoom: number): { latitude: number; longitude: number } {
  const longitude = 360 / (worldPixels * 2 ** zoom)
  return { longitude, latitude: longitude * Math.cos((latitude * Math.PI) / 180) }
}

/** A place moved by pixels on a map, to the east and to the south. It stops at the edge of the map in the north and south. */
export function movedBy(place: Coordinates, { x, y }: { x: number; y: number }, zoom: number): Coordinates {
  const degrees = degreesPerPixel(place.latitude, zoom)
  return {
    latitude: Math.max(-85, Math.min(85, place.latitude - y * degrees.latitude)),
    longitude: withinWorld(place.longitude + x * degrees.longitude),
  }
}

/** Distance of two places on a map, in its pixels. */
function pixelsBetween(from: Coordinates, to: Coordinates, degrees: Coordinates): number {
  const x = (besideLongitude(to.longitude, from.longitude) - from.longitude) / degrees.longitude
  return Math.hypot(x, (to.latitude - from.latitude) / degrees.latitude)
}

/** The vertex of a neighbouring fence within some pixels of a place, else the place itself. */
export function snappedTo(
  place: Coordinates,
  neighbours: readonly Coordinates[],
  { zoom, pixels }: { zoom: number; pixels: number },
): Coordinates {
  const degrees = degreesPerPixel(place.latitude, zoom)
  let best = { place, distance: pixels }
  for (const one of neighbours) {
    if (Math.abs(one.latitude - place.latitude) / degrees.latitude > best.distance) continue
    const distance = pixelsBetween(place, one, degrees)
    if (distance <= best.distance) best = { place: one, distance }
  }
  return best.place
}

/** Of several handles under the pointer, the first of these. */
const priority: readonly HandleRole[] = ['edge', 'vertex', 'midpoint']

/**
 * The handle within some pixels of a place; of a circle also its whole edge, within half of them.
 * From the draft rather than from what the map has drawn, which can be a moment behind.
 */
export function handleNear(
  draft: ShapeDraft,
  place: Coordinates,
  { zoom, pixels }: { zoom: number; pixels: number },
): Pick<Handle, 'role' | 'at'> | null {
  const degrees = degreesPerPixel(place.latitude, zoom)
  const near = handlesOf(draft)
    .map((handle) => ({ ...handle, distance: pixelsBetween(place, handle.place, degrees) }))
    .filter(({ distance }) => distance <= pixels)
  const first = near.toSorted(
    (a, b) => priority.indexOf(a.role) - priority.indexOf(b.role) || a.distance - b.distance,
  )[0]
  if (first) return first
  const [center] = draft.vertices
  if (draft.kind !== 'circle' || !center) return null
  const metresPerPixel = degrees.latitude * metresPerDegree
  const fromEdge = Math.abs(distanceMetres(center, place) - draft.radiusMetres) / metresPerPixel
  return fromEdge <= pixels / 2 ? { role: 'edge', at: 0 } : null
}
