import type { ExtractWay, OsmExtract } from './osm-extract.ts'

const fullCircle = 3_600_000_000
const dateLine = 1_800_000_000
/** Maximum of an Int32 column in 1e-7 degrees: 214.7 degrees. */
const maxLongitude = 2_147_483_647

interface DateLineShift {
  /** The half that is shifted by 360 degrees. */
  readonly half: 'eastern' | 'western'
  /** West and east of the shifted extract, 1e-7 degrees. */
  readonly bounds: readonly [west: number, east: number]
}

/**
 * Decides which half of an extract across the date line to shift by 360 degrees; null where that would not make the
 * extract narrower, or would not fit the columns. All values in 1e-7 degrees.
 * @param halves the smallest longitude from 0 up, and the largest one below 0
 */
export function dateLineShiftOf(
  bounds: { west: number; east: number },
  halves: { eastern: number; western: number },
): DateLineShift | null {
  const isBoth = halves.eastern !== Infinity && halves.western !== -Infinity
  const width = halves.western + fullCircle - halves.eastern
  if (!isBoth || width >= bounds.east - bounds.west) return null
  if (halves.western + fullCircle <= maxLongitude)
    return { half: 'western', bounds: [halves.eastern, halves.western + fullCircle] }
  if (halves.eastern - fullCircle >= -maxLongitude)
    return { half: 'eastern', bounds: [halves.eastern - fullCircle, halves.western] }
  return null
}

/**
 * Shifts one half of the longitudes, in place, and returns the ways. OpenStreetMap cuts ways at the date line, with a
 * node on each side; these nodes are merged, so that streets continue across it.
 */
export function shiftAcrossDateLine(
  { latitudes, longitudes }: OsmExtract['nodes'],
  ways: readonly ExtractWay[],
  { half }: DateLineShift,
): readonly ExtractWay[] {
  const eastern = new Map<number, number>()
  const western: number[] = []
  for (let at = 0; at < longitudes.length; at++) {
    const longitude = longitudes[at] as number
    if (longitude === dateLine) eastern.set(latitudes[at] as number, at)
    if (longitude === -dateLine) western.push(at)
    if (half === 'western' && longitude < 0) longitudes[at] = longitude + fullCircle
    if (half === 'eastern' && longitude >= 0) longitudes[at] = longitude - fullCircle
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
    // A way across the line contained both nodes in a row.
    const line = nodes.filter((node, at) => node !== nodes[at - 1])
    return line.length < 2 ? [] : [{ ...way, nodes: line }]
  })
}
