import { Readable } from 'node:stream'
import { withoutFormula, withoutFormulas } from '@rumbo/contract/formula-guard'
import { uploadTypes } from '@rumbo/contract/work.contract'
import { stringify } from 'csv-stringify'
import { problem } from '../problem.ts'
import { type TableCell, writeWorkbook } from './workbook-writer.ts'

export type { TableCell }
export type TableFormat = 'csv' | 'xlsx'

/** Rows of an XLSX below its headings: the limit of the format. */
export const xlsxRowLimit = 1_048_575

export const contentTypeOf = (format: TableFormat): string => uploadTypes[format]

/**
 * Refuses before any row is written what is known not to fit.
 * @param least a lower bound of the rows that the file will have
 * @throws Problem `export_too_large`
 */
export function requireRoom(format: string, least: number): void {
  if (format === 'xlsx' && least > xlsxRowLimit) throw problem('export_too_large')
}

interface TableOptions {
  /** Rows of an XLSX. Default: what the format holds. */
  limit?: number
}

/**
 * A table as a file, written as its rows arrive: CSV in UTF-8 with a byte order mark and CRLF, or XLSX of texts and
 * numbers. Formulas are neutralised in both; only texts, since a number is none, even a negative one. The stream fails
 * with what its rows fail with, and with the Problem `export_too_large` where an XLSX would have too many of them.
 */
export function writeTable(
  format: TableFormat,
  headings: readonly string[],
  rows: AsyncIterable<readonly TableCell[]>,
  { limit = xlsxRowLimit }: TableOptions = {},
): Readable {
  if (format === 'csv') return writeCsv(headings, rows)
  return Readable.from(writeWorkbook(headings, withoutFormulaCells(rows, limit)))
}

async function* withoutFormulaCells(rows: AsyncIterable<readonly TableCell[]>, limit: number) {
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > limit) throw problem('export_too_large')
    yield row.map((cell) => (typeof cell === 'number' ? cell : withoutFormula(cell)))
  }
}

function writeCsv(headings: readonly string[], rows: AsyncIterable<readonly TableCell[]>): Readable {
  // Also quotes a lone line feed, which the library leaves unquoted with CRLF line ends.
  const lines = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  const source = Readable.from(
    (async function* () {
      yield headings.map(withoutFormulas)
      for await (const row of rows)
        yield row.map((cell) => (typeof cell === 'number' ? String(cell) : withoutFormulas(cell)))
    })(),
  )
  source.on('error', (error) => lines.destroy(error))
  lines.on('close', () => source.destroy())
  return source.pipe(lines)
}
