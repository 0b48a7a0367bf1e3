import type { Bounds } from '@rumbo/contract/lists'

const around = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
/** Some 1 m: finer is no other view. */
const rounded = (degrees: number) => Number(degrees.toFixed(5))

/** A view as the server is asked for it, of one whose longitudes run on over the date line or round the world. */
export function viewBounds({ west, south, east, north }: Bounds): Bounds {
  const isWhole = east - west >= 360
  return {
    west: isWhole ? -180 : rounded(around(west)),
    south: rounded(Math.max(-90, south)),
    east: isWhole ? 180 : rounded(around(east)),
    north: rounded(Math.min(90, north)),
  }
}

export const isInBounds = (
  { west, south, east, north }: Bounds,
  { latitude, longitude }: { latitude: number; longitude: number },
): boolean =>
  latitude >= south &&
  latitude <= north &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east)

/** Of the width or height of a view: by so much less of it is still the same. */
const farShare = 1 / 8

/** Whether a side of the view went far, for its size. */
export function isFarFrom(before: Bounds, now: Bounds): boolean {
  const width = around(before.east - before.west)
  const across = (width <= 0 ? width + 360 : width) * farShare
  const down = (before.north - before.south) * farShare
  return (
    Math.abs(around(now.west - before.west)) > across ||
    Math.abs(around(now.east - before.east)) > across ||
    Math.abs(now.south - before.south) > down ||
    Math.abs(now.north - before.north) > down
  )
}
