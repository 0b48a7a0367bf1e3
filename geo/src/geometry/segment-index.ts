import Flatbush from 'flatbush'

export interface NearestSegment {
  segment: number
  /** Position on the segment, 0 at its start to 1 at its end. */
  fraction: number
  distance: number
}

export interface SegmentIndex {
  /** The segment nearest to a point, no farther than `maxDistance`; null where there is none. */
  nearest(x: number, y: number, maxDistance: number): NearestSegment | null
  /** The segments whose bounding box meets a box. */
  within(minX: number, minY: number, maxX: number, maxY: number): number[]
}

/** Index of straight segments; `ends` holds x1, y1, x2, y2 of each, in one flat unit of length. */
export function createSegmentIndex(ends: Float64Array): SegmentIndex {
  const count = ends.length / 4
  if (count === 0) return { nearest: () => null, within: () => [] }
  const tree = new Flatbush(count)
  const end = (at: number) => ends[at] as number
  for (let at = 0; at < ends.length; at += 4) {
    tree.add(
      Math.min(end(at), end(at + 2)),
      Math.min(end(at + 1), end(at + 3)),
      Math.max(end(at), end(at + 2)),
      Math.max(end(at + 1), end(at + 3)),
    )
  }
  tree.finish()

  function measure(segment: number, x: number, y: number): NearestSegment {
    const at = segment * 4
    const alongX = end(at + 2) - end(at)
    const alongY = end(at + 3) - end(at + 1)
    const squared = alongX * alongX + alongY * alongY
    const raw = squared === 0 ? 0 : ((x - end(at)) * alongX + (y - end(at + 1)) * alongY) / squared
    const fraction = Math.max(0, Math.min(1, raw))
    const distance = Math.hypot(end(at) + alongX * fraction - x, end(at + 1) + alongY * fraction - y)
    return { segment, fraction, distance }
  }

  function boxDistance(segment: number, x: number, y: number): number {
    const at = segment * 4
    const dx = Math.max(Math.min(end(at), end(at + 2)) - x, 0, x - Math.max(end(at), end(at + 2)))
    const dy = Math.max(Math.min(end(at + 1), end(at + 3)) - y, 0, y - Math.max(end(at + 1), end(at + 3)))
    return Math.hypot(dx, dy)
  }

  return {
    within: (minX, minY, maxX, maxY) => tree.search(minX, minY, maxX, maxY),
    nearest(x, y, maxDistance) {
      // The tree orders by the distance of bounding boxes, a lower bound of the segment's distance: request more until
      // the farthest box is beyond the best segment.
      for (let wanted = 8; ; wanted *= 4) {
        const found = tree.neighbors(x, y, wanted, maxDistance)
        let best: NearestSegment | null = null
        for (const segment of found) {
          const measured = measure(segment, x, y)
          if (measured.distance <= maxDistance && (best === null || measured.distance < best.distance))
            best = measured
        }
        const last = found.at(-1)
        if (last === undefined || found.length < wanted) return best
        if (best !== null && boxDistance(last, x, y) >= best.distance) return best
      }
    },
  }
}
