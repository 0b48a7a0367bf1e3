import {
  type AddressType,
  addressFields,
  type ContactAddress,
  contactFields,
  directoryRoles,
  directoryStatuses,
} from '@rumbo/contract/directory.contract'
import type { ImportField } from '@rumbo/contract/directory.files.contract'
import { fieldCodeOf } from '@rumbo/contract/field-codes'
import { cellText, isStorable, mappingProblems } from '@rumbo/contract/table-files'
import type { BadRow } from '@rumbo/contract/work.contract'
import * as z from 'zod'
import type { FieldProblem } from '../platform/problem.ts'
import { codeOfWord } from './directory.columns.rules.ts'
import { hasContent, phoneDigits } from './directory.rules.ts'

/** Validates a row by the rules of the contact form. */
export type ImportMapping = readonly (ImportField | null)[]
export type Duplicates = 'skip' | 'update' | 'add'

const { phoneVerified: _p, emailVerified: _e, backgroundCheck: _b, ...writtenFields } = contactFields
const rowSchema = z.object({
  ...writtenFields,
  role: z.enum(directoryRoles).optional(),
  status: z.enum(directoryStatuses).optional(),
})
const addressSchema = z.object(addressFields)
const contactKeys = Object.keys(rowSchema.shape) as (keyof typeof rowSchema.shape)[]

/** A row's values; null where the cell is empty, so that an update leaves the field as it is. */
export type RowContact = z.output<typeof rowSchema>
export interface CheckedRow {
  number: number
  contact: RowContact
  address: ContactAddress | null
}

const required = ['firstName', 'lastName', 'primaryPhone'] as const satisfies readonly ImportField[]

/** Checks that each required field has a column, and that no field has two. */
export const checkMapping = (mapping: ImportMapping): FieldProblem[] => mappingProblems(mapping, required)

const numberOf = (text: string) =>
  /^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN

/** Reads one row by the mapping: the contact, or all its errors. */
export function checkRow(
  row: { number: number; cells: readonly string[] },
  mapping: ImportMapping,
): CheckedRow | BadRow[] {
  const texts: Partial<Record<ImportField, string>> = {}
  mapping.forEach((field, index) => {
    const text = cellText(row.cells[index] ?? '')
    if (field !== null && text !== '') texts[field] = text
  })
  const bad: BadRow[] = []
  const refuse = (field: string, code: string) =>
    bad.push({
      row: row.number,
      field,
      code,
      value: (texts[field as ImportField] ?? null)?.slice(0, 200) ?? null,
    })
  const refuseAll = (error: z.ZodError, nameOf = (field: string) => field) => {
    for (const issue of error.issues) refuse(nameOf(String(issue.path[0])), fieldCodeOf(issue))
  }
  for (const [field, text] of Object.entries(texts)) if (!isStorable(text)) refuse(field, 'wrong_format')

  const cells: Record<string, unknown> = {}
  for (const key of contactKeys) if (texts[key] !== undefined) cells[key] = texts[key]
  for (const key of ['role', 'status'] as const) if (texts[key]) cells[key] = codeOfWord(key, texts[key])
  const contact = rowSchema.safeParse(cells, { reportInput: true })
  if (!contact.success) refuseAll(contact.error)

  const address = addressIn(texts, mapping.includes('addressType'))
  const checked = address && addressSchema.safeParse(address, { reportInput: true })
  if (checked && !checked.success)
    refuseAll(checked.error, (field) => (field === 'type' ? 'addressType' : field))
  if (address && (address.latitude === null) !== (address.longitude === null))
    refuse(address.latitude === null ? 'latitude' : 'longitude', 'coordinates_missing')
  if (bad.length > 0 || !contact.success) return bad
  return { number: row.number, contact: contact.data, address: checked?.data ?? null }
}

/** The row's address, if it has one; of type "other" if the file has no column for the type. */
function addressIn(texts: Partial<Record<ImportField, string>>, hasType: boolean) {
  const { line1 = null, line2 = null, city = null, state = null, postalCode = null, country = null } = texts
  const point = {
    latitude: texts.latitude === undefined ? null : numberOf(texts.latitude),
    longitude: texts.longitude === undefined ? null : numberOf(texts.longitude),
  }
  const address = { line1, line2, city, state, postalCode, country, ...point }
  const type = texts.addressType
    ? codeOfWord('addressType', texts.addressType)
    : hasType
      ? undefined
      : 'other'
  return hasContent({ type: 'other', ...address }) ? { type, ...address } : null
}

export interface PlannedContact {
  /** The contact to change; null to add one. */
  id: string | null
  contact: RowContact
  addresses: Map<AddressType, ContactAddress>
}
export interface ImportPlan {
  added: PlannedContact[]
  updated: PlannedContact[]
  /** Number of rows skipped because another contact has the telephone. */
  skipped: number
}

/** Values of the later row win, except empty ones. */
function merge(into: PlannedContact, { contact, address }: CheckedRow): void {
  const said = Object.entries(contact).filter(([, value]) => value !== null && value !== undefined)
  Object.assign(into.contact, Object.fromEntries(said))
  if (address) into.addresses.set(address.type, address)
}

/** Whether two rows are the same person, because an export writes one row per address. */
const isSamePerson = ({ contact }: PlannedContact, row: CheckedRow) =>
  contact.firstName === row.contact.firstName && contact.lastName === row.contact.lastName

/**
 * Plans the valid rows. If a contact in the directory, or a row above, has the row's primary telephone, the row is skipped,
 * changes that contact, or is added nevertheless. A row with the telephone and name of one above and an address of another
 * type adds this address to that contact, however duplicates are treated.
 * @param existing contacts of the company by the digits of their primary telephone
 */
export function planImport(
  rows: readonly CheckedRow[],
  duplicates: Duplicates,
  existing: ReadonlyMap<string, string>,
): ImportPlan {
  const plan: ImportPlan = { added: [], updated: [], skipped: 0 }
  const planned = new Map<string, PlannedContact>()
  const left = new Set<string>()
  for (const row of rows) {
    const digits = phoneDigits(row.contact.primaryPhone)
    const above = planned.get(digits)
    if (above && row.address && !above.addresses.has(row.address.type) && isSamePerson(above, row)) {
      merge(above, row)
      continue
    }
    const id = existing.get(digits) ?? null
    if (digits !== '' && duplicates === 'skip' && (above || id !== null || left.has(digits))) {
      plan.skipped += 1
      left.add(digits)
      continue
    }
    if (digits !== '' && duplicates === 'update' && above) {
      merge(above, row)
      continue
    }
    const isUpdate = digits !== '' && duplicates === 'update' && id !== null
    const one: PlannedContact = {
      id: isUpdate ? id : null,
      contact: { ...row.contact },
      addresses: new Map(row.address ? [[row.address.type, row.address]] : []),
    }
    planned.set(digits, one)
    plan[isUpdate ? 'updated' : 'added'].push(one)
  }
  return plan
}
