import { open } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { type ExtractLimits, extractLimits } from '@rumbo/geo/osm/osm-collector'
import type { OsmExtract } from '@rumbo/geo/osm/osm-extract'
import { OsmFileError } from '@rumbo/geo/osm/osm-file-error'
import {
  blobHeaderLimit,
  createOsmPbfDecoder,
  notExtract,
  readBlob,
  readBlobHeader,
} from '@rumbo/geo/osm/osm-pbf'
import { createOsmXmlReader, cutOff } from '@rumbo/geo/osm/osm-xml-extract'

export interface ReadOptions {
  /** Called with the bytes read and the total. */
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
  limits?: ExtractLimits
}

/** A file or its bytes, read in order. */
interface Source {
  readonly bytes: number
  /** Reads `length` bytes at an offset, or fewer at the end. */
  read(at: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

async function openSource(file: string | Uint8Array): Promise<Source> {
  if (typeof file !== 'string')
    return {
      bytes: file.length,
      read: async (at, length) => file.subarray(at, at + length),
      close: async () => undefined,
    }
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new OsmFileError('region_not_extract', `The file ${file} does not exist; check its name.`)
    throw new OsmFileError('region_not_extract', `The file ${file} cannot be read (${error.code}).`)
  })
  const facts = await handle.stat()
  if (!facts.isFile()) {
    await handle.close()
    throw new OsmFileError('region_not_extract', `${file} is a folder; give the path of an extract.`)
  }
  const { size } = facts
  return {
    bytes: size,
    async read(at, length) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
      let filled = 0
      while (filled < buffer.length) {
        const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, at + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return buffer.subarray(0, filled)
    },
    close: () => handle.close(),
  }
}

export type OsmFileFormat = 'pbf' | 'xml'

const packed: readonly (readonly [readonly number[], string])[] = [
  [[0x1f, 0x8b], 'gunzip'],
  [[0x42, 0x5a, 0x68], 'bunzip2'],
  [[0x50, 0x4b, 0x03, 0x04], 'unzip'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unxz'],
]

/** Detects the format from the first bytes, independent of the name. @throws OsmFileError */
function formatOf(head: Uint8Array, bytes: number): OsmFileFormat {
  if (bytes === 0) throw new OsmFileError('region_not_extract', 'The file is empty; give an extract.')
  for (const [magic, program] of packed) {
    if (magic.every((byte, at) => head[at] === byte))
      throw new OsmFileError(
        'region_compressed',
        `The file is compressed; unpack it first (${program}), or give the .osm.pbf file.`,
      )
  }
  const start = new TextDecoder().decode(head.subarray(0, 256)).replace(/^\uFEFF/, '')
  if (/^\s*<(\?xml|osm[\s>]|!--)/.test(start)) return 'xml'
  const isPbf = head[0] === 0 && head[1] === 0 && new TextDecoder('latin1').decode(head).includes('OSMHeader')
  if (isPbf) return 'pbf'
  throw notExtract()
}

/** Reads an extract, PBF or XML by its content. @throws OsmFileError, or the signal's reason */
export async function readOsmFile(
  file: string | Uint8Array,
  options: ReadOptions = {},
): Promise<{ extract: OsmExtract; format: OsmFileFormat; bytes: number }> {
  const source = await openSource(file)
  try {
    const format = formatOf(await source.read(0, 512), source.bytes)
    const extract = await (format === 'pbf' ? readPbf(source, options) : readXml(source, options))
    return { extract, format, bytes: source.bytes }
  } finally {
    await source.close()
  }
}

/** @throws OsmFileError where the file is not a PBF extract */
export async function readOsmPbf(file: string | Uint8Array, options?: ReadOptions): Promise<OsmExtract> {
  const { extract, format } = await readOsmFile(file, options)
  if (format !== 'pbf') throw notExtract()
  return extract
}

/** @throws OsmFileError where the file is not an XML extract */
export async function readOsmXml(file: string | Uint8Array, options?: ReadOptions): Promise<OsmExtract> {
  const { extract, format } = await readOsmFile(file, options)
  if (format !== 'xml') throw notExtract()
  return extract
}

async function readPbf(source: Source, options: ReadOptions): Promise<OsmExtract> {
  const decoder = createOsmPbfDecoder(options.limits ?? extractLimits)
  const whole = async (at: number, length: number) => {
    const bytes = await source.read(at, length)
    if (bytes.length < length) throw cutOff()
    return bytes
  }
  for (let at = 0; at < source.bytes; ) {
    options.signal?.throwIfAborted()
    const sizes = await whole(at, 4)
    const headerBytes = new DataView(sizes.buffer, sizes.byteOffset, 4).getUint32(0)
    if (headerBytes > blobHeaderLimit)
      throw at === 0
        ? notExtract()
        : new OsmFileError('region_broken', 'The file is damaged; download it again.')
    const header = readBlobHeader(await whole(at + 4, headerBytes))
    at += 4 + headerBytes
    const { content, inflated } = readBlob(await whole(at, header.bytes))
    at += header.bytes
    decoder.block(header.type, inflated === null ? content : inflate(content, inflated))
    options.onProgress?.(at, source.bytes)
  }
  return decoder.finish()
}

function inflate(content: Uint8Array, bytes: number): Uint8Array {
  const damaged = () =>
    new OsmFileError('region_broken', 'A compressed block of the file is damaged; download the file again.')
  let inflated: Uint8Array
  try {
    inflated = inflateSync(content, { maxOutputLength: Math.max(1, bytes) })
  } catch {
    throw damaged()
  }
  if (inflated.length !== bytes) throw damaged()
  return inflated
}

const pieceBytes = 1 << 20

async function readXml(source: Source, options: ReadOptions): Promise<OsmExtract> {
  const reader = createOsmXmlReader(options.limits ?? extractLimits)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const text = (bytes: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      throw new OsmFileError('region_broken', 'The file is not UTF-8 text; convert it to UTF-8.')
    }
  }
  for (let at = 0; at < source.bytes; at += pieceBytes) {
    options.signal?.throwIfAborted()
    reader.write(text(await source.read(at, pieceBytes), at + pieceBytes < source.bytes))
    options.onProgress?.(Math.min(at + pieceBytes, source.bytes), source.bytes)
  }
  return reader.finish()
}
