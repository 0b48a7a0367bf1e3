import { crc32, deflateRawSync } from 'node:zlib'

interface TestEntry {
  name: string
  content: string
  isStored?: boolean
  flags?: number
  method?: number
  /** In place of the deflated content. */
  packed?: Buffer
  /** In place of the length of the content. */
  unpackedBytes?: number
}

/** A ZIP archive, written by other means than the code under test; entries may state what is not so. */
export function archiveOf(entries: readonly TestEntry[], comment = ''): Uint8Array {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, isStored = false, flags = 0, method, packed, unpackedBytes } of entries) {
    const data = packed ?? (isStored ? Buffer.from(content) : deflateRawSync(content))
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(method ?? (isStored ? 0 : 8), 4)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(data.length, 14)
    head.writeUInt32LE(unpackedBytes ?? Buffer.byteLength(content), 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    pieces.push(Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), data)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, place, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + data.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  end.writeUInt16LE(comment.length, 16)
  return Buffer.concat([...pieces, ...directory, Buffer.from('PK\u0005\u0006'), end, Buffer.from(comment)])
}
