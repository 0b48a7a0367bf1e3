import { type Feature, featureNames, isCoreFeature, isLocked, type Tier } from '@rumbo/contract/features'

/** What is switched off once exactly `enabled` is wanted: what the tier lacks keeps its switch for a later upgrade. */
export const switchedOffAfter = (
  before: { tier: Tier; switchedOff: readonly string[] },
  enabled: readonly Feature[],
): Feature[] =>
  featureNames.filter((feature) => {
    if (isCoreFeature(feature)) return false
    return isLocked(feature, before.tier) ? before.switchedOff.includes(feature) : !enabled.includes(feature)
  })

/** `{ radar: [true, false] }` */
export const featureChanges = (
  before: readonly Feature[],
  after: { features: readonly { feature: Feature; isEnabled: boolean }[] },
): Record<string, readonly [boolean, boolean]> =>
  Object.fromEntries(
    after.features
      .filter(({ feature, isEnabled }) => before.includes(feature) !== isEnabled)
      .map(({ feature, isEnabled }) => [feature, [!isEnabled, isEnabled]]),
  )
