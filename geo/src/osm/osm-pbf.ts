import { createExtractCollector, type ExtractLimits, osmAttribution } from './osm-collector.ts'
import type { ExtractRelation, OsmExtract } from './osm-extract.ts'
import { OsmFileError } from './osm-file-error.ts'
import { createNumberList, createStringTable, type StringTable } from './osm-pbf-parts.ts'
import { ProtobufError, ProtobufReader } from './protobuf.ts'

/** Bytes; the limits of https://wiki.openstreetmap.org/wiki/PBF_Format. */
export const blobHeaderLimit = 64 * 1024
const blobLimit = 32 * 1024 * 1024

export interface BlobHeader {
  readonly type: string
  /** Bytes of the blob that follows. */
  readonly bytes: number
}

/** What a blob holds: its bytes, or those that inflate (zlib) to `bytes` of them. */
export interface Blob {
  readonly content: Uint8Array
  readonly inflated: number | null
}

export interface OsmPbfDecoder {
  /** Takes the content of one blob, in the order of the file. @throws OsmFileError */
  block(type: string, content: Uint8Array): void
  /** @throws OsmFileError `region_no_roads`, `region_not_extract` where there was no block */
  finish(): OsmExtract
}

const supported = new Set(['OsmSchema-V0.6', 'DenseNodes'])
const packings: Readonly<Record<number, string>> = { 4: 'lzma', 5: 'bzip2', 6: 'lz4', 7: 'zstd' }

const broken = (reason: string) =>
  new OsmFileError(
    'region_broken',
    `The file is damaged: ${reason}. Download it again, and compare its check sum with the publisher's.`,
  )

/** Turns parser errors into sentences for the operator. */
function inSentences<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtobufError) throw broken(error.message)
    throw error
  }
}

/** @throws OsmFileError */
export const readBlobHeader = (bytes: Uint8Array): BlobHeader =>
  inSentences(() => {
    const reader = new ProtobufReader(bytes)
    let type = ''
    let size = -1
    while (reader.next()) {
      if (reader.field === 1) type = reader.text()
      else if (reader.field === 3) size = reader.number()
      else reader.skip()
    }
    if (size < 0) throw broken('a block does not say how long it is')
    if (size > blobLimit + 1024)
      throw new OsmFileError('region_too_large', 'A block of the file is larger than the format allows.')
    return { type, bytes: size }
  })

/** @throws OsmFileError */
export const readBlob = (bytes: Uint8Array): Blob =>
  inSentences(() => {
    const reader = new ProtobufReader(bytes)
    let size = -1
    let blob: Blob | null = null
    while (reader.next()) {
      const packing = packings[reader.field]
      if (packing !== undefined)
        throw new OsmFileError(
          'region_unsupported',
          `The file is packed with ${packing}, which Rumbo does not read; write it anew with zlib.`,
        )
      if (reader.field === 1) blob = { content: reader.content(), inflated: null }
      else if (reader.field === 3) blob = { content: reader.content(), inflated: 0 }
      else if (reader.field === 2) size = reader.number()
      else reader.skip()
    }
    if (blob === null) throw broken('a block is empty')
    if (blob.inflated === null) return blob
    if (size < 0) throw broken('a packed block does not say how long it is')
    if (size > blobLimit)
      throw new OsmFileError('region_too_large', 'A block of the file is larger than the format allows.')
    return { ...blob, inflated: size }
  })

/** Collects an extract from the blocks of an OpenStreetMap PBF file. */
export function createOsmPbfDecoder(limits?: ExtractLimits): OsmPbfDecoder {
  const collector = createExtractCollector(limits)
  const numbers = createNumberList()
  const otherNumbers = createNumberList()
  const texts = createNumberList()
  const latitudes = createNumberList()
  const keys = createNumberList()
  const values = createNumberList()
  let hasHeader = false
  let dataAt: string | undefined
  let lastKind = 0
  let lastId = Number.NEGATIVE_INFINITY

  function advance(kind: number, id: number): void {
    if (kind < lastKind || (kind === lastKind && id <= lastId))
      throw new OsmFileError(
        'region_unsorted',
        'The file is not sorted by type and id; sort it first, for example with: osmium sort FILE -o SORTED.osm.pbf.',
      )
    lastKind = kind
    lastId = id
  }

  function place(id: number, latitude: number, longitude: number): void {
    if (!(Math.abs(latitude) <= 900_000_000 && Math.abs(longitude) <= 1_800_000_000))
      throw broken(`node ${id} lies nowhere on Earth`)
    advance(0, id)
    collector.node(id, Math.round(latitude), Math.round(longitude))
  }

  function header(content: Uint8Array): void {
    const reader = new ProtobufReader(content)
    while (reader.next()) {
      if (reader.field === 4) {
        const feature = reader.text()
        if (!supported.has(feature))
          throw new OsmFileError(
            'region_unsupported',
            `The file needs "${feature}", which Rumbo does not read; give a plain extract.`,
          )
      } else if (reader.field === 32) {
        const seconds = reader.number()
        if (seconds > 0 && seconds < 8e9) dataAt = new Date(seconds * 1000).toISOString()
      } else reader.skip()
    }
    hasHeader = true
  }

  interface Frame {
    strings: StringTable
    granularity: number
    latitude: number
    longitude: number
  }

  function dense(reader: ProtobufReader, frame: Frame): void {
    latitudes.clear()
    numbers.clear()
    otherNumbers.clear()
    texts.clear()
    while (reader.next()) {
      if (reader.field === 1) numbers.readSigned(reader.inner())
      else if (reader.field === 8) latitudes.readSigned(reader.inner())
      else if (reader.field === 9) otherNumbers.readSigned(reader.inner())
      else if (reader.field === 10) texts.readUnsigned(reader.inner())
      else reader.skip()
    }
    const { length } = numbers
    if (latitudes.length !== length || otherNumbers.length !== length) throw broken('nodes lack their places')
    let id = 0
    let latitude = 0
    let longitude = 0
    let text = 0
    for (let at = 0; at < length; at += 1) {
      id += numbers.values[at] as number
      latitude += latitudes.values[at] as number
      longitude += otherNumbers.values[at] as number
      place(
        id,
        (frame.latitude + frame.granularity * latitude) / 100,
        (frame.longitude + frame.granularity * longitude) / 100,
      )
      if (texts.length === 0) continue
      const start = text
      while (text < texts.length && texts.values[text] !== 0) text += 2
      if (text >= texts.length) throw broken('tags of nodes are cut off')
      if (text > start)
        collector.nodeTags(frame.strings.tags(texts.values, start, texts.values, start + 1, text - start, 2))
      text += 1
    }
  }

  /** A node, way or relation of its own message. */
  function element(kind: number, reader: ProtobufReader, frame: Frame): void {
    keys.clear()
    values.clear()
    numbers.clear()
    otherNumbers.clear()
    texts.clear()
    let id = 0
    let latitude = 0
    let longitude = 0
    while (reader.next()) {
      const { field } = reader
      if (field === 1) id = kind === 0 ? reader.zigzag() : reader.number()
      else if (field === 2) keys.readUnsigned(reader.inner())
      else if (field === 3) values.readUnsigned(reader.inner())
      else if (kind === 0 && field === 8) latitude = reader.zigzag()
      else if (kind === 0 && field === 9) longitude = reader.zigzag()
      else if (kind === 1 && field === 8) numbers.readSigned(reader.inner())
      else if (kind === 2 && field === 8) texts.readUnsigned(reader.inner())
      else if (kind === 2 && field === 9) numbers.readSigned(reader.inner())
      else if (kind === 2 && field === 10) otherNumbers.readUnsigned(reader.inner())
      else reader.skip()
    }
    if (keys.length !== values.length) throw broken('a tag lacks its value')
    const tags = frame.strings.tags(keys.values, 0, values.values, 0, keys.length, 1)
    if (kind === 0) {
      place(
        id,
        (frame.latitude + frame.granularity * latitude) / 100,
        (frame.longitude + frame.granularity * longitude) / 100,
      )
      if (keys.length > 0) collector.nodeTags(tags)
      return
    }
    advance(kind, id)
    for (let at = 1; at < numbers.length; at += 1)
      numbers.values[at] = (numbers.values[at] as number) + (numbers.values[at - 1] as number)
    if (kind === 1) collector.way(id, numbers.values, numbers.length, tags)
    else collector.relation({ id, tags, members: membersOf(frame) })
  }

  function membersOf({ strings }: Frame): ExtractRelation['members'] {
    if (texts.length !== numbers.length || otherNumbers.length !== numbers.length)
      throw broken('members of a relation lack their roles')
    return Array.from({ length: numbers.length }, (_, at) => {
      const type = (['node', 'way', 'relation'] as const)[otherNumbers.values[at] as number]
      if (type === undefined) throw broken('a member of a relation has no known type')
      return { type, ref: numbers.values[at] as number, role: strings.text(texts.values[at] as number) }
    })
  }

  function data(content: Uint8Array): void {
    const reader = new ProtobufReader(content)
    const groups: ProtobufReader[] = []
    const frame: Frame = { strings: createStringTable(null), granularity: 100, latitude: 0, longitude: 0 }
    while (reader.next()) {
      if (reader.field === 1) frame.strings = createStringTable(reader.inner())
      else if (reader.field === 2) groups.push(reader.inner())
      else if (reader.field === 17) frame.granularity = reader.number()
      else if (reader.field === 19) frame.latitude = reader.number()
      else if (reader.field === 20) frame.longitude = reader.number()
      else reader.skip()
    }
    for (const group of groups) {
      while (group.next()) {
        if (group.field === 2) dense(group.inner(), frame)
        else if (group.field === 1) element(0, group.inner(), frame)
        else if (group.field === 3) element(1, group.inner(), frame)
        else if (group.field === 4) element(2, group.inner(), frame)
        else group.skip()
      }
    }
  }

  return {
    block(type, content) {
      inSentences(() => {
        if (type === 'OSMHeader') header(content)
        else if (!hasHeader) throw notExtract()
        else if (type === 'OSMData') data(content)
      })
    },
    finish() {
      if (!hasHeader) throw notExtract()
      return collector.finish({
        note: null,
        attribution: osmAttribution,
        dataAt,
      })
    },
  }
}

export const notExtract = () =>
  new OsmFileError(
    'region_not_extract',
    'The file is no OpenStreetMap extract; give a file that ends in .osm.pbf or .osm.',
  )
