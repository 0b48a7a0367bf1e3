import * as z from 'zod'
import { levels } from './access.ts'
import { endpoint } from './endpoint.ts'
import { newPassword, phone, username } from './identity.contract.ts'
import { languages, userStatuses } from './identity.users.contract.ts'
import { anyOf, done, id, idParams, instant, listOf, listQuery, manyOf, version } from './lists.ts'
import { assignmentRoles } from './organisation.assignments.contract.ts'
import { nameText, optionalName, optionalNote } from './text.ts'

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
export type DirectoryRole = (typeof directoryRoles)[number]
export const directoryStatuses = ['active', 'inactive', 'unavailable', 'suspended'] as const
export const addressTypes = ['home', 'work', 'service', 'emergency', 'other'] as const
export type AddressType = (typeof addressTypes)[number]

export const addressFields = {
  type: z.enum(addressTypes),
  line1: optionalName(200),
  line2: optionalName(200),
  city: optionalName(100),
  state: optionalName(100),
  postalCode: optionalName(20),
  country: optionalName(100),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
}
export const contactAddress = z.object({
  type: z.enum(addressTypes),
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type ContactAddress = z.infer<typeof contactAddress>

export const contactFields = {
  firstName: nameText(100),
  middleName: optionalName(100),
  lastName: nameText(100),
  primaryPhone: phone,
  secondaryPhone: phone.nullable().default(null),
  email: z.email().max(254).nullable().default(null),
  secondaryEmail: z.email().max(254).nullable().default(null),
  companyName: optionalName(150),
  jobTitle: optionalName(100),
  department: optionalName(100),
  specialty: optionalName(100),
  emergencyContact: optionalName(150),
  emergencyPhone: phone.nullable().default(null),
  medicalInfo: optionalNote(2000),
  role: z.enum(directoryRoles).default('client'),
  status: z.enum(directoryStatuses).default('active'),
  phoneVerified: z.boolean().default(false),
  emailVerified: z.boolean().default(false),
  backgroundCheck: z.boolean().default(false),
  notes: optionalNote(4000),
}

export const contact = z.object({
  id,
  companyId: id,
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  primaryPhone: z.string(),
  secondaryPhone: z.string().nullable(),
  email: z.string().nullable(),
  secondaryEmail: z.string().nullable(),
  companyName: z.string().nullable(),
  jobTitle: z.string().nullable(),
  department: z.string().nullable(),
  specialty: z.string().nullable(),
  emergencyContact: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  medicalInfo: z.string().nullable(),
  role: z.enum(directoryRoles),
  status: z.enum(directoryStatuses),
  phoneVerified: z.boolean(),
  emailVerified: z.boolean(),
  backgroundCheck: z.boolean(),
  notes: z.string().nullable(),
  /** One of each type at most. */
  addresses: z.array(contactAddress),
  /** The system user linked to this contact. */
  user: z
    .object({ id, username: z.string(), level: z.enum(levels), status: z.enum(userStatuses) })
    .nullable(),
  createdAt: instant,
  version,
})
export type Contact = z.infer<typeof contact>

export const contactFilters = {
  companyId: id.optional(),
  role: anyOf(z.enum(directoryRoles)),
  status: anyOf(z.enum(directoryStatuses)),
  /** Only those with a verified telephone or e-mail. */
  verified: z.enum(['true']).optional(),
  view: z.enum(['all', 'system-users']).default('all'),
}
/** The same in a JSON body, where nothing is converted. */
export const contactFiltersOfBody = {
  ...contactFilters,
  role: manyOf(z.enum(directoryRoles)),
  status: manyOf(z.enum(directoryStatuses)),
}
export const listContacts = endpoint({
  name: 'directory.list',
  method: 'GET',
  path: '/directory/contacts',
  summary: 'Contacts of the directory',
  access: 'directory.read',
  feature: { name: 'directory', of: [{ in: 'query', company: 'companyId' }] },
  query: listQuery(['lastName', 'firstName', 'role', 'status', 'createdAt'], contactFilters),
  output: listOf(contact),
})
export const readContact = endpoint({
  name: 'directory.read',
  method: 'GET',
  path: '/directory/contacts/:id',
  summary: 'One contact',
  access: 'directory.read',
  feature: { name: 'directory', of: [{ in: 'output', company: 'companyId' }] },
  params: idParams,
  output: contact,
  problems: ['contact_not_found'],
})
const addresses = z.array(z.strictObject(addressFields)).max(addressTypes.length).default([])
export const createContact = endpoint({
  name: 'directory.create',
  method: 'POST',
  path: '/directory/contacts',
  summary: 'Add a contact',
  access: 'directory.edit',
  feature: { name: 'directory', of: [{ in: 'body', company: 'companyId' }] },
  status: 201,
  body: z.strictObject({ companyId: id, ...contactFields, addresses }),
  output: contact,
  problems: ['company_denied'],
})
export const updateContact = endpoint({
  name: 'directory.update',
  method: 'PUT',
  path: '/directory/contacts/:id',
  summary: 'Change a contact and its addresses',
  access: 'directory.edit',
  feature: { name: 'directory', of: [{ in: 'output', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({ ...contactFields, addresses, version }),
  output: contact,
  problems: ['contact_not_found', 'stale_version'],
})
export const deleteContact = endpoint({
  name: 'directory.remove',
  method: 'DELETE',
  path: '/directory/contacts/:id',
  summary: 'Archive a contact; a linked user is unlinked',
  access: 'directory.edit',
  feature: { name: 'directory', of: 'record' },
  params: idParams,
  output: done,
  problems: ['contact_not_found'],
})
export const createSystemUser = endpoint({
  name: 'directory.createSystemUser',
  method: 'POST',
  path: '/directory/contacts/:id/system-user',
  summary: 'Make a system user of a contact that has an e-mail, and link them',
  access: 'users.edit',
  feature: {
    name: 'directory',
    of: [
      { in: 'body', fleet: 'fleetId' },
      { in: 'output', company: 'companyId' },
    ],
  },
  params: idParams,
  status: 201,
  body: z.strictObject({
    username,
    password: newPassword,
    level: z.enum(levels),
    language: z.enum(languages).default('es'),
    /** Null for guests, and for company-wide roles. */
    fleetId: id.nullable().default(null),
    /** Null for guests. */
    role: z.enum(assignmentRoles).nullable().default(null),
  }),
  output: contact,
  problems: [
    'contact_not_found',
    'contact_email_missing',
    'contact_linked',
    'username_taken',
    'email_taken',
    'password_weak',
    'level_not_allowed',
    'guest_no_fleets',
    'fleet_denied',
  ],
})
