import type { Capability } from './access.ts'

/**
 * What a fleet may use: a feature needs the company's tier, and may be switched off for a fleet. Pure, shared by
 * browser (menu, screens) and server (calls).
 */
export const tiers = ['starter', 'professional', 'enterprise'] as const
export type Tier = (typeof tiers)[number]

export const featureCategories = ['core', 'operations', 'visualization', 'advanced', 'business'] as const
export type FeatureCategory = (typeof featureCategories)[number]

export const features = {
  control_panel: { category: 'core', tier: 'starter' },
  fleet: { category: 'core', tier: 'starter' },
  vehicle_details: { category: 'core', tier: 'starter' },
  notifications: { category: 'core', tier: 'starter' },
  directory: { category: 'operations', tier: 'starter' },
  services: { category: 'operations', tier: 'professional' },
  dispatch: { category: 'operations', tier: 'professional' },
  commands: { category: 'operations', tier: 'professional' },
  events: { category: 'operations', tier: 'professional' },
  map: { category: 'visualization', tier: 'starter' },
  grid: { category: 'visualization', tier: 'starter' },
  radar: { category: 'visualization', tier: 'professional' },
  geofences: { category: 'advanced', tier: 'professional' },
  companies: { category: 'business', tier: 'starter' },
  company_tree: { category: 'business', tier: 'enterprise' },
} as const satisfies Record<string, { category: FeatureCategory; tier: Tier }>
export type Feature = keyof typeof features
export const featureNames = Object.keys(features) as [Feature, ...Feature[]]

export const isCoreFeature = (feature: Feature): boolean => features[feature].category === 'core'

const capabilityFeatures: { readonly [name in Capability]?: Feature } = {
  'directory.read': 'directory',
  'directory.edit': 'directory',
  'services.read': 'services',
  'dispatch.read': 'services',
  'services.dispatch': 'services',
  'planning.read': 'dispatch',
  'planning.edit': 'dispatch',
  'geofences.read': 'geofences',
  'geofences.edit': 'geofences',
  'events.read': 'events',
  'events.handle': 'events',
  'customRules.read': 'events',
  'customRules.edit': 'events',
  'watchpoints.read': 'radar',
  'watchpoints.edit': 'radar',
  'commands.ordinary': 'commands',
  'commands.query': 'commands',
  'commands.engineAndDoors': 'commands',
  'commands.restricted': 'commands',
  'commands.insist': 'commands',
  'communication.read': 'dispatch',
  'communication.write': 'dispatch',
  'communication.own': 'dispatch',
}
/** The feature a capability depends on; undefined if every fleet has the capability. */
export const featureOf = (capability: Capability): Feature | undefined => capabilityFeatures[capability]

/** Whether the tier is too low for the feature. */
export const isLocked = (feature: Feature, tier: Tier): boolean =>
  tiers.indexOf(tier) < tiers.indexOf(features[feature].tier)

/** The features a fleet has: those of its company's tier less those switched off; core ones always. */
export function enabledFeatures(tier: Tier, switchedOff: readonly string[]): Feature[] {
  return featureNames.filter(
    (feature) => isCoreFeature(feature) || (!isLocked(feature, tier) && !switchedOff.includes(feature)),
  )
}
