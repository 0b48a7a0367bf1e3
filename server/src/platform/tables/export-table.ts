import { Readable } from 'node:stream'
import { withoutFormula, withoutFormulas } from '@rumbo/contract/formula-guard'
import { uploadTypes } from '@rumbo/contract/work.contract'
import { stringify } from 'csv-stringify'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { problem } from '../problem.ts'

export type TableFormat = 'csv' | 'xlsx'

/** Limit of rows of an XLSX, which is built in memory. */
export const xlsxRowLimit = 50_000

export const contentTypeOf = (format: TableFormat): string => uploadTypes[format]

/** Only texts are neutralised as formulas; numbers, even negative ones, stay numbers. */
export type TableCell = string | number

/**
 * A table as a file: CSV in UTF-8 with a byte order mark and CRLF, of any length, or XLSX of texts and numbers.
 * Formulas are neutralised in both.
 * @throws Problem `export_too_large` where an XLSX would have more than `xlsxRowLimit` rows
 */
export async function writeTable(
  format: TableFormat,
  headings: readonly string[],
  rows: AsyncIterable<readonly TableCell[]>,
): Promise<Readable> {
  return format === 'csv' ? writeCsv(headings, rows) : writeXlsx(headings, rows)
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

async function writeXlsx(
  headings: readonly string[],
  rows: AsyncIterable<readonly TableCell[]>,
): Promise<Readable> {
  const cell = (value: TableCell) => {
    if (typeof value === 'number') return { value, type: Number }
    return value === '' ? null : { value: withoutFormula(value), type: String }
  }
  const data: SheetData = [headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))]
  for await (const row of rows) {
    if (data.length > xlsxRowLimit) throw problem('export_too_large')
    data.push(row.map(cell))
  }
  return Readable.from([await writeXlsxFile(data, { stickyRowsCount: 1 }).toBuffer()])
}
