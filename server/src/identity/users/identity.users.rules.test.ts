import { can, type Level, levels, type Target } from '@rumbo/contract/access'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayChangeUser, mayGrantLevel, refusalToChange } from './identity.users.rules.ts'

describe('levels an actor may grant', () => {
  it.each<[Level, Level[]]>([
    ['super_admin', ['guest', 'user', 'manager', 'admin', 'super_admin']],
    ['admin', ['guest', 'user', 'manager']],
    ['manager', ['guest', 'user']],
    ['user', []],
    ['guest', []],
  ])('%s: %j', (actor, given) => {
    expect(levels.filter((level) => mayGrantLevel(actor, level))).toEqual(given)
  })
})

const companyId = fc.constantFrom('C1', 'C2')
const fleetId = fc.constantFrom('F1', 'F2')
const place: fc.Arbitrary<Target> = fc.record({ companyId, fleetId: fc.option(fleetId) })
const scope = fc.record({
  scope: fc
    .tuple(companyId, fc.oneof(fleetId, fc.constant('*')))
    .map(([company, fleet]) => `${company},${fleet},*`),
  type: fc.constantFrom('read' as const, 'manage' as const),
})
const actor = fc.record({
  userId: fc.constantFrom('ana', 'luis'),
  level: fc.constantFrom<Level>('guest', 'user', 'manager', 'admin'),
  scopes: fc.array(scope, { maxLength: 3 }),
})
const user = fc.record({
  id: fc.constantFrom('luis', 'eva'),
  level: fc.constantFrom(...levels),
  reach: fc.array(place, { maxLength: 3 }),
})
const everything = [{ scope: '*,*,*', type: 'manage' as const }]

describe('changing a user', () => {
  it('requires all assignments of the user within the actor’s manage scopes, and a lower level', () => {
    fc.assert(
      fc.property(actor, user, (somebody, changed) => {
        if (!mayChangeUser(somebody, changed)) return
        expect(changed.reach.length).toBeGreaterThan(0)
        expect(changed.reach.every((at) => can(somebody, 'users.edit', at))).toBe(true)
        expect(levels.indexOf(somebody.level)).toBeGreaterThan(levels.indexOf(changed.level))
        expect(changed.id).not.toBe(somebody.userId)
      }),
    )
  })
  it('is no less strict for a user with additional assignments', () => {
    fc.assert(
      fc.property(actor, user, place, (somebody, changed, more) => {
        const wider = { ...changed, reach: [...changed.reach, more] }
        if (changed.reach.length > 0 && !mayChangeUser(somebody, changed))
          expect(mayChangeUser(somebody, wider)).toBe(false)
      }),
    )
  })
  it('is allowed to super admins everywhere except on their own account', () => {
    fc.assert(
      fc.property(user, (changed) => {
        const root = { userId: 'root', level: 'super_admin' as const, scopes: everything }
        expect(mayChangeUser(root, changed)).toBe(true)
        expect(refusalToChange({ ...root, userId: changed.id }, changed)).toBe('own_account')
      }),
    )
  })
  it('reports a user as unknown if the actor sees none of their assignments', () => {
    fc.assert(
      fc.property(actor, user, (somebody, changed) => {
        fc.pre(changed.id !== somebody.userId)
        const isSeen = changed.reach.some((at) => can(somebody, 'users.read', at))
        expect(refusalToChange(somebody, changed) === 'user_not_found').toBe(!isSeen)
      }),
    )
  })
})
