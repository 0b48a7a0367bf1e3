import { forcedPasswordChange, login, logout, refresh } from '@rumbo/contract/identity.contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '../data/http.ts'
import { ProblemError, TransportError } from '../data/problems.ts'
import { someAnswer, someUser } from './session.factory.ts'
import { isAuthenticated } from './session.machine.ts'
import { createSession, type TabChannel, type TabMessage } from './session.ts'
import { createStorage } from './storage.ts'

type Replies = Partial<Record<string, () => unknown>>

const refused = (status: number, code: string, message = code) =>
  new ProblemError(status, message, { status, title: '', detail: message, message, code })
const minutes = (count: number) => count * 60_000
const credentials = { username_or_email: 'marta', password: 'Old#1234' }

/** Computing the digest of a password takes real time. */
const realTimeout = globalThis.setTimeout

function bench(replies: Replies = {}) {
  const asked: { name: string; body: unknown }[] = []
  const all: Replies = { [refresh.name]: () => someAnswer(), [login.name]: () => someAnswer(), ...replies }
  const call: Http['call'] = async (endpoint, input) => {
    asked.push({ name: endpoint.name, body: (input as { body?: unknown }).body })
    await new Promise((resolve) => setTimeout(resolve, 20))
    const answer = all[endpoint.name]?.() ?? {}
    if (answer instanceof Error) throw answer
    return answer as never
  }
  let hear: (message: TabMessage) => void = () => {}
  const posted: TabMessage[] = []
  const tabs: TabChannel = {
    post: (message) => posted.push(message),
    listen: (listener) => {
      hear = listener
    },
  }
  const onCleared = vi.fn()
  const session = createSession({
    call,
    storage: createStorage(),
    now: () => Date.now(),
    exclusively: (work) => work(),
    tabs,
    onCleared,
  })
  const count = (endpoint: { name: string }) => asked.filter((one) => one.name === endpoint.name).length
  const begin = async () => {
    const stop = session.start()
    await vi.advanceTimersByTimeAsync(20)
    return stop
  }
  return {
    asked,
    all,
    session,
    count,
    begin,
    onCleared,
    posted,
    hear: (message: TabMessage) => hear(message),
  }
}
/** Digests are computed on another thread, so fake time advances between turns of the real event loop. */
async function settled<T>(promise: Promise<T>): Promise<{ value?: T; error?: unknown }> {
  let outcome: { value?: T; error?: unknown } | null = null
  promise.then(
    (value) => {
      outcome = { value }
    },
    (error: unknown) => {
      outcome = { error }
    },
  )
  for (let turn = 0; outcome === null && turn < 10_000; turn += 1) {
    await new Promise((resolve) => realTimeout(resolve, 1))
    await vi.advanceTimersByTimeAsync(1)
  }
  return outcome ?? { error: 'never settled' }
}

beforeEach(() => {
  vi.useFakeTimers({
    now: 1_800_000_000_000,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('first load', () => {
  it('restores the session by a refresh', async () => {
    const { session, begin, count } = bench()
    expect(session.state().isInitialised).toBe(false)
    await begin()
    expect(count(refresh)).toBe(1)
    expect(isAuthenticated(session.state())).toBe(true)
    expect(session.token()).toBe('token-1')
  })

  it('keeps the token out of every storage', async () => {
    const { begin } = bench()
    await begin()
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
    expect(stored).not.toContain('token-1')
    expect(JSON.parse(sessionStorage.getItem('user') ?? '{}')).toEqual({
      id: someUser().id,
      name: 'Marta',
      lastname: 'Ruiz',
      username: 'marta',
      can_login: true,
      is_active: true,
    })
  })

  it('stores a failed refresh with its time, without a dialog', async () => {
    const { session, begin } = bench({ [refresh.name]: () => refused(401, 'refresh_invalid') })
    await begin()
    expect(session.state()).toMatchObject({ isInitialised: true, user: null, isExpiredDialogOpen: false })
    expect(localStorage.getItem('refreshFailed')).toBe('true')
    expect(localStorage.getItem('refreshFailedTime')).toBe(String(Date.now()))
  })

  it('does not refresh while a failure of less than 300 s ago is stored', async () => {
    localStorage.setItem('refreshFailed', 'true')
    localStorage.setItem('refreshFailedTime', String(Date.now() - 299_000))
    const { session, begin, count } = bench()
    await begin()
    expect(count(refresh)).toBe(0)
    expect(session.state()).toMatchObject({ isInitialised: true, hasRefreshFailed: true, user: null })
  })

  it('clears an older failure and refreshes', async () => {
    localStorage.setItem('refreshFailed', 'true')
    localStorage.setItem('refreshFailedTime', String(Date.now() - 301_000))
    const { session, begin } = bench()
    await begin()
    expect(isAuthenticated(session.state())).toBe(true)
    expect(localStorage.getItem('refreshFailed')).toBeNull()
    expect(localStorage.getItem('refreshFailedTime')).toBeNull()
  })

  it('gives a failure without a time the current time', async () => {
    localStorage.setItem('refreshFailed', 'true')
    const { begin, count } = bench()
    await begin()
    expect(count(refresh)).toBe(0)
    expect(Number(localStorage.getItem('refreshFailedTime'))).toBeGreaterThan(0)
  })
})

describe('renewing', () => {
  it('happens at the first check within 5 minutes of expiry, not before', async () => {
    const { begin, count } = bench()
    await begin()
    await vi.advanceTimersByTimeAsync(minutes(55))
    expect(count(refresh)).toBe(1)
    await vi.advanceTimersByTimeAsync(minutes(1))
    expect(count(refresh)).toBe(2)
  })

  it('is one call, however many callers ask', async () => {
    const { session, begin, count } = bench()
    await begin()
    await settled(Promise.all([session.renew(), session.renew(), session.renew()]))
    expect(count(refresh)).toBe(2)
  })

  it('shows the dialog when refused, clears everything and is not repeated', async () => {
    const { session, all, begin, count, onCleared } = bench()
    await begin()
    sessionStorage.setItem('activeCompanyId', 'c1')
    all[refresh.name] = () => refused(401, 'refresh_invalid')
    await vi.advanceTimersByTimeAsync(minutes(56))
    expect(session.state()).toMatchObject({ isExpiredDialogOpen: true, user: null, token: null })
    expect(onCleared).toHaveBeenCalledOnce()
    expect(sessionStorage.length).toBe(0)
    await vi.advanceTimersByTimeAsync(minutes(30))
    expect(count(refresh)).toBe(2)
  })

  it('is repeated at the next check if no answer came', async () => {
    const { session, all, begin, count } = bench()
    await begin()
    all[refresh.name] = () => new TransportError('fetch failed', false)
    await vi.advanceTimersByTimeAsync(minutes(56))
    expect(count(refresh)).toBe(2)
    all[refresh.name] = () => someAnswer({ access_token: 'token-2' })
    await vi.advanceTimersByTimeAsync(minutes(1))
    expect(session.token()).toBe('token-2')
    expect(session.state().isExpiredDialogOpen).toBe(false)
  })

  it('happens before the first call after sleep, without showing the dialog', async () => {
    const { session, all, begin } = bench()
    await begin()
    all[refresh.name] = () => someAnswer({ access_token: 'token-2' })
    vi.setSystemTime(Date.now() + minutes(180))
    await settled(session.settle())
    expect(session.token()).toBe('token-2')
    expect(session.state().isExpiredDialogOpen).toBe(false)
  })

  it('does not happen after sleep where another tab has woken and renewed before', async () => {
    const { begin, count, hear } = bench()
    await begin()
    vi.setSystemTime(Date.now() + minutes(56))
    hear({ type: 'accepted', answer: someAnswer(), atMs: Date.now() })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(count(refresh)).toBe(1)
  })

  it('also happens after a short sleep, although the token has not expired', async () => {
    const { session, begin, count } = bench()
    await begin()
    vi.setSystemTime(Date.now() + minutes(10))
    await settled(session.settle())
    expect(count(refresh)).toBe(2)
    await settled(session.settle())
    expect(count(refresh)).toBe(2)
  })

  it('in another tab is adopted here', async () => {
    const { session, begin, hear, count } = bench()
    await begin()
    await vi.advanceTimersByTimeAsync(minutes(54))
    hear({ type: 'accepted', answer: someAnswer({ access_token: 'token-9' }), atMs: Date.now() })
    await vi.advanceTimersByTimeAsync(minutes(20))
    expect(session.token()).toBe('token-9')
    expect(count(refresh)).toBe(1)
  })
})

describe('signing in', () => {
  it('sets the tokens and clears the failure flag', async () => {
    const { session, begin } = bench({ [refresh.name]: () => refused(401, 'refresh_invalid') })
    await begin()
    expect(await settled(session.login(credentials))).toEqual({ value: 'signedIn' })
    expect(isAuthenticated(session.state())).toBe(true)
    expect(localStorage.getItem('refreshFailed')).toBeNull()
    expect(sessionStorage.getItem('pendingPasswordChange')).toBeNull()
  })

  it.each([
    ['by code', refused(403, 'password_change_required', 'Whatever')],
    ['by its message', refused(403, 'other', 'Password reset required')],
  ])('refused %s for a new password leaves a pending record', async (_, error) => {
    const { session, begin } = bench({ [login.name]: () => error })
    await begin()
    const before = Date.now()
    expect(await settled(session.login(credentials))).toEqual({ value: 'passwordChange' })
    const record = JSON.parse(sessionStorage.getItem('pendingPasswordChange') ?? '{}')
    expect(record).toMatchObject({
      username: 'marta',
      password: expect.stringMatching(/^[0-9a-f]{32}:[0-9a-f]{64}$/),
    })
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('Old#1234')
    expect(record.timestamp).toBeGreaterThanOrEqual(before)
    expect(record.timestamp).toBeLessThanOrEqual(Date.now())
  })

  it('as a user who must change the password leaves a pending record and the session', async () => {
    const answer = someAnswer({ user: someUser({ force_password_change: true }) })
    const { session, begin } = bench({ [login.name]: () => answer })
    await begin()
    expect(await settled(session.login(credentials))).toEqual({ value: 'passwordChange' })
    expect(sessionStorage.getItem('pendingPasswordChange')).not.toBeNull()
    expect(isAuthenticated(session.state())).toBe(true)
  })

  it('sets the failure flag and throws the error when refused otherwise', async () => {
    const { session, begin } = bench({
      [refresh.name]: () => refused(401, 'refresh_invalid'),
      [login.name]: () => refused(401, 'invalid_credentials'),
    })
    await begin()
    localStorage.clear()
    expect(await settled(session.login(credentials))).toMatchObject({
      error: { code: 'invalid_credentials' },
    })
    expect(localStorage.getItem('refreshFailed')).toBe('true')
    expect(session.state().isExpiredDialogOpen).toBe(false)
  })
})

describe('signing out', () => {
  it('ends the session on the server, in this tab and in the other tabs', async () => {
    const { session, begin, count, onCleared, posted } = bench()
    await begin()
    sessionStorage.setItem('activeFleetId', 'f1')
    await settled(session.logout())
    expect(count(logout)).toBe(1)
    expect(session.state()).toMatchObject({ user: null, token: null, endedBy: 'logout' })
    expect(onCleared).toHaveBeenCalledOnce()
    expect(sessionStorage.length).toBe(0)
    expect(posted.at(-1)).toEqual({ type: 'ended' })
  })

  it('shows no dialog for calls refused during sign-out, in any tab', async () => {
    const observed: unknown[] = []
    const { session, begin, posted } = bench({
      [logout.name]: () => {
        observed.push(...posted)
        session.unauthorised()
        observed.push(session.state().isExpiredDialogOpen)
        return {}
      },
    })
    await begin()
    posted.length = 0
    await settled(session.logout())
    expect(observed).toEqual([{ type: 'ended' }, false])
    expect(session.state()).toMatchObject({ endedBy: 'logout', isExpiredDialogOpen: false })
  })

  it.each([
    ['refused', () => refused(401, 'refresh_invalid')],
    ['granted', () => someAnswer({ access_token: 'token-2' })],
  ])('discards a renewal %s meanwhile', async (_, answer) => {
    const { session, all, begin, count } = bench()
    await begin()
    all[refresh.name] = answer
    await settled(Promise.all([session.renew(), session.logout()]))
    await settled(session.renew())
    expect(count(refresh)).toBe(2)
    expect(session.state()).toMatchObject({ token: null, endedBy: 'logout', isRefreshing: false })
    expect([localStorage.getItem('refreshFailed'), sessionStorage.getItem('user')]).toEqual([null, null])
  })

  it('also cancels a renewal in flight in another tab', async () => {
    const { session, all, begin, hear } = bench()
    await begin()
    all[refresh.name] = () => refused(401, 'refresh_invalid')
    const renewal = session.renew()
    hear({ type: 'ended' })
    await settled(renewal)
    expect(localStorage.getItem('refreshFailed')).toBeNull()
    expect(session.state()).toMatchObject({ endedBy: 'logout', isExpiredDialogOpen: false })
  })

  it('succeeds when the server fails', async () => {
    const { session, begin } = bench({ [logout.name]: () => refused(500, 'internal') })
    await begin()
    expect(await settled(session.logout())).toEqual({ value: undefined })
    expect(session.state().user).toBeNull()
  })

  it('ends the session here without the dialog when another tab signs out', async () => {
    const { session, begin, hear } = bench()
    await begin()
    hear({ type: 'ended' })
    expect(session.state()).toMatchObject({ user: null, isExpiredDialogOpen: false })
  })
})

it('clears the cache and shows the dialog for a 401; OK closes it', async () => {
  const { session, begin, onCleared } = bench()
  await begin()
  session.unauthorised()
  session.unauthorised()
  expect(onCleared).toHaveBeenCalledOnce()
  expect(session.state().isExpiredDialogOpen).toBe(true)
  session.acknowledgeExpiry()
  expect(session.state().isExpiredDialogOpen).toBe(false)
})

describe('a forced password change', () => {
  const typed = { current: 'Old#1234', next: 'New#1234' }
  const pending = async () => {
    const made = bench({
      [refresh.name]: () => refused(401, 'refresh_invalid'),
      [login.name]: () => refused(403, 'password_change_required'),
    })
    await made.begin()
    await settled(made.session.login(credentials))
    return made
  }

  it('needs a pending record', async () => {
    const { session, begin, count } = bench()
    await begin()
    expect(await settled(session.changeForcedPassword(typed))).toEqual({ value: 'pending_missing' })
    expect(count(forcedPasswordChange)).toBe(0)
  })

  it('needs one no older than 15 minutes', async () => {
    const { session } = await pending()
    vi.setSystemTime(Date.now() + minutes(15) + 1000)
    expect(await settled(session.changeForcedPassword(typed))).toEqual({ value: 'pending_expired' })
    expect(sessionStorage.getItem('pendingPasswordChange')).toBeNull()
  })

  it('removes the record within a minute of its expiry, also without a call', async () => {
    const { session } = await pending()
    await vi.advanceTimersByTimeAsync(minutes(14))
    expect(sessionStorage.getItem('pendingPasswordChange')).not.toBeNull()
    await vi.advanceTimersByTimeAsync(minutes(2))
    expect(sessionStorage.getItem('pendingPasswordChange')).toBeNull()
    expect(await settled(session.changeForcedPassword(typed))).toEqual({ value: 'pending_expired' })
    expect(session.pendingChange()).toBe('expired')
  })

  it('needs the pending password as the current one', async () => {
    const { session, count } = await pending()
    const wrong = { ...typed, current: 'Other#12' }
    expect(await settled(session.changeForcedPassword(wrong))).toEqual({ value: 'current_incorrect' })
    expect(count(forcedPasswordChange)).toBe(0)
  })

  it('is sent for the pending user and ends the session', async () => {
    const { session, asked } = await pending()
    expect(await settled(session.changeForcedPassword(typed))).toEqual({ value: null })
    expect(asked.at(-1)?.body).toEqual({
      username_or_email: 'marta',
      current_password: 'Old#1234',
      new_password: 'New#1234',
    })
    expect(sessionStorage.getItem('pendingPasswordChange')).toBeNull()
    expect(session.state()).toMatchObject({ user: null, endedBy: 'passwordChange' })
  })
})
