import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { headingRowLimit } from '@rumbo/contract/table-files'
import { parse } from 'csv-parse'
import { problem } from '../problem.ts'
import { type ImportSheet, importRowLimit, sheetOf } from './import-table.ts'
import { readWorkbookInProcess } from './workbook-process.ts'

/** Encoding and delimiter of an uploaded file. */
export interface FileFormat {
  /** `utf-8` or `windows-1252`; null for XLSX. */
  encoding: string | null
  delimiter: string | null
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

/**
 * Reads a CSV (UTF-8 with or without a byte order mark, else Windows-1252; comma, semicolon or tab) or the first sheet
 * of an XLSX: its rows with their numbers, without empty ones.
 * @param options.first number of rows to read. Default: all
 * @param options.companyId owner of the file: reading workbooks rotates between companies
 * @throws Problem `file_unreadable`, `import_too_large`, `unavailable`; the signal's reason
 */
export async function readImportFile(
  bytes: Buffer,
  options: { signal?: AbortSignal; first?: number; companyId?: string | undefined } = {},
): Promise<ImportSheet & FileFormat> {
  // A small workbook can expand beyond all memory, so it is read in a child process.
  if (isZip(bytes))
    return { ...(await readWorkbookInProcess(bytes, options)), encoding: null, delimiter: null }
  const { table, ...format } = await readCsv(bytes, options.signal)
  return { ...sheetOf(table, options.first), ...format }
}

async function readCsv(bytes: Buffer, signal?: AbortSignal) {
  const { text, encoding } = decoded(bytes)
  const separatorLine = /^sep=([,;\t])\r?\n/i.exec(text)
  const body = separatorLine ? text.slice(separatorLine[0].length) : text
  const delimiter = separatorLine?.[1] ?? delimiterOf(body)
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
      // Reads one row more than allowed; blank rows do not count.
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

/** In order of preference: commas also occur in addresses and decimals. */
const delimiters = ['\t', ';', ',']
const quoted = /(?<=^|[,;\t\r\n])"(?:[^"]|"")*"/g

/**
 * The delimiter that splits most of the first rows consecutively, including the heading, which has no commas in texts
 * or decimals. Ties: the most consistent number of columns, then the largest. Quoted text is ignored.
 */
function delimiterOf(text: string): string {
  const rows = text
    .slice(0, 65_536)
    .replace(quoted, 'x')
    .split(/\r\n|\n|\r/)
    .filter((row) => row.trim() !== '')
    .slice(0, headingRowLimit)
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, ...partedBy(rows, delimiter) }))
    .sort((a, b) => b.together - a.together || b.agreeing - a.agreeing || b.count - a.count)
  return best && best.together > 0 ? best.delimiter : ','
}

/** Number of consecutive rows the delimiter splits, and its most frequent number of occurrences in a row. */
function partedBy(rows: readonly string[], delimiter: string) {
  const counts = rows.map((row) => row.split(delimiter).length - 1)
  let together = 0
  let current = 0
  const frequency = new Map<number, number>()
  for (const count of counts) {
    current = count > 0 ? current + 1 : 0
    together = Math.max(together, current)
    if (count > 0) frequency.set(count, (frequency.get(count) ?? 0) + 1)
  }
  const [count, agreeing] = [...frequency].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
  return { together, agreeing, count }
}
