import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { readSheet } from 'read-excel-file/universal'
import { problem } from '../platform/problem.ts'

/** A file as its rows of texts; a row keeps its number in the file, in which the heading is row 1. */
export interface ImportFile {
  columns: string[]
  rows: { number: number; cells: string[] }[]
  /** `utf-8` or `windows-1252`; null for XLSX. */
  encoding: string | null
  delimiter: string | null
}

export const importRowLimit = 50_000
/** What a spreadsheet may unpack to. */
const unpackedLimit = 300 * 1024 * 1024
const columnLimit = 200
const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

/**
 * Reads a CSV (UTF-8 with or without a byte order mark, else Windows-1252; comma, semicolon or tab) or the first
 * sheet of an XLSX. Rows without any text are left out.
 * @throws Problem `file_unreadable`, `import_too_large`
 */
export async function readImportFile(bytes: Buffer, signal?: AbortSignal): Promise<ImportFile> {
  const { table, ...format } = isZip(bytes) ? await readXlsx(bytes) : await readCsv(bytes, signal)
  const [heading, ...body] = table
  const columns = heading?.map((text) => text.trim()) ?? []
  if (columns.every((text) => text === '') || columns.length > columnLimit) throw problem('file_unreadable')
  const rows = body
    .map((cells, index) => ({ number: index + 2, cells }))
    .filter(({ cells }) => cells.some((text) => text.trim() !== ''))
  if (rows.length > importRowLimit) throw problem('import_too_large')
  return { columns, rows, ...format }
}

async function readCsv(bytes: Buffer, signal?: AbortSignal) {
  const { text, encoding } = decoded(bytes)
  const said = /^sep=([,;\t])\r?\n/i.exec(text)
  const body = said ? text.slice(said[0].length) : text
  const delimiter = said?.[1] ?? delimiterOf(body)
  const parser = Readable.from(chunksOf(body)).pipe(
    parse({
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: 1_000_000,
    }),
  )
  const table: string[][] = []
  try {
    for await (const record of parser) {
      if (table.length % 500 === 499) {
        signal?.throwIfAborted()
        await setImmediate()
      }
      // One more than allowed, beside the heading, is enough to know; blank rows do not count against it.
      if (table.length > importRowLimit * 2) throw problem('import_too_large')
      table.push(record as string[])
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw problem('file_unreadable')
    throw error
  }
  return { table, encoding, delimiter }
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536)
}

function decoded(bytes: Buffer): { text: string; encoding: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}

/** The one that parts the heading into most columns; quoted text does not count. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n/, 1)
  const counted = [',', ';', '\t'].map((candidate) => ({
    candidate,
    count: heading.split(candidate).length,
  }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).candidate
}

async function readXlsx(bytes: Buffer) {
  if (unpackedBytes(bytes) > unpackedLimit) throw problem('import_too_large')
  try {
    const sheet = await readSheet(new Blob([new Uint8Array(bytes)]), 1, {
      parseNumber: (text) => plainNumber(text),
    })
    const table = sheet.map((row) => row.map(textOf))
    return { table, encoding: null, delimiter: null }
  } catch (error) {
    throw problem('file_unreadable', { words: { reason: String(error) } })
  }
}

/** A number as somebody typed it: no exponent, no `.0`, none of the digits beyond a spreadsheet's fifteen. */
export function plainNumber(text: string): string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return value.toFixed(0)
  return String(Number(value.toPrecision(15)))
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return String(cell)
}

/** What the archive's own list says its parts unpack to, in bytes; the reader allocates by the same figures. */
function unpackedBytes(bytes: Buffer): number {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + 22 > bytes.length) throw problem('file_unreadable')
  const entries = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  let total = 0
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw problem('file_unreadable')
    total += bytes.readUInt32LE(at + 24)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return total
}
