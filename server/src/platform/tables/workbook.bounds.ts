import { inflateRawSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { problem } from '../problem.ts'
import { importRowLimit } from './import-table.ts'

/** An entry of the ZIP's central directory. */
export interface ArchivePart {
  name: string
  /** Compression method: 0 stored, 8 deflated. */
  method: number
  compressedBytes: number
  unpackedBytes: number
  /** Offset of its local header in bytes. */
  offset: number
}

/** Twice the row limit of an import, since blank rows do not count against that. */
const sheetBounds = { rows: importRowLimit * 2, columns: 1_000, cells: 20_000_000 }
/** The limit of the format. */
const lastRow = 1_048_576
const localHeaderBytes = 30
/** The parts that the sheet reader unpacks; a sheet may have any of these names. */
const isRead = /\.xml(\.rels)?$/
const isAddress = /^([A-Z]{1,3})([1-9]\d{0,6})$/

/**
 * Checks the addresses of all cells before a reader allocates the grid between them, since one distant cell would make
 * it allocate a whole sheet. Cells without content do not count.
 * @throws Problem `import_too_large`, `file_unreadable`
 */
export function requireBoundedSheets(bytes: Buffer, parts: readonly ArchivePart[]): void {
  for (const part of parts.filter(({ name }) => isRead.test(name))) {
    const content = unpack(bytes, part)
    // XML element names cannot contain character references, so every sheet contains this text.
    if (content.includes('sheetData')) requireBounds(content.toString('utf8'))
  }
}

function unpack(bytes: Buffer, { method, compressedBytes, unpackedBytes, offset }: ArchivePart): Buffer {
  if (offset + localHeaderBytes > bytes.length || compressedBytes > bytes.length)
    throw problem('file_unreadable')
  const start = offset + localHeaderBytes + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const packed = bytes.subarray(start, start + compressedBytes)
  if (method === 0) return packed
  if (method !== 8) throw problem('file_unreadable')
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, unpackedBytes) })
  } catch (error) {
    throw problem('file_unreadable', { words: { reason: String(error) } })
  }
}

function requireBounds(xml: string): void {
  let row = 0
  let cell: { row: number; column: number } | null = null
  const most = { row: 0, column: 0 }
  const use = () => {
    if (!cell) return
    most.row = Math.max(most.row, cell.row, row)
    most.column = Math.max(most.column, cell.column)
    const { rows, columns, cells } = sheetBounds
    if (most.row > rows || most.column > columns || most.row * most.column > cells)
      throw problem('import_too_large')
    cell = null
  }
  // Stricter than the reader's parser, so that both interpret accepted input alike.
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw problem('file_unreadable')
  })
  parser.on('opentag', ({ name: qualified, attributes }) => {
    const name = localName(qualified)
    if (name === 'row') row = rowNumber(attributeOf(attributes, 'r') ?? '0')
    else if (name === 'c') cell = addressOf(attributeOf(attributes, 'r') ?? '')
    else use()
  })
  parser.on('closetag', ({ name }) => {
    if (localName(name) === 'c') cell = null
  })
  parser.on('text', (text) => {
    if (text.trim() !== '') use()
  })
  parser.on('cdata', use)
  parser.write(xml).close()
}

const localName = (qualified: string) => qualified.slice(qualified.indexOf(':') + 1)

/** The attribute by its local name, as the sheet reader does. */
function attributeOf(attributes: Record<string, string>, wanted: string): string | undefined {
  return Object.entries(attributes).findLast(([name]) => localName(name) === wanted)?.[1]
}

function rowNumber(text: string): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (!(number <= lastRow)) throw problem('file_unreadable')
  return number
}

function addressOf(text: string): { row: number; column: number } {
  const [, letters, digits] = isAddress.exec(text) ?? []
  if (!letters || !digits) throw problem('file_unreadable')
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: rowNumber(digits), column }
}
