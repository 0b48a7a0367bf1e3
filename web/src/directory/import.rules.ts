/** An import of contacts before it is sent: the file, what its columns hold, and the rows that were refused. Pure. */
import { type ImportField, importFields } from '@rumbo/contract/directory.contract'
import { type FieldCode, fieldCodes, type ProblemCode, problemCodes } from '@rumbo/contract/problems.contract'
import { type BadRow, uploadLimit } from '@rumbo/contract/work.contract'

export type FileRefusal = 'wrongType' | 'tooLarge' | 'empty'

/** Why a file is not even sent; null where it may be tried. `size` in bytes. */
export function refuseFile({ name, size }: { name: string; size: number }): FileRefusal | null {
  if (!/\.(csv|xlsx)$/i.test(name)) return 'wrongType'
  if (size === 0) return 'empty'
  return size > uploadLimit ? 'tooLarge' : null
}

/** The content type an upload is sent as. */
export const uploadType = (name: string): 'csv' | 'xlsx' => (/\.xlsx$/i.test(name) ? 'xlsx' : 'csv')

/** What no contact may lack. */
export const requiredImportFields = ['firstName', 'lastName', 'primaryPhone'] as const satisfies ImportField[]

export type Mapping = readonly (ImportField | null)[]

/** The fields that no column fills although they are required, and those that two columns would fill. */
export function checkMapping(mapping: Mapping): { missing: ImportField[]; twice: ImportField[] } {
  const times = (field: ImportField) => mapping.filter((one) => one === field).length
  return {
    missing: requiredImportFields.filter((field) => times(field) === 0),
    twice: importFields.filter((field) => times(field) > 1),
  }
}

/** The mapping with one column changed. */
export const withColumn = (mapping: Mapping, column: number, field: ImportField | null): Mapping =>
  mapping.map((one, at) => (at === column ? field : one))

export type BadRowReason = `fields.${FieldCode}` | `problems.${ProblemCode}`

/** The words for why a row was refused; null where this version does not know the code. */
export function badRowReason({ code }: Pick<BadRow, 'code'>): BadRowReason | null {
  if ((fieldCodes as readonly string[]).includes(code)) return `fields.${code as FieldCode}`
  return (problemCodes as readonly string[]).includes(code) ? `problems.${code as ProblemCode}` : null
}

export const isImportField = (field: string | null): field is ImportField =>
  (importFields as readonly (string | null)[]).includes(field)

const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/**
 * Refused rows as a CSV file a spreadsheet opens rightly: UTF-8 with a byte order mark, nothing taken for a formula.
 * `words` tells field and reason of a row.
 */
export function badRowsCsv(
  rows: readonly BadRow[],
  headings: readonly [string, string, string, string],
  words: (row: BadRow) => { field: string; reason: string },
): string {
  const lines = rows.map((row) => {
    const { field, reason } = words(row)
    return [String(row.row), field, reason, row.value ?? ''].map(cell).join(',')
  })
  return `\uFEFF${[headings.map(cell).join(','), ...lines].join('\r\n')}\r\n`
}
