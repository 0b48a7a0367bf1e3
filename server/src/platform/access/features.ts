import { type AccessScope, type Capability, isSuperAdmin, type Target } from '@rumbo/contract/access'
import type { Endpoint, FeatureOwner } from '@rumbo/contract/endpoint'
import {
  type Feature,
  featureOf,
  features,
  isCoreFeature,
  isLocked,
  type Tier,
} from '@rumbo/contract/features'
import { type Problem, problem } from '../problem.ts'

/** Tiers and features of the companies and fleets in a person's scopes. */
export interface Plans {
  /** Tiers of the companies. */
  companies: ReadonlyMap<string, Tier>
  fleets: ReadonlyMap<string, { companyId: string; switchedOff: readonly string[] }>
}
/** The part of a signed-in person this file needs. */
export interface Planned {
  scopes: readonly AccessScope[]
  companies: Readonly<Record<'read' | 'manage' | 'write', readonly string[]>>
  fleets: Readonly<Record<'read' | 'manage', readonly string[]>>
  directories: readonly string[]
  plans: Plans
  /** The feature the current call belongs to. */
  calling?: Feature
}
/** `locked`: the tier lacks it; `off`: switched off. */
export type FeatureState = 'on' | 'locked' | 'off'

const fleetState = ({ plans }: Planned, feature: Feature, fleetId: string): FeatureState | null => {
  const fleet = plans.fleets.get(fleetId)
  const tier = fleet && plans.companies.get(fleet.companyId)
  if (!fleet || !tier) return null
  if (isCoreFeature(feature)) return 'on'
  if (isLocked(feature, tier)) return 'locked'
  return fleet.switchedOff.includes(feature) ? 'off' : 'on'
}

/** `on` where one of the company's fleets in scope has it; without fleets the tier decides. */
function companyState(actor: Planned, feature: Feature, companyId: string): FeatureState | null {
  const tier = actor.plans.companies.get(companyId)
  if (!tier) return null
  if (isLocked(feature, tier)) return 'locked'
  const fleets = [...actor.plans.fleets].filter(([, fleet]) => fleet.companyId === companyId)
  const hasIt = fleets.some(([id]) => fleetState(actor, feature, id) === 'on')
  return hasIt || fleets.length === 0 ? 'on' : 'off'
}

/**
 * The fleets of a company in which the feature of the current call is off. Lists of a whole company omit them; a super
 * admin's call is otherwise not narrowed to the fleets that have the feature.
 */
export const fleetsWithout = (actor: Planned | null, companyId: string): string[] => {
  const feature = actor?.calling
  if (!actor || !feature) return []
  return [...actor.plans.fleets]
    .filter(([id, fleet]) => fleet.companyId === companyId && fleetState(actor, feature, id) === 'off')
    .map(([id]) => id)
}

/** The state of a feature at its target; null for a target outside the person's scopes. */
const featureState = (actor: Planned, feature: Feature, target: Target): FeatureState | null =>
  target.fleetId ? fleetState(actor, feature, target.fleetId) : companyState(actor, feature, target.companyId)

/** Whether a fleet in the person's scopes has the feature. */
export const hasFeature = (actor: Planned, feature: Feature, fleetId: string): boolean =>
  fleetState(actor, feature, fleetId) === 'on'

/** Whether nothing that `requireFeatures` throws for keeps the capability from the target. */
export function hasFeatures(actor: Planned, capability: Capability, target: Target): boolean {
  const states = [featureOf(capability), actor.calling].map(
    (feature) => feature && featureState(actor, feature, target),
  )
  return !states.includes('locked') && !states.includes('off')
}

const refusal = (feature: Feature, state: 'locked' | 'off'): Problem =>
  state === 'locked' ? problem('feature_locked', { tier: features[feature].tier }) : problem('feature_off')

function requireOn(feature: Feature, state: FeatureState | null): void {
  if (state === 'locked' || state === 'off') throw refusal(feature, state)
}

/**
 * Requires that the target's fleet (or company) has the feature of the capability and that of the call.
 * @throws Problem `feature_locked`, `feature_off`
 */
export function requireFeatures(actor: Planned, capability: Capability, target: Target): void {
  for (const feature of [featureOf(capability), actor.calling])
    if (feature) requireOn(feature, featureState(actor, feature, target))
}

/**
 * For an action whose endpoint declares `record` and that checks the record otherwise than by `requireCan`.
 * @throws Problem `feature_locked`, `feature_off`
 */
export function requireCallFeature(actor: Planned, target: Target): void {
  if (actor.calling) requireOn(actor.calling, featureState(actor, actor.calling, target))
}

/** The parts of a call that can name a fleet or a company. */
type CallPart = 'params' | 'query' | 'body' | 'output'

/** The fleets and companies in the fields that an endpoint declares, of the parts at hand. */
function namedIn(
  of: FeatureOwner,
  parts: Partial<Record<CallPart, unknown>>,
): { fleets: string[]; companies: string[] } {
  const fleets: string[] = []
  const companies: string[] = []
  const add = (ids: string[], part: unknown, field: string | undefined) => {
    if (field === undefined || typeof part !== 'object' || part === null) return
    const id = (part as Record<string, unknown>)[field]
    if (typeof id === 'string') ids.push(id)
  }
  if (typeof of === 'string') return { fleets, companies }
  for (const selector of of) {
    add(fleets, parts[selector.in], selector.fleet)
    add(companies, parts[selector.in], selector.company)
  }
  return { fleets, companies }
}

/**
 * Checks the endpoint's feature in the fleets (else companies) the input names, else in all in the person's scopes, and
 * refuses the call where none has it. A list that names no fleet is narrowed to the fleets that have it. For a super
 * admin who names none, the call is allowed unchanged.
 * @throws Problem `feature_locked`, `feature_off`
 */
export function withFeature<Person extends Planned>(
  { feature, method, params }: Endpoint,
  actor: Person,
  input: { params: unknown; query: unknown; body: unknown },
): Person {
  if (!feature || isCoreFeature(feature.name)) return actor
  const { name, of } = feature
  const calling: Person = { ...actor, calling: name }
  const { params: inPath, query, body } = input
  const { fleets, companies } = namedIn(of, { params: inPath, query, body })
  for (const id of fleets) requireOn(name, fleetState(actor, name, id))
  if (fleets.length === 0) for (const id of companies) requireOn(name, companyState(actor, name, id))
  if (fleets.length > 0 || isSuperAdmin(actor.scopes)) return calling
  if (companies.length === 0) requireSomewhere(actor, name)
  return method === 'GET' && !params ? narrowed(calling, name) : calling
}

function requireSomewhere(actor: Planned, feature: Feature): void {
  const states = actor.companies.read.flatMap((id) => companyState(actor, feature, id) ?? [])
  if (states.length === 0 || states.includes('on')) return
  throw refusal(feature, states.includes('off') ? 'off' : 'locked')
}

function narrowed<Person extends Planned>(actor: Person, feature: Feature): Person {
  const hasFleet = (id: string) => fleetState(actor, feature, id) === 'on'
  const hasCompany = (id: string) => companyState(actor, feature, id) === 'on'
  return {
    ...actor,
    companies: {
      read: actor.companies.read.filter(hasCompany),
      manage: actor.companies.manage.filter(hasCompany),
      write: actor.companies.write.filter(hasCompany),
    },
    fleets: { read: actor.fleets.read.filter(hasFleet), manage: actor.fleets.manage.filter(hasFleet) },
    directories: actor.directories.filter(hasCompany),
  }
}

/**
 * Checks the feature of a call on one record, whose fleet is known only from the response.
 * @throws Problem `feature_locked`, `feature_off`
 */
export function requireFeatureOf({ feature }: Endpoint, actor: Planned, output: unknown): void {
  if (!feature) return
  const { name, of } = feature
  const { fleets, companies } = namedIn(of, { output })
  for (const id of fleets) requireOn(name, fleetState(actor, name, id))
  if (fleets.length === 0) for (const id of companies) requireOn(name, companyState(actor, name, id))
}
