import {
  enabledFeatures,
  type Feature,
  featureNames,
  features,
  isLocked,
  type Tier,
} from '@rumbo/contract/features'
import type { Company, Fleet } from '@rumbo/contract/organisation.contract'

/** Why a feature cannot be used here: the company's tier is too low, or somebody switched it off for the fleet. */
export type FeatureBlock = { why: 'tier'; tier: Tier } | { why: 'off' }

type Here = { company: Pick<Company, 'tier'> | null; fleet: Pick<Fleet, 'features'> | null }

/** What may be used in the active fleet; without one what the company's tier has, without a company everything. */
export function featuresHere({ company, fleet }: Here): readonly Feature[] {
  if (fleet !== null) return fleet.features
  return company === null ? featureNames : enabledFeatures(company.tier, [])
}

/** Null where the feature may be used, and for what belongs to no feature. */
export function featureBlock(feature: Feature | undefined, here: Here): FeatureBlock | null {
  if (feature === undefined || featuresHere(here).includes(feature)) return null
  const isTooLow = here.company !== null && isLocked(feature, here.company.tier)
  return isTooLow ? { why: 'tier', tier: features[feature].tier } : { why: 'off' }
}
