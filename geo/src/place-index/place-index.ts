import Flatbush from 'flatbush'
import type { OsmExtract } from '../osm/osm-extract.ts'
import type { Tags } from '../osm/osm-xml.ts'
import { type Column, createTexts, writeColumns } from './place-index-file.ts'
import { localityKinds, middleOf, namesOf, pointKindOf, wordsOfSort } from './place-index-localities.ts'
import { collectNumbers } from './place-index-numbers.ts'
import { collectCrossings, collectStreets, type Street } from './place-index-streets.ts'
import { foldLetters, wordsOf } from './place-index-text.ts'
import { createWordIndex } from './place-index-words.ts'

/** Revision of the file's columns; a region pack with another revision must be rebuilt. */
export const placeIndexRevision = 1
export const placeIndexFormat = 'places'

interface Named {
  readonly kind: number
  readonly names: readonly string[]
  readonly latitude: number
  readonly longitude: number
}

const segmentsOfPiece = 8

/**
 * Builds the index for searching and naming places in a region: streets with house numbers and crossings, places, and
 * points of interest. `openPlaceIndex` opens the result.
 */
export function buildPlaceIndex(extract: OsmExtract): Uint8Array {
  const places = collectNamed(extract, (tags) => {
    const kind = localityKinds.indexOf(tags.place ?? '')
    return kind === -1 || tags.name === undefined ? null : kind
  })
  const points = collectNamed(extract, pointKindOf)
  const streets = collectStreets(extract)
  const numbers = collectNumbers(extract, streets)
  const crossings = collectCrossings(extract, streets)

  const texts = createTexts()
  texts.add('')
  const words = createWordIndex()
  const firstPoint = places.length + streets.length
  const name = (entry: number, names: readonly string[]) => {
    words.add(entry, names.flatMap(wordsOf))
    words.add(entry, entry < firstPoint ? [] : wordsOfSort(points[entry - firstPoint]?.kind ?? -1))
    return texts.add(names[0] ?? '')
  }
  const all: readonly { names: readonly string[]; latitude: number; longitude: number }[] = [
    ...places,
    ...streets,
    ...points,
  ]
  const entryNames = Uint32Array.from(all, ({ names }, at) => name(at, names))
  const columns: Record<string, Column> = {
    'entry.name': entryNames,
    'entry.latitude': Int32Array.from(all, ({ latitude }) => latitude),
    'entry.longitude': Int32Array.from(all, ({ longitude }) => longitude),
    'place.kind': Uint8Array.from(places, ({ kind }) => kind),
    'point.kind': Uint8Array.from(points, ({ kind }) => kind),
    'street.metres': Float32Array.from(streets, ({ lengthMetres }) => lengthMetres),
    ...ranges('crossing', crossings),
    'crossing.other': Uint32Array.from(crossings.flat(), ({ other }) => other),
    'crossing.latitude': Int32Array.from(crossings.flat(), ({ latitude }) => latitude),
    'crossing.longitude': Int32Array.from(crossings.flat(), ({ longitude }) => longitude),
    ...ranges('number', numbers),
    'number.value': Uint32Array.from(numbers.flat(), ({ value }) => value),
    'number.text': Uint32Array.from(numbers.flat(), ({ text }) => texts.add(text)),
    'number.postcode': Uint32Array.from(numbers.flat(), ({ postcode }) => texts.add(postcode)),
    'number.latitude': Int32Array.from(numbers.flat(), ({ latitude }) => latitude),
    'number.longitude': Int32Array.from(numbers.flat(), ({ longitude }) => longitude),
    ...geometryOf(extract, streets),
    ...words.columns('entry'),
    ...texts.columns('texts'),
  }
  return writeColumns(
    placeIndexFormat,
    placeIndexRevision,
    {
      isApproximate: extract.note !== null && /approximate/i.test(extract.note),
      attribution: extract.attribution,
      bounds: extract.bounds,
      towns: townsOf(extract),
      counts: {
        places: places.length,
        streets: streets.length,
        points: points.length,
        numbers: numbers.reduce((sum, { length }) => sum + length, 0),
      },
    },
    columns,
  )
}

/** OpenStreetMap `admin_level` values from state down to part of town. */
const townLevels = new Set(['4', '5', '6', '7', '8', '9'])
const maxTowns = 5_000

/** Names of towns in addresses and boundaries, in all languages. */
function townsOf({ taggedNodes, ways, relations }: OsmExtract): string[] {
  const names = new Set<string>()
  const add = (name: string | undefined) => {
    for (const part of name?.split(/[;,]/) ?? []) if (part.trim() !== '') names.add(part.trim())
  }
  for (const { tags } of [...taggedNodes, ...ways, ...relations]) {
    add(tags['addr:city'])
    add(tags['is_in:city'])
    add(tags.is_in)
    const isTown =
      (tags.boundary === 'administrative' && townLevels.has(tags.admin_level ?? '')) ||
      ['city', 'town', 'village', 'municipality'].includes(tags.place ?? '')
    if (isTown)
      for (const [key, value] of Object.entries(tags))
        if (/^(?:name|alt_name|official_name|int_name)(?::|$)/.test(key) && !/prefix|suffix/.test(key))
          add(value)
  }
  return [...names].slice(0, maxTowns)
}

/** Named nodes and ways with a kind; a place mapped as both node and outline counts once. */
function collectNamed(extract: OsmExtract, kindOf: (tags: Tags) => number | null): Named[] {
  const found: Named[] = []
  const seen = new Map<string, readonly (readonly [number, number])[]>()
  const add = (tags: Tags, place: readonly [number, number] | null) => {
    const kind = kindOf(tags)
    const names = kind === null ? [] : namesOf(tags)
    if (kind === null || names.length === 0 || place === null) return
    const key = `${kind} ${foldLetters(names[0] ?? '')}`
    const known = seen.get(key) ?? []
    const isKnown = known.some(
      ([latitude, longitude]) => Math.abs(latitude - place[0]) + Math.abs(longitude - place[1]) < 20_000,
    )
    if (isKnown) return
    seen.set(key, [...known, place])
    found.push({ kind, names, latitude: place[0], longitude: place[1] })
  }
  for (const { index, tags } of extract.taggedNodes)
    add(tags, [extract.nodes.latitudes[index] as number, extract.nodes.longitudes[index] as number])
  for (const { nodes, tags } of extract.ways)
    if (tags.highway === undefined || tags.place !== undefined) add(tags, middleOf(extract, nodes))
  return found
}

/** The offset of each street's rows in the concatenated columns. */
function ranges(name: string, lists: readonly (readonly unknown[])[]): Record<string, Column> {
  const first = new Uint32Array(lists.length + 1)
  lists.forEach((list, at) => {
    first[at + 1] = (first[at] as number) + list.length
  })
  return { [`${name}.first`]: first }
}

/** The geometry of the streets, cut into pieces of a few segments, with a spatial index of their bounding boxes. */
function geometryOf(extract: OsmExtract, streets: readonly Street[]): Record<string, Column> {
  const { latitudes, longitudes } = extract.nodes
  const [vertexLatitudes, vertexLongitudes]: [number[], number[]] = [[], []]
  const [pieceStreets, pieceStarts, pieceEnds]: [number[], number[], number[]] = [[], [], []]
  const firstPieces = new Uint32Array(streets.length + 1)
  const boxes: (readonly [number, number, number, number])[] = []
  streets.forEach(({ ways }, street) => {
    for (const { nodes } of ways) {
      for (let from = 0; from < nodes.length - 1; from += segmentsOfPiece) {
        const to = Math.min(nodes.length - 1, from + segmentsOfPiece)
        let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
        pieceStreets.push(street)
        pieceStarts.push(vertexLatitudes.length)
        for (let at = from; at <= to; at += 1) {
          const latitude = latitudes[nodes[at] as number] as number
          const longitude = longitudes[nodes[at] as number] as number
          vertexLatitudes.push(latitude)
          vertexLongitudes.push(longitude)
          west = Math.min(west, longitude)
          east = Math.max(east, longitude)
          south = Math.min(south, latitude)
          north = Math.max(north, latitude)
        }
        pieceEnds.push(vertexLatitudes.length)
        boxes.push([west, south, east, north])
      }
    }
    firstPieces[street + 1] = boxes.length
  })
  const columns = {
    'street.firstPiece': firstPieces,
    'piece.street': Uint32Array.from(pieceStreets),
    'piece.start': Uint32Array.from(pieceStarts),
    'piece.end': Uint32Array.from(pieceEnds),
    'vertex.latitude': Int32Array.from(vertexLatitudes),
    'vertex.longitude': Int32Array.from(vertexLongitudes),
  }
  if (boxes.length === 0) return { ...columns, 'piece.tree': new Uint8Array(0) }
  const tree = new Flatbush(boxes.length, 16, Int32Array)
  for (const [west, south, east, north] of boxes) tree.add(west, south, east, north)
  tree.finish()
  return { ...columns, 'piece.tree': new Uint8Array(tree.data) }
}
