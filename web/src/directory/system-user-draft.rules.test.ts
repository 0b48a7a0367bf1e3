import { createSystemUser } from '@rumbo/contract/directory.contract'
import { describe, expect, it } from 'vitest'
import {
  checkSystemUser,
  noSystemUser,
  type SystemUserDraft,
  systemUserBodyOf,
  systemUserRefusal,
} from './system-user-draft.rules.ts'

const fleetId = '0190a000-0000-7000-8000-00000000000f'
const draft = (some: Partial<SystemUserDraft> = {}): SystemUserDraft => ({
  ...noSystemUser('es'),
  mode: 'create',
  username: 'elena_t',
  password: 'Rumbo-2026!',
  confirmation: 'Rumbo-2026!',
  level: 'user',
  role: 'fleet_member',
  fleetId,
  ...some,
})
const email = 'elena@example.com'

describe('a system user', () => {
  it('needs the contact’s e-mail', () => {
    expect(checkSystemUser(draft(), '  ')).toEqual({ mode: 'directory.user.emailNeeded' })
    expect(checkSystemUser(draft(), email)).toEqual({})
  })

  it.each([
    ['ab', 'identity.valid.usernameLength'],
    ['abc', undefined],
    ['a'.repeat(50), undefined],
    ['a'.repeat(51), 'identity.valid.usernameLength'],
    ['elena torres', 'identity.valid.usernameLetters'],
  ] as const)('has a user name of 3 to 50 characters: %s', (username, expected) => {
    expect(checkSystemUser(draft({ username }), email).username).toBe(expected)
  })

  it.each([63, 64])('has a password of under 64 characters: %d', (length) => {
    const password = `Aa1!${'x'.repeat(length - 4)}`
    const found = checkSystemUser(draft({ password, confirmation: password }), email)
    expect(found.password).toBe(length === 63 ? undefined : 'identity.valid.passwordLength')
    const sent = createSystemUser.body?.safeParse(systemUserBodyOf(draft({ password })))
    expect(sent?.success).toBe(length === 63)
  })

  it('repeats its password, and has a level', () => {
    expect(checkSystemUser(draft({ confirmation: 'Rumbo-2026' }), email)).toEqual({
      confirmation: 'identity.valid.passwordsMatch',
    })
    expect(checkSystemUser(draft({ level: '' }), email)).toEqual({ level: 'users.valid.level' })
  })

  it('needs a role, and a fleet if the role belongs to a fleet', () => {
    expect(checkSystemUser(draft({ role: '' }), email)).toEqual({ role: 'users.valid.role' })
    expect(checkSystemUser(draft({ fleetId: '' }), email)).toEqual({ fleetId: 'users.valid.fleet' })
    const whole = draft({ role: 'company_manager', fleetId: '' })
    expect(checkSystemUser(whole, email)).toEqual({})
    expect(systemUserBodyOf({ ...whole, fleetId })).toMatchObject({ role: 'company_manager', fleetId: null })
  })

  it('needs neither as a guest', () => {
    const guest = draft({ level: 'guest' })
    expect(checkSystemUser({ ...guest, role: '', fleetId: '' }, email)).toEqual({})
    expect(systemUserBodyOf(guest)).toMatchObject({ level: 'guest', role: null, fleetId: null })
  })

  it('is validated only if one is requested', () => {
    expect(checkSystemUser(noSystemUser('es'), '')).toEqual({})
    expect(checkSystemUser({ ...noSystemUser('es'), mode: 'link' }, '')).toEqual({
      userId: 'directory.user.required',
    })
  })

  it('shows a refusal at the field that caused it', () => {
    expect(systemUserRefusal('username_taken')).toEqual({ username: 'problems.username_taken' })
    expect(systemUserRefusal('forbidden')).toEqual({})
    expect(systemUserRefusal(null)).toEqual({})
  })
})
