import { besideLongitude } from './date-line.ts'
import { polygonContains, type Ring } from './polygon.ts'

interface Place {
  latitude: number
  longitude: number
}

interface Prepared<Area> {
  area: Area
  west: number
  south: number
  east: number
  north: number
  size: number
}

function prepare<Area extends { readonly corners: Ring }>(area: Area): Prepared<Area> {
  let before = area.corners[0]?.[0] ?? 0
  const corners = area.corners.map(([longitude, latitude]) => {
    before = besideLongitude(longitude, before)
    return [before, latitude] as const
  })
  const longitudes = corners.map(([longitude]) => longitude)
  const latitudes = corners.map(([, latitude]) => latitude)
  let twice = 0
  corners.forEach(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length] ?? [x, y]
    twice += x * nextY - nextX * y
  })
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  return {
    area,
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south,
    north,
    // Comparable between areas of different latitudes.
    size: Math.abs(twice) * Math.cos((((south + north) / 2) * Math.PI) / 180),
  }
}

/** Compares the box first, since most areas are elsewhere. */
function contains(
  { area, west, east, south, north }: Prepared<{ readonly corners: Ring }>,
  place: Place,
): boolean {
  if (place.latitude < south || place.latitude > north) return false
  const longitude = besideLongitude(place.longitude, (west + east) / 2)
  return longitude >= west && longitude <= east && polygonContains(area.corners, place)
}

/**
 * Finds the area that a place lies in: of several the smallest, so that a rank within a district counts as the rank; null
 * where none contains it.
 */
export function createAreaFinder<Area extends { readonly corners: Ring }>(
  areas: readonly Area[],
): (place: Place) => Area | null {
  const prepared = areas.map(prepare).sort((a, b) => a.size - b.size)
  return (place) => prepared.find((one) => contains(one, place))?.area ?? null
}

/** Finds all areas that a place lies in, in the order given. */
export function createAreasFinder<Area extends { readonly corners: Ring }>(
  areas: readonly Area[],
): (place: Place) => Area[] {
  const prepared = areas.map(prepare)
  return (place) => prepared.filter((one) => contains(one, place)).map(({ area }) => area)
}
