/** The unsaved switches of the configuration screen. Pure. */
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Feature } from '@rumbo/contract/features'
import type { readFleetConfiguration } from '@rumbo/contract/organisation.contract'

export type Configuration = OutputOf<typeof readFleetConfiguration>
/** Only differences from the stored state. */
export type Switched = Partial<Record<Feature, boolean>>

/** Features that require another one. */
const needs: Partial<Record<Feature, Feature>> = { dispatch: 'services' }

const entryOf = (configuration: Configuration, feature: Feature) =>
  configuration.features.find((one) => one.feature === feature)

export const isOn = (configuration: Configuration, switched: Switched, feature: Feature): boolean =>
  switched[feature] ?? entryOf(configuration, feature)?.isEnabled ?? false

/** The draft after a switch; restoring the stored state is not a change. Core and locked features do not change. */
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

/** The required feature that is off although this one is on. */
export function missing(configuration: Configuration, switched: Switched, feature: Feature): Feature | null {
  const needed = needs[feature]
  if (needed === undefined || !isOn(configuration, switched, feature)) return null
  return isOn(configuration, switched, needed) ? null : needed
}

/** Every enabled feature, as the save call expects. */
export const enabledOf = (configuration: Configuration, switched: Switched): Feature[] =>
  configuration.features
    .filter(({ feature, isLocked }) => !isLocked && isOn(configuration, switched, feature))
    .map(({ feature }) => feature)
