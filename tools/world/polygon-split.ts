import earcut, { deviation, flatten } from 'earcut'

type Ring = readonly (readonly number[])[]
type Rings = readonly Ring[]

/** Wrongly filled area that is too small to see, in square units of a tile's grid. */
const toleratedArea = 600
const maxCuts = 10

/** The area that the triangles browsers draw a polygon with fill wrongly. */
function wrongArea(rings: Rings): number {
  const data = flatten(rings as number[][][])
  const wrong = deviation(
    data.vertices,
    data.holes,
    data.dimensions,
    earcut(data.vertices, data.holes, data.dimensions),
  )
  let doubled = 0
  for (const [number, ring] of rings.entries()) {
    let own = 0
    ring.forEach(([ax = 0, ay = 0], at) => {
      const [bx = 0, by = 0] = ring[(at + 1) % ring.length] ?? []
      own += ax * by - bx * ay
    })
    doubled += number === 0 ? Math.abs(own) : -Math.abs(own)
  }
  return (wrong * Math.abs(doubled)) / 2
}

/** The part of a ring on one side of a line along an axis (Sutherland and Hodgman, 1974); closed, or empty. */
function clipRing(ring: Ring, axis: 0 | 1, at: number, isLess: boolean): Ring {
  const isIn = (point: readonly number[]) => (isLess ? (point[axis] ?? 0) <= at : (point[axis] ?? 0) >= at)
  const out: (readonly number[])[] = []
  for (let index = 1; index < ring.length; index++) {
    const [from, to] = [ring[index - 1] ?? [], ring[index] ?? []]
    if (isIn(from)) out.push(from)
    if (isIn(from) === isIn(to)) continue
    const other = axis === 0 ? 1 : 0
    const share = (at - (from[axis] ?? 0)) / ((to[axis] ?? 0) - (from[axis] ?? 0))
    const cross: [number, number] = [0, 0]
    cross[axis] = at
    cross[other] = Math.round((from[other] ?? 0) + share * ((to[other] ?? 0) - (from[other] ?? 0)))
    out.push(cross)
  }
  const first = out[0]
  return out.length < 3 || first === undefined ? [] : [...out, first]
}

/**
 * Splits a polygon until its triangles fill it correctly. A ring clipped at a tile's border runs along that border;
 * where several such runs overlap, triangles are inverted. Cutting the polygon into halves separates the runs.
 */
export function splitUntilFilled(rings: Rings, cuts = 0): Rings[] {
  if (cuts >= maxCuts || wrongArea(rings) <= toleratedArea) return [rings]
  const [outer = []] = rings
  const range = (axis: 0 | 1) => {
    const values = outer.map((point) => point[axis] ?? 0)
    return { least: Math.min(...values), most: Math.max(...values) }
  }
  const [across, down] = [range(0), range(1)]
  const axis = across.most - across.least >= down.most - down.least ? 0 : 1
  const { least, most } = axis === 0 ? across : down
  if (most - least < 16) return [rings]
  const at = Math.round((least + most) / 2)
  return [true, false].flatMap((isLess) => {
    const [first = [], ...holes] = rings.map((ring) => clipRing(ring, axis, at, isLess))
    return first.length === 0
      ? []
      : splitUntilFilled([first, ...holes.filter(({ length }) => length > 0)], cuts + 1)
  })
}
