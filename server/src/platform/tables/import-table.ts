import { headingRowLimit } from '@rumbo/contract/table-files'
import { problem } from '../problem.ts'

interface NumberedRow {
  /** In the file, whose first row is 1. */
  number: number
  cells: string[]
}
/** The rows of texts that a file has, without those that say nothing. */
export interface ImportSheet {
  rows: NumberedRow[]
  /** How many it has; `rows` may be fewer. */
  total: number
}
/** A file as its rows below the heading. */
export interface ImportTable extends ImportSheet {
  columns: string[]
}

export const importRowLimit = 50_000
/** Titles and the heading stand above the rows. */
const sheetRowLimit = importRowLimit + headingRowLimit
const columnLimit = 200
/** Names of fields that no row of data holds by chance. */
const manyKnown = 5

/** The rows of a sheet that say something, `first` of them. @throws Problem `file_unreadable`, `import_too_large` */
export function sheetOf(table: readonly (readonly string[])[], first = sheetRowLimit): ImportSheet {
  const rows = table
    .map((cells, index) => ({ number: index + 1, cells: [...cells] }))
    .filter(({ cells }) => cells.some((text) => text.trim() !== ''))
  if (rows.length === 0) throw problem('file_unreadable')
  if (rows.length > sheetRowLimit) throw problem('import_too_large')
  return { rows: rows.slice(0, first), total: rows.length }
}

/** What a sheet says below its heading. @throws Problem `file_unreadable`, `import_too_large` */
export function tableOf({ rows, total }: ImportSheet, headingRow: number): ImportTable {
  const heading = rows.find(({ number }) => number === headingRow)
  const columns = heading?.cells.map((text) => text.trim()) ?? []
  if (columns.every((text) => text === '') || columns.length > columnLimit) throw problem('file_unreadable')
  const above = rows.filter(({ number }) => number <= headingRow).length
  if (total - above > importRowLimit) throw problem('import_too_large')
  return {
    columns,
    rows: rows.slice(above).map(({ number, cells }) => ({ number, cells: cells.slice(0, columns.length) })),
    total: total - above,
  }
}

/**
 * The row whose texts name most fields, of the first ten and the highest of equals; where none names any, the first that
 * has two texts, as a title has but one. A row of data may say the name of a field: below the first row there are two at
 * least, and they are most of its texts or many.
 * @param countKnown how many fields a heading names
 */
export function findHeadingRow(
  { rows }: ImportSheet,
  countKnown: (columns: readonly string[]) => number,
): number {
  const candidates = rows
    .filter(({ number }) => number <= headingRowLimit)
    .map(({ number, cells }) => ({
      number,
      known: countKnown(cells.map((text) => text.trim())),
      texts: cells.filter((text) => text.trim() !== '').length,
    }))
  const best = candidates
    .filter(
      ({ number, known, texts }) => number === 1 || known >= manyKnown || (known > 1 && known > texts / 2),
    )
    .reduce((a, b) => (b.known > a.known ? b : a), { number: 1, known: 0 })
  if (best.known > 0) return best.number
  return (candidates.find(({ texts }) => texts > 1) ?? candidates[0] ?? best).number
}
