export type Point = readonly [x: number, y: number]
export interface Box {
  west: number
  south: number
  east: number
  north: number
}
/** Land or sea covering part of the extract's box, in drawing order. */
export interface CoastPart {
  kind: 'ground' | 'sea' | 'island'
  ring: Point[]
}

/** A coast that ends farther from the box's border than this share of its size is ignored. */
const farthestEnd = 0.25

/** Position of a point along the border, clockwise from the north-western corner: 0 to 4. */
function alongBorder([x, y]: Point, { west, south, east, north }: Box): number {
  const fromWest = (x - west) / (east - west)
  const fromNorth = (north - y) / (north - south)
  const away = [fromNorth, 1 - fromWest, 1 - fromNorth, fromWest]
  const side = away.indexOf(Math.min(...away))
  return [fromWest, 1 + fromNorth, 3 - fromWest, 4 - fromNorth][side] ?? 0
}

/** The point at that position of the border. */
function borderPoint(along: number, { west, south, east, north }: Box): Point {
  const at = ((along % 4) + 4) % 4
  const part = at % 1
  if (at < 1) return [west + part * (east - west), north]
  if (at < 2) return [east, north - part * (north - south)]
  if (at < 3) return [east - part * (east - west), south]
  return [west, south + part * (north - south)]
}

/** The part of a segment within the box; null where there is none. */
function clipped([ax, ay]: Point, [bx, by]: Point, { west, south, east, north }: Box): [Point, Point] | null {
  let from = 0
  let to = 1
  for (const [step, room] of [
    [ax - bx, ax - west],
    [bx - ax, east - ax],
    [ay - by, ay - south],
    [by - ay, north - ay],
  ] as const) {
    if (step === 0 && room < 0) return null
    if (step < 0) from = Math.max(from, room / step)
    if (step > 0) to = Math.min(to, room / step)
  }
  if (from >= to) return null
  const at = (share: number): Point =>
    share === 0 ? [ax, ay] : share === 1 ? [bx, by] : [ax + share * (bx - ax), ay + share * (by - ay)]
  return [at(from), at(to)]
}

/** The parts of a line within the box. */
function within(line: readonly Point[], box: Box): Point[][] {
  const parts: Point[][] = []
  for (const [index, point] of line.entries()) {
    const before = line[index - 1]
    const piece = before && clipped(before, point, box)
    if (!piece) continue
    const last = parts.at(-1)
    if (last && isSame(last.at(-1), piece[0])) last.push(piece[1])
    else parts.push(piece)
  }
  return parts
}

/** Twice the signed area of a ring; positive when counterclockwise. */
function turn(ring: readonly Point[]): number {
  let sum = 0
  for (const [index, [bx, by]] of ring.entries()) {
    const [ax, ay] = ring[index - 1] ?? ring.at(-1) ?? [bx, by]
    sum += ax * by - bx * ay
  }
  return sum
}

const isSame = (a: Point | undefined, b: Point | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1]

/**
 * Land and sea of a box from its coastlines, which have the land on their left as in OpenStreetMap. Empty without a
 * coast; coasts that end inside the box are ignored.
 * @param coasts fully joined lines in the units of the box, y northwards
 */
export function coastOf(coasts: readonly (readonly Point[])[], box: Box): CoastPart[] {
  const rings = coasts.filter((line) => line.length > 3 && isSame(line[0], line.at(-1)))
  const lines = coasts
    .filter((line) => !rings.includes(line))
    .flatMap((line) => within(line, box))
    .map((line) => ({
      line,
      from: alongBorder(line[0] ?? [0, 0], box),
      to: alongBorder(line.at(-1) ?? [0, 0], box),
    }))
  const away = ([x, y]: Point, along: number) => {
    const [borderX, borderY] = borderPoint(along, box)
    return Math.max(
      Math.abs(x - borderX) / (box.east - box.west),
      Math.abs(y - borderY) / (box.north - box.south),
    )
  }
  for (const { line, from, to } of lines) {
    const [first, last] = [line[0], line.at(-1)]
    if (!first || !last || away(first, from) > farthestEnd || away(last, to) > farthestEnd) return []
  }
  const islands = rings.filter((ring) => turn(ring) > 0)
  const lagoons = rings.filter((ring) => turn(ring) <= 0)
  const corners: Point[] = [0, 1, 2, 3, 0].map((corner) => borderPoint(corner, box))
  // Only islands: the rest of the box is sea.
  const seas =
    lines.length > 0 ? seaRings(lines, box) : islands.length > 0 && lagoons.length === 0 ? [corners] : []
  if (seas.length + lagoons.length === 0) return []
  return [
    { kind: 'ground', ring: corners },
    ...[...seas, ...lagoons].map((ring): CoastPart => ({ kind: 'sea', ring: [...ring] })),
    ...islands.map((ring): CoastPart => ({ kind: 'island', ring: [...ring] })),
  ]
}

/** Each sea follows a coast, then the border clockwise to the start of the next coast. */
function seaRings(lines: readonly { line: Point[]; from: number; to: number }[], box: Box): Point[][] {
  const left = new Set(lines)
  const rings: Point[][] = []
  for (const start of lines) {
    if (!left.has(start)) continue
    const ring: Point[] = []
    let now: (typeof lines)[number] = start
    do {
      left.delete(now)
      ring.push(...now.line)
      const here = now.to
      const ahead = (along: number) => (((along - here) % 4) + 4) % 4
      const next = [start, ...left].sort((a, b) => ahead(a.from) - ahead(b.from))[0] ?? start
      const distance = ahead(next.from)
      for (let corner = Math.floor(here) + 1; corner < here + distance; corner++)
        ring.push(borderPoint(corner, box))
      now = next
    } while (now !== start)
    const [first] = ring
    if (first) ring.push(first)
    rings.push(ring)
  }
  return rings
}
