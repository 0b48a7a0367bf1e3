import { headingRowLimit } from '@rumbo/contract/table-files'
import { problem } from '../problem.ts'

interface NumberedRow {
  /** Row number in the file, starting at 1. */
  number: number
  cells: string[]
}
/** The rows of a file as texts, without empty ones. */
export interface ImportSheet {
  rows: NumberedRow[]
  /** Number of rows in the file; `rows` may be fewer. */
  total: number
}
/** The heading of a file and the rows below it. */
export interface ImportTable extends ImportSheet {
  columns: string[]
}

export const importRowLimit = 50_000
/** Titles and the heading come before the data rows. */
const sheetRowLimit = importRowLimit + headingRowLimit
const columnLimit = 200
/** Number of field names that a data row does not contain by chance. */
const manyKnown = 5

/** The non-empty rows of a sheet, at most `first`. @throws Problem `file_unreadable`, `import_too_large` */
export function sheetOf(table: readonly (readonly string[])[], first = sheetRowLimit): ImportSheet {
  const rows = table
    .map((cells, index) => ({ number: index + 1, cells: [...cells] }))
    .filter(({ cells }) => cells.some((text) => text.trim() !== ''))
  if (rows.length === 0) throw problem('file_unreadable')
  if (rows.length > sheetRowLimit) throw problem('import_too_large')
  return { rows: rows.slice(0, first), total: rows.length }
}

/** Splits a sheet into heading and rows. @throws Problem `file_unreadable`, `import_too_large` */
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
 * Finds the heading among the first ten rows: the one with the most field names, the first of equals; without any, the
 * first row with two texts, since a title has one. As data may contain a field name, a heading below the first row
 * needs at least two, and most of its texts or many.
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
