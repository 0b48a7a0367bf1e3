/** What is switched on the configuration screen before it is saved. Pure. */
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Feature } from '@rumbo/contract/features'
import type { readFleetConfiguration } from '@rumbo/contract/organisation.contract'

export type Configuration = OutputOf<typeof readFleetConfiguration>
/** Only what differs from what is stored. */
export type Switched = Partial<Record<Feature, boolean>>

/** What is of no use without another. */
const needs: Partial<Record<Feature, Feature>> = { dispatch: 'services' }

const entryOf = (configuration: Configuration, feature: Feature) =>
  configuration.features.find((one) => one.feature === feature)

export const isOn = (configuration: Configuration, switched: Switched, feature: Feature): boolean =>
  switched[feature] ?? entryOf(configuration, feature)?.isEnabled ?? false

/** The draft after one switch; a feature put back as it is stored is no change. Core and locked ones stay. */
export function withSwitched(
  configuration: Configuration,
  switched: Switched,
  feature: Feature,
  isEnabled: boolean,
): Switched {
  const entry = entryOf(configuration, feature)
  if (entry === undefined || entry.isCore || entry.isLocked) return switched
  const { [feature]: _, ...others } = switched
  return entry.isEnabled === isEnabled ? others : { ...others, [feature]: isEnabled }
}

/** The feature that is off and without which this one, being on, is of no use. */
export function missing(configuration: Configuration, switched: Switched, feature: Feature): Feature | null {
  const needed = needs[feature]
  if (needed === undefined || !isOn(configuration, switched, feature)) return null
  return isOn(configuration, switched, needed) ? null : needed
}

/** Every feature that is to be on, as the save call wants them. */
export const enabledOf = (configuration: Configuration, switched: Switched): Feature[] =>
  configuration.features
    .filter(({ feature, isLocked }) => !isLocked && isOn(configuration, switched, feature))
    .map(({ feature }) => feature)
