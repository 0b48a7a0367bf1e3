import { describe, expect, it, vi } from 'vitest'
import { someAnswer, someUser } from './session.factory.ts'
import {
  initialSession,
  isAuthenticated,
  needsRefresh,
  type SessionState,
  type SessionUpdate,
  step,
} from './session.machine.ts'
import {
  demandsPasswordChange,
  displayName,
  initials,
  isPendingPassword,
  pendingChange,
  pendingState,
  reducedUser,
  reviewStoredFailure,
} from './session.rules.ts'

describe('the display name', () => {
  it.each([
    [
      'display_name first',
      { display_name: 'Marta R.', name: 'Marta', lastname: 'Ruiz', username: 'm' },
      'Marta R.',
    ],
    [
      'then first plus last name',
      { display_name: '', name: 'Marta', lastname: 'Ruiz', username: 'm' },
      'Marta Ruiz',
    ],
    ['by either spelling', { first_name: 'Marta', last_name: 'Ruiz' }, 'Marta Ruiz'],
    ['one of the two is enough', { name: 'Marta', username: 'm' }, 'Marta'],
    ['then the username', { name: '', lastname: '', username: 'marta', email: 'm@x.mx' }, 'marta'],
    ['then the e-mail', { username: '', email: 'm@x.mx' }, 'm@x.mx'],
    ['else Unknown User', {}, 'Unknown User'],
    ['nobody at all', null, 'Unknown User'],
  ])('%s', (_, user, expected) => {
    expect(displayName(user)).toBe(expected)
  })

  it('gives initials', () => {
    expect(['Marta Ruiz', 'Ángela de la Torre', 'marta', ''].map((name) => initials(name))).toEqual([
      'MR',
      'ÁT',
      'M',
      '',
    ])
  })

  it('takes the first surname of a person with two', () => {
    expect(initials('Silvia Arce Nieto')).toBe('SA')
    expect(initials('José Luis García Ortiz')).toBe('JG')
    expect(initials('José Luis García', 'García')).toBe('JG')
    expect(initials('Ana de la O', 'de la O')).toBe('AO')
  })
})

describe('a stored refresh failure', () => {
  const now = 1_000_000_000
  it.each([
    ['none', null, null, { hasFailed: false, store: 'nothing' }],
    ['300 s old still holds', 'true', String(now - 300_000), { hasFailed: true, store: 'nothing' }],
    ['older than 300 s is cleared', 'true', String(now - 300_001), { hasFailed: false, store: 'clear' }],
    ['without a time gets the present one', 'true', null, { hasFailed: true, store: 'now' }],
    ['with a damaged time too', 'true', 'yesterday', { hasFailed: true, store: 'now' }],
    ['a time without a flag is cleared', null, String(now), { hasFailed: false, store: 'clear' }],
  ])('%s', (_, flag, time, expected) => {
    expect(reviewStoredFailure(flag, time, now)).toEqual(expected)
  })
})

it('stores only six fields of the user', () => {
  expect(Object.keys(reducedUser(someUser())).sort()).toEqual([
    'can_login',
    'id',
    'is_active',
    'lastname',
    'name',
    'username',
  ])
})

describe('a pending password change', () => {
  it('is valid for 15 minutes', () => {
    expect(pendingState(null, 0)).toBe('none')
    expect(pendingState({ timestamp: 0 }, 15 * 60_000)).toBe('valid')
    expect(pendingState({ timestamp: 0 }, 15 * 60_000 + 1)).toBe('expired')
  })

  it('verifies its password, salted differently each time', async () => {
    const [first, second] = [
      await pendingChange('ana', 'Old#1234', 5),
      await pendingChange('ana', 'Old#1234', 5),
    ]
    expect(first.password).not.toBe(second.password)
    expect(JSON.stringify(first)).not.toContain('Old#1234')
    expect(Object.keys(first).sort()).toEqual(['password', 'timestamp', 'username'])
    expect(await isPendingPassword(first, 'Old#1234')).toBe(true)
    expect(await isPendingPassword(first, 'old#1234')).toBe(false)
    expect(await isPendingPassword({ ...first, password: 'Old#1234' }, 'Old#1234')).toBe(false)
  })

  it('stores nothing of the password in an insecure context, where the server compares it', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    try {
      const record = await pendingChange('ana', 'Old#1234', 5)
      expect(record).toEqual({ username: 'ana', password: '', timestamp: 5 })
      expect(await isPendingPassword(record, 'anything')).toBe(true)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it.each([
    ['password_change_required', 'x', true],
    [null, 'Password reset required', true],
    [null, 'Sorry: password change required before use', true],
    ['invalid_credentials', 'Invalid credentials', false],
  ])('is asked for by code %s and message %s: %s', (code, message, expected) => {
    expect(demandsPasswordChange(code, message)).toBe(expected)
  })
})

describe('the machine', () => {
  const run = (...updates: SessionUpdate[]): SessionState => updates.reduce(step, initialSession)
  const accepted: SessionUpdate = { type: 'accepted', answer: someAnswer(), nowMs: 1000 }

  it('is authenticated only with token, user and the initialised flag', () => {
    const signedIn = run(accepted)
    expect(isAuthenticated(signedIn)).toBe(true)
    expect(isAuthenticated({ ...signedIn, token: null })).toBe(false)
    expect(isAuthenticated({ ...signedIn, user: null })).toBe(false)
    expect(isAuthenticated({ ...signedIn, isInitialised: false })).toBe(false)
  })

  it('needs a refresh within 5 minutes of expiry', () => {
    const signedIn = run(accepted)
    const expiryMs = 1000 + 3_600_000
    expect(needsRefresh(signedIn, expiryMs - 300_001)).toBe(false)
    expect(needsRefresh(signedIn, expiryMs - 300_000)).toBe(true)
    expect(needsRefresh(initialSession, expiryMs)).toBe(false)
  })

  it('assumes 3600 s if the answer has no lifetime', () => {
    const answer = { ...someAnswer(), expires_in: undefined } as unknown as ReturnType<typeof someAnswer>
    expect(run({ type: 'accepted', answer, nowMs: 0 }).tokenExpiresAtMs).toBe(3_600_000)
  })

  it('raises the dialog when a refresh fails for a signed-in user, but not at first load', () => {
    expect(run({ type: 'refreshBegun' }, { type: 'refreshFailed' })).toMatchObject({
      isInitialised: true,
      isExpiredDialogOpen: false,
      hasRefreshFailed: true,
    })
    expect(run(accepted, { type: 'refreshFailed' })).toMatchObject({
      isExpiredDialogOpen: true,
      user: null,
      token: null,
      endedBy: 'expired',
    })
  })

  it('raises the dialog for a 401 once, and never when nobody is signed in', () => {
    expect(run(accepted, { type: 'unauthorised' }).isExpiredDialogOpen).toBe(true)
    const guest = run({ type: 'initialisedWithoutUser' })
    expect(step(guest, { type: 'unauthorised' })).toBe(guest)
  })

  it('clears the failure and closes the dialog when somebody signs in', () => {
    expect(run(accepted, { type: 'refreshFailed' }, accepted)).toMatchObject({
      hasRefreshFailed: false,
      isExpiredDialogOpen: false,
      endedBy: null,
    })
  })

  it('clears the return address at logout', () => {
    const state = run(accepted, { type: 'returnUrlRemembered', url: '/map' }, { type: 'ended', by: 'logout' })
    expect(state).toMatchObject({ returnUrl: null, endedBy: 'logout', isExpiredDialogOpen: false })
  })
})
