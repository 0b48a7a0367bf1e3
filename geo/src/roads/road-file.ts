import type { OsmExtract } from '../osm/osm-extract.ts'
import { layOutRoads, type RoadColumns } from './road-columns.ts'

/** The bytes are not a complete, undamaged road file of this version. `message` is a sentence for the operator. */
export class RoadFileError extends Error {
  override readonly name = 'RoadFileError'
}

const magic = 'RumboRds'
/**
 * Incremented whenever the same extract yields other bytes. Files of revision 1, which lack limits, are read as such
 * without any; files of other revisions are refused.
 */
export const roadFileRevision = 2
const headerBytes = 32
const align = 8

/** In the order of the file. */
const layout = [
  ['nodeLatitude', Int32Array],
  ['nodeLongitude', Int32Array],
  ['nodeIsMain', Uint8Array],
  ['firstEdge', Uint32Array],
  ['edgeTarget', Uint32Array],
  ['edgePiece', Uint32Array],
  ['edgeSeconds', Float32Array],
  ['pieceFrom', Uint32Array],
  ['pieceTo', Uint32Array],
  ['pieceMetres', Float32Array],
  ['pieceSpeedKmh', Uint8Array],
  ['pieceStreet', Uint32Array],
  ['firstPoint', Uint32Array],
  ['pointLatitude', Int32Array],
  ['pointLongitude', Int32Array],
  ['stretchPiece', Uint32Array],
  ['stretchPoint', Uint32Array],
  ['index', Uint8Array],
  ['names', Uint8Array],
  ['pieceLimitKmh', Uint8Array],
] as const satisfies readonly (readonly [keyof RoadColumns, unknown])[]

const columnsOfRevision: Readonly<Record<number, number>> = {
  1: layout.length - 1,
  [roadFileRevision]: layout.length,
}

const aligned = (bytes: number) => Math.ceil(bytes / align) * align

/** FNV-1a over words of 32 bits. */
function checksumOf(words: Uint32Array): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ (words[at] as number), 0x01000193)
  return hash >>> 0
}

/**
 * Serialises the roads of an extract to a file that `openRoadFile` opens without parsing. An extract without drivable
 * streets yields a valid file without roads.
 */
export function buildRoadFile(extract: OsmExtract): Uint8Array {
  return writeRoadFile(layOutRoads(extract))
}

function writeRoadFile(columns: RoadColumns): Uint8Array {
  const tableBytes = layout.length * 8
  let size = aligned(headerBytes + tableBytes)
  const starts = layout.map(([name]) => {
    const start = size
    size = aligned(size + columns[name].byteLength)
    return start
  })
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(magic))
  view.setUint32(8, roadFileRevision, true)
  view.setUint32(12, layout.length, true)
  view.setFloat64(16, size, true)
  layout.forEach(([name], at) => {
    const column = columns[name]
    view.setUint32(headerBytes + at * 8, (starts[at] as number) / align, true)
    view.setUint32(headerBytes + at * 8 + 4, column.length, true)
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), starts[at])
  })
  view.setUint32(24, checksumOf(new Uint32Array(bytes.buffer, headerBytes)), true)
  return bytes
}

/**
 * Opens a road file. The columns are views on `bytes` if these begin at a multiple of eight, as those of a file read
 * whole do. `bytes` may be on a SharedArrayBuffer.
 * @throws RoadFileError if the bytes are not a road file, or truncated, damaged or of another version
 */
export function readRoadFile(bytes: Uint8Array): RoadColumns {
  if (bytes.byteOffset % align !== 0) return readRoadFile(new Uint8Array(bytes))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isRoadFile =
    bytes.length >= headerBytes + (layout.length - 1) * 8 &&
    [...magic].every((letter, at) => bytes[at] === letter.charCodeAt(0))
  if (!isRoadFile) throw new RoadFileError('This is not a road file.')
  const columnCount = view.getUint32(12, true)
  if (columnsOfRevision[view.getUint32(8, true)] !== columnCount)
    throw new RoadFileError('The road file is of another version; add the region again.')
  if (view.getFloat64(16, true) !== bytes.length || bytes.length % align !== 0)
    throw new RoadFileError('The road file is cut off; add the region again.')
  const words = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset + headerBytes,
    (bytes.length - headerBytes) / 4,
  )
  if (checksumOf(words) !== view.getUint32(24, true))
    throw new RoadFileError('The road file is damaged; add the region again.')
  const read = Object.fromEntries(
    layout.slice(0, columnCount).map(([name, Column], at) => {
      const start = view.getUint32(headerBytes + at * 8, true) * align
      const length = view.getUint32(headerBytes + at * 8 + 4, true)
      if (start + length * Column.BYTES_PER_ELEMENT > bytes.length) throw inconsistent()
      return [name, new Column(bytes.buffer as ArrayBuffer, bytes.byteOffset + start, length)]
    }),
  ) as unknown as Omit<RoadColumns, 'pieceLimitKmh'> & Partial<RoadColumns>
  const columns = { pieceLimitKmh: new Uint8Array(read.pieceFrom.length), ...read }
  check(columns)
  return columns
}

const inconsistent = () => new RoadFileError('The road file contradicts itself; add the region again.')

/** Checks that all indexes are within their columns: a valid checksum does not guarantee it. */
function check(columns: RoadColumns): void {
  const nodes = columns.nodeLatitude.length
  const edges = columns.edgeTarget.length
  const pieces = columns.pieceFrom.length
  const points = columns.pointLatitude.length
  const stretches = columns.stretchPiece.length
  const isEven =
    columns.nodeLongitude.length === nodes &&
    columns.nodeIsMain.length === nodes &&
    columns.edgePiece.length === edges &&
    columns.edgeSeconds.length === edges &&
    [
      columns.pieceTo,
      columns.pieceMetres,
      columns.pieceSpeedKmh,
      columns.pieceLimitKmh,
      columns.pieceStreet,
    ].every((column) => column.length === pieces) &&
    columns.pointLongitude.length === points &&
    columns.stretchPoint.length === stretches
  const isSound =
    isEven &&
    rises(columns.firstEdge, nodes + 1, edges, 0) &&
    rises(columns.firstPoint, pieces + 1, points, 2) &&
    isBelow(columns.edgeTarget, nodes) &&
    isBelow(columns.edgePiece, pieces * 2) &&
    isBelow(columns.pieceFrom, nodes) &&
    isBelow(columns.pieceTo, nodes) &&
    isBelow(columns.stretchPiece, pieces) &&
    isBelow(columns.stretchPoint, points) &&
    columns.edgeSeconds.every((seconds) => seconds >= 0 && seconds < 1e9) &&
    columns.pieceMetres.every((metres) => metres >= 0 && metres < 1e9)
  if (!isSound) throw inconsistent()
}

function rises(column: Uint32Array, length: number, end: number, atLeast: number): boolean {
  if (column.length !== length || column[0] !== 0 || column[length - 1] !== end) return false
  for (let at = 1; at < length; at++)
    if ((column[at] as number) < (column[at - 1] as number) + atLeast) return false
  return true
}
function isBelow(column: Uint32Array, limit: number): boolean {
  for (let at = 0; at < column.length; at++) if ((column[at] as number) >= limit) return false
  return true
}
