import { type Feature, features, isCoreFeature, type Tier } from '@rumbo/contract/features'
import { allEndpoints } from '@rumbo/contract/index'
import { describe, expect, it } from 'vitest'
import { type Planned, requireFeatureOf, requireFeatures, withFeature } from './features.ts'

const company = 'C'
const nothing = { params: undefined, query: undefined, body: undefined }

/** Somebody who manages fleets of one company, each with what it has switched off. */
function person(tier: Tier, fleets: Record<string, Feature[]>, scope = `${company},*,*`): Planned {
  const ids = Object.keys(fleets)
  return {
    scopes: [{ scope, type: 'manage' }],
    companies: { read: [company], manage: [company], write: [company] },
    fleets: { read: ids, manage: ids },
    directories: [company],
    plans: {
      companies: new Map([[company, tier]]),
      fleets: new Map(ids.map((id) => [id, { companyId: company, switchedOff: fleets[id] ?? [] }])),
    },
  }
}
const featured = allEndpoints.flatMap((endpoint) =>
  endpoint.feature ? [{ endpoint, feature: endpoint.feature.name }] : [],
)
const codeOf = (work: () => unknown) => {
  try {
    work()
    return 'answered'
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

describe('the endpoints with a feature', () => {
  it.each(featured.map(({ endpoint, feature }) => [endpoint.name, feature, endpoint] as const))(
    '%s is refused without %s',
    (_name, feature, endpoint) => {
      expect(isCoreFeature(feature)).toBe(false)
      const call = (actor: Planned, input: object = nothing) =>
        codeOf(() => withFeature(endpoint, actor, { ...nothing, ...input }))
      const off = person('enterprise', { F: [feature] })
      const some = person('enterprise', { F: [feature], G: [] })
      expect(call(person('enterprise', { F: [] }))).toBe('answered')
      expect(call(off)).toBe('feature_off')
      expect(call(some)).toBe('answered')
      const selectors = typeof endpoint.feature?.of === 'object' ? endpoint.feature.of : []
      for (const { in: part, fleet, company: companyField } of selectors) {
        const given = (actor: Planned, fields: object) =>
          part === 'output'
            ? codeOf(() => requireFeatureOf(endpoint, actor, fields))
            : call(actor, { [part]: fields })
        if (fleet) expect(given(some, { [fleet]: 'F' })).toBe('feature_off')
        if (fleet) expect(given(some, { [fleet]: 'G' })).toBe('answered')
        if (companyField) expect(given(some, { [companyField]: company })).toBe('answered')
        if (companyField) expect(given(off, { [companyField]: company })).toBe('feature_off')
      }
      const locked = features[feature].tier === 'starter' ? 'answered' : 'feature_locked'
      expect(call(person('starter', { F: [] }))).toBe(locked)
      expect(call(person('starter', {}))).toBe(locked)
    },
  )
  it('are those of operations and business, and the radar’s saved places', () => {
    expect(new Set(featured.map(({ feature }) => feature))).toEqual(
      new Set([
        'services',
        'dispatch',
        'commands',
        'events',
        'directory',
        'companies',
        'company_tree',
        'radar',
        'geofences',
      ]),
    )
  })
})

describe('a list', () => {
  const list = featured.find(({ endpoint }) => endpoint.name === 'services.list')?.endpoint
  it('is limited to the fleets that have the feature', () => {
    if (!list) throw new Error('There is no list of services.')
    const seen = withFeature(list, person('professional', { F: ['services'], G: [] }), nothing)
    expect(seen.fleets).toEqual({ read: ['G'], manage: ['G'] })
    expect(seen.companies.read).toEqual([company])
  })
  it('is complete for a super admin who names no fleet', () => {
    if (!list) throw new Error('There is no list of services.')
    const root = person('starter', { F: [] }, '*,*,*')
    expect(withFeature(list, root, nothing).fleets.read).toEqual(['F'])
    expect(codeOf(() => withFeature(list, root, { ...nothing, query: { fleetId: 'F' } }))).toBe(
      'feature_locked',
    )
  })
})

it('checks a record against the feature of its capability and that of the call', () => {
  const actor = person('professional', { F: ['services'], G: ['dispatch'] })
  const check = (fleetId: string, calling?: Feature) =>
    codeOf(() => requireFeatures({ ...actor, calling }, 'services.dispatch', { companyId: company, fleetId }))
  expect(check('F')).toBe('feature_off')
  expect(check('G')).toBe('answered')
  expect(check('G', 'dispatch')).toBe('feature_off')
  expect(check('unknown')).toBe('answered')
})
