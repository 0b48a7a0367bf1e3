import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { phone } from './identity.contract.ts'
import { id, idParams, instant, listOf, listQuery, version } from './lists.ts'

export const directoryRoles = [
  'company_owner',
  'company_admin',
  'company_manager',
  'fleet_manager',
  'fleet_supervisor',
  'primary_driver',
  'backup_driver',
  'primary_mechanic',
  'backup_mechanic',
  'tire_specialist',
  'body_shop',
  'sos_primary',
  'sos_secondary',
  'insurance_agent',
  'insurance_adjuster',
  'legal_contact',
  'client',
  'vendor',
  'other',
] as const
export const directoryStatuses = ['active', 'inactive', 'unavailable', 'suspended'] as const

export const contact = z.object({
  id,
  companyId: id,
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  primaryPhone: z.string(),
  email: z.string().nullable(),
  role: z.enum(directoryRoles),
  status: z.enum(directoryStatuses),
  createdAt: instant,
  version,
})
export type Contact = z.infer<typeof contact>

export const listContacts = endpoint({
  name: 'directory.list',
  method: 'GET',
  path: '/directory/contacts',
  summary: 'Contacts of the directory',
  access: 'directory.read',
  query: listQuery(['lastName', 'firstName'], {
    companyId: id.optional(),
    role: z.enum(directoryRoles).optional(),
    status: z.enum(directoryStatuses).optional(),
  }),
  output: listOf(contact),
})
export const readContact = endpoint({
  name: 'directory.read',
  method: 'GET',
  path: '/directory/contacts/:id',
  summary: 'One contact',
  access: 'directory.read',
  params: idParams,
  output: contact,
  problems: ['contact_not_found'],
})
export const createContact = endpoint({
  name: 'directory.create',
  method: 'POST',
  path: '/directory/contacts',
  summary: 'Add a contact',
  access: 'directory.edit',
  status: 201,
  body: z.strictObject({
    companyId: id,
    firstName: z.string().trim().min(1).max(100),
    middleName: z.string().trim().max(100).nullable().default(null),
    lastName: z.string().trim().min(1).max(100),
    primaryPhone: phone,
    email: z.email().max(254).nullable().default(null),
    role: z.enum(directoryRoles).default('client'),
  }),
  output: contact,
  problems: ['company_denied'],
})
