import type { organisation as es } from '../es/organisation.ts'

export const organisation = {
  'company.status.active': 'Active',
  'company.status.inactive': 'Inactive',
  'company.status.suspended': 'Suspended',
  'company.status.pending': 'Pending',

  'company.type.logistics': 'Logistics',
  'company.type.transportation': 'Transportation',
  'company.type.delivery': 'Delivery',
  'company.type.construction': 'Construction',
  'company.type.services': 'Services',
  'company.type.retail': 'Retail',
  'company.type.manufacturing': 'Manufacturing',
  'company.type.other': 'Other',

  'field.name': 'Name',
  'field.legalName': 'Legal name',
  'field.taxId': 'RFC',
  'field.city': 'City',
  'field.country': 'Country',
  'field.tier': 'Subscription tier',
  'field.timeZone': 'Time zone',
  'field.verified': 'Verified',
  'field.description': 'Description',
  'field.manager': 'Manager',

  'tier.starter': 'Starter',
  'tier.professional': 'Professional',
  'tier.enterprise': 'Enterprise',
  'tier.upgrade': 'Upgrade to {{tier}} to unlock this feature',

  'error.loadCompanies': 'Failed to load companies',
  'error.loadCompany': 'Failed to load company details or access denied',
  'error.createCompany': 'Failed to create company',
  'error.updateCompany': 'Failed to update company',
  'error.deleteCompany': 'Failed to delete company',
  'error.loadFleets': 'Failed to load fleets',
  'error.loadFleet': 'Failed to load fleet details or access denied',
  'error.configurationForbidden': "You don't have permission to manage fleet configurations.",
} as const satisfies Record<keyof typeof es, string>
