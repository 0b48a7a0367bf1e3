import type { Contact, ContactAddress, createContact } from '@rumbo/contract/directory.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Schema } from '@rumbo/database'
import type { Selectable } from 'kysely'

/** The fields of a contact's form, without company and addresses. */
export type ContactFields = Omit<ParsedOf<typeof createContact>['body'], 'companyId' | 'addresses'>
type AddressRow = Selectable<Schema['directory.addresses']>

export const contactColumns = [
  'id',
  'company_id',
  'first_name',
  'middle_name',
  'last_name',
  'primary_phone',
  'secondary_phone',
  'email',
  'secondary_email',
  'company_name',
  'job_title',
  'department',
  'specialty',
  'emergency_contact',
  'emergency_phone',
  'medical_info',
  'role',
  'status',
  'phone_verified',
  'email_verified',
  'background_check',
  'notes',
  'user_id',
  'created_at',
  'updated_at',
  'updated_by_name',
  'version',
] as const
export type ContactRow = Pick<Selectable<Schema['directory.contacts']>, (typeof contactColumns)[number]>
export type LinkedUser = NonNullable<Contact['user']>

/** The row's values of a contact's form fields. */
export const valuesOf = (fields: ContactFields) => ({
  first_name: fields.firstName,
  middle_name: fields.middleName,
  last_name: fields.lastName,
  primary_phone: fields.primaryPhone,
  secondary_phone: fields.secondaryPhone,
  email: fields.email,
  secondary_email: fields.secondaryEmail,
  company_name: fields.companyName,
  job_title: fields.jobTitle,
  department: fields.department,
  specialty: fields.specialty,
  emergency_contact: fields.emergencyContact,
  emergency_phone: fields.emergencyPhone,
  medical_info: fields.medicalInfo,
  role: fields.role,
  status: fields.status,
  phone_verified: fields.phoneVerified,
  email_verified: fields.emailVerified,
  background_check: fields.backgroundCheck,
  notes: fields.notes,
})

export const addressOf = (row: AddressRow): ContactAddress => ({
  type: row.type as ContactAddress['type'],
  line1: row.line1,
  line2: row.line2,
  city: row.city,
  state: row.state,
  postalCode: row.postal_code,
  country: row.country,
  latitude: row.latitude,
  longitude: row.longitude,
})

export const addressValues = (contactId: string, companyId: string, address: ContactAddress) => ({
  contact_id: contactId,
  company_id: companyId,
  type: address.type,
  line1: address.line1,
  line2: address.line2,
  city: address.city,
  state: address.state,
  postal_code: address.postalCode,
  country: address.country,
  latitude: address.latitude,
  longitude: address.longitude,
})

export const contactOf = (
  row: ContactRow,
  addresses: readonly ContactAddress[],
  user: LinkedUser | null,
): Contact => ({
  id: row.id,
  companyId: row.company_id,
  firstName: row.first_name,
  middleName: row.middle_name,
  lastName: row.last_name,
  primaryPhone: row.primary_phone,
  secondaryPhone: row.secondary_phone,
  email: row.email,
  secondaryEmail: row.secondary_email,
  companyName: row.company_name,
  jobTitle: row.job_title,
  department: row.department,
  specialty: row.specialty,
  emergencyContact: row.emergency_contact,
  emergencyPhone: row.emergency_phone,
  medicalInfo: row.medical_info,
  role: row.role as Contact['role'],
  status: row.status as Contact['status'],
  phoneVerified: row.phone_verified,
  emailVerified: row.email_verified,
  backgroundCheck: row.background_check,
  notes: row.notes,
  addresses: [...addresses],
  user,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})
