import { problem } from './problem.ts'

/** A file as its rows of texts; a row keeps its number in the file, in which the heading is row 1. */
export interface ImportTable {
  columns: string[]
  rows: { number: number; cells: string[] }[]
  /** How many rows the file has; `rows` may be fewer. */
  total: number
}

export const importRowLimit = 50_000
const columnLimit = 200

/** What a sheet of texts says as a file. @throws Problem `file_unreadable`, `import_too_large` */
export function tableOf(
  [heading, ...body]: readonly (readonly string[])[],
  first = importRowLimit,
): ImportTable {
  const columns = heading?.map((text) => text.trim()) ?? []
  if (columns.every((text) => text === '') || columns.length > columnLimit) throw problem('file_unreadable')
  const rows = body
    .map((cells, index) => ({ number: index + 2, cells }))
    .filter(({ cells }) => cells.some((text) => text.trim() !== ''))
  if (rows.length > importRowLimit) throw problem('import_too_large')
  const wanted = rows.slice(0, first)
  return {
    columns,
    rows: wanted.map(({ number, cells }) => ({ number, cells: cells.slice(0, columns.length) })),
    total: rows.length,
  }
}
