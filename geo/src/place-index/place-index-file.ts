/** A file of typed columns: a fixed part with a checksum, a JSON header with the offset of each column, the columns. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array

/** The file is not a place index, has another version, or is damaged. */
export class PlaceFileError extends Error {
  override name = 'PlaceFileError'
}

const kinds = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
} as const
type Kind = keyof typeof kinds

interface Header {
  format: string
  version: number
  facts: Record<string, unknown>
  columns: Record<string, { kind: Kind; offset: number; length: number }>
}

const magic = 0x50_42_4d_52
const fixedBytes = 16
const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8

function kindOf(column: Column): Kind {
  for (const kind of Object.keys(kinds) as Kind[]) if (column instanceof kinds[kind]) return kind
  throw new PlaceFileError('Columns of this array type cannot be written.')
}

/** FNV-1a over words of four bytes. */
function checksum(bytes: Uint8Array, from: number): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + from, (bytes.byteLength - from) >> 2)
  let sum = 0x811c9dc5
  for (let at = 0; at < words.length; at += 1) sum = Math.imul(sum ^ (words[at] as number), 0x01000193)
  return sum >>> 0
}

/** Serialises columns to a file. @param facts values that JSON can hold, stored in the header */
export function writeColumns(
  format: string,
  version: number,
  facts: Record<string, unknown>,
  columns: Record<string, Column>,
): Uint8Array {
  const header: Header = { format, version, facts, columns: {} }
  let offset = 0
  for (const [name, column] of Object.entries(columns)) {
    header.columns[name] = { kind: kindOf(column), offset, length: column.length }
    offset += aligned(column.byteLength)
  }
  const headerBytes = new TextEncoder().encode(JSON.stringify(header))
  const start = aligned(fixedBytes + headerBytes.byteLength)
  const bytes = new Uint8Array(start + offset)
  bytes.set(headerBytes, fixedBytes)
  for (const [name, column] of Object.entries(columns)) {
    const entry = header.columns[name]
    if (entry)
      bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), start + entry.offset)
  }
  const fixed = new DataView(bytes.buffer)
  fixed.setUint32(0, magic, true)
  fixed.setUint32(4, headerBytes.byteLength, true)
  fixed.setUint32(8, bytes.byteLength, true)
  fixed.setUint32(12, checksum(bytes, fixedBytes), true)
  return bytes
}

export interface Columns {
  readonly facts: Readonly<Record<string, unknown>>
  bytes(name: string): Uint8Array
  u32(name: string): Uint32Array
  i32(name: string): Int32Array
  f32(name: string): Float32Array
}

/**
 * Opens the columns as views on the bytes; they are copied only if they do not begin at a multiple of eight.
 * @throws PlaceFileError where the bytes are not a whole file of this format and version
 */
export function openColumns(format: string, version: number, given: Uint8Array): Columns {
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice()
  const fixed = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < fixedBytes || fixed.getUint32(0, true) !== magic)
    throw new PlaceFileError('The file is not an index of places.')
  if (fixed.getUint32(8, true) !== bytes.byteLength)
    throw new PlaceFileError('The index of places is cut short.')
  if (fixed.getUint32(12, true) !== checksum(bytes, fixedBytes))
    throw new PlaceFileError('The index of places is damaged.')
  const headerLength = fixed.getUint32(4, true)
  const header = JSON.parse(
    new TextDecoder().decode(bytes.subarray(fixedBytes, fixedBytes + headerLength)),
  ) as Header
  if (header.format !== format || header.version !== version)
    throw new PlaceFileError('The index of places has another version; build it again.')
  const start = aligned(fixedBytes + headerLength)
  function column<K extends Kind>(name: string, kind: K): InstanceType<(typeof kinds)[K]> {
    const place = header.columns[name]
    if (place?.kind !== kind) throw new PlaceFileError(`The index of places lacks ${name}.`)
    return new kinds[kind](
      bytes.buffer as ArrayBuffer,
      bytes.byteOffset + start + place.offset,
      place.length,
    ) as InstanceType<(typeof kinds)[K]>
  }
  return {
    facts: header.facts,
    bytes: (name) => column(name, 'u8'),
    u32: (name) => column(name, 'u32'),
    i32: (name) => column(name, 'i32'),
    f32: (name) => column(name, 'f32'),
  }
}

/** Collects texts, each stored once and addressed by number. */
export function createTexts() {
  const numbers = new Map<string, number>()
  return {
    add(text: string): number {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, numbers.size)
      return numbers.size - 1
    },
    columns(name: string): Record<string, Column> {
      const { blob, starts } = packTexts([...numbers.keys()])
      return { [`${name}.text`]: blob, [`${name}.starts`]: starts }
    },
  }
}

/** Concatenated UTF-8 and the offset of each text; `starts` has one more entry than there are texts. */
export function packTexts(texts: readonly string[]): { blob: Uint8Array; starts: Uint32Array } {
  const encoder = new TextEncoder()
  const parts = texts.map((text) => encoder.encode(text))
  const starts = new Uint32Array(parts.length + 1)
  parts.forEach((part, at) => {
    starts[at + 1] = (starts[at] as number) + part.byteLength
  })
  const blob = new Uint8Array(starts[parts.length] as number)
  parts.forEach((part, at) => {
    blob.set(part, starts[at])
  })
  return { blob, starts }
}

/** Reads one text of a `createTexts` column by its number. */
export function openTexts(columns: Columns, name: string): (number: number) => string {
  const [blob, starts] = [columns.bytes(`${name}.text`), columns.u32(`${name}.starts`)]
  const decoder = new TextDecoder()
  return (number) => decoder.decode(blob.subarray(starts[number], starts[number + 1]))
}
