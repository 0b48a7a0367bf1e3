/** Shorter lines are hardly seen. */
const leastPixels = 3

export interface PlotPlace {
  /** Pixels from the left of the plot. */
  x: number
  /** Pixels from its top. */
  y: number
}

/**
 * The indexes of values to mark with a point: those in view whose line, up to the next unknown value, is too short to be
 * seen, without another line nearby.
 */
export function lonePoints(
  values: ArrayLike<number | null | undefined>,
  placeOf: (index: number) => PlotPlace,
  width: number,
): number[] {
  const found: number[] = []
  let lineEnd = Number.NEGATIVE_INFINITY
  for (let first = 0; first < values.length; first += 1) {
    if (values[first] == null) continue
    let last = first
    while (last + 1 < values.length && values[last + 1] != null) last += 1
    let next = last + 1
    while (next < values.length && values[next] == null) next += 1
    const start = placeOf(first).x
    const end = placeOf(last).x
    const nextStart = next < values.length ? placeOf(next).x : Number.POSITIVE_INFINITY
    const isAlone = start - lineEnd >= leastPixels && nextStart - end >= leastPixels
    const isInView = start >= 0 && start <= width
    if (isInView && isAlone && end - start < leastPixels && isLow(first, last, placeOf)) found.push(first)
    lineEnd = end
    first = last
  }
  return found
}

function isLow(first: number, last: number, placeOf: (index: number) => PlotPlace): boolean {
  const { y } = placeOf(first)
  for (let at = first + 1; at <= last; at += 1) if (Math.abs(placeOf(at).y - y) >= leastPixels) return false
  return true
}
