import { levels } from '@rumbo/contract/access'
import { invite } from '@rumbo/contract/identity.invitations.contract'
import { createUser } from '@rumbo/contract/identity.users.contract'
import { describe, expect, it } from 'vitest'
import { checkInvite, type InviteDraft, inviteBody, levelsToInvite } from './invite-draft.rules.ts'
import { generatedLength, generatePassword, passwordStrength, randomBelow } from './password.rules.ts'
import { assignmentOf, checkPlace } from './place-draft.rules.ts'
import {
  companiesToManage,
  fleetRolesToGive,
  isOffered,
  levelConsequences,
  levelsToChangeTo,
  levelsToCreate,
  lockedKey,
  type Manager,
  mayChangeAssignment,
  maySetCompanyRoles,
  maySetFleetRoles,
  userActions,
} from './user-access.rules.ts'
import {
  checkEditedUser,
  checkNewUser,
  editedUserBody,
  emptyUser,
  fieldOfRefusal,
  newUserBody,
  type UserDraft,
  userDraftOf,
} from './user-draft.rules.ts'
import { someListedUser } from './users.factory.ts'

const companyId = '0190a000-0000-7000-8000-00000000000c'
const fleetId = '0190a000-0000-7000-8000-00000000000f'
const long = (length: number) => 'a'.repeat(length)
const fleetManager: Manager = { id: 'm', level: 'manager', scopes: [{ scope: 'c1,f1,*', type: 'manage' }] }
const admin: Manager = { id: 'a', level: 'admin', scopes: [{ scope: 'c1,*,*', type: 'manage' }] }
const superAdmin: Manager = {
  id: 's',
  level: 'super_admin',
  scopes: [{ scope: '*,*,*', type: 'manage' }],
}

const filled = (some: Partial<UserDraft> = {}): UserDraft => ({
  ...emptyUser(companyId, 'es'),
  username: 'ana_77',
  firstName: 'Ana',
  lastName: 'Gil',
  email: 'ana@flota.mx',
  password: 'Aa1!aaaa',
  confirmation: 'Aa1!aaaa',
  level: 'user',
  fleetId,
  role: 'fleet_member',
  ...some,
})

describe('a new user', () => {
  it('requires everything section 5 requires', () => {
    expect(checkNewUser(emptyUser('', 'es'))).toEqual({
      username: 'identity.valid.usernameRequired',
      firstName: 'identity.valid.firstNameRequired',
      lastName: 'identity.valid.lastNameRequired',
      email: 'identity.valid.emailRequired',
      password: 'identity.valid.passwordRequired',
      confirmation: 'identity.valid.confirmRequired',
      level: 'users.valid.level',
    })
    expect(checkNewUser(filled())).toEqual({})
  })

  it.each([
    [{ username: 'ab' }, { username: 'identity.valid.usernameLength' }],
    [{ username: 'abc' }, {}],
    [{ username: long(50) }, {}],
    [{ username: long(51) }, { username: 'identity.valid.usernameLength' }],
    [{ username: 'ana gil' }, { username: 'identity.valid.usernameLetters' }],
    [{ firstName: long(100), lastName: long(100) }, {}],
    [
      { firstName: long(101), lastName: long(101) },
      { firstName: 'identity.valid.firstNameLength', lastName: 'identity.valid.lastNameLength' },
    ],
    [{ email: 'ana@flota' }, { email: 'identity.valid.email' }],
    [{ email: `${long(250)}@a.mx` }, { email: 'fields.too_long' }],
    [{ phone: '12' }, { phone: 'identity.valid.phone' }],
    [{ phone: '+52 55 1234 5678' }, {}],
    [{ notes: long(4000) }, {}],
    [{ notes: long(4001) }, { notes: 'users.valid.notes' }],
    [{ password: `Aa1!${long(59)}`, confirmation: `Aa1!${long(59)}` }, {}],
    [
      { password: `Aa1!${long(60)}`, confirmation: `Aa1!${long(60)}` },
      { password: 'identity.valid.passwordLength' },
    ],
    [{ confirmation: 'other' }, { confirmation: 'identity.valid.passwordsMatch' }],
    [{ fleetId: '' }, { fleetId: 'users.valid.fleet' }],
    [{ role: '' as const }, { role: 'users.valid.role' }],
    [{ role: 'company_manager' as const, fleetId: '' }, {}],
    [{ companyId: '' }, { companyId: 'users.valid.company' }],
    [{ isAssigned: false, role: '' as const, fleetId: '' }, {}],
    [{ level: 'guest' as const, role: '' as const, fleetId: '' }, {}],
    [{ level: 'guest' as const, companyId: '' }, { companyId: 'users.valid.company' }],
    [{ level: 'super_admin' as const, companyId: '' }, {}],
  ])('%o: %o', (some, found) => {
    expect(checkNewUser(filled(some))).toEqual(found)
  })

  it('becomes a valid body: an assignment for staff, a company for guests, neither for super admins', () => {
    const parse = (draft: UserDraft) => createUser.body?.parse(newUserBody(draft))
    expect(parse(filled({ phone: ' ', notes: ' ' }))).toMatchObject({
      phone: null,
      notes: null,
      companyId: null,
      assignment: { companyId, fleetId, role: 'fleet_member', isPrimary: true },
    })
    expect(parse(filled({ level: 'admin', role: 'company_owner' }))).toMatchObject({
      assignment: { fleetId: null, role: 'company_owner' },
    })
    expect(parse(filled({ level: 'guest' }))).toMatchObject({ companyId, assignment: null })
    expect(parse(filled({ level: 'super_admin' }))).toMatchObject({ companyId: null, assignment: null })
    expect(parse(filled({ isAssigned: false }))).toMatchObject({ companyId: null, assignment: null })
  })
})

describe('an edited user', () => {
  it('keeps a username that breaks the rule of today, but takes no other such name', () => {
    const draft = { ...userDraftOf(someListedUser()), username: 'ana.gil' }
    expect(checkEditedUser(draft, 'ana.gil')).toEqual({})
    expect(checkEditedUser({ ...draft, username: 'ana.g' }, 'ana.gil')).toEqual({
      username: 'identity.valid.usernameLetters',
    })
  })

  it('needs no password, and its level is not sent', () => {
    const draft = userDraftOf(someListedUser({ notes: 'Turno de noche' }))
    expect(checkEditedUser(draft)).toEqual({})
    expect(editedUserBody(draft, 3)).toEqual({
      username: 'luis_g',
      firstName: 'Luis',
      lastName: 'García',
      email: 'luis@example.com',
      phone: null,
      language: 'es',
      notes: 'Turno de noche',
      version: 3,
    })
  })

  it('shows a refusal at the field it concerns', () => {
    expect(fieldOfRefusal('username_taken')).toEqual({ username: 'problems.username_taken' })
    expect(fieldOfRefusal('email_taken')).toEqual({ email: 'problems.email_taken' })
    expect(fieldOfRefusal('internal')).toEqual({})
  })
})

describe('levels', () => {
  it('an admin may create only manager, user and guest; a manager only user and guest', () => {
    expect(levelsToCreate('super_admin')).toHaveLength(levels.length)
    expect(levelsToCreate('admin')).toEqual(['manager', 'user', 'guest'])
    expect(levelsToCreate('manager')).toEqual(['user', 'guest'])
    expect(levelsToCreate('user')).toEqual([])
    expect(levelsToInvite('super_admin')).not.toContain('super_admin')
    expect(levelsToChangeTo('admin')).toEqual(['manager', 'user', 'guest'])
    expect(levelsToChangeTo('manager')).toEqual([])
  })

  it('a change lists what it ends', () => {
    expect(levelConsequences('user', 'user')).toEqual([])
    expect(levelConsequences('user', 'guest')).toEqual(['users.level.toGuest', 'users.level.atOnce'])
    expect(levelConsequences('guest', 'user')).toEqual(['users.level.fromGuest', 'users.level.atOnce'])
    expect(levelConsequences('user', 'manager')).toEqual(['users.level.atOnce'])
  })
})

describe('actions on a user', () => {
  const locked = (some: Parameters<typeof someListedUser>[0], manager: Manager) =>
    Object.fromEntries(
      userActions.map((action) => [action, lockedKey(action, someListedUser(some), manager)]),
    )

  it('are only viewing for the own account, users out of reach, and viewers without the capability', () => {
    const changes = userActions.filter((action) => action !== 'view')
    const cases = [
      [locked({ id: 'a' }, admin), 'users.locked.own'],
      [locked({ mayChange: false }, admin), 'users.locked.reach'],
      [locked({}, { ...admin, level: 'user' }), 'problems.forbidden'],
    ] as const
    for (const [found, reason] of cases) {
      expect(found.view).toBeUndefined()
      for (const action of changes) expect(found[action], action).toBe(reason)
    }
  })

  it('exclude changing levels and company assignments for a manager', () => {
    expect(locked({}, fleetManager)).toMatchObject({
      edit: undefined,
      delete: undefined,
      assignFleet: undefined,
      changeLevel: 'problems.forbidden',
      assignCompany: 'users.locked.companyWide',
    })
  })

  it('give a guest no fleet, and a vehicle only once linked to the directory', () => {
    const guest = { level: 'guest', fleetId: null, fleetRole: null } as const
    expect(locked(guest, admin)).toMatchObject({
      assignFleet: 'users.locked.guest',
      assignCompany: 'users.locked.guest',
      manageAssignments: 'users.locked.guest',
      assignVehicle: 'problems.user_not_linked',
    })
    expect(locked({ ...guest, contact: { id: 'k', name: 'Ana' } }, admin).assignVehicle).toBeUndefined()
    expect(locked({ companyId: null }, superAdmin).linkContact).toBe('users.locked.noCompany')
    const newcomer = { level: 'guest', companyId: null } as const
    expect(locked(newcomer, superAdmin).linkContact).toBeUndefined()
    expect(locked(newcomer, admin).linkContact).toBe('users.locked.noCompany')
  })

  it('depend on the user in the menu', () => {
    const offered = (some: Parameters<typeof someListedUser>[0]) =>
      userActions.filter((action) => isOffered(action, someListedUser(some)))
    expect(offered({})).not.toContain('activate')
    expect(offered({})).not.toContain('assignVehicle')
    expect(offered({ status: 'inactive' })).toContain('activate')
    expect(offered({ status: 'inactive' })).not.toContain('deactivate')
    expect(offered({ status: 'locked' })).toEqual(expect.arrayContaining(['activate', 'deactivate']))
    expect(offered({ level: 'guest' })).toContain('assignVehicle')
    expect(offered({ level: 'guest' })).not.toContain('unassignVehicle')
    expect(offered({ contact: { id: 'k', name: 'Ana' } })).not.toContain('linkContact')
  })
})

describe('assignable places', () => {
  it('follow the manage scopes', () => {
    expect(maySetCompanyRoles(admin, 'c1')).toBe(true)
    expect(maySetCompanyRoles(admin, 'c2')).toBe(false)
    expect(maySetCompanyRoles(fleetManager, 'c1')).toBe(false)
    expect(maySetCompanyRoles({ ...admin, level: 'manager' }, 'c1')).toBe(false)
    expect(fleetRolesToGive('manager')).not.toContain('fleet_owner')
    expect(fleetRolesToGive('admin')).toContain('fleet_owner')
    const place = { companyId: 'c1', fleetId: 'f1', role: 'dispatcher' } as const
    expect(mayChangeAssignment(fleetManager, place)).toBe(true)
    expect(mayChangeAssignment(fleetManager, { ...place, fleetId: 'f2' })).toBe(false)
    expect(mayChangeAssignment(fleetManager, { ...place, role: 'fleet_owner' })).toBe(false)
    expect(mayChangeAssignment(admin, { ...place, fleetId: null, role: 'company_owner' })).toBe(true)
    expect(maySetFleetRoles(fleetManager, 'c1', 'f1')).toBe(true)
    expect(maySetFleetRoles(fleetManager, 'c1', 'f2')).toBe(false)
    const companies = [{ id: 'c1' }, { id: 'c2' }]
    expect(companiesToManage(companies, fleetManager)).toEqual([{ id: 'c1' }])
    expect(companiesToManage(companies, fleetManager, true)).toEqual([])
    expect(companiesToManage(companies, superAdmin, true)).toEqual(companies)
  })

  it('need a fleet for every role except company roles', () => {
    const place = { companyId, fleetId, isPrimary: false }
    expect(assignmentOf({ ...place, role: 'company_owner' }).fleetId).toBeNull()
    expect(assignmentOf({ ...place, role: 'dispatcher' }).fleetId).toBe(fleetId)
    expect(checkPlace({ ...place, fleetId: '', role: 'company_manager' })).toEqual({})
    expect(checkPlace({ ...place, fleetId: '', role: 'dispatcher' })).toEqual({
      fleetId: 'users.valid.fleet',
    })
  })
})

describe('an invitation', () => {
  const draft: InviteDraft = {
    email: 'ana@flota.mx',
    level: 'user',
    language: 'en',
    companyId,
    fleetId,
    role: 'dispatcher',
    isPrimary: true,
  }
  it('includes an assignment, or for a guest only the company', () => {
    expect(checkInvite(draft)).toEqual({})
    expect(checkInvite({ ...draft, email: '', level: '', fleetId: '' })).toEqual({
      email: 'identity.valid.emailRequired',
      level: 'users.valid.level',
      fleetId: 'users.valid.fleet',
    })
    expect(invite.body?.parse(inviteBody(draft))).toMatchObject({ fleetId, role: 'dispatcher' })
    const guest = { ...draft, level: 'guest' as const, fleetId: '', role: '' as const }
    expect(checkInvite(guest)).toEqual({})
    expect(invite.body?.parse(inviteBody(guest))).toMatchObject({ companyId, fleetId: null, role: null })
  })
})

describe('passwords', () => {
  it.each([
    ['', 'weak'],
    ['aaaaaaaa', 'weak'],
    ['Aa1!aaaa', 'weak'],
    ['Rumbo-2026!', 'fair'],
    ['Lluvia-sobre-2026!', 'strong'],
    [`Aa1!${long(60)}`, 'weak'],
  ])('%s is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })

  it('a generated one passes the rules, is strong, and is unique', () => {
    const made = Array.from({ length: 200 }, () => generatePassword(randomBelow))
    expect(new Set(made).size).toBe(made.length)
    for (const password of made) {
      expect(password).toHaveLength(generatedLength)
      expect(checkNewUser(filled({ password, confirmation: password }))).toEqual({})
    }
  })
})
