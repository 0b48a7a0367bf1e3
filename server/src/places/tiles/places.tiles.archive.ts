import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

/** Header data of an archive; bounds in degrees. */
export interface ArchiveFacts {
  bounds: { west: number; south: number; east: number; north: number }
  minZoom: number
  maxZoom: number
  /** Free-form metadata, such as layers and attribution. */
  metadata: Record<string, unknown>
}

export interface TileArchiveWriter {
  /** Adds a tile, in any order but only once; compresses the bytes and stores equal tiles once. */
  add(zoom: number, x: number, y: number, tile: Uint8Array): Promise<void>
  /** Writes directories and header, syncs and closes the file. */
  finish(facts: ArchiveFacts): Promise<{ tiles: number; bytes: number }>
  /** Closes the file without a header, so that it is not a valid archive. */
  abandon(): Promise<void>
}

interface Entry {
  tileId: number
  runLength: number
  length: number
  offset: number
}

const headerLength = 127
/** The format requires header and root directory within these first bytes. */
const frontLength = 16_384
const entriesPerLeaf = 4_096
/** Tiles are written to disk in pieces of about this size. */
const pieceBytes = 1_048_576

function varints(numbers: Iterable<number>): Buffer {
  const bytes: number[] = []
  for (const number of numbers) {
    let rest = number
    while (rest >= 0x80) {
      bytes.push((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

/** Encodes a directory of PMTiles 3 as columns of differences. */
function directoryBytes(entries: readonly Entry[]): Buffer {
  const before = (index: number) => entries[index - 1]
  return varints([
    entries.length,
    ...entries.map(({ tileId }, index) => tileId - (before(index)?.tileId ?? 0)),
    ...entries.map(({ runLength }) => runLength),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, index) => {
      const last = before(index)
      return last !== undefined && offset === last.offset + last.length ? 0 : offset + 1
    }),
  ])
}

/** The root directory, and leaf directories where a single one would be too large. */
function directoriesOf(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const root = directoryBytes(entries)
  if (root.length <= frontLength - headerLength) return { root, leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const pointers: Entry[] = []
  let offset = 0
  const size = Math.max(entriesPerLeaf, Math.ceil(entries.length / 1_000))
  for (let start = 0; start < entries.length; start += size) {
    const part = entries.slice(start, start + size)
    const leaf = directoryBytes(part)
    pointers.push({ tileId: part[0]?.tileId ?? 0, runLength: 0, length: leaf.length, offset })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directoryBytes(pointers), leaves: Buffer.concat(leaves) }
}

/** Merges neighbours on the curve with equal tiles into one entry. */
function joined(entries: readonly Entry[]): Entry[] {
  const runs: Entry[] = []
  for (const entry of [...entries].sort((a, b) => a.tileId - b.tileId)) {
    const last = runs.at(-1)
    if (last && last.offset === entry.offset && last.tileId + last.runLength === entry.tileId)
      last.runLength++
    else runs.push({ ...entry })
  }
  return runs
}

/**
 * Writes a PMTiles 3 archive: gzipped vector tiles after a front of fixed size, uncompressed leaf directories at the
 * end.
 * @throws the file system's error, such as ENOSPC
 */
export async function createTileArchive(file: string): Promise<TileArchiveWriter> {
  const handle: FileHandle = await open(file, 'w')
  const known = new Map<string, { offset: number; length: number }>()
  const entries: Entry[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let length = 0

  async function flush(): Promise<void> {
    if (waitingBytes === 0) return
    const piece = Buffer.concat(waiting)
    await writeAll(handle, piece, frontLength + length - waitingBytes)
    waiting = []
    waitingBytes = 0
  }

  return {
    async add(zoom, x, y, tile) {
      const hash = createHash('sha1').update(tile).digest('base64')
      let place = known.get(hash)
      if (place === undefined) {
        const bytes = gzipSync(tile, { level: 7 })
        place = { offset: length, length: bytes.length }
        known.set(hash, place)
        waiting.push(bytes)
        waitingBytes += bytes.length
        length += bytes.length
        if (waitingBytes >= pieceBytes) await flush()
      }
      entries.push({ tileId: zxyToTileId(zoom, x, y), runLength: 1, ...place })
    },
    async finish(facts) {
      await flush()
      const runs = joined(entries)
      const { root, leaves } = directoriesOf(runs)
      const metadata = Buffer.from(JSON.stringify(facts.metadata))
      const metadataOffset = frontLength + length
      await writeAll(handle, Buffer.concat([metadata, leaves]), metadataOffset)
      const header = headerBytes(facts, {
        rootLength: root.length,
        metadataOffset,
        metadataLength: metadata.length,
        leavesLength: leaves.length,
        tilesLength: length,
        tiles: entries.length,
        entries: runs.length,
        contents: known.size,
      })
      await writeAll(handle, Buffer.concat([header, root], frontLength), 0)
      await handle.sync()
      await handle.close()
      return { tiles: entries.length, bytes: metadataOffset + metadata.length + leaves.length }
    },
    abandon: () => handle.close(),
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

interface Layout {
  rootLength: number
  metadataOffset: number
  metadataLength: number
  leavesLength: number
  tilesLength: number
  tiles: number
  entries: number
  contents: number
}

function headerBytes({ bounds, minZoom, maxZoom }: ArchiveFacts, layout: Layout): Buffer {
  const header = Buffer.alloc(headerLength)
  header.write('PMTiles', 0, 'latin1')
  header.writeUInt8(3, 7)
  const numbers = [
    headerLength,
    layout.rootLength,
    layout.metadataOffset,
    layout.metadataLength,
    layout.metadataOffset + layout.metadataLength,
    layout.leavesLength,
    frontLength,
    layout.tilesLength,
    layout.tiles,
    layout.entries,
    layout.contents,
  ]
  for (const [index, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + index * 8)
  // Not clustered; uncompressed directories; gzipped tiles; vector tiles.
  for (const [index, byte] of [0, 1, 2, 1, minZoom, maxZoom].entries()) header.writeUInt8(byte, 96 + index)
  const degrees = [bounds.west, bounds.south, bounds.east, bounds.north]
  for (const [index, degree] of degrees.entries())
    header.writeInt32LE(Math.round(degree * 1e7), 102 + index * 4)
  header.writeUInt8(minZoom, 118)
  header.writeInt32LE(Math.round(((bounds.west + bounds.east) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((bounds.south + bounds.north) / 2) * 1e7), 123)
  return header
}
