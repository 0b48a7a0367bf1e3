/** Shorter lines are hardly seen. */
const leastPixels = 3

/**
 * The indexes of values to mark with a point: those in view whose line, up to the next unknown value, is too short to be
 * seen, without another line nearby.
 * @param pixelAt pixels from the left of the plot, by index
 */
export function lonePoints(
  values: ArrayLike<number | null | undefined>,
  pixelAt: (index: number) => number,
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
    const start = pixelAt(first)
    const end = pixelAt(last)
    const nextStart = next < values.length ? pixelAt(next) : Number.POSITIVE_INFINITY
    const isShort = end - start < leastPixels
    const isAlone = start - lineEnd >= leastPixels && nextStart - end >= leastPixels
    if (isShort && isAlone && start >= 0 && start <= width) found.push(first)
    lineEnd = end
    first = last
  }
  return found
}
