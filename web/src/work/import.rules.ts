/** Rules of an import before it is sent: the file, the meaning of its columns, and refused rows. Pure. */
import { type FieldCode, fieldCodes, type ProblemCode, problemCodes } from '@rumbo/contract/problems.contract'
import { type BadRow, uploadLimit } from '@rumbo/contract/work.contract'
import { csvText } from './csv.rules.ts'

export type FileRefusal = 'wrongType' | 'tooLarge' | 'empty'

/** Why a file cannot be sent; null if it can. `size` in bytes. */
export function refuseFile({ name, size }: { name: string; size: number }): FileRefusal | null {
  if (!/\.(csv|xlsx)$/i.test(name)) return 'wrongType'
  if (size === 0) return 'empty'
  return size > uploadLimit ? 'tooLarge' : null
}

/** The content type of an upload. */
export const uploadType = (name: string): 'csv' | 'xlsx' => (/\.xlsx$/i.test(name) ? 'xlsx' : 'csv')

/** The field of each column, null for none; in the order of the columns. */
export type Mapping<Field extends string> = readonly (Field | null)[]

/** The required fields without a column, in their order, and the fields with two columns. */
export function checkMapping<Field extends string>(
  mapping: Mapping<Field>,
  required: readonly Field[],
): { missing: Field[]; twice: Field[] } {
  return {
    missing: required.filter((field) => !mapping.includes(field)),
    twice: [
      ...new Set(mapping.filter((field, at) => field !== null && mapping.indexOf(field) < at)),
    ] as Field[],
  }
}

/** The mapping with one column changed. */
export const withColumn = <Field extends string>(
  mapping: Mapping<Field>,
  column: number,
  field: Field | null,
): Mapping<Field> => mapping.map((one, at) => (at === column ? field : one))

export type BadRowReason = `fields.${FieldCode}` | `problems.${ProblemCode}`

/** The text of the reason a row was refused; null if this version does not know the code. */
export function badRowReason({ code }: Pick<BadRow, 'code'>): BadRowReason | null {
  if ((fieldCodes as readonly string[]).includes(code)) return `fields.${code as FieldCode}`
  return (problemCodes as readonly string[]).includes(code) ? `problems.${code as ProblemCode}` : null
}

/** Whether to explain the format of a value, because the reason alone does not. */
export const needsHint = ({ code }: Pick<BadRow, 'code'>): boolean =>
  code === 'wrong_format' || code === 'wrong_type' || code === 'not_allowed'

/** Refused rows as a CSV file. `words` returns field and reason of a row. */
export const badRowsCsv = (
  rows: readonly BadRow[],
  headings: readonly [string, string, string, string],
  words: (row: BadRow) => { field: string; reason: string },
): string =>
  csvText([
    headings,
    ...rows.map((row) => {
      const { field, reason } = words(row)
      return [String(row.row), field, reason, row.value ?? '']
    }),
  ])
