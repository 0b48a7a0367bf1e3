import writeXlsxFile from 'write-excel-file/browser'
import { neutralised } from './csv.rules.ts'

/** Headings and rows as a workbook; all cells are values, never formulas. */
export function xlsxBlob(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<Blob> {
  const cell = (value: string | number) => {
    if (typeof value === 'number') return { value, type: Number }
    return value === '' ? null : { value: neutralised(value), type: String }
  }
  const head = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  return writeXlsxFile([head, ...rows.map((row) => row.map(cell))], { stickyRowsCount: 1 }).toBlob()
}
