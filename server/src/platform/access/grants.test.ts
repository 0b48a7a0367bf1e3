import type { AccessScope, Level } from '@rumbo/contract/access'
import { describe, expect, it } from 'vitest'
import type { Actor } from './access.ts'
import { grantsOf, stillHolds } from './grants.ts'

const read = (scope: string): AccessScope => ({ scope, type: 'read' })
const manage = (scope: string): AccessScope => ({ scope, type: 'manage' })
const someone = (level: Level, scopes: AccessScope[], own: Partial<Actor> = {}): Actor => ({
  ...{ userId: 'u', sessionId: 's', displayName: 'Ana', level, scopes },
  companies: { read: [], manage: [], write: [] },
  fleets: { read: [], manage: [] },
  ...{ directories: [], drivesOnly: [], vehicles: [], services: [], contacts: [] },
  plans: { companies: new Map(), fleets: new Map() },
  ...{ mustChangePassword: false, address: '', requestId: '' },
  ...own,
})
const viewer = someone('user', [read('C,F,*')])
const driver = someone('user', [read('C,F,*')], { drivesOnly: ['F'], vehicles: ['V'], services: ['S'] })
const dispatcher = someone('user', [manage('C,F,*')])
const manager = someone('manager', [manage('C,F,*')])
const owner = someone('admin', [manage('C,*,*')])
const root = someone('super_admin', [manage('*,*,*')])
const elsewhere = someone('manager', [manage('C,G,*')])
const everywhere = [driver, viewer, dispatcher, manager, owner, root]

describe('a file produced with earlier access', () => {
  it.each(everywhere.map((actor, index) => [grantsOf(actor).join(' + '), actor, index] as const))(
    'is for those who hold %s or more',
    (_grants, actor, index) => {
      const holders = everywhere.filter((other) => stillHolds(other, grantsOf(actor)))
      expect(holders).toEqual(everywhere.slice(index))
      expect(stillHolds(elsewhere, grantsOf(actor))).toBe(false)
      expect(stillHolds(someone(actor.level, []), grantsOf(actor))).toBe(false)
    },
  )

  it('is refused to a driver of other vehicles', () => {
    expect(stillHolds({ ...driver, vehicles: ['W'] }, grantsOf(driver))).toBe(false)
    expect(stillHolds({ ...driver, vehicles: ['V', 'W'] }, grantsOf(driver))).toBe(true)
  })
})
