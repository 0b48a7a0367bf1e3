import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

interface WrittenPart {
  name: Buffer
  checksum: number
  packedBytes: number
  unpackedBytes: number
  offset: number
}

/** Sizes and offsets of a ZIP without its extension for large files. */
const largest = 0xffff_ffff
/** Names in UTF-8; checksum and sizes follow the content, since they are not known before. */
const flags = 0x0808
const deflated = 8
const version = 20
/** 1 January 1980: no part has a time of its own. */
const date = 0x21

/** Writes a ZIP archive from its start to its end, a part at a time, compressed outside the event loop. */
export class ArchiveWriter {
  readonly #parts: WrittenPart[] = []
  #offset = 0

  /** @throws RangeError where the archive would exceed 4 GiB */
  async *part(
    fileName: string,
    content: AsyncIterable<string> | Iterable<string>,
  ): AsyncGenerator<Buffer, void> {
    const name = Buffer.from(fileName, 'utf8')
    const part = { name, checksum: 0, packedBytes: 0, unpackedBytes: 0, offset: this.#offset }
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x0403_4b50, 0)
    writeFields(head, 4, version, flags, deflated, 0, date)
    head.writeUInt16LE(name.length, 26)
    yield this.#written(Buffer.concat([head, name]))

    const source = Readable.from(measured(content, part), { highWaterMark: 2 })
    const packer = createDeflateRaw()
    source.on('error', (error) => packer.destroy(error))
    packer.on('close', () => source.destroy())
    for await (const chunk of source.pipe(packer) as AsyncIterable<Buffer>) {
      part.packedBytes += chunk.length
      yield this.#written(chunk)
    }

    const tail = Buffer.alloc(16)
    tail.writeUInt32LE(0x0807_4b50, 0)
    writeSizes(tail, 4, part)
    yield this.#written(tail)
    this.#parts.push(part)
  }

  /** The directory of the parts, after the last of them. */
  end(): Buffer {
    const entries = this.#parts.map((part) => {
      const entry = Buffer.alloc(46)
      entry.writeUInt32LE(0x0201_4b50, 0)
      writeFields(entry, 4, version, version, flags, deflated, 0, date)
      writeSizes(entry, 16, part)
      entry.writeUInt16LE(part.name.length, 28)
      entry.writeUInt32LE(part.offset, 42)
      return Buffer.concat([entry, part.name])
    })
    const directory = Buffer.concat(entries)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x0605_4b50, 0)
    writeFields(end, 8, entries.length, entries.length)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#offset, 16)
    return Buffer.concat([directory, end])
  }

  #written(bytes: Buffer): Buffer {
    this.#offset += bytes.length
    if (this.#offset > largest) throw new RangeError('The archive is too large.')
    return bytes
  }
}

async function* measured(content: AsyncIterable<string> | Iterable<string>, part: WrittenPart) {
  for await (const text of content) {
    const bytes = Buffer.from(text, 'utf8')
    part.checksum = crc32(bytes, part.checksum)
    part.unpackedBytes += bytes.length
    if (part.unpackedBytes > largest) throw new RangeError('A part of the archive is too large.')
    yield bytes
  }
}

function writeFields(to: Buffer, at: number, ...values: number[]): void {
  for (const [index, value] of values.entries()) to.writeUInt16LE(value, at + 2 * index)
}

function writeSizes(to: Buffer, at: number, { checksum, packedBytes, unpackedBytes }: WrittenPart): void {
  to.writeUInt32LE(checksum, at)
  to.writeUInt32LE(packedBytes, at + 4)
  to.writeUInt32LE(unpackedBytes, at + 8)
}
