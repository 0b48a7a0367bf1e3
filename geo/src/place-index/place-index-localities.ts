import Flatbush from 'flatbush'
import type { OsmExtract } from '../osm/osm-extract.ts'
import type { Tags } from '../osm/osm-xml.ts'

/** Radius of a settlement by kind; 0 for parts of towns, whose radius is `partReachMetres`. Sorted by importance. */
const reachMetres: Record<string, number> = {
  city: 12_000,
  borough: 4_000,
  municipality: 4_000,
  town: 4_000,
  village: 1_500,
  hamlet: 600,
  isolated_dwelling: 200,
  suburb: 0,
  quarter: 0,
  neighbourhood: 0,
  locality: 0,
  island: 0,
  square: 0,
}
export const localityKinds = Object.keys(reachMetres)
const parts = new Set(['suburb', 'quarter', 'neighbourhood'].map((kind) => localityKinds.indexOf(kind)))
const reaches = localityKinds.map((kind) => reachMetres[kind] ?? 0)
const partReachMetres = 1_500

/** Weight of each kind when ranking places of the same name; 1 for a city, less for smaller kinds. */
export const localityWeights = localityKinds.map((_, at) => 1 - at / localityKinds.length / 1.6)

const metresOfDegree = 111_195

/** Metres between two places in 1e-7 degrees, on a plane: accurate up to a few tens of kilometres. */
export function flatMetres(
  latitude: number,
  longitude: number,
  otherLatitude: number,
  otherLongitude: number,
): number {
  const north = (otherLatitude - latitude) * 1e-7 * metresOfDegree
  const east =
    (otherLongitude - longitude) * 1e-7 * metresOfDegree * Math.cos(latitude * 1e-7 * (Math.PI / 180))
  return Math.sqrt(north * north + east * east)
}

/** Maximum distance in metres from the centre of a settlement to an address that names it. */
export const localityReachMetres = (kind: number): number => {
  const reach = reaches[kind] ?? 0
  return reach === 0 ? partReachMetres + 500 : reach * townReaches
}
/** A part of town or a small settlement: an address that names it means the stretch of a long street that lies there. */
export const isSmallLocality = (kind: number): boolean => localityReachMetres(kind) <= 5_000

export interface LocalityNames {
  readonly neighbourhood: number | null
  readonly city: number | null
}
export interface LocalityColumns {
  /** Indexes into `localityKinds`. */
  readonly kinds: Uint8Array
  /** 1e-7 degrees. */
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
}

/** A place belongs to a town up to this multiple of the town's radius, unless it is relatively nearer to another one. */
const townReaches = 3
/** Search radii; settlements with the same search radius share one tree. */
const treeMetres = [5_000, 12_000, 36_000]

/**
 * Returns a function that finds the nearest part of town and the nearest town, relative to its radius, of a place in
 * 1e-7 degrees, as indexes into the columns; null where none is near enough. Trees keep this fast for 100,000 settlements.
 */
export function createLocalityFinder(columns: LocalityColumns) {
  const { kinds, latitudes, longitudes } = columns
  const classOf = (kind: number) => {
    const metres = Math.max(partReachMetres, (reaches[kind] ?? 0) * townReaches)
    return treeMetres.findIndex((limit) => metres <= limit)
  }
  const trees = treeMetres.map((metres, size) => {
    const entries = Array.from(kinds.keys()).filter((at) => classOf(kinds[at] as number) === size)
    if (entries.length === 0) return null
    const tree = new Flatbush(entries.length, 16, Int32Array)
    for (const at of entries) tree.add(longitudes[at] as number, latitudes[at] as number)
    tree.finish()
    return { entries, metres, tree }
  })
  return (latitude: number, longitude: number): LocalityNames => {
    let [neighbourhood, city]: [number | null, number | null] = [null, null]
    let nearest = partReachMetres
    let best = townReaches
    for (const sized of trees) {
      if (sized === null) continue
      const north = (sized.metres / metresOfDegree) * 1e7
      const east = north / Math.max(0.01, Math.cos(latitude * 1e-7 * (Math.PI / 180)))
      const box = [longitude - east, latitude - north, longitude + east, latitude + north] as const
      for (const found of sized.tree.search(...box)) {
        const at = sized.entries[found] as number
        const kind = kinds[at] as number
        const metres = flatMetres(latitude, longitude, latitudes[at] as number, longitudes[at] as number)
        if (parts.has(kind) && metres < nearest) {
          nearest = metres
          neighbourhood = at
        }
        const reach = reaches[kind] as number
        if (reach > 0 && metres / reach < best) {
          best = metres / reach
          city = at
        }
      }
    }
    return { neighbourhood, city }
  }
}

const named: readonly (readonly [string, readonly string[]])[] = [
  ['hospital', ['amenity=hospital', 'healthcare=hospital']],
  ['clinic', ['amenity=clinic', 'amenity=doctors', 'healthcare=clinic']],
  ['police', ['amenity=police']],
  ['fire_station', ['amenity=fire_station']],
  ['pharmacy', ['amenity=pharmacy']],
  ['fuel', ['amenity=fuel']],
  ['charging', ['amenity=charging_station']],
  ['airport', ['aeroway=aerodrome', 'aeroway=terminal']],
  ['station', ['railway=station', 'amenity=bus_station', 'amenity=ferry_terminal']],
  ['school', ['amenity=school', 'amenity=kindergarten', 'amenity=university', 'amenity=college']],
  ['repair', ['shop=car_repair', 'shop=tyres']],
  ['parking', ['amenity=parking']],
  ['hotel', ['tourism=hotel', 'tourism=motel']],
]
/** Kinds of points of interest; `other` is any other named destination. */
export const pointKinds = [...named.map(([kind]) => kind), 'other'] as const
const kindByTag = new Map(
  named.flatMap(([kind, tags]) => tags.map((tag) => [tag, pointKinds.indexOf(kind)] as const)),
)
const sayingTags = [
  'amenity',
  'healthcare',
  'aeroway',
  'railway',
  'shop',
  'tourism',
  'office',
  'leisure',
  'historic',
]
const furniture = new Set([
  'bench',
  'waste_basket',
  'parking_space',
  'bicycle_parking',
  'drinking_water',
  'recycling',
])

const sortWords: Record<string, string> = {
  hospital: 'hospital',
  clinic: 'clinica',
  police: 'policia police',
  fire_station: 'bomberos',
  pharmacy: 'farmacia pharmacy',
  fuel: 'gasolinera gas',
  airport: 'aeropuerto airport',
  station: 'estacion station',
  school: 'escuela school',
  repair: 'taller',
  parking: 'estacionamiento parking',
  hotel: 'hotel',
}
/** Search words of a kind of points of interest, Spanish and English. */
export const wordsOfSort = (kind: number): string[] => sortWords[pointKinds[kind] ?? '']?.split(' ') ?? []

/** Index into `pointKinds`; null where the tags describe no point of interest. */
export function pointKindOf(tags: Tags): number | null {
  let isOther = false
  for (const key of sayingTags) {
    const value = tags[key]
    const isKnown = tags.name !== undefined && (value === 'recycling' || value === 'bicycle_parking')
    if (value === undefined || (furniture.has(value) && !isKnown)) continue
    const kind = kindByTag.get(`${key}=${value}`)
    if (kind !== undefined) return kind
    isOther ||= key !== 'railway' && key !== 'aeroway'
  }
  return isOther ? pointKinds.length - 1 : null
}

/** Mean latitude and longitude of a way's nodes in 1e-7 degrees; null for a way without nodes. */
export function middleOf(extract: OsmExtract, nodes: Uint32Array): readonly [number, number] | null {
  if (nodes.length === 0) return null
  const count = nodes.length > 1 && nodes[0] === nodes.at(-1) ? nodes.length - 1 : nodes.length
  let [latitude, longitude] = [0, 0]
  for (let at = 0; at < count; at += 1) {
    latitude += extract.nodes.latitudes[nodes[at] as number] as number
    longitude += extract.nodes.longitudes[nodes[at] as number] as number
  }
  return [Math.round(latitude / count), Math.round(longitude / count)]
}

/** All names in the tags, the main one first. */
export function namesOf(tags: Tags): string[] {
  const main = tags.name ?? tags['name:es'] ?? tags['name:en'] ?? tags.brand ?? tags.operator ?? tags.ref
  if (main === undefined) return []
  const more = [
    'name:es',
    'name:en',
    'alt_name',
    'short_name',
    'official_name',
    'old_name',
    'loc_name',
    'brand',
    'ref',
  ]
  return [main, ...more.flatMap((key) => tags[key]?.split(';') ?? [])]
}
