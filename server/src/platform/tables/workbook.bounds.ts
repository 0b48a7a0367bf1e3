import { inflateRawSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { problem } from '../problem.ts'
import { importRowLimit } from './import-table.ts'

/** A part of an archive, as its central directory lists it. */
export interface ArchivePart {
  name: string
  /** 0 stored, 8 deflated. */
  method: number
  compressedBytes: number
  unpackedBytes: number
  /** Where its local header begins. */
  offset: number
}

/** Blank rows between the rows of an import do not count against its limit, hence twice as many. */
const sheetBounds = { rows: importRowLimit * 2, columns: 1_000, cells: 20_000_000 }
/** What the format itself allows. */
const lastRow = 1_048_576
const localHeaderBytes = 30
/** The parts that the reader of sheets unpacks: a sheet may have any of these names. */
const isRead = /\.xml(\.rels)?$/
const isAddress = /^([A-Z]{1,3})([1-9]\d{0,6})$/

/**
 * Reads the addresses of all cells before a reader fills the grid between them: one distant cell would otherwise make
 * it allocate every cell of a sheet. Cells without content do not count.
 * @throws Problem `import_too_large`, `file_unreadable`
 */
export function requireBoundedSheets(bytes: Buffer, parts: readonly ArchivePart[]): void {
  for (const part of parts.filter(({ name }) => isRead.test(name))) {
    const content = unpack(bytes, part)
    // Element names cannot be written with character references, so no sheet is without this text.
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
  // Stricter than the reader's parser, so that both understand alike whatever is accepted here.
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

/** By its name without a prefix, as the reader of the sheet takes it. */
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
