import { type Feature, featureNames, isCoreFeature, isLocked, type Tier } from '@rumbo/contract/features'

/** The switched-off features if exactly `enabled` are to be on. Features the tier lacks keep their switch for an upgrade. */
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
