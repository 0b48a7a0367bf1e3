import * as z from 'zod'
import { withFormulas } from './formula-guard.ts'
import { languages } from './identity.users.contract.ts'
import { id } from './lists.ts'
import { workStarted } from './work.contract.ts'

/** Files of offices have titles and blank rows above their headings; these are looked for so far down. */
export const headingRowLimit = 10
/** The row of the file that has the headings; its first is 1. */
const headingRow = z.number().int().min(1).max(headingRowLimit)

/** The call that looks into an uploaded table, but for its name, path and access; `field` is what a column may fill. */
export const inspection = <Field extends z.ZodType>(field: Field) => ({
  method: 'POST' as const,
  body: z.strictObject({
    fileId: id,
    /** Default: detected by its content. */
    headingRow: headingRow.optional(),
  }),
  output: z.object({
    columns: z.array(z.string()),
    headingRow,
    /** The rows that may be the heading, each with its first texts. */
    headingRows: z.array(z.object({ row: headingRow, text: z.string() })),
    /** The first five rows below the heading. */
    sample: z.array(z.array(z.string())),
    rows: z.number().int(),
    /** `utf-8` or `windows-1252`; null for XLSX. */
    encoding: z.string().nullable(),
    delimiter: z.string().nullable(),
    /** Field by column, in the columns' order. */
    mapping: z.array(field.nullable()),
  }),
  problems: ['file_not_found', 'file_unreadable', 'import_too_large'] as const,
})

/** The options every import takes for its file. */
export const importedFile = <Field extends z.ZodType>(field: Field) => ({
  fileId: id,
  headingRow: headingRow.default(1),
  mapping: z.array(field.nullable()).max(200),
  isDryRun: z.boolean(),
})
/** Whether valid rows are imported if others are invalid. If false, one invalid row refuses the whole file. */
export const skipBad = z.boolean().default(false)

/** Options of every export, in addition to its filters. */
export const exportedFile = {
  search: z.string().trim().max(100).default(''),
  format: z.enum(['csv', 'xlsx']),
  language: z.enum(languages).default('es'),
}

/** The call that queues an import or an export, but for its name, path, access and body. */
export const tableWork = { method: 'POST', status: 202, output: workStarted } as const

/** The text of a cell without the apostrophe that an export adds before a formula's sign. */
export const cellText = (cell: string): string => withFormulas(cell.trim())

/** Whether a text can be stored: it contains no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && !/\p{Cs}/u.test(text)

/** Why a mapping cannot be used: a needed field without a column, or two columns for one. */
export function mappingProblems<Field extends string>(
  mapping: readonly (Field | null)[],
  needed: readonly Field[],
): { path: string; code: 'required' | 'not_allowed' }[] {
  const isMissing = needed.some((field) => !mapping.includes(field))
  const twice = mapping.flatMap((field, index) =>
    field !== null && mapping.indexOf(field) < index ? [index] : [],
  )
  return [
    ...(isMissing ? [{ path: 'body.mapping', code: 'required' as const }] : []),
    ...twice.map((index) => ({ path: `body.mapping.${index}`, code: 'not_allowed' as const })),
  ]
}
