import { fieldCodeOf } from '@rumbo/contract/field-codes'
import { figureOf } from '@rumbo/contract/figures'
import { foldText } from '@rumbo/contract/fold-text'
import { cellText, isStorable, mappingProblems } from '@rumbo/contract/table-files'
import { vehicleFields } from '@rumbo/contract/vehicles.contract'
import { requiredImportFields, type VehicleImportField } from '@rumbo/contract/vehicles.files.contract'
import { hoursText, parseHours } from '@rumbo/contract/vehicles.hours'
import type { BadRow } from '@rumbo/contract/work.contract'
import * as z from 'zod'
import type { FieldProblem } from '../../platform/problem.ts'
import type { VehicleBody } from '../vehicles.body.ts'
import { codeOfWord, type WordField } from '../vehicles.columns.rules.ts'

export type ImportMapping = readonly (VehicleImportField | null)[]

const { fleetId: _fleet, ...writtenFields } = vehicleFields
const rowSchema = z.object(writtenFields).partial()

/** A row's values, without the fields it leaves empty. */
export type RowVehicle = Partial<Omit<VehicleBody, 'fleetId'>>
export interface CheckedRow {
  number: number
  vehicle: RowVehicle
  /** The fleet's name as in the row; null if there is none. */
  fleet: string | null
}

/** Checks that the number has a column, that no field has two, and that required fields have one if vehicles may be added. */
export const checkMapping = (
  mapping: ImportMapping,
  duplicates: 'skip' | 'update' | 'fail',
): FieldProblem[] =>
  mappingProblems(mapping, duplicates === 'update' ? ['vehicleNumber'] : requiredImportFields)

/** A number with or without its unit; NaN for other text. */
const numberOf = (text: string): number => figureOf(text.replace(/\s*(km\/h|kms?|kgs?|m3|m³)$/i, ''))

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
/** English month abbreviations that differ from the Spanish ones. */
const englishMonths: Readonly<Record<string, number>> = { jan: 1, apr: 4, aug: 8, set: 9, dec: 12 }

/** 1 to 12 for a month's number, or its name or abbreviation in either language; else null. */
function monthOf(text: string): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const beginning = foldText(text).slice(0, 3)
  const at = months.indexOf(beginning)
  return at >= 0 ? at + 1 : (englishMonths[beginning] ?? null)
}

/**
 * Converts a date to ISO 8601. Accepts ISO 8601 and Mexican notations (31/12/2026, 31-dic-26,
 * 31 de diciembre de 2026); two digits mean a year from 1970 to 2069. Returns any other text as it is.
 */
export function dayOf(text: string): string {
  const found =
    /^(\d{1,2})(?:[/.-]|\s+(?:de\s+)?)(\d{1,2}|\p{L}{3,10})\.?(?:[/.-]|\s+(?:del?\s+)?)(\d{4}|\d\d)$/iu.exec(
      text,
    )
  const [, day = '', month = '', year = ''] = found ?? []
  const number = found === null ? null : monthOf(month)
  if (number !== null) {
    const century = year.length === 4 ? '' : year < '70' ? '20' : '19'
    return `${century}${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  }
  return /^(\d{4}-\d\d-\d\d)[T ]00:00/.exec(text)?.[1] ?? text
}

const numbers: readonly string[] = ['year', 'mileage', 'seats', 'loadKg', 'loadM3', 'speedLimitKmh']
const days: readonly string[] = [
  'installationDate',
  'lastServiceDate',
  'nextServiceDate',
  'insuranceExpiresOn',
  'licenceExpiresOn',
]
const isWord = (field: string): field is WordField => Object.hasOwn(codeOfWord, field)

function readCell(field: string, text: string): unknown {
  if (numbers.includes(field)) return numberOf(text)
  if (days.includes(field)) return dayOf(text)
  if (isWord(field)) return codeOfWord[field](text)
  if (field === 'skills')
    return text
      .split(/[,;|]/)
      .map((skill) => skill.trim())
      .filter(Boolean)
  // A value that cannot be parsed stays a text, which validation refuses.
  if (field === 'allowedHours') return parseHours(text) ?? text
  return text
}

/** The cell of a field in an export, so that an import reads the same value. */
export const cellOf = (field: VehicleImportField, value: unknown): string | number => {
  if (value === null || value === undefined) return ''
  if (field === 'skills') return (value as string[]).join(', ')
  if (field === 'allowedHours') return hoursText(value as VehicleBody['allowedHours'])
  return typeof value === 'number' ? value : String(value)
}

/** Reads one row by the mapping: the vehicle, or all its errors. */
export function checkRow(
  row: { number: number; cells: readonly string[] },
  mapping: ImportMapping,
  now: Date,
): CheckedRow | BadRow[] {
  const texts: Partial<Record<VehicleImportField, string>> = {}
  mapping.forEach((field, index) => {
    const text = cellText(row.cells[index] ?? '')
    if (field !== null && text !== '') texts[field] = text
  })
  const bad: BadRow[] = []
  const refuse = (field: VehicleImportField, code: string) => bad.push(badRow(row.number, field, code, texts))
  const { fleet = null, ...rest } = texts
  const cells: Record<string, unknown> = {}
  for (const [field, text] of Object.entries(rest)) cells[field] = readCell(field, text)
  for (const [field, text] of Object.entries(texts) as [VehicleImportField, string][])
    if (!isStorable(text)) refuse(field, 'wrong_format')
  const read = rowSchema.safeParse(cells, { reportInput: true })
  if (!read.success) {
    const seen = new Set<unknown>()
    for (const issue of read.error.issues) {
      const field = issue.path[0] as VehicleImportField
      if (seen.has(field)) continue
      seen.add(field)
      refuse(field, fieldCodeOf(issue))
    }
  } else if (read.data.year !== undefined && read.data.year > now.getUTCFullYear())
    refuse('year', 'year_future')
  if (texts.vehicleNumber === undefined) refuse('vehicleNumber', 'required')
  if (bad.length > 0 || !read.success) return bad
  const vehicle = Object.fromEntries(Object.entries(read.data).filter(([field]) => field in cells))
  return { number: row.number, vehicle, fleet }
}

/** The errors of a row, with its values. */
export const badRow = (
  number: number,
  field: VehicleImportField,
  code: string,
  texts: Readonly<Record<string, unknown>>,
): BadRow => ({
  row: number,
  field,
  code,
  value: texts[field] === undefined || texts[field] === null ? null : String(texts[field]).slice(0, 200),
})
