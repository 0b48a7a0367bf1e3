import {
  enabledFeatures,
  type Feature,
  featureNames,
  features,
  isLocked,
  type Tier,
} from '@rumbo/contract/features'
import type { Company, Fleet } from '@rumbo/contract/organisation.contract'

/** Why a feature is unavailable: the company's tier is too low, or it is switched off for the fleet. */
export type FeatureBlock = { why: 'tier'; tier: Tier } | { why: 'off' }

/** The active company, and the fleet or fleets that decide. */
export interface FeaturePlace {
  company: Pick<Company, 'tier'> | null
  fleet: Pick<Fleet, 'features'> | null
  isAllFleets?: boolean
  fleets?: readonly Pick<Fleet, 'features'>[]
}

/**
 * Features available in the active fleet, or in one of the fleets shown; without a fleet those of the company's tier,
 * without a company all of them.
 */
export function featuresHere({
  company,
  fleet,
  isAllFleets = false,
  fleets = [],
}: FeaturePlace): readonly Feature[] {
  if (fleet !== null) return fleet.features
  if (isAllFleets)
    return featureNames.filter((name) => fleets.some(({ features: those }) => those.includes(name)))
  return company === null ? featureNames : enabledFeatures(company.tier, [])
}

/** Null where the feature is available or `feature` is undefined. */
export function featureBlock(feature: Feature | undefined, here: FeaturePlace): FeatureBlock | null {
  if (feature === undefined || featuresHere(here).includes(feature)) return null
  const isTooLow = here.company !== null && isLocked(feature, here.company.tier)
  return isTooLow ? { why: 'tier', tier: features[feature].tier } : { why: 'off' }
}
