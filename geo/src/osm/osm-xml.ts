import { SaxesParser } from 'saxes'
import type { Coordinates } from '../units.ts'

export type Tags = Readonly<Record<string, string>>

/** A street: a line of two or more nodes with a `highway` tag. */
export interface StreetWay {
  readonly id: number
  readonly nodeIds: readonly number[]
  readonly tags: Tags
}

/** A named place: a node with a `place` tag. */
export interface NamedPlace extends Coordinates {
  readonly id: number
  readonly kind: string
  readonly name: string
}

/** A closed line around a park, water or the like. */
export interface Area {
  readonly id: number
  readonly kind: 'park' | 'water' | 'aerodrome'
  readonly name: string | null
  /** First and last are equal. */
  readonly ring: readonly Coordinates[]
}

/** What a region file holds for drawing and driving. */
export interface OsmRegion {
  readonly note: string | null
  readonly nodes: ReadonlyMap<number, Coordinates>
  readonly ways: readonly StreetWay[]
  readonly places: readonly NamedPlace[]
  readonly areas: readonly Area[]
}

/** The text is not OpenStreetMap XML that can be read; `message` is a sentence that says why and where. */
export class OsmXmlError extends Error {
  override readonly name = 'OsmXmlError'
  /** Line of the text, counted from 1; null where the whole text is meant. */
  readonly line: number | null

  constructor(reason: string, line: number | null) {
    super(
      line === null
        ? `The region file cannot be read: ${reason}.`
        : `The region file cannot be read at line ${line}: ${reason}.`,
    )
    this.line = line
  }
}

interface OpenElement {
  kind: 'node' | 'way'
  id: number
  nodeIds: number[]
  tags: Record<string, string>
}

const parkValues = new Set(['park', 'garden', 'nature_reserve', 'golf_course', 'pitch'])

function areaKind(tags: Tags): Area['kind'] | null {
  if (tags.natural === 'water' || tags.waterway === 'riverbank') return 'water'
  if (tags.leisure !== undefined && parkValues.has(tags.leisure)) return 'park'
  if (tags.aeroway === 'aerodrome') return 'aerodrome'
  return null
}

function decode(source: string | Uint8Array): string {
  if (typeof source === 'string') return source
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(source)
  } catch {
    throw new OsmXmlError('it is not UTF-8 text', null)
  }
}

/**
 * Reads OpenStreetMap XML 0.6 (https://wiki.openstreetmap.org/wiki/OSM_XML), as text or UTF-8 bytes.
 * A way is cut where the file lacks one of its nodes, as extracts do at their edges; relations are passed over.
 * Throws OsmXmlError, and nothing else, for text that is not such a file.
 */
export function parseOsmXml(source: string | Uint8Array): OsmRegion {
  const text = decode(source)
  const nodes = new Map<number, Coordinates>()
  const places: NamedPlace[] = []
  const closed: OpenElement[] = []
  const path: string[] = []
  const parser = new SaxesParser()
  let note: string | null = null
  let noteText: string | null = null
  let current: OpenElement | null = null

  const fail = (reason: string) => new OsmXmlError(reason, parser.line)
  const whole = (value: string | undefined, what: string): number => {
    const parsed = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
    if (!Number.isSafeInteger(parsed)) throw fail(`${what} is missing or not a whole number`)
    return parsed
  }
  const degrees = (value: string | undefined, limit: number, what: string): number => {
    const parsed = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
    if (!(Math.abs(parsed) <= limit)) throw fail(`${what} is missing or not between -${limit} and ${limit}`)
    return parsed
  }

  parser.on('error', (error) => {
    throw fail(error.message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, ''))
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length === 0 && name !== 'osm') throw fail(`it starts with <${name}> and not with <osm>`)
    path.push(name)
    if (path.length === 2 && name === 'note') noteText = ''
    if (path.length === 2 && (name === 'node' || name === 'way')) {
      const id = whole(attributes.id, `the id of a ${name}`)
      current = { kind: name, id, nodeIds: [], tags: Object.create(null) as Record<string, string> }
      if (name === 'node') {
        const latitude = degrees(attributes.lat, 90, `the latitude of node ${id}`)
        nodes.set(id, { latitude, longitude: degrees(attributes.lon, 180, `the longitude of node ${id}`) })
      }
    }
    if (path.length === 3 && current !== null) {
      if (name === 'nd') current.nodeIds.push(whole(attributes.ref, `a node of way ${current.id}`))
      if (name === 'tag') {
        if (attributes.k === undefined || attributes.v === undefined)
          throw fail('a tag has no key or no value')
        current.tags[attributes.k] = attributes.v
      }
    }
  })
  parser.on('text', (part) => {
    if (noteText !== null) noteText += part
  })
  parser.on('closetag', () => {
    path.pop()
    if (path.length !== 1) return
    if (noteText !== null) note = noteText.trim()
    noteText = null
    if (current?.kind === 'way') closed.push(current)
    else if (current !== null) addPlace(places, current, nodes)
    current = null
  })

  parser.write(text).close()
  return { note, nodes, places, ...sortWays(closed, nodes) }
}

function addPlace(places: NamedPlace[], node: OpenElement, nodes: ReadonlyMap<number, Coordinates>): void {
  const { place, name } = node.tags
  const at = nodes.get(node.id)
  if (place !== undefined && name !== undefined && at !== undefined)
    places.push({ id: node.id, kind: place, name, ...at })
}

function sortWays(closed: readonly OpenElement[], nodes: ReadonlyMap<number, Coordinates>) {
  const ways: StreetWay[] = []
  const areas: Area[] = []
  for (const { id, nodeIds, tags } of closed) {
    const kind = areaKind(tags)
    if (tags.highway !== undefined) {
      for (const part of presentParts(nodeIds, nodes)) ways.push({ id, nodeIds: part, tags })
    } else if (kind !== null) {
      const ring = nodeIds.flatMap((nodeId) => nodes.get(nodeId) ?? [])
      const isWhole = ring.length === nodeIds.length && ring.length >= 4 && nodeIds[0] === nodeIds.at(-1)
      if (isWhole) areas.push({ id, kind, name: tags.name ?? null, ring })
    }
  }
  return { ways, areas }
}

function presentParts(nodeIds: readonly number[], nodes: ReadonlyMap<number, Coordinates>): number[][] {
  const parts: number[][] = [[]]
  for (const nodeId of nodeIds) {
    if (nodes.has(nodeId)) parts.at(-1)?.push(nodeId)
    else parts.push([])
  }
  return parts.filter((part) => part.length >= 2)
}
