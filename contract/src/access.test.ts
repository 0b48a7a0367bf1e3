import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AccessHolder,
  type AccessScope,
  type Capability,
  can,
  capabilities,
  isGuest,
  isSuperAdmin,
  levels,
  parseScope,
  scopeMatches,
  type Target,
} from './access.ts'

// Few ids, so that scopes and targets meet often.
const companyId = fc.constantFrom('C1', 'C2')
const fleetId = fc.constantFrom('F1', 'F2', 'F3')
const vehicleId = fc.constantFrom('V1', 'V2')
const part = (value: fc.Arbitrary<string>) => fc.oneof(value, fc.constantFrom('*', '-'))
const scope: fc.Arbitrary<AccessScope> = fc.record({
  scope: fc
    .tuple(part(companyId), part(fleetId), part(vehicleId), fc.boolean())
    .map(([company, fleet, vehicle, isSpaced]) => [company, fleet, vehicle].join(isSpaced ? ', ' : ',')),
  type: fc.constantFrom('read', 'manage'),
})
const target: fc.Arbitrary<Target> = fc.record(
  { companyId, fleetId: fc.option(fleetId), vehicleId: fc.option(vehicleId) },
  { requiredKeys: ['companyId'] },
)
const need = fc.constantFrom('read' as const, 'manage' as const)
const capability = fc.constantFrom(...(Object.keys(capabilities) as Capability[]))
const holder: fc.Arbitrary<AccessHolder> = fc.record({
  level: fc.constantFrom(...levels),
  scopes: fc.array(scope, { maxLength: 4 }),
})
const everything: AccessScope = { scope: '*,*,*', type: 'manage' }

describe('one scope', () => {
  it('that manages a target also reads it', () => {
    fc.assert(
      fc.property(scope, target, (granted, wanted) => {
        if (scopeMatches(granted, wanted, 'manage')) expect(scopeMatches(granted, wanted, 'read')).toBe(true)
      }),
    )
  })
  it('of type read never manages, and reads what the same scope of type manage reads', () => {
    fc.assert(
      fc.property(scope, target, (granted, wanted) => {
        const reading: AccessScope = { ...granted, type: 'read' }
        expect(scopeMatches(reading, wanted, 'manage')).toBe(false)
        expect(scopeMatches(reading, wanted, 'read')).toBe(
          scopeMatches({ ...granted, type: 'manage' }, wanted, 'manage'),
        )
      }),
    )
  })
  it('covers no less if one of its parts becomes a wildcard', () => {
    fc.assert(
      fc.property(scope, target, need, fc.nat(2), (granted, wanted, needed, index) => {
        const wider = { ...granted, scope: granted.scope.split(',').with(index, '*').join(',') }
        if (scopeMatches(granted, wanted, needed)) expect(scopeMatches(wider, wanted, needed)).toBe(true)
      }),
    )
  })
  it('with an id matches that id only, with - only what has none', () => {
    fc.assert(
      fc.property(scope, target, (granted, wanted) => {
        const parts = parseScope(granted.scope)
        if (!parts || !scopeMatches(granted, wanted, 'read')) return
        const matched: [string, string | null | undefined][] = [
          [parts.company, wanted.companyId],
          [parts.fleet, wanted.fleetId],
          [parts.vehicle, wanted.vehicleId],
        ]
        for (const [own, value] of matched) {
          if (own === '-') expect(value ?? null).toBeNull()
          else if (own !== '*') expect(value).toBe(own)
        }
      }),
    )
  })
  it('without exactly three parts covers nothing', () => {
    fc.assert(
      fc.property(fc.string(), target, (text, wanted) => {
        fc.pre(parseScope(text) === null)
        expect(scopeMatches({ scope: text, type: 'manage' }, wanted, 'read')).toBe(false)
      }),
    )
    expect(parseScope('C1,F1')).toBeNull()
    expect(parseScope('C1,,V1')).toBeNull()
    expect(parseScope('C1,F1,V1,X')).toBeNull()
  })
  it('of everything matches everything', () => {
    fc.assert(fc.property(target, need, (wanted, needed) => scopeMatches(everything, wanted, needed)))
  })
})

describe('what somebody may do', () => {
  it('is never reduced by an additional scope', () => {
    fc.assert(
      fc.property(holder, scope, capability, fc.option(target), (somebody, more, wanted, at) => {
        if (can(somebody, wanted, at ?? undefined)) {
          const richer = { ...somebody, scopes: [...somebody.scopes, more] }
          expect(can(richer, wanted, at ?? undefined)).toBe(true)
        }
      }),
    )
  })
  it('requires both the level and a matching scope', () => {
    fc.assert(
      fc.property(holder, capability, target, (somebody, wanted, at) => {
        const { levels: allowed, need: needed } = capabilities[wanted]
        const isAllowed = (allowed as readonly string[]).includes(somebody.level)
        const isReached = somebody.scopes.some((granted) => scopeMatches(granted, at, needed))
        expect(can(somebody, wanted, at)).toBe(isAllowed && isReached)
      }),
    )
  })
  it('for a target is also granted without a target', () => {
    fc.assert(
      fc.property(holder, capability, target, (somebody, wanted, at) => {
        if (can(somebody, wanted, at)) expect(can(somebody, wanted)).toBe(true)
      }),
    )
  })
  it('is denied without a scope', () => {
    fc.assert(
      fc.property(fc.constantFrom(...levels), capability, fc.option(target), (level, wanted, at) => {
        expect(can({ level, scopes: [] }, wanted, at ?? undefined)).toBe(false)
      }),
    )
  })
})

describe('a guest', () => {
  const watching: fc.Arbitrary<AccessScope> = fc.record({
    scope: fc
      .tuple(fc.oneof(companyId, fc.constant('-')), fc.oneof(fleetId, fc.constant('-')), vehicleId)
      .map((parts) => parts.join(',')),
    type: fc.constantFrom('read', 'manage'),
  })
  it('has only vehicle scopes, of specific companies and fleets or of none', () => {
    fc.assert(
      fc.property(fc.array(watching, { minLength: 1, maxLength: 4 }), (scopes) => {
        expect(isGuest(scopes)).toBe(true)
      }),
    )
  })
  it('is not a user with another kind of scope, without any scope, or a super admin', () => {
    fc.assert(
      fc.property(fc.array(watching), scope, (scopes, other) => {
        const parts = parseScope(other.scope)
        fc.pre(parts !== null && (parts.vehicle === '*' || parts.vehicle === '-'))
        expect(isGuest([...scopes, other])).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.array(watching), (scopes) => {
        expect(isGuest([...scopes, everything])).toBe(false)
      }),
    )
    expect(isGuest([])).toBe(false)
  })
})

it('recognises a super admin by the scope of everything, ignoring blanks', () => {
  fc.assert(
    fc.property(fc.array(scope, { maxLength: 3 }), (scopes) => {
      expect(isSuperAdmin([...scopes, { scope: '*, *,*', type: 'manage' }])).toBe(true)
      const others = scopes.filter(
        ({ scope: text, type }) => !(type === 'manage' && /^\*, ?\*, ?\*$/.test(text)),
      )
      expect(isSuperAdmin(others)).toBe(false)
    }),
  )
  expect(isSuperAdmin([{ scope: '*,*,*', type: 'read' }])).toBe(false)
})
