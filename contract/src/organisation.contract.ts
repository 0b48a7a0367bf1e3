import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, listOf, listQuery, version } from './lists.ts'

export const companyTypes = [
  'logistics',
  'transportation',
  'delivery',
  'construction',
  'services',
  'retail',
  'manufacturing',
  'other',
] as const
export const companyStatuses = ['active', 'inactive', 'suspended', 'pending'] as const
export const tiers = ['starter', 'professional', 'enterprise'] as const

const optionalText = (max: number) => z.string().trim().max(max).nullable().default(null)
const companyFields = {
  name: z.string().trim().min(1).max(150),
  legalName: optionalText(200),
  /** RFC: 12 characters for companies, 13 for persons. */
  taxId: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/)
    .nullable()
    .default(null),
  email: z.email().max(254).nullable().default(null),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d\s().-]{7,20}$/)
    .nullable()
    .default(null),
  city: optionalText(100),
  country: optionalText(100),
  addressLine1: optionalText(200),
  addressLine2: optionalText(200),
  type: z.enum(companyTypes).default('transportation'),
  timeZone: z.string().trim().min(1).max(64).default('America/Mexico_City'),
}
/** Tier, status and verified flag are the super admin's alone. */
const superFields = {
  status: z.enum(companyStatuses).optional(),
  tier: z.enum(tiers).optional(),
  verified: z.boolean().optional(),
}
export const company = z.object({
  id,
  name: z.string(),
  legalName: z.string().nullable(),
  taxId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  type: z.enum(companyTypes),
  timeZone: z.string(),
  status: z.enum(companyStatuses),
  tier: z.enum(tiers),
  verified: z.boolean(),
  counts: z.object({
    fleets: z.number().int(),
    vehicles: z.number().int(),
    drivers: z.number().int(),
    users: z.number().int(),
  }),
  createdAt: instant,
  version,
})
export type Company = z.infer<typeof company>
export const fleet = z.object({
  id,
  company_id: id,
  is_active: z.boolean(),
  name: z.string(),
  description: z.string().nullable(),
  manager: z.string().nullable(),
  serviceTypes: z.array(z.string()),
  version,
})
export type Fleet = z.infer<typeof fleet>

export const readCompany = endpoint({
  name: 'organisation.readCompany',
  method: 'GET',
  path: '/companies/:id',
  summary: 'One company',
  access: 'companies.read',
  params: idParams,
  output: company,
  problems: ['company_denied'],
})
export const createCompany = endpoint({
  name: 'organisation.createCompany',
  method: 'POST',
  path: '/companies/',
  summary: 'Create a company',
  access: 'companies.create',
  status: 201,
  body: z.strictObject({ ...companyFields, ...superFields }),
  output: company,
  problems: ['name_taken'],
})
export const updateCompany = endpoint({
  name: 'organisation.updateCompany',
  method: 'PUT',
  path: '/companies/:id',
  summary: 'Change a company',
  access: 'companies.edit',
  params: idParams,
  body: z.strictObject({ ...companyFields, ...superFields, version }),
  output: company,
  problems: ['company_denied', 'stale_version', 'name_taken'],
})
export const deleteCompany = endpoint({
  name: 'organisation.deleteCompany',
  method: 'DELETE',
  path: '/companies/:id',
  summary: 'Archive a company that has no vehicle left at work',
  access: 'companies.delete',
  params: idParams,
  output: done,
  problems: ['company_denied', 'company_not_empty'],
})
export const listFleets = endpoint({
  name: 'organisation.listFleets',
  method: 'GET',
  path: '/fleets/',
  summary: 'Fleets of a company',
  access: 'fleets.read',
  query: listQuery(['name'], {
    company_id: id.optional(),
    size: z.coerce.number().int().min(1).max(100).default(100),
  }),
  output: listOf(fleet),
})
export const readFleet = endpoint({
  name: 'organisation.readFleet',
  method: 'GET',
  path: '/fleets/:id',
  summary: 'One fleet',
  access: 'fleets.read',
  params: idParams,
  output: fleet,
  problems: ['fleet_denied'],
})
