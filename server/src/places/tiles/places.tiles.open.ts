import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PMTiles, SharedPromiseCache } from 'pmtiles'

/** An open archive written by this product; replacing its file does not affect it. */
export interface OpenArchive {
  bounds: [west: number, south: number, east: number, north: number]
  minZoom: number
  maxZoom: number
  metadata: { attribution: string; hasPlaces: boolean }
  /** The gzipped tile, or null where there is none. */
  tile(zoom: number, x: number, y: number): Promise<Buffer | null>
  close(): Promise<void>
}

/** Directories cached per archive: the root and dozens of leaves of 4,096 tiles each. */
const directoriesKept = 64
const maxTileBytes = 32 * 1024 * 1024
/** Directories are uncompressed, and tiles are served compressed. */
const asItIs = async (bytes: ArrayBuffer) => bytes

/** @throws Error where the file is missing or was not written by this product */
export async function openTileArchive(file: string): Promise<OpenArchive> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const source = {
      getKey: () => file,
      async getBytes(offset: number, length: number) {
        const wanted = Math.max(0, Math.min(length, size - offset))
        if (wanted > maxTileBytes)
          throw new Error(`${file} is damaged: it contains a tile of ${wanted} bytes.`)
        const bytes = new Uint8Array(wanted)
        const { bytesRead } = await handle.read(bytes, 0, wanted, offset)
        return { data: bytes.buffer.slice(0, bytesRead) }
      },
    }
    const archive = new PMTiles(source, new SharedPromiseCache(directoriesKept, undefined, asItIs), asItIs)
    const header = await archive.getHeader()
    if (header.internalCompression !== 1 || header.tileCompression !== 2)
      throw new Error(`${file} uses a compression that Rumbo does not write.`)
    const metadata = (await archive.getMetadata()) as { attribution?: string; hasPlaces?: boolean }
    return {
      bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      metadata: { attribution: metadata.attribution ?? '', hasPlaces: metadata.hasPlaces === true },
      async tile(zoom, x, y) {
        const found = await archive.getZxy(zoom, x, y)
        return found ? Buffer.from(found.data) : null
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** A short hash of a file's content. */
export async function contentVersion(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex').slice(0, 16)
}
