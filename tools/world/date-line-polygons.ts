import { besideLongitude, unrolled } from '@rumbo/geo/geometry/date-line'

type Rings = GeoJSON.Polygon['coordinates']

/** Whether a ring ends at the longitude where it began, instead of going once around the globe. */
const isClosed = (from: number, to: number) => Math.abs(to - from) < 180

/** A ring around a pole, opened at the date line and closed along the edge of the flat map. */
function aroundPole(ring: readonly GeoJSON.Position[]): GeoJSON.Position[] {
  const open = ring.slice(0, -1)
  const seam = open.findIndex(([x = 0], at) => Math.abs(x - (open.at(at - 1)?.[0] ?? x)) > 180)
  const turned = [...open.slice(seam), ...open.slice(0, seam)]
  const [firstX = 0, firstY = 0] = turned[0] ?? []
  const line = unrolled([...turned, [firstX, firstY]])
  const pole = firstY < 0 ? -90 : 90
  return [...line, [line.at(-1)?.[0] ?? 0, pole], [firstX, pole], [firstX, firstY]]
}

/**
 * Converts a polygon of the globe to a flat map: across the date line its longitudes continue beyond ±180.
 * In Natural Earth's packages the rings of such polygons jump from 180 to -180.
 */
export function unwrapPolygon([outer = [], ...holes]: Rings): Rings {
  const line = unrolled(outer)
  const isAround = !isClosed(line[0]?.[0] ?? 0, line.at(-1)?.[0] ?? 0)
  const ring = isAround ? aroundPole(outer) : line
  const xs = ring.map(([x = 0]) => x)
  const middle = (xs.reduce((a, b) => Math.min(a, b), 540) + xs.reduce((a, b) => Math.max(a, b), -540)) / 2
  return [
    ring,
    ...holes.map((hole) => {
      const [[first = 0] = []] = hole
      const shift = besideLongitude(first, middle) - first
      return unrolled(hole).map(([x, y]) => [x + shift, y])
    }),
  ]
}
