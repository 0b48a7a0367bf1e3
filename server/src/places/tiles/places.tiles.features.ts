import type { Tags } from '@rumbo/geo/osm/osm-xml'

/** Layer, lowest zoom and properties of features in the street tiles. */
export interface Drawn {
  layer: 'streets' | 'areas' | 'buildings' | 'places' | 'numbers'
  minZoom: number
  tags: Record<string, string | number | boolean>
}

/** Lowest zoom of a region's tiles; below it the world map is shown. */
export const firstZoom = 8
/** Up to this zoom tiles contain only major features; above it, all. */
export const farZoom = 12
/** Highest zoom of the tiles; browsers enlarge them beyond it. */
export const lastZoom = 14

const zoomOfClass: Readonly<Record<string, number>> = {
  motorway: 8,
  trunk: 8,
  primary: 9,
  motorway_link: 10,
  trunk_link: 10,
  secondary: 10,
  primary_link: 11,
  tertiary: 11,
  secondary_link: 12,
  tertiary_link: 12,
  unclassified: 12,
  residential: 12,
  living_street: 13,
  pedestrian: 13,
  service: 13,
  road: 12,
  track: 14,
  footway: 14,
  path: 14,
  cycleway: 14,
  bridleway: 14,
  steps: 14,
}

/** A street or railway by the tags of its way; null for other ways. */
export function streetOf(tags: Tags): Drawn | null {
  const { highway, railway, name, ref } = tags
  const rail = railway === 'rail' || railway === 'light_rail' ? 'rail' : undefined
  const kind = highway ?? rail
  if (kind === undefined || tags.area === 'yes') return null
  const minZoom = kind === 'rail' ? 11 : zoomOfClass[kind]
  if (minZoom === undefined) return null
  const isOneWay = ['yes', '1', 'true', '-1'].includes(tags.oneway ?? '') || tags.junction === 'roundabout'
  const drawn: Drawn = { layer: 'streets', minZoom, tags: { class: kind } }
  if (name !== undefined) drawn.tags.name = name
  if (ref !== undefined) drawn.tags.ref = ref
  if (isOneWay) drawn.tags.isOneWay = true
  if (tags.tunnel === 'yes') drawn.tags.isTunnel = true
  return drawn
}

const parks = new Set(['park', 'garden', 'nature_reserve', 'pitch', 'golf_course', 'common', 'playground'])
const greens = new Set([
  'grass',
  'forest',
  'meadow',
  'recreation_ground',
  'village_green',
  'cemetery',
  'orchard',
])
const woods = new Set(['wood', 'scrub', 'heath', 'grassland'])
const works = new Set(['industrial', 'railway', 'port', 'depot'])

/** The kind of area of a closed way or relation; null where it is not drawn. */
export function areaKindOf(tags: Tags): string | null {
  const { natural, leisure, landuse, waterway, aeroway } = tags
  if (natural === 'water' || natural === 'bay' || waterway === 'riverbank' || waterway === 'dock')
    return 'water'
  if (landuse === 'reservoir' || landuse === 'basin') return 'water'
  if (aeroway === 'aerodrome' || aeroway === 'apron') return 'aerodrome'
  if (natural === 'beach' || natural === 'sand') return 'sand'
  if (landuse !== undefined && works.has(landuse)) return 'industrial'
  if (leisure !== undefined && parks.has(leisure)) return 'park'
  if (landuse !== undefined && greens.has(landuse)) return 'park'
  if (natural !== undefined && woods.has(natural)) return 'park'
  return null
}

/** A river or stream drawn as a line. */
export function riverOf(tags: Tags): Drawn | null {
  const { waterway } = tags
  if (tags.tunnel === 'yes' || tags.tunnel === 'culvert') return null
  if (waterway === 'river' || waterway === 'canal')
    return { layer: 'areas', minZoom: 9, tags: { kind: 'river' } }
  if (waterway === 'stream') return { layer: 'areas', minZoom: 13, tags: { kind: 'stream' } }
  return null
}

const ranks: Readonly<Record<string, { rank: number; minZoom: number }>> = {
  city: { rank: 1, minZoom: 8 },
  town: { rank: 2, minZoom: 8 },
  borough: { rank: 3, minZoom: 10 },
  village: { rank: 3, minZoom: 10 },
  suburb: { rank: 4, minZoom: 11 },
  quarter: { rank: 5, minZoom: 12 },
  neighbourhood: { rank: 6, minZoom: 13 },
  hamlet: { rank: 6, minZoom: 13 },
  locality: { rank: 7, minZoom: 14 },
}

/** A named place, from city to locality. */
export function placeOf(tags: Tags): Drawn | null {
  const { place: kind, name } = tags
  const known = kind === undefined ? undefined : ranks[kind]
  if (known === undefined || kind === undefined || name === undefined) return null
  const nameEs = tags['name:es']
  const nameEn = tags['name:en']
  const drawn: Drawn = { layer: 'places', minZoom: known.minZoom, tags: { name, kind, rank: known.rank } }
  if (nameEs !== undefined && nameEs !== name) drawn.tags.nameEs = nameEs
  if (nameEn !== undefined && nameEn !== name) drawn.tags.nameEn = nameEn
  return drawn
}

export function numberOf(tags: Tags): Drawn | null {
  const number = tags['addr:housenumber']
  if (number === undefined || number.length > 12) return null
  return { layer: 'numbers', minZoom: lastZoom, tags: { number } }
}

/** The zoom from which an area is drawn: where its longer side, in degrees, is about three pixels. */
export const zoomOfSize = (degrees: number): number =>
  Math.max(firstZoom, Math.min(lastZoom, Math.ceil(Math.log2((3 * 360) / 512 / Math.max(degrees, 1e-9)))))
