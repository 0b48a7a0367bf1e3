import { isDrivable } from '../roads/road-speeds.ts'
import { dateLineShiftOf, shiftAcrossDateLine } from './osm-date-line.ts'
import type { ExtractRelation, ExtractWay, OsmExtract } from './osm-extract.ts'
import { OsmFileError } from './osm-file-error.ts'
import type { Tags } from './osm-xml.ts'

/** Maximum counts; larger files are refused, since they cover more than a region or were crafted to exhaust memory. */
export interface ExtractLimits {
  readonly nodes: number
  readonly ways: number
  /** Nodes of all ways together. */
  readonly references: number
  readonly relations: number
}
/** Limits that keep the memory of reading an extract within `memoryBytes`; about half of it is for nodes. */
export const limitsWithin = (memoryBytes: number): ExtractLimits => ({
  nodes: Math.min(extractLimits.nodes, Math.floor(memoryBytes / 64)),
  ways: Math.min(extractLimits.ways, Math.floor(memoryBytes / 400)),
  references: Math.min(extractLimits.references, Math.floor(memoryBytes / 16)),
  relations: extractLimits.relations,
})

export const extractLimits: ExtractLimits = {
  nodes: 150_000_000,
  ways: 30_000_000,
  references: 250_000_000,
  relations: 2_000_000,
}

export interface ExtractCollector {
  /** Ids ascending; place in 1e-7 degrees. */
  node(id: number, latitude: number, longitude: number): void
  /** Tags of the last node. */
  nodeTags(tags: Tags): void
  /** Ids ascending. The first `count` of `references` are ids of nodes passed before. */
  way(id: number, references: ArrayLike<number>, count: number, tags: Tags): void
  relation(relation: ExtractRelation): void
  /** @throws OsmFileError `region_no_roads` */
  finish(about: { note: string | null; attribution: string; dataAt?: string }): OsmExtract
}

/** Maximum extent of a region; larger files are refused. */
const widestDegrees = 90

/** The attribution that the licence of OpenStreetMap requires. */
export const osmAttribution = '© OpenStreetMap contributors'

const describingKeys = new Set([
  'name',
  'place',
  'amenity',
  'shop',
  'highway',
  'barrier',
  'railway',
  'tourism',
  'office',
  'healthcare',
  'public_transport',
  'aeroway',
  'emergency',
  'leisure',
  'historic',
  'craft',
  'entrance',
  'access',
])
const isDescribed = (tags: Tags): boolean => {
  for (const key in tags) if (describingKeys.has(key) || key.startsWith('addr:')) return true
  return false
}

/** A column that grows by chunks, so that growing copies nothing. */
function createColumn<Column extends Float64Array | Int32Array>(
  create: (length: number) => Column,
  limit: number,
  tooMany: () => Error,
) {
  const chunkLength = 1 << 18
  const chunks: Column[] = []
  let chunk = create(0)
  let used = 0
  let length = 0
  return {
    push(value: number): void {
      if (used === chunk.length) {
        if (length >= limit) throw tooMany()
        chunk = create(chunkLength)
        chunks.push(chunk)
        used = 0
      }
      chunk[used++] = value
      length += 1
    },
    length: () => length,
    /** Empties the column into one array. */
    take(): Column {
      const column = create(length)
      let at = 0
      for (let next = chunks.shift(); next; next = chunks.shift()) {
        column.set(at + next.length > length ? next.subarray(0, length - at) : next, at)
        at += next.length
      }
      return column
    },
  }
}

/** Collects the elements of an extract, in the order of the format (nodes, ways, relations), into columns. */
export function createExtractCollector(limits: ExtractLimits = extractLimits): ExtractCollector {
  const tooMany = (what: string) => () =>
    new OsmFileError(
      'region_too_large',
      `The file contains more ${what} than a region may have; use an extract of a smaller area.`,
    )
  const ids = createColumn((length) => new Float64Array(length), limits.nodes, tooMany('nodes'))
  const latitudes = createColumn((length) => new Int32Array(length), limits.nodes, tooMany('nodes'))
  const longitudes = createColumn((length) => new Int32Array(length), limits.nodes, tooMany('nodes'))
  const taggedNodes: { index: number; tags: Tags }[] = []
  const ways: ExtractWay[] = []
  const relations: ExtractRelation[] = []
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  /** Smallest longitude from 0 up, and largest one below 0. */
  const halves = { eastern: Infinity, western: -Infinity }
  let nodeIds: Float64Array | null = null
  let last = 0
  let roads = 0
  let references = 0

  /** The index of a node, or -1. Tries the next index first, since ways often list neighbouring ids. */
  function indexOf(known: Float64Array, id: number): number {
    if (known[last + 1] === id) return ++last
    let low = 0
    let high = known.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const value = known[middle] as number
      if (value === id) {
        last = middle
        return middle
      }
      if (value < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  return {
    node(id, latitude, longitude) {
      ids.push(id)
      latitudes.push(latitude)
      longitudes.push(longitude)
      if (latitude < bounds.south) bounds.south = latitude
      if (latitude > bounds.north) bounds.north = latitude
      if (longitude < bounds.west) bounds.west = longitude
      if (longitude > bounds.east) bounds.east = longitude
      if (longitude >= 0 && longitude < halves.eastern) halves.eastern = longitude
      if (longitude < 0 && longitude > halves.western) halves.western = longitude
    },
    nodeTags(tags) {
      if (isDescribed(tags)) taggedNodes.push({ index: ids.length() - 1, tags })
    },
    way(id, refs, count, tags) {
      nodeIds ??= ids.take()
      references += count
      if (ways.length >= limits.ways) throw tooMany('ways')()
      if (references > limits.references) throw tooMany('nodes in ways')()
      const present = new Uint32Array(count)
      let length = 0
      const close = () => {
        if (length >= 2) {
          ways.push({ id, nodes: length === count ? present : present.slice(0, length), tags })
          if (isDrivable(tags)) roads += 1
        }
        length = 0
      }
      for (let at = 0; at < count; at += 1) {
        const index = indexOf(nodeIds, refs[at] as number)
        if (index < 0) close()
        else if (length === 0 || present[length - 1] !== index) present[length++] = index
      }
      close()
    },
    relation(relation) {
      if (relations.length >= limits.relations) throw tooMany('relations')()
      relations.push(relation)
    },
    finish({ note, attribution, dataAt }) {
      if (roads === 0)
        throw new OsmFileError(
          'region_no_roads',
          'The file contains no drivable road; provide an extract of a whole area with its streets.',
        )
      const shift = dateLineShiftOf(bounds, halves)
      if (shift !== null) [bounds.west, bounds.east] = shift.bounds
      if (Math.max(bounds.east - bounds.west, bounds.north - bounds.south) > widestDegrees * 1e7)
        throw new OsmFileError(
          'region_too_large',
          `The file spans more than ${widestDegrees} degrees; use an extract of a smaller area.`,
        )
      const count = ids.length()
      const degrees = (value: number) => (count === 0 ? 0 : value / 1e7)
      const nodes = {
        ids: nodeIds ?? new Float64Array(0),
        latitudes: latitudes.take(),
        longitudes: longitudes.take(),
      }
      return {
        nodes,
        taggedNodes,
        ways: shift === null ? ways : shiftAcrossDateLine(nodes, ways, shift),
        relations,
        bounds: {
          west: degrees(bounds.west),
          south: degrees(bounds.south),
          east: degrees(bounds.east),
          north: degrees(bounds.north),
        },
        note,
        attribution,
        dataAt,
      }
    },
  }
}
