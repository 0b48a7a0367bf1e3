import type { ExtractWay, OsmExtract } from './osm-extract.ts'

const round = 3_600_000_000
const dateLine = 1_800_000_000
/** What a column of 1e-7 degrees holds, some 214.7 degrees. */
const farthest = 2_147_483_647

interface Turn {
  /** Which half goes on beyond the date line. */
  readonly half: 'eastern' | 'western'
  /** West and east of the whole then, 1e-7 degrees. */
  readonly bounds: readonly [west: number, east: number]
}

/**
 * How an extract that lies across the date line is brought together; null where it is nearer together as it is.
 * @param halves where its eastern longitudes begin, and its western ones end
 */
export function turnAcrossDateLine(
  bounds: { west: number; east: number },
  halves: { eastern: number; western: number },
): Turn | null {
  const isBoth = halves.eastern !== Infinity && halves.western !== -Infinity
  const width = halves.western + round - halves.eastern
  if (!isBoth || width >= bounds.east - bounds.west) return null
  if (halves.western + round <= farthest)
    return { half: 'western', bounds: [halves.eastern, halves.western + round] }
  if (halves.eastern - round >= -farthest)
    return { half: 'eastern', bounds: [halves.eastern - round, halves.western] }
  return null
}

/**
 * Brings the halves of an extract together, in place, and gives its ways. OpenStreetMap cuts ways at the date line,
 * with a node on each side of it: these become one, so that streets go on.
 */
export function turned(
  { latitudes, longitudes }: OsmExtract['nodes'],
  ways: readonly ExtractWay[],
  { half }: Turn,
): readonly ExtractWay[] {
  const eastern = new Map<number, number>()
  const western: number[] = []
  for (let at = 0; at < longitudes.length; at++) {
    const longitude = longitudes[at] as number
    if (longitude === dateLine) eastern.set(latitudes[at] as number, at)
    if (longitude === -dateLine) western.push(at)
    if (half === 'western' && longitude < 0) longitudes[at] = longitude + round
    if (half === 'eastern' && longitude >= 0) longitudes[at] = longitude - round
  }
  const same = new Map<number, number>()
  for (const node of western) {
    const other = eastern.get(latitudes[node] as number)
    if (other !== undefined) same.set(node, other)
  }
  if (same.size === 0) return ways
  return ways.flatMap((way) => {
    if (!way.nodes.some((node) => same.has(node))) return [way]
    const nodes = way.nodes.map((node) => same.get(node) ?? node)
    // A way over the line had both of them, one after the other.
    const line = nodes.filter((node, at) => node !== nodes[at - 1])
    return line.length < 2 ? [] : [{ ...way, nodes: line }]
  })
}
