import type { organisation as es } from '../es/organisation.ts'

export const organisation = {
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

  'feature.off': 'This feature is switched off for {{fleet}}.',
  'feature.offHint': 'An admin can switch it on in Fleet Configuration.',
  'feature.tierHint': 'The plan of {{company}} is changed by a super admin.',
  'feature.changePlan': 'Change the plan of {{company}}',
  'feature.changePlanShort': 'Change plan',
  'feature.changePlanFor': 'Change plan to use {{feature}}',
  'feature.copyRequest': 'Copy request',
  'feature.request': 'We request the {{tier}} plan for {{company}} ({{id}}), to use {{feature}}.',
  'feature.requestCopied': 'Request copied. Send it to a super admin.',
  'feature.openConfiguration': 'Open Fleet Configuration',
  'feature.mapOff': 'The map is switched off for this fleet',
} as const satisfies Record<keyof typeof es, string>
