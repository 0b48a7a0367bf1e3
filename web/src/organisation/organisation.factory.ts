import type { OutputOf } from '@rumbo/contract/endpoint'
import {
  enabledFeatures,
  featureNames,
  features,
  isCoreFeature,
  isLocked,
  type Tier,
} from '@rumbo/contract/features'
import type { Company, Fleet, readFleetConfiguration } from '@rumbo/contract/organisation.contract'

/** A company for tests: professional, active, with one fleet. */
export function someCompany(some: Partial<Company> = {}): Company {
  return {
    id: 'c1',
    name: 'Transportes Valle',
    legalName: 'Transportes Valle SA de CV',
    taxId: 'TVA200101AB1',
    email: 'contacto@valle.mx',
    phone: '+52 55 1234 5678',
    city: 'Ciudad de México',
    country: 'México',
    addressLine1: 'Reforma 222',
    addressLine2: null,
    type: 'transportation',
    timeZone: 'America/Mexico_City',
    historyDays: 180,
    roadSpeedLimits: false,
    currency: 'MXN',
    status: 'active',
    tier: 'professional',
    verified: true,
    counts: { fleets: 2, vehicles: 40, drivers: 35, users: 12 },
    createdAt: '2026-01-15T12:00:00.000Z',
    version: 3,
    ...some,
  }
}

/** A fleet for tests, with all features of the professional tier. */
export function someFleet(some: Partial<Fleet> = {}): Fleet {
  return {
    id: 'f1',
    company_id: 'c1',
    is_active: true,
    name: 'Centro',
    description: null,
    manager: 'Marta Ruiz',
    managerId: 'u1',
    serviceTypes: ['taxi'],
    features: enabledFeatures('professional', []),
    counts: { vehicles: 20, drivers: 18, users: 6 },
    version: 2,
    ...some,
  }
}

/** A fleet's configuration for tests, with these features switched off. */
export function someConfiguration(
  tier: Tier = 'professional',
  switchedOff: readonly string[] = [],
): OutputOf<typeof readFleetConfiguration> {
  const enabled = enabledFeatures(tier, switchedOff)
  return {
    fleetId: 'f1',
    fleetName: 'Centro',
    tier,
    features: featureNames.map((feature) => ({
      feature,
      category: features[feature].category,
      isEnabled: enabled.includes(feature),
      isCore: isCoreFeature(feature),
      isLocked: isLocked(feature, tier),
      tier: features[feature].tier,
    })),
    version: 4,
  }
}
