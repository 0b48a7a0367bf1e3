import { SaxesParser } from 'saxes'
import { createExtractCollector, type ExtractLimits, osmAttribution } from './osm-collector.ts'
import type { ExtractRelation, OsmExtract } from './osm-extract.ts'
import { OsmFileError } from './osm-file-error.ts'
import { notExtract } from './osm-pbf.ts'

export interface OsmXmlReader {
  /** Takes the next piece of the text. @throws OsmFileError */
  write(text: string): void
  /** @throws OsmFileError, where the text is cut off too */
  finish(): OsmExtract
}

interface Element {
  kind: 'node' | 'way' | 'relation'
  id: number
  latitude: number
  longitude: number
  tags: Record<string, string>
  references: number[]
  members: ExtractRelation['members'][number][]
}

const kinds = new Set(['node', 'way', 'relation'])
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

/** OpenStreetMap's own files name a page there, other files name their author. */
const attributionOf = (declared: string | undefined): string =>
  declared === undefined || declared.trim() === '' || /^https?:/i.test(declared)
    ? osmAttribution
    : declared.trim()

/**
 * Reads OpenStreetMap XML 0.6 (https://wiki.openstreetmap.org/wiki/OSM_XML) in pieces. Unlike PBF files these are
 * small and written by hand or by an editor, so their elements may stand in any order.
 */
export function createOsmXmlReader(limits?: ExtractLimits): OsmXmlReader {
  const collector = createExtractCollector(limits)
  const elements = { node: [] as Element[], way: [] as Element[], relation: [] as Element[] }
  const parser = new SaxesParser()
  let depth = 0
  let note: string | null = null
  let attribution = osmAttribution
  let noteText: string | null = null
  let current: Element | null = null

  const fail = (reason: string) =>
    new OsmFileError('region_broken', `The file cannot be read at line ${parser.line}: ${reason}.`)
  const whole = (value: string | undefined, what: string): number => {
    const parsed = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
    if (!Number.isSafeInteger(parsed)) throw fail(`${what} is missing or not a whole number`)
    return parsed
  }
  const degrees = (value: string | undefined, limit: number, what: string): number => {
    const parsed = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
    if (!(Math.abs(parsed) <= limit)) throw fail(`${what} is missing or not between -${limit} and ${limit}`)
    return Math.round(parsed * 1e7)
  }

  parser.on('error', (error) => {
    const reason = error.message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '')
    if (/unclosed|unexpected end|document must contain/i.test(reason)) throw cutOff()
    throw depth === 0 ? notExtract() : fail(reason)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0 && name !== 'osm') throw notExtract()
    if (depth === 0) attribution = attributionOf(attributes.attribution)
    depth += 1
    if (depth === 2 && name === 'note') noteText = ''
    if (depth === 2 && kinds.has(name)) {
      const kind = name as Element['kind']
      const id = whole(attributes.id, `the id of a ${name}`)
      const isNode = kind === 'node'
      current = {
        kind,
        id,
        latitude: isNode ? degrees(attributes.lat, 90, `the latitude of node ${id}`) : 0,
        longitude: isNode ? degrees(attributes.lon, 180, `the longitude of node ${id}`) : 0,
        tags: {},
        references: [],
        members: [],
      }
    }
    if (depth !== 3 || current === null) return
    if (name === 'nd') current.references.push(whole(attributes.ref, `a node of way ${current.id}`))
    if (name === 'member') current.members.push(memberOf(attributes))
    if (name === 'tag') {
      if (attributes.k === undefined || attributes.v === undefined) throw fail('a tag has no key or no value')
      current.tags[attributes.k] = attributes.v
    }
  })
  parser.on('text', (part) => {
    if (noteText !== null) noteText += part
  })
  parser.on('closetag', () => {
    depth -= 1
    if (depth !== 1) return
    if (noteText !== null) note = noteText.trim()
    noteText = null
    if (current !== null) elements[current.kind].push(current)
    current = null
  })

  function memberOf({ type, ref, role }: Record<string, string>): ExtractRelation['members'][number] {
    if (type !== 'node' && type !== 'way' && type !== 'relation')
      throw fail('a member of a relation has no known type')
    return { type, ref: whole(ref, 'a member of a relation'), role: role ?? '' }
  }

  return {
    write: (text) => void parser.write(text),
    finish() {
      parser.close()
      for (const kind of ['node', 'way', 'relation'] as const) {
        let last: number | null = null
        for (const element of elements[kind].sort(byId)) {
          const { id, latitude, longitude, tags, references, members } = element
          if (id === last)
            throw new OsmFileError(
              'region_broken',
              `The file names ${kind} ${id} twice; give a plain extract.`,
            )
          last = id
          if (kind === 'way') collector.way(id, references, references.length, tags)
          else if (kind === 'relation') collector.relation({ id, tags, members })
          else {
            collector.node(id, latitude, longitude)
            if (Object.keys(tags).length > 0) collector.nodeTags(tags)
          }
        }
      }
      return collector.finish({ note, attribution })
    },
  }
}

export const cutOff = () =>
  new OsmFileError(
    'region_truncated',
    'The file ends too early; it was cut off on its way. Download it again, and compare its size with the publisher’s.',
  )
