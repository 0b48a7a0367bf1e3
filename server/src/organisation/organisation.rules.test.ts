import { describe, expect, it } from 'vitest'
import {
  type AssignmentRole,
  changesReserved,
  functionalRoleOf,
  isTimeZone,
  reachedBy,
  scopesOf,
} from './organisation.rules.ts'

const held = (role: AssignmentRole, companyId = 'C', fleetId: string | null = 'F', isPrimary = false) => ({
  companyId,
  fleetId,
  role,
  isPrimary,
})
const watched = { companyId: 'C', fleetId: 'F', vehicleId: 'V' }

describe('scopes', () => {
  it.each([
    ['company_owner', 'C,*,*', 'manage'],
    ['company_manager', 'C,*,*', 'manage'],
    ['fleet_owner', 'C,F,*', 'manage'],
    ['fleet_manager', 'C,F,*', 'manage'],
    ['dispatcher', 'C,F,*', 'manage'],
    ['fleet_member', 'C,F,*', 'read'],
    ['fleet_viewer', 'C,F,*', 'read'],
    ['primary_driver', 'C,F,*', 'read'],
    ['secondary_driver', 'C,F,*', 'read'],
  ] as const)('%s gives %s to %s', (role, scope, type) => {
    const fleetId = role.startsWith('company') ? null : 'F'
    expect(scopesOf('user', [held(role, 'C', fleetId)], null)).toEqual([{ scope, type }])
  })
  it('give a super admin everything, and an admin the whole company', () => {
    expect(scopesOf('super_admin', [], null)).toEqual([{ scope: '*,*,*', type: 'manage' }])
    expect(scopesOf('admin', [held('fleet_viewer')], null)).toEqual([{ scope: 'C,*,*', type: 'manage' }])
  })
  it('give a guest one vehicle and nothing by assignment', () => {
    expect(scopesOf('guest', [held('dispatcher')], watched)).toEqual([{ scope: 'C,F,V', type: 'read' }])
    expect(scopesOf('guest', [held('dispatcher')], null)).toEqual([])
  })
  it('keep the stronger of two in one fleet, the primary first', () => {
    expect(
      scopesOf(
        'user',
        [held('primary_driver'), held('dispatcher'), held('fleet_viewer', 'D', 'G', true)],
        null,
      ),
    ).toEqual([
      { scope: 'D,G,*', type: 'read' },
      { scope: 'C,F,*', type: 'manage' },
    ])
  })
})

it('takes the functional role from the primary assignment, else the level', () => {
  expect(functionalRoleOf('user', [held('fleet_viewer'), held('dispatcher', 'C', 'G', true)])).toBe(
    'dispatcher',
  )
  expect(functionalRoleOf('user', [held('fleet_viewer')])).toBe('user')
})

describe('what scopes reach', () => {
  const companies = ['C', 'D']
  const fleets = [
    { id: 'F', companyId: 'C' },
    { id: 'G', companyId: 'C' },
    { id: 'H', companyId: 'D' },
  ]
  it('is everything for a super admin', () => {
    expect(reachedBy([{ scope: '*,*,*', type: 'manage' }], companies, fleets)).toEqual({
      companies: { read: ['C', 'D'], manage: ['C', 'D'], write: ['C', 'D'] },
      fleets: { read: ['F', 'G', 'H'], manage: ['F', 'G', 'H'] },
      vehicles: [],
    })
  })
  it('separates reading from managing, and fleets from companies', () => {
    const scopes = [
      { scope: 'C,F,*', type: 'manage' },
      { scope: 'C,G,*', type: 'read' },
      { scope: 'D,H,*', type: 'read' },
    ] as const
    expect(reachedBy(scopes, companies, fleets)).toEqual({
      companies: { read: ['C', 'D'], manage: [], write: ['C'] },
      fleets: { read: ['F', 'G', 'H'], manage: ['F'] },
      vehicles: [],
    })
  })
  it('is one vehicle for a guest', () => {
    expect(reachedBy([{ scope: 'C,F,V', type: 'read' }], companies, fleets)).toEqual({
      companies: { read: ['C'], manage: [], write: [] },
      fleets: { read: ['F'], manage: [] },
      vehicles: ['V'],
    })
  })
  it('leaves out what is archived', () => {
    expect(reachedBy([{ scope: 'X,Y,*', type: 'manage' }], companies, fleets).fleets.manage).toEqual([])
  })
})

it('lets the present tier, status and flag be repeated, not changed', () => {
  const current = { status: 'active', tier: 'starter', verified: false }
  expect(changesReserved(current, current)).toBe(false)
  expect(changesReserved(current, {})).toBe(false)
  expect(changesReserved(current, { tier: 'enterprise' })).toBe(true)
  expect(changesReserved(current, { verified: true })).toBe(true)
})

it('knows time zones', () => {
  expect(isTimeZone('America/Mexico_City')).toBe(true)
  expect(isTimeZone('Mexico/Nowhere')).toBe(false)
  expect(isTimeZone('+06:00')).toBe(false)
})
