import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { featureCategories, featureNames, tiers } from './features.ts'
import { phone } from './identity.contract.ts'
import { anyOf, done, id, idParams, instant, listOf, listQuery, version } from './lists.ts'
import { isCurrency } from './money.ts'
import { fleetUserRoles } from './organisation.assignments.contract.ts'
import { hiddenCharacters, isVisible, nameText, optionalName, optionalNote } from './text.ts'

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

/** Days a company may keep its positions. */
export const historyDaysRange = { min: 3, max: 3_650, default: 180 } as const

/** Whether a tax id has the shape of a Mexican RFC: 12 characters for companies, 13 for persons. */
export const isRfc = (taxId: string): boolean =>
  /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/.test(taxId.trim().toUpperCase())

const companyFields = {
  name: nameText(150),
  legalName: optionalName(200),
  /** RFC in Mexico (`isRfc`), whatever the country uses elsewhere. */
  taxId: z.string().trim().toUpperCase().max(30).refine(isVisible, hiddenCharacters).nullable().default(null),
  email: z.email().max(254).nullable().default(null),
  phone: phone.nullable().default(null),
  city: optionalName(100),
  country: optionalName(100),
  addressLine1: optionalName(200),
  addressLine2: optionalName(200),
  type: z.enum(companyTypes).default('transportation'),
  timeZone: z.string().trim().min(1).max(64).default('America/Mexico_City'),
  /** Days that positions, trips and stays are kept. Without it a change leaves them: a default would delete history. */
  historyDays: z.number().int().min(historyDaysRange.min).max(historyDaysRange.max).optional(),
  /** Whether speeding above the limit of the road becomes an event. Without it a change leaves it; off for a new company. */
  roadSpeedLimits: z.boolean().optional(),
  /** ISO 4217, MXN for a new company. Without it a change leaves it; fixed once a service has a cost. */
  currency: z.string().trim().toUpperCase().refine(isCurrency).optional(),
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
  historyDays: z.number().int(),
  roadSpeedLimits: z.boolean(),
  /** Of all costs of its services. */
  currency: z.string(),
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
  /** Display name of the fleet's manager. */
  manager: z.string().nullable(),
  managerId: id.nullable(),
  serviceTypes: z.array(z.string()),
  /** What the company's tier and the fleet's configuration leave switched on. */
  features: z.array(z.enum(featureNames)),
  counts: z.object({ vehicles: z.number().int(), drivers: z.number().int(), users: z.number().int() }),
  version,
})
export type Fleet = z.infer<typeof fleet>

export const listCompanies = endpoint({
  name: 'organisation.listCompanies',
  method: 'GET',
  path: '/companies/',
  summary: 'Companies within the caller’s scopes',
  access: 'companies.edit',
  feature: { name: 'companies', of: 'reach' },
  query: listQuery(['name', 'createdAt', 'status', 'tier'], {
    status: anyOf(z.enum(companyStatuses)),
    type: anyOf(z.enum(companyTypes)),
  }),
  output: listOf(company),
})
/** What is deleted with a company or a fleet. */
export const deletion = z.object({
  name: z.string(),
  fleets: z.number().int(),
  vehicles: z.number().int(),
  users: z.number().int(),
  contacts: z.number().int(),
  openServices: z.number().int(),
  /** Why it cannot be deleted now; a problem code. */
  obstacle: z.string().nullable(),
})
export const companyDeletion = endpoint({
  name: 'organisation.companyDeletion',
  method: 'GET',
  path: '/companies/:id/deletion',
  summary: 'What would go with a company',
  access: 'companies.delete',
  params: idParams,
  output: deletion,
  problems: ['company_denied'],
})
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
/** Those who administer a company, for everyone else in it to ask. */
export const listAdministrators = endpoint({
  name: 'organisation.listAdministrators',
  method: 'GET',
  path: '/companies/:id/administrators',
  summary: 'Whom to ask for a fleet, a feature or access in a company',
  access: 'companies.read',
  params: idParams,
  output: z.object({ items: z.array(z.object({ id, displayName: z.string(), email: z.string() })) }),
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

const fleetFields = {
  name: nameText(100),
  description: optionalNote(500),
  is_active: z.boolean().default(true),
  serviceTypes: z
    .array(z.enum(['taxi', 'delivery', 'shuttle', 'package', 'custom']))
    .max(5)
    .default([]),
  /** A user of the company; becomes a fleet manager by assignment if not one yet. */
  managerId: id.nullable().default(null),
}
export const createFleet = endpoint({
  name: 'organisation.createFleet',
  method: 'POST',
  path: '/fleets/',
  summary: 'Add a fleet to a company',
  access: 'fleets.edit',
  status: 201,
  body: z.strictObject({ company_id: id, ...fleetFields }),
  output: fleet,
  problems: ['company_denied', 'name_taken', 'user_not_found'],
})
export const updateFleet = endpoint({
  name: 'organisation.updateFleet',
  method: 'PUT',
  path: '/fleets/:id',
  summary: 'Change, activate or deactivate a fleet',
  access: 'fleets.edit',
  params: idParams,
  body: z.strictObject({ ...fleetFields, version }),
  output: fleet,
  problems: ['fleet_denied', 'stale_version', 'name_taken', 'user_not_found'],
})
export const fleetDeletion = endpoint({
  name: 'organisation.fleetDeletion',
  method: 'GET',
  path: '/fleets/:id/deletion',
  summary: 'What would go with a fleet',
  access: 'fleets.edit',
  params: idParams,
  output: deletion,
  problems: ['fleet_denied'],
})
export const deleteFleet = endpoint({
  name: 'organisation.deleteFleet',
  method: 'DELETE',
  path: '/fleets/:id',
  summary: 'Archive a fleet that has neither vehicles nor unfinished services, and end its assignments',
  access: 'fleets.edit',
  params: idParams,
  output: done,
  problems: ['fleet_denied', 'fleet_not_empty'],
})

const fleetUserRole = z.enum(Object.keys(fleetUserRoles) as [FleetUserRole, ...FleetUserRole[]])
export type FleetUserRole = keyof typeof fleetUserRoles
export const fleetUser = z.object({
  userId: id,
  displayName: z.string(),
  username: z.string(),
  /** `other` for roles this dialog does not name: drivers, dispatchers, owners. */
  role: fleetUserRole.or(z.literal('other')),
  isPrimary: z.boolean(),
})
export const listFleetUsers = endpoint({
  name: 'organisation.listFleetUsers',
  method: 'GET',
  path: '/fleets/:id/users',
  summary: 'Users assigned to a fleet',
  access: 'fleets.edit',
  params: idParams,
  output: z.object({ items: z.array(fleetUser) }),
  problems: ['fleet_denied'],
})
export const setFleetUsers = endpoint({
  name: 'organisation.setFleetUsers',
  method: 'PUT',
  path: '/fleets/:id/users',
  summary: 'Managers, members and viewers of a fleet, all at once; other roles stay as they are',
  access: 'fleets.edit',
  params: idParams,
  body: z.strictObject({
    items: z
      .array(z.strictObject({ userId: id, role: fleetUserRole, isPrimary: z.boolean().default(false) }))
      .max(500),
  }),
  output: z.object({ items: z.array(fleetUser) }),
  problems: ['fleet_denied', 'user_not_found', 'guest_no_fleets'],
})

export const fleetConfiguration = z.object({
  fleetId: id,
  fleetName: z.string(),
  tier: z.enum(tiers),
  features: z.array(
    z.object({
      feature: z.enum(featureNames),
      category: z.enum(featureCategories),
      isEnabled: z.boolean(),
      /** Always on. */
      isCore: z.boolean(),
      /** The tier lacks it. */
      isLocked: z.boolean(),
      /** The lowest tier that has it. */
      tier: z.enum(tiers),
    }),
  ),
  version,
})
export const readFleetConfiguration = endpoint({
  name: 'organisation.readConfiguration',
  method: 'GET',
  path: '/fleets/:id/configuration',
  summary: 'Features of a fleet',
  access: 'fleets.read',
  params: idParams,
  output: fleetConfiguration,
  problems: ['fleet_denied'],
})
export const saveFleetConfiguration = endpoint({
  name: 'organisation.saveConfiguration',
  method: 'PUT',
  path: '/fleets/:id/configuration',
  summary: 'Switch features of a fleet on or off',
  access: 'fleetConfiguration.edit',
  params: idParams,
  body: z.strictObject({
    /** Every feature that is on; core ones may be left out. */
    enabled: z.array(z.enum(featureNames)).max(featureNames.length),
    version,
  }),
  output: fleetConfiguration,
  problems: ['fleet_denied', 'stale_version', 'feature_locked'],
})
