import type { ExtractWay, OsmExtract } from '../osm/osm-extract.ts'
import { flatMetres } from './place-index-localities.ts'
import { foldLetters } from './place-index-text.ts'

/** Connected or nearby ways of one name; place in 1e-7 degrees. */
export interface Street {
  readonly names: readonly string[]
  readonly ways: ExtractWay[]
  latitude: number
  longitude: number
  lengthMetres: number
}

export interface Crossing {
  readonly other: number
  readonly latitude: number
  readonly longitude: number
}

const notStreets = new Set([
  'platform',
  'proposed',
  'construction',
  'rest_area',
  'services',
  'bus_stop',
  'corridor',
  'elevator',
])
/** Cell size in 1e-7 degrees, about 440 m: ways of one name in neighbouring cells are one street. */
const nearbyCell = 40_000
const sameCrossingMetres = 200

/** The named streets of an extract. A main road without a name is named by its number. */
export function collectStreets(extract: OsmExtract): Street[] {
  const byName = new Map<string, ExtractWay[]>()
  for (const way of extract.ways) {
    const { highway } = way.tags
    if (highway === undefined || notStreets.has(highway) || way.nodes.length < 2) continue
    const name = nameOf(way)
    if (name === undefined) continue
    const key = foldLetters(name)
    const known = byName.get(key)
    if (known === undefined) byName.set(key, [way])
    else known.push(way)
  }
  return [...byName.values()].flatMap((ways) => joined(extract, ways).map((some) => streetOf(extract, some)))
}

const nameOf = ({ tags }: ExtractWay) =>
  tags.name ?? (/^(motorway|trunk|primary)/.test(tags.highway ?? '') ? tags.ref : undefined)

/** Groups ways with shared or nearby nodes (union-find over grid cells). */
function joined(extract: OsmExtract, ways: readonly ExtractWay[]): ExtractWay[][] {
  if (ways.length === 1) return [[...ways]]
  const parents = ways.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (parents[root] !== root) root = parents[root] as number
    parents[at] = root
    return root
  }
  const cells = new Map<number, number>()
  ways.forEach(({ nodes }, at) => {
    for (const node of nodes) {
      const row = Math.floor((extract.nodes.latitudes[node] as number) / nearbyCell)
      const column = Math.floor((extract.nodes.longitudes[node] as number) / nearbyCell)
      for (let near = 0; near < 9; near += 1) {
        const cell = (row + Math.floor(near / 3) - 1) * 131_072 + column + (near % 3) - 1
        const other = cells.get(cell)
        if (other !== undefined) parents[rootOf(other)] = rootOf(at)
      }
      cells.set(row * 131_072 + column, at)
    }
  })
  const groups = new Map<number, ExtractWay[]>()
  ways.forEach((way, at) => {
    const root = rootOf(at)
    const known = groups.get(root)
    if (known === undefined) groups.set(root, [way])
    else known.push(way)
  })
  return [...groups.values()]
}

function streetOf(extract: OsmExtract, ways: ExtractWay[]): Street {
  const names = new Set<string>()
  let longest = ways[0] as ExtractWay
  let [total, most] = [0, -1]
  for (const way of ways) {
    const name = nameOf(way)
    if (name !== undefined) names.add(name)
    for (const key of ['alt_name', 'official_name', 'short_name', 'old_name', 'name:es', 'name:en', 'ref'])
      for (const other of way.tags[key]?.split(';') ?? []) names.add(other)
    const metres = lengthOf(extract, way.nodes)
    total += metres
    if (metres > most) {
      most = metres
      longest = way
    }
  }
  const middle = longest.nodes[longest.nodes.length >> 1] as number
  return {
    names: [...names],
    ways,
    latitude: extract.nodes.latitudes[middle] as number,
    longitude: extract.nodes.longitudes[middle] as number,
    lengthMetres: total,
  }
}

function lengthOf({ nodes: { latitudes, longitudes } }: OsmExtract, nodes: Uint32Array): number {
  let metres = 0
  for (let at = 1; at < nodes.length; at += 1) {
    const [from, to] = [nodes[at - 1] as number, nodes[at] as number]
    metres += flatMetres(
      latitudes[from] as number,
      longitudes[from] as number,
      latitudes[to] as number,
      longitudes[to] as number,
    )
  }
  return metres
}

/** The crossings of each street; crossings of the same two streets within 200 m count as one. */
export function collectCrossings(extract: OsmExtract, streets: readonly Street[]): Crossing[][] {
  const { latitudes, longitudes } = extract.nodes
  const firstAt = new Int32Array(latitudes.length).fill(-1)
  const moreAt = new Map<number, number[]>()
  streets.forEach(({ ways }, street) => {
    for (const { nodes } of ways)
      for (const node of nodes) {
        const first = firstAt[node] as number
        if (first === -1) firstAt[node] = street
        else if (first !== street) {
          const more = moreAt.get(node)
          if (more === undefined) moreAt.set(node, [street])
          else if (!more.includes(street)) more.push(street)
        }
      }
  })
  const crossings: Crossing[][] = streets.map(() => [])
  for (const [node, more] of moreAt) {
    const met = [firstAt[node] as number, ...more]
    const [latitude, longitude] = [latitudes[node] as number, longitudes[node] as number]
    for (const one of met)
      for (const other of met) {
        const known = crossings[one]
        if (one === other || known === undefined) continue
        const isKnown = known.some(
          (some) =>
            some.other === other &&
            flatMetres(latitude, longitude, some.latitude, some.longitude) < sameCrossingMetres,
        )
        if (!isKnown) known.push({ other, latitude, longitude })
      }
  }
  return crossings
}
