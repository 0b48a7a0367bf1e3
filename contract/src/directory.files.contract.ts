import * as z from 'zod'
import { contactFiltersOfBody } from './directory.contract.ts'
import { endpoint } from './endpoint.ts'
import { id } from './lists.ts'
import { exportedFile, importedFile, inspection, skipBad, tableWork } from './table-files.ts'

/** Columns of a file that an import fills, and what an export writes. */
export const importFields = [
  'firstName',
  'middleName',
  'lastName',
  'primaryPhone',
  'secondaryPhone',
  'email',
  'secondaryEmail',
  'companyName',
  'jobTitle',
  'department',
  'specialty',
  'emergencyContact',
  'emergencyPhone',
  'medicalInfo',
  'role',
  'status',
  'notes',
  'addressType',
  'line1',
  'line2',
  'city',
  'state',
  'postalCode',
  'country',
  'latitude',
  'longitude',
] as const
export type ImportField = (typeof importFields)[number]
const importField = z.enum(importFields)

export const inspectImport = endpoint({
  ...inspection(importField),
  name: 'directory.inspectImport',
  path: '/directory/imports/inspect',
  summary: 'Columns, sample and a proposed mapping of an uploaded CSV or XLSX file',
  access: 'directory.edit',
  feature: { name: 'directory', of: 'reach' },
})
export const importContacts = endpoint({
  ...tableWork,
  name: 'directory.import',
  path: '/directory/imports',
  summary: 'Import contacts, all or none; a dry run changes nothing and lists every bad row',
  access: 'directory.edit',
  feature: { name: 'directory', of: [{ in: 'body', company: 'companyId' }] },
  body: z.strictObject({
    companyId: id,
    ...importedFile(importField),
    /** How to handle a row whose primary telephone belongs to an existing contact. */
    duplicates: z.enum(['skip', 'update', 'add']).default('skip'),
    skipBad,
  }),
  problems: ['company_denied', 'file_not_found', 'file_unreadable'],
})
export const exportContacts = endpoint({
  ...tableWork,
  name: 'directory.export',
  path: '/directory/exports',
  summary: 'Write what the filter shows into a file',
  access: 'directory.read',
  feature: { name: 'directory', of: [{ in: 'body', company: 'companyId' }] },
  body: z.strictObject({ ...contactFiltersOfBody, ...exportedFile }),
  problems: ['company_denied'],
})
