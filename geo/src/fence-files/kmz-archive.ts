import { FenceFileRefused, fenceFileLimits } from './fence-file.ts'

// The parts of ZIP (APPNOTE 6.3.10) that a KMZ needs: stored and deflated entries, without encryption and ZIP64.

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
const sizes = { local: 30, central: 46, end: 22 }
const longestComment = 0xffff
const methods = { stored: 0, deflated: 8 }
/** Flag bits: encrypted; names in UTF-8. */
const flags = { encrypted: 1, utf8: 0x800 }

interface ArchiveEntry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packed: number
  readonly unpacked: number
  readonly offset: number
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const refuse = () => new FenceFileRefused('not_zip')

/** Whether bytes begin as a ZIP archive does. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === signatures.local

/** @throws FenceFileRefused `not_zip` */
function entriesOf(bytes: Uint8Array): ArchiveEntry[] {
  const view = viewOf(bytes)
  const last = bytes.length - sizes.end
  let end = last
  while (end >= 0 && last - end <= longestComment && view.getUint32(end, true) !== signatures.end) end -= 1
  if (end < 0 || last - end > longestComment) throw refuse()
  const count = view.getUint16(end + 10, true)
  const entries: ArchiveEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let entry = 0; entry < count; entry += 1) {
    if (at + sizes.central > end || view.getUint32(at, true) !== signatures.central) throw refuse()
    const name = view.getUint16(at + 28, true)
    const start = at + sizes.central
    if (start + name > end) throw refuse()
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(start, start + name)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at = start + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The document that Google Earth shows: `doc.kml`, else the first KML, at the top before those in folders. */
function mainEntry(entries: readonly ArchiveEntry[]): ArchiveEntry {
  const documents = entries.filter(({ name }) => /\.kml$/i.test(name))
  const found =
    documents.find(({ name }) => name.toLowerCase() === 'doc.kml') ??
    documents.find(({ name }) => !name.includes('/')) ??
    documents[0]
  if (found === undefined) throw new FenceFileRefused('no_kml_in_archive')
  return found
}

/**
 * Unpacks the KML of a KMZ and no other entry. What it unpacks to is bounded while it is unpacked, whatever the archive
 * states. @throws FenceFileRefused `not_zip`, `no_kml_in_archive`, `file_too_large`
 */
export async function unpackKml(bytes: Uint8Array): Promise<Uint8Array> {
  const entry = mainEntry(entriesOf(bytes))
  if (entry.unpacked > fenceFileLimits.bytes) throw new FenceFileRefused('file_too_large')
  const { offset, packed } = entry
  const view = viewOf(bytes)
  if (offset + sizes.local > bytes.length || view.getUint32(offset, true) !== signatures.local) throw refuse()
  const start = offset + sizes.local + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if ((entry.flags & flags.encrypted) !== 0 || start + packed > bytes.length) throw refuse()
  const content = bytes.subarray(start, start + packed)
  const unpacked = await contentOf(entry, content)
  if (unpacked.length !== entry.unpacked || crc32(unpacked) !== entry.checksum) throw refuse()
  return unpacked
}

async function contentOf(entry: ArchiveEntry, content: Uint8Array): Promise<Uint8Array> {
  if (entry.method === methods.stored) return content
  if (entry.method !== methods.deflated) throw refuse()
  const unpacked = await throughStream(content, new DecompressionStream('deflate-raw'), entry.unpacked).catch(
    () => null,
  )
  if (unpacked === null) throw refuse()
  return unpacked
}

/** What a stream makes of bytes; null, and the stream is abandoned, beyond `most` bytes. */
async function throughStream(
  content: Uint8Array,
  stream: DecompressionStream | CompressionStream,
  most: number,
): Promise<Uint8Array | null> {
  const source = new Blob([content as Uint8Array<ArrayBuffer>]).stream()
  const reader = source.pipeThrough(stream).getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > most) {
      await reader.cancel()
      return null
    }
    pieces.push(value)
  }
  return joined(pieces, length)
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** An archive with one KML, deflated; the same content always gives the same bytes. */
export async function packKml(content: Uint8Array): Promise<Uint8Array> {
  const packed =
    (await throughStream(content, new CompressionStream('deflate-raw'), Number.POSITIVE_INFINITY)) ?? content
  const name = new TextEncoder().encode('doc.kml')
  // The day on which MS-DOS time begins.
  const day = (1 << 5) | 1
  const common = [
    [2, flags.utf8],
    [2, methods.deflated],
    [2, 0],
    [2, day],
    [4, crc32(content)],
    [4, packed.length],
    [4, content.length],
    [2, name.length],
  ] as const
  const version = [2, 20] as const
  const local = record([[4, signatures.local], version, ...common, [2, 0]])
  const central = record([
    [4, signatures.central],
    version,
    version,
    ...common,
    ...Array.from({ length: 4 }, () => [2, 0] as const),
    [4, 0],
    [4, 0],
  ])
  const directory = local.length + name.length + packed.length
  const end = record([
    [4, signatures.end],
    [2, 0],
    [2, 0],
    [2, 1],
    [2, 1],
    [4, central.length + name.length],
    [4, directory],
    [2, 0],
  ])
  const pieces = [local, name, packed, central, name, end]
  return joined(
    pieces,
    pieces.reduce((sum, piece) => sum + piece.length, 0),
  )
}

/** The fields of a record, little-endian, each with its bytes. */
function record(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0))
  const view = viewOf(bytes)
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
