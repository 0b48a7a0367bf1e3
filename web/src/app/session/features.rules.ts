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

type Here = { company: Pick<Company, 'tier'> | null; fleet: Pick<Fleet, 'features'> | null }

/**
 * Features available in the active fleet; without a fleet those of the company's tier, without a company all of them.
 */
export function featuresHere({ company, fleet }: Here): readonly Feature[] {
  if (fleet !== null) return fleet.features
  return company === null ? featureNames : enabledFeatures(company.tier, [])
}

/** Null where the feature is available or `feature` is undefined. */
export function featureBlock(feature: Feature | undefined, here: Here): FeatureBlock | null {
  if (feature === undefined || featuresHere(here).includes(feature)) return null
  const isTooLow = here.company !== null && isLocked(feature, here.company.tier)
  return isTooLow ? { why: 'tier', tier: features[feature].tier } : { why: 'off' }
}
