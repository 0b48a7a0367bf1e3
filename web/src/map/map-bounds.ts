import type { Bounds } from '@rumbo/contract/lists'

const around = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
/** About 1 m: smaller differences are the same view. */
const rounded = (degrees: number) => Number(degrees.toFixed(5))

/**
 * The view in the form the server expects, from one whose longitudes continue across the date line or round the
 * world.
 */
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

interface Place {
  latitude: number
  longitude: number
}

/** Whether something that was in the view is outside of it now. */
export const hasLeftView = (view: Bounds | null, from: Place | null, to: Place): boolean =>
  view !== null && from !== null && isInBounds(view, from) && !isInBounds(view, to)

/** Share of a view's width or height within which it counts as unchanged. */
const farShare = 1 / 8

/** Whether an edge of the view moved far in relation to its size. */
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
