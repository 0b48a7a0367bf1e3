import type { Account } from '@rumbo/contract/identity.account.contract'
import type { AuthAnswer } from '@rumbo/contract/identity.contract'
import type { SignIn } from '@rumbo/contract/identity.users.security.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser, builtPassword } from '../identity.factory.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

let people = 0
async function person(given: Parameters<typeof buildUser>[1] = {}) {
  people += 1
  const user = await world.build((tx) => buildUser(tx, { username: `cuenta_${people}`, ...given }))
  return { user, call: await world.as(user) }
}
type Refused = { code?: string; retryAfterSeconds?: number; errors?: { path: string; code: string }[] }
type Answered = Account & Refused
const read = async (call: TestCall) => (await call<Account>('GET', '/auth/profile')).body
const bodyOf = (account: Account, change: object = {}) => ({
  firstName: account.firstName,
  lastName: account.lastName,
  phone: account.phone,
  language: account.language,
  avatar: account.avatar,
  notificationEmail: account.notificationEmail,
  notificationPhone: account.notificationPhone,
  version: account.version,
  ...change,
})
const put = (call: TestCall, body: object) => call<Answered>('PUT', '/auth/profile', { body })
const messagesTo = async (recipient: string) =>
  (
    await world.superuser.query<{ channel: string; subject: string; body: string; language: string }>(
      'select channel, subject, body, language from platform.deliveries where recipient = $1 order by id',
      [recipient],
    )
  ).rows
const auditOf = async (userId: string) =>
  (
    await world.superuser.query<{ action: string; changes: object; actor_id: string; address: string }>(
      'select action, changes, actor_id, address from platform.audit_entries where entity_id = $1 order by at, id',
      [userId],
    )
  ).rows

describe('the own account', () => {
  it('can be read by every level, and contains no secret', async () => {
    for (const level of ['guest', 'user', 'manager', 'admin', 'super_admin'] as const) {
      const { user, call } = await person({ level })
      const account = await read(call)
      expect(account).toMatchObject({
        id: user.id,
        level,
        displayName: 'Elena Torres',
        twoFactorEnabled: false,
        recoveryCodesLeft: 0,
        emailVerified: false,
        avatar: { type: 'initials', color: 'primary' },
        channels: [
          { channel: 'email', isConfigured: false },
          { channel: 'sms', isConfigured: false },
          { channel: 'push', isConfigured: false },
          { channel: 'webhook', isConfigured: true },
        ],
      })
      expect(JSON.stringify(account)).not.toMatch(/argon|secret|hash/i)
    }
    expect((await world.call('GET', '/auth/profile')).status).toBe(401)
  })

  it('is changed with an audit entry', async () => {
    const { user, call } = await person()
    const account = await read(call)
    const answer = await put(
      call,
      bodyOf(account, {
        firstName: 'Ana',
        language: 'en',
        phone: '+52 55 1234 5678',
        avatar: { type: 'truck', color: 'alarmed' },
        notificationEmail: 'avisos@example.com',
      }),
    )
    expect(answer).toMatchObject({
      status: 200,
      body: {
        firstName: 'Ana',
        displayName: 'Ana Torres',
        language: 'en',
        avatar: { type: 'truck', color: 'alarmed' },
        notificationEmail: 'avisos@example.com',
        version: account.version + 1,
      },
    })
    expect(await read(call)).toEqual(answer.body)
    expect(await auditOf(user.id)).toMatchObject([
      {
        action: 'user.updated',
        actor_id: user.id,
        address: '127.0.0.1',
        changes: { first_name: ['Elena', 'Ana'], language: ['es', 'en'] },
      },
    ])
  })

  it('reports a conflict with a concurrent change, but not with its own retry', async () => {
    const { call } = await person()
    const account = await read(call)
    const body = bodyOf(account, { firstName: 'Uno' })
    expect((await put(call, body)).status).toBe(200)
    expect((await put(call, body)).status).toBe(200)
    expect(await put(call, bodyOf(account, { firstName: 'Dos' }))).toMatchObject({
      status: 409,
      body: { code: 'stale_version', changedBy: account.displayName, current: { firstName: 'Uno' } },
    })
  })

  it('accepts one of two concurrent changes', async () => {
    const { call } = await person()
    const account = await read(call)
    const answers = await Promise.all(
      ['Uno', 'Dos'].map((firstName) => put(call, bodyOf(account, { firstName }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each([
    [{ firstName: '' }, 'body.firstName'],
    [{ firstName: 'x'.repeat(101) }, 'body.firstName'],
    [{ lastName: '  ' }, 'body.lastName'],
    [{ phone: 'call me' }, 'body.phone'],
    [{ language: 'fr' }, 'body.language'],
    [{ avatar: { type: 'cat', color: 'primary' } }, 'body.avatar.type'],
    [{ notificationEmail: 'nobody' }, 'body.notificationEmail'],
    [{ level: 'super_admin' }, 'body.level'],
  ])('refuses %o at %s', async (change, path) => {
    const { call } = await person()
    const answer = await put(call, bodyOf(await read(call), change))
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.map((error) => error.path)).toContain(path)
  })

  it('accepts names of 100 characters', async () => {
    const { call } = await person()
    const name = 'ñ'.repeat(100)
    expect((await put(call, bodyOf(await read(call), { firstName: name }))).body.firstName).toBe(name)
  })
})

describe('the own e-mail', () => {
  const change = (call: TestCall, email: string, password = builtPassword) =>
    call<Answered>('POST', '/auth/profile/email', { body: { email, password } })

  it('is changed with the password; the former address is notified, the new one is unverified', async () => {
    const { user, call } = await person({ language: 'en' })
    await world.superuser.query('update identity.users set email_verified_at = now() where id = $1', [
      user.id,
    ])
    const answer = await change(call, 'Nueva@Example.com')
    expect(answer.body).toMatchObject({ email: 'Nueva@Example.com', emailVerified: false })
    expect(await messagesTo(user.email)).toMatchObject([
      { language: 'en', body: expect.stringContaining('Nueva@Example.com') },
    ])
    expect(await auditOf(user.id)).toMatchObject([
      { action: 'user.email_changed', changes: { email: [user.email, 'Nueva@Example.com'] } },
    ])
  })

  it('invalidates a reset code that was sent to the former address', async () => {
    const { user, call } = await person()
    await world.call('POST', '/auth/reset-password/initiate', { body: { email: user.email } })
    const token = /\b\d{6}\b/.exec((await messagesTo(user.email)).at(-1)?.body ?? '')?.[0]
    await change(call, 'otra_caja@example.com')
    const reset = await world.call<Refused>('POST', '/auth/reset-password/confirm', {
      body: { email: 'otra_caja@example.com', token, new_password: 'Nueva-2026!' },
    })
    expect(reset.body.code).toBe('reset_code_invalid')
  })

  it('must not be in use by another user, ignoring case', async () => {
    const { user } = await person()
    const { call } = await person()
    expect((await change(call, user.email.toUpperCase())).body.code).toBe('email_taken')
  })

  it('is set for only one of two concurrent callers', async () => {
    const both = [await person(), await person()]
    const answers = await Promise.all(both.map(({ call }) => change(call, 'disputada@example.com')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('requires the password, and limits wrong attempts', async () => {
    const { call } = await person()
    for (let tries = 0; tries < 5; tries += 1)
      expect((await change(call, 'x@example.com', 'Wrong-2026!')).body.code).toBe(
        'current_password_incorrect',
      )
    const stopped = await change(call, 'x@example.com')
    expect(stopped).toMatchObject({ status: 429, body: { code: 'rate_limited', retryAfterSeconds: 900 } })
  })
})

describe('verification', () => {
  const send = (call: TestCall, channel: string) =>
    call<Refused>('POST', '/auth/profile/verification', { body: { channel } })
  const confirm = (call: TestCall, channel: string, code: string) =>
    call<Answered>('POST', '/auth/profile/verification/confirm', { body: { channel, code } })
  const codeTo = async (recipient: string) =>
    /\b\d{6}\b/.exec((await messagesTo(recipient)).at(-1)?.body ?? '')?.[0] ?? ''
  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

  it('of the e-mail by the mailed code, once', async () => {
    const { user, call } = await person()
    expect((await send(call, 'email')).body).toEqual({ done: true })
    const code = await codeTo(user.email)
    expect(
      JSON.stringify((await world.superuser.query('select * from identity.verification_codes')).rows),
    ).not.toContain(code)
    expect((await confirm(call, 'email', wrong(code))).body.code).toBe('verification_invalid')
    expect((await confirm(call, 'email', code)).body.emailVerified).toBe(true)
    expect((await confirm(call, 'email', code)).body.code).toBe('verification_invalid')
    await send(call, 'email')
    expect(await messagesTo(user.email)).toHaveLength(1)
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual(['user.email_verified'])
  })

  it('of the telephone by a text message; a changed telephone is unverified', async () => {
    const { call } = await person({ phone: '+52 55 9999 0001' })
    await send(call, 'phone')
    expect(await messagesTo('+52 55 9999 0001')).toMatchObject([{ channel: 'sms', subject: '' }])
    const code = await codeTo('+52 55 9999 0001')
    const account = (await confirm(call, 'phone', code)).body
    expect(account.phoneVerified).toBe(true)
    expect((await put(call, bodyOf(account, { phone: '+52 55 9999 0002' }))).body.phoneVerified).toBe(false)
  })

  it('needs a telephone', async () => {
    const { call } = await person()
    expect(await send(call, 'phone')).toMatchObject({ status: 409, body: { code: 'phone_missing' } })
  })

  it('by a code for the former address fails', async () => {
    const { call } = await person({ phone: '+52 55 9999 0003' })
    await send(call, 'phone')
    const code = await codeTo('+52 55 9999 0003')
    await put(call, bodyOf(await read(call), { phone: '+52 55 9999 0004' }))
    expect((await confirm(call, 'phone', code)).body.code).toBe('verification_invalid')
  })

  it('ends after five wrong attempts, also across codes', async () => {
    const { user, call } = await person()
    await send(call, 'email')
    const code = await codeTo(user.email)
    for (let tries = 0; tries < 3; tries += 1) await confirm(call, 'email', wrong(code))
    await send(call, 'email')
    const again = await codeTo(user.email)
    for (let tries = 0; tries < 2; tries += 1) await confirm(call, 'email', wrong(again))
    expect((await confirm(call, 'email', again)).body.code).toBe('verification_invalid')
    expect(await send(call, 'email')).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', retryAfterSeconds: 3600 },
    })
    expect(await messagesTo(user.email)).toHaveLength(2)
  })

  it('counts concurrent attempts', async () => {
    const { user, call } = await person()
    await send(call, 'email')
    const code = await codeTo(user.email)
    await Promise.all(Array.from({ length: 8 }, () => confirm(call, 'email', wrong(code))))
    expect((await confirm(call, 'email', code)).body.code).toBe('verification_invalid')
  })

  it('by a code of fifteen minutes ago fails', async () => {
    const { user, call } = await person()
    await send(call, 'email')
    world.clock.advance(900)
    expect((await confirm(call, 'email', await codeTo(user.email))).body.code).toBe('verification_invalid')
  })

  it('sends at most five codes an hour', async () => {
    const { user, call } = await person()
    for (let sent = 0; sent < 5; sent += 1) expect((await send(call, 'email')).status).toBe(200)
    expect(await send(call, 'email')).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', retryAfterSeconds: 3600 },
    })
    expect(await messagesTo(user.email)).toHaveLength(5)
    world.clock.advance(3600)
    expect((await send(await world.as(user), 'email')).status).toBe(200)
  })

  it.each([{ channel: 'fax' }, {}])('refuses %o', async (body) => {
    const { call } = await person()
    expect((await call('POST', '/auth/profile/verification', { body })).status).toBe(422)
  })
})

describe('the own sessions', () => {
  const list = async (call: TestCall) => (await call<{ items: SignIn[] }>('GET', '/auth/sessions')).body.items
  const loggedIn = async (username: string, userAgent: string) => {
    const { body } = await world.call<AuthAnswer>('POST', '/auth/login', {
      body: { username_or_email: username, password: builtPassword },
      headers: { 'user-agent': userAgent },
    })
    return ((method, path, request = {}) =>
      world.call(method, path, {
        ...request,
        headers: { authorization: `Bearer ${body.access_token}` },
      })) as TestCall
  }

  it('are listed with device, address and last use, with the current one marked', async () => {
    await person()
    people += 1
    const user = await world.build((tx) => buildUser(tx, { username: `cuenta_${people}` }))
    const phone = await loggedIn(user.username, 'Teléfono')
    world.clock.advance(60)
    const desktop = await loggedIn(user.username, 'Escritorio')
    expect(await list(phone)).toMatchObject([
      { userAgent: 'Escritorio', isCurrent: false, address: '127.0.0.1' },
      { userAgent: 'Teléfono', isCurrent: true, address: '127.0.0.1' },
    ])
    expect((await list(desktop)).find(({ isCurrent }) => isCurrent)?.userAgent).toBe('Escritorio')
  })

  it('show the last use with a precision of five minutes', async () => {
    const { call } = await person()
    world.clock.advance(360)
    const now = world.clock.now().toISOString()
    await call('GET', '/auth/profile')
    expect(await list(call)).toMatchObject([{ lastUsedAt: now }])
    world.clock.advance(240)
    expect(await list(call)).toMatchObject([{ lastUsedAt: now }])
  })

  it('end one by one, and their next call is refused', async () => {
    const { user, call } = await person()
    const lost = await loggedIn(user.username, 'Perdido')
    const [session] = (await list(lost)).filter(({ isCurrent }) => isCurrent)
    expect((await call('DELETE', `/auth/sessions/${session?.id}`)).body).toEqual({ done: true })
    await expect.poll(async () => (await lost('GET', '/auth/profile')).body.code).toBe('session_expired')
    expect((await call('GET', '/auth/profile')).status).toBe(200)
    expect((await call('DELETE', `/auth/sessions/${session?.id}`)).body.code).toBe('session_not_found')
  })

  it('of another user cannot be ended', async () => {
    const other = await person()
    const { call } = await person()
    const [theirs] = await list(other.call)
    expect(await call('DELETE', `/auth/sessions/${theirs?.id}`)).toMatchObject({
      status: 404,
      body: { code: 'session_not_found' },
    })
    expect((await other.call('GET', '/auth/profile')).status).toBe(200)
  })

  it('can all be ended except the current one', async () => {
    const { user, call } = await person()
    const others = [await loggedIn(user.username, 'Uno'), await loggedIn(user.username, 'Dos')]
    expect((await call('DELETE', '/auth/sessions')).body).toEqual({ done: true })
    for (const other of others)
      await expect.poll(async () => (await other('GET', '/auth/profile')).body.code).toBe('session_expired')
    expect(await list(call)).toMatchObject([{ isCurrent: true }])
    const reasons = await world.superuser.query(
      'select end_reason from identity.sessions where user_id = $1 and ended_at is not null',
      [user.id],
    )
    expect(reasons.rows).toEqual([{ end_reason: 'ended_by_user' }, { end_reason: 'ended_by_user' }])
  })
})
