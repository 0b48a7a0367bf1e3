import type { ExtractRelation, OsmExtract } from '@rumbo/geo/osm/osm-extract'
import type { Tags } from '@rumbo/geo/osm/osm-xml'
import { coastOf, type Point } from './places.tiles.coast.ts'
import {
  areaKindOf,
  type Drawn,
  firstZoom,
  lastZoom,
  numberOf,
  placeOf,
  riverOf,
  streetOf,
  zoomOfSize,
} from './places.tiles.features.ts'
import { joinLines } from './places.tiles.lines.ts'

/** A shape to draw: one node, a line of nodes, or rings of nodes (outer ring, then holes). */
export interface Shape extends Drawn {
  type: 'Point' | 'LineString' | 'Polygon'
  /** Indexes into the extract's nodes. */
  lines: readonly Uint32Array[]
  /** A ring of points that are not nodes, in 1e-7 degrees; `lines` is then empty. */
  ring?: readonly Point[]
}

/** All shapes of an extract that the street tiles show. Ways are copied only where joined. */
export function shapesOf(extract: OsmExtract): Shape[] {
  const shapes: Shape[] = coastShapes(extract)
  const streets = new Map<string, { drawn: Drawn; lines: Uint32Array[] }>()
  for (const { nodes, tags } of extract.ways) {
    const street = streetOf(tags)
    if (street && nodes.length > 1) {
      const key = JSON.stringify(street.tags)
      const known = streets.get(key)
      if (known) known.lines.push(nodes)
      else streets.set(key, { drawn: street, lines: [nodes] })
      continue
    }
    const river = riverOf(tags)
    if (river && nodes.length > 1) shapes.push({ ...river, type: 'LineString', lines: [nodes] })
    const isRing = nodes.length > 3 && nodes[0] === nodes.at(-1)
    if (isRing) shapes.push(...surfaces(extract, tags, [nodes]))
  }
  for (const { drawn, lines } of streets.values()) {
    const canReverse = drawn.tags.isOneWay !== true
    for (const line of joinLines(lines, { canReverse }))
      shapes.push({ ...drawn, type: 'LineString', lines: [line] })
  }
  for (const shape of relationShapes(extract)) shapes.push(shape)
  for (const { index, tags } of extract.taggedNodes) {
    const lines = [Uint32Array.of(index)]
    const place = placeOf(tags)
    if (place) shapes.push({ ...place, type: 'Point', lines })
    const number = numberOf(tags)
    if (number) shapes.push({ ...number, type: 'Point', lines })
  }
  return shapes
}

/** Land and sea from the extract's coastline: the world map's is too coarse beneath streets. */
function coastShapes({ nodes, ways, bounds }: OsmExtract): Shape[] {
  const coast = ways.filter(({ tags }) => tags.natural === 'coastline').map((way) => way.nodes)
  if (coast.length === 0) return []
  const lines = joinLines(
    coast.filter(({ length }) => length > 1),
    { canReverse: false, limit: Number.POSITIVE_INFINITY },
  ).map((line) =>
    Array.from(line, (index): Point => [nodes.longitudes[index] ?? 0, nodes.latitudes[index] ?? 0]),
  )
  const box = {
    west: bounds.west * 1e7,
    south: bounds.south * 1e7,
    east: bounds.east * 1e7,
    north: bounds.north * 1e7,
  }
  return coastOf(lines, box).map(({ kind, ring }) => ({
    layer: 'areas',
    minZoom: firstZoom,
    tags: { kind },
    type: 'Polygon',
    lines: [],
    ring,
  }))
}

/** The shapes of closed rings with these tags: an area, a building, its house number. */
function surfaces(extract: OsmExtract, tags: Tags, rings: readonly Uint32Array[]): Shape[] {
  const [outer] = rings
  if (outer === undefined) return []
  const found: Shape[] = []
  const kind = areaKindOf(tags)
  if (kind !== null) {
    const minZoom = zoomOfSize(sizeDegrees(extract, outer))
    found.push({ layer: 'areas', minZoom, tags: { kind }, type: 'Polygon', lines: rings })
  }
  if (tags.building !== undefined && tags.building !== 'no')
    found.push({ layer: 'buildings', minZoom: lastZoom, tags: {}, type: 'Polygon', lines: rings })
  const number = numberOf(tags)
  if (number) found.push({ ...number, type: 'Point', lines: [outer] })
  return found
}

function sizeDegrees({ nodes }: OsmExtract, ring: Uint32Array): number {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const index of ring) {
    const longitude = nodes.longitudes[index] ?? 0
    const latitude = nodes.latitudes[index] ?? 0
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return Math.max(east - west, north - south) / 1e7
}

/** Areas of relations: rings are joined from the members, and holes assigned to the ring around them. */
function* relationShapes(extract: OsmExtract): Generator<Shape> {
  const wanted = extract.relations.filter(
    ({ tags }) =>
      (tags.type === 'multipolygon' || tags.type === 'boundary') &&
      (areaKindOf(tags) !== null || tags.building !== undefined),
  )
  if (wanted.length === 0) return
  const needed = new Set(wanted.flatMap(({ members }) => members.map(({ ref }) => ref)))
  const ways = new Map<number, Uint32Array>()
  for (const { id, nodes } of extract.ways) if (needed.has(id)) ways.set(id, nodes)
  for (const relation of wanted) {
    const outers = ringsOf(relation, ways, (role) => role !== 'inner')
    const inners = ringsOf(relation, ways, (role) => role === 'inner')
    for (const outer of outers) {
      const holes = inners.filter((inner) => outers.length === 1 || isWithin(extract, inner, outer))
      yield* surfaces(extract, relation.tags, [outer, ...holes])
    }
  }
}

function ringsOf(
  { members }: ExtractRelation,
  ways: ReadonlyMap<number, Uint32Array>,
  isOfRole: (role: string) => boolean,
): Uint32Array[] {
  const lines = members.flatMap(({ type, ref, role }) => {
    const nodes = type === 'way' && isOfRole(role) ? ways.get(ref) : undefined
    return nodes && nodes.length > 1 ? [nodes] : []
  })
  const rings = joinLines(lines, { canReverse: true, limit: Number.POSITIVE_INFINITY })
  return rings.filter((ring) => ring.length > 3 && ring[0] === ring.at(-1))
}

/** Whether the first point of a ring is inside another ring. */
function isWithin({ nodes }: OsmExtract, ring: Uint32Array, around: Uint32Array): boolean {
  const x = nodes.longitudes[ring[0] ?? 0] ?? 0
  const y = nodes.latitudes[ring[0] ?? 0] ?? 0
  let isInside = false
  for (let index = 1; index < around.length; index++) {
    const [a, b] = [around[index - 1] ?? 0, around[index] ?? 0]
    const [ax, ay] = [nodes.longitudes[a] ?? 0, nodes.latitudes[a] ?? 0]
    const [bx, by] = [nodes.longitudes[b] ?? 0, nodes.latitudes[b] ?? 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  }
  return isInside
}
