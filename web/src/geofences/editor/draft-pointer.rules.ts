import { besideLongitude, withinWorld } from '@rumbo/geo/geometry/date-line'
import type { Coordinates } from '@rumbo/geo/units'

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

/** The vertex of a neighbouring fence within some pixels of a place, else the place itself. */
export function snappedTo(
  place: Coordinates,
  neighbours: readonly Coordinates[],
  { zoom, pixels }: { zoom: number; pixels: number },
): Coordinates {
  const degrees = degreesPerPixel(place.latitude, zoom)
  let best = { place, distance: pixels }
  for (const one of neighbours) {
    const y = Math.abs(one.latitude - place.latitude) / degrees.latitude
    if (y > best.distance) continue
    const x = Math.abs(besideLongitude(one.longitude, place.longitude) - place.longitude) / degrees.longitude
    const distance = Math.hypot(x, y)
    if (distance <= best.distance) best = { place: one, distance }
  }
  return best.place
}
