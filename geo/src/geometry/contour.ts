/** Values at the corners of a square grid, row by row from the south-west; columns run east. */
export interface ValueGrid {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** A closed line as x, y, x, y … in grid units, first point not repeated; an outer ring has a positive area. */
export type Ring = Float64Array

/**
 * The contour lines at `level` (marching squares with interpolation along the sides), with lower values to their left.
 * The outermost corners count as above the level, so that every line closes.
 */
export function contourRings({ width, height, values }: ValueGrid, level: number): Ring[] {
  const isBelow = (x: number, y: number) =>
    x > 0 && y > 0 && x < width - 1 && y < height - 1 && (values[y * width + x] as number) <= level
  /** The next crossed side by side; a side is numbered twice its corner, plus 1 if it runs north and not east. */
  const next = new Int32Array(width * height * 2).fill(-1)
  const started: number[] = []
  const link = (from: number, to: number) => {
    next[from] = to
    started.push(from)
  }
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const corners =
        (isBelow(x, y) ? 1 : 0) |
        (isBelow(x + 1, y) ? 2 : 0) |
        (isBelow(x + 1, y + 1) ? 4 : 0) |
        (isBelow(x, y + 1) ? 8 : 0)
      if (corners === 0 || corners === 15) continue
      const south = (y * width + x) * 2
      const sides = [south, south + 3, south + width * 2, south + 1] as const
      for (const [from, to] of crossings[corners] as readonly (readonly [number, number])[])
        link(sides[from] as number, sides[to] as number)
    }
  }
  const rings: Ring[] = []
  const point = (side: number): [number, number] => {
    const corner = side >> 1
    const x = corner % width
    const y = (corner - x) / width
    const [otherX, otherY] = (side & 1) === 0 ? [x + 1, y] : [x, y + 1]
    const here = isBelow(x, y) ? (values[corner] as number) : Math.max(level, values[corner] as number)
    const other = values[otherY * width + otherX] as number
    const there = isBelow(otherX, otherY) ? other : Math.max(level, other)
    // A far higher or missing neighbour would pull the line onto the corner, so its value is capped.
    const spread = Math.min(Math.abs(there - here), level * 0.2 + 20)
    const low = Math.min(here, there)
    const raw = spread === 0 ? 0.5 : Math.min(1, (level - low) / spread)
    const share = Math.max(0.02, Math.min(0.98, here <= there ? raw : 1 - raw))
    return (side & 1) === 0 ? [x + share, y] : [x, y + share]
  }
  for (const start of started) {
    if (next[start] === -1) continue
    const ring: number[] = []
    let side = start
    while (side !== -1 && next[side] !== -1) {
      ring.push(...point(side))
      const following = next[side] as number
      next[side] = -1
      side = following
    }
    if (ring.length >= 6) rings.push(Float64Array.from(ring))
  }
  return rings
}

/** Line segments by the bit set of corners below the level: from side, to side (0 south, 1 east, 2 north, 3 west). */
const crossings: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 3]],
  [[1, 0]],
  [[1, 3]],
  [[2, 1]],
  [
    [0, 1],
    [2, 3],
  ],
  [[2, 0]],
  [[2, 3]],
  [[3, 2]],
  [[0, 2]],
  [
    [3, 0],
    [1, 2],
  ],
  [[1, 2]],
  [[3, 1]],
  [[0, 1]],
  [[3, 0]],
  [],
]

/** Twice the signed area of a ring. */
export function ringArea(ring: Ring): number {
  let area = 0
  for (let at = 0; at < ring.length; at += 2) {
    const after = (at + 2) % ring.length
    area +=
      (ring[at] as number) * (ring[after + 1] as number) - (ring[after] as number) * (ring[at + 1] as number)
  }
  return area
}

/** Removes points less than `tolerance` from the line (Douglas-Peucker), keeping at least three. */
export function simplifyRing(ring: Ring, tolerance: number): Ring {
  const count = ring.length / 2
  if (count <= 4) return ring
  const isKept = new Uint8Array(count)
  // The two ends of the first cut: a point, and the one farthest from it.
  let opposite = 0
  let farthest = -1
  for (let at = 1; at < count; at++) {
    const distance = Math.hypot(
      (ring[at * 2] as number) - (ring[0] as number),
      (ring[at * 2 + 1] as number) - (ring[1] as number),
    )
    if (distance > farthest) [farthest, opposite] = [distance, at]
  }
  isKept[0] = 1
  isKept[opposite] = 1
  const open: [number, number][] = [
    [0, opposite],
    [opposite, count],
  ]
  for (let cut = open.pop(); cut; cut = open.pop()) {
    const [from, to] = cut
    const startX = ring[from * 2] as number
    const startY = ring[from * 2 + 1] as number
    const alongX = (ring[(to % count) * 2] as number) - startX
    const alongY = (ring[(to % count) * 2 + 1] as number) - startY
    const length = Math.hypot(alongX, alongY) || 1
    let worst = -1
    let worstAt = -1
    for (let at = from + 1; at < to; at++) {
      const x = (ring[at * 2] as number) - startX
      const y = (ring[at * 2 + 1] as number) - startY
      const off = Math.abs(alongX * y - alongY * x) / length
      if (off > worst) [worst, worstAt] = [off, at]
    }
    if (worst <= tolerance) continue
    isKept[worstAt] = 1
    open.push([from, worstAt], [worstAt, to])
  }
  const kept: number[] = []
  for (let at = 0; at < count; at++)
    if (isKept[at] === 1) kept.push(ring[at * 2] as number, ring[at * 2 + 1] as number)
  return kept.length >= 6 ? Float64Array.from(kept) : ring
}

/** Whether a point lies within a ring. */
export function isInRing(ring: Ring, x: number, y: number): boolean {
  let isInside = false
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [ax, ay] = [ring[at] as number, ring[at + 1] as number]
    const [bx, by] = [ring[before] as number, ring[before + 1] as number]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  }
  return isInside
}
