/** A part of a way from 0 (its start) to 1 (its end). */
export type Interval = readonly [from: number, to: number]

/** A way on a plane in metres, from (x, y) by (dx, dy). */
export interface PlaneWay {
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
}

const whole: Interval = [0, 1]

function clipped(from: number, to: number): Interval | null {
  const [first, last] = [Math.max(0, from), Math.min(1, to)]
  return first <= last ? [first, last] : null
}

/** The part of a way within `radius` of the origin; null where it stays outside. */
export function insideCircle({ x, y, dx, dy }: PlaneWay, radius: number): Interval | null {
  const squared = dx * dx + dy * dy
  const outside = x * x + y * y - radius * radius
  if (squared === 0) return outside <= 0 ? whole : null
  const half = x * dx + y * dy
  const root = half * half - squared * outside
  if (root < 0) return null
  const reach = Math.sqrt(root)
  return clipped((-half - reach) / squared, (-half + reach) / squared)
}

/** The part of a way where a value that runs straight from `start` by `change` lies within `low` to `high`. */
function between(start: number, change: number, low: number, high: number): Interval | null {
  if (change === 0) return start >= low && start <= high ? whole : null
  const [one, other] = [(low - start) / change, (high - start) / change]
  return clipped(Math.min(one, other), Math.max(one, other))
}

/** The part of a way within `radius` of the straight line from the origin to (endX, endY). */
export function insideCapsule(way: PlaneWay, endX: number, endY: number, radius: number): Interval | null {
  const length = Math.hypot(endX, endY)
  const parts = [
    insideCircle(way, radius),
    insideCircle({ ...way, x: way.x - endX, y: way.y - endY }, radius),
  ]
  if (length > 0) {
    const [ux, uy] = [endX / length, endY / length]
    const along = between(way.x * ux + way.y * uy, way.dx * ux + way.dy * uy, 0, length)
    const across = between(way.y * ux - way.x * uy, way.dy * ux - way.dx * uy, -radius, radius)
    if (along && across) {
      const [from, to] = [Math.max(along[0], across[0]), Math.min(along[1], across[1])]
      if (from <= to) parts.push([from, to])
    }
  }
  // A capsule is convex: what is inside one of its three parts is one interval.
  const found = parts.filter((part) => part !== null)
  if (found.length === 0) return null
  return [Math.min(...found.map(([from]) => from)), Math.max(...found.map(([, to]) => to))]
}

/** Intervals in order, those that overlap or touch joined. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const result: [number, number][] = []
  for (const [from, to] of [...intervals].sort((one, other) => one[0] - other[0])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
