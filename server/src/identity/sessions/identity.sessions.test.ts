import type { AuthAnswer } from '@rumbo/contract/identity.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetOldSignIns } from '../identity.actions.ts'
import { buildUser, builtPassword } from '../identity.factory.ts'
import { createKeys } from '../identity.keys.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

let people = 0
async function signIn() {
  people += 1
  const user = await world.build((tx) => buildUser(tx, { username: `persona_${people}` }))
  const { body, cookies } = await world.call<AuthAnswer>('POST', '/auth/login', {
    body: { username_or_email: user.username, password: builtPassword },
  })
  return { user, token: body.access_token, refresh: cookies.rumbo_refresh?.value ?? '' }
}
const refreshBy = (rumbo_refresh: string) =>
  world.call<AuthAnswer & { code?: string }>('POST', '/auth/refresh', { cookies: { rumbo_refresh } })
const asBearer =
  (token: string): TestCall =>
  (method, path, request = {}) =>
    world.call(method, path, { ...request, headers: { authorization: `Bearer ${token}` } })
const auditOf = async (userId: string) =>
  (
    await world.superuser.query<{ action: string }>(
      'select action from platform.audit_entries where actor_id = $1 order by at, id',
      [userId],
    )
  ).rows.map((row) => row.action)

describe('refresh', () => {
  it('renews the access token and rotates the cookie', async () => {
    const { user, refresh } = await signIn()
    world.clock.advance(3000)
    const answer = await refreshBy(refresh)
    expect(answer).toMatchObject({ status: 200, body: { expires_in: 3600, user: { id: user.id } } })
    expect(answer.cookies.rumbo_refresh?.value).not.toBe(refresh)
    expect((await asBearer(answer.body.access_token)('GET', '/auth/profile/companies')).status).toBe(200)
  })

  it('accepts the former token while the new one is unused: a lost answer, a second tab', async () => {
    const { refresh } = await signIn()
    await refreshBy(refresh)
    world.clock.advance(60)
    const second = await refreshBy(refresh)
    expect(second.status).toBe(200)
    expect((await refreshBy(second.cookies.rumbo_refresh?.value ?? '')).status).toBe(200)
  })

  it('ends the family when a token is used after its successor', async () => {
    const { user, refresh, token } = await signIn()
    const second = (await refreshBy(refresh)).cookies.rumbo_refresh?.value ?? ''
    const third = await refreshBy(second)
    expect((await refreshBy(refresh)).body.code).toBe('refresh_reused')
    expect((await refreshBy(third.cookies.rumbo_refresh?.value ?? '')).body.code).toBe('refresh_invalid')
    for (const held of [token, third.body.access_token])
      expect((await asBearer(held)('GET', '/auth/profile/companies')).body.code).toBe('session_expired')
    expect(await auditOf(user.id)).toContain('session.reuse_detected')
  })

  it('ends the family when the former token comes after a minute', async () => {
    const { refresh } = await signIn()
    const second = (await refreshBy(refresh)).cookies.rumbo_refresh?.value ?? ''
    world.clock.advance(61)
    expect((await refreshBy(refresh)).body.code).toBe('refresh_reused')
    expect((await refreshBy(second)).body.code).toBe('refresh_invalid')
  })

  it('works in two tabs at the same time', async () => {
    const { refresh } = await signIn()
    const both = await Promise.all([refreshBy(refresh), refreshBy(refresh)])
    expect(both.map((answer) => answer.status)).toEqual([200, 200])
  })

  it('is refused without a cookie, with an unknown one, after thirty idle days, and to deactivated users', async () => {
    expect((await world.call('POST', '/auth/refresh')).body).toMatchObject({
      code: 'refresh_invalid',
      message: 'Your session has expired. Please log in again.',
    })
    expect((await refreshBy('unknown')).body.code).toBe('refresh_invalid')
    const gone = await signIn()
    await world.superuser.query("update identity.users set status = 'inactive' where id = $1", [gone.user.id])
    expect((await refreshBy(gone.refresh)).body.code).toBe('refresh_invalid')
    const idle = await signIn()
    world.clock.advance(30 * 24 * 3600)
    expect((await refreshBy(idle.refresh)).body.code).toBe('refresh_invalid')
  })

  it('is stored only as a hash', async () => {
    const { refresh } = await signIn()
    const { rows } = await world.superuser.query('select * from identity.refresh_tokens')
    expect(JSON.stringify(rows)).not.toContain(refresh)
  })
})

describe('logout', () => {
  it('ends the session and clears the cookie', async () => {
    const { user, token, refresh } = await signIn()
    const answer = await world.call('POST', '/auth/logout', { cookies: { rumbo_refresh: refresh } })
    expect(answer).toMatchObject({ status: 200, body: { done: true } })
    expect(answer.cookies.rumbo_refresh?.value).toBe('')
    expect((await refreshBy(refresh)).body.code).toBe('refresh_invalid')
    await expect
      .poll(async () => (await asBearer(token)('GET', '/auth/profile/companies')).body.code)
      .toBe('session_expired')
    expect(await auditOf(user.id)).toEqual(['session.started', 'session.ended'])
  })

  it('ends the session of a bearer token without a cookie, however the scheme is written', async () => {
    const { user, token, refresh } = await signIn()
    const headers = { authorization: `bearer ${token}` }
    expect((await world.call('POST', '/auth/logout', { headers })).body).toEqual({ done: true })
    await expect
      .poll(async () => (await asBearer(token)('GET', '/auth/profile/companies')).body.code)
      .toBe('session_expired')
    expect((await refreshBy(refresh)).body.code).toBe('refresh_invalid')
    expect(await auditOf(user.id)).toEqual(['session.started', 'session.ended'])
  })

  it('ends both sessions if token and cookie belong to different ones, and no others', async () => {
    const [first, second, other] = [await signIn(), await signIn(), await signIn()]
    await world.call('POST', '/auth/logout', {
      headers: { authorization: `Bearer ${first.token}` },
      cookies: { rumbo_refresh: second.refresh },
    })
    expect((await refreshBy(first.refresh)).body.code).toBe('refresh_invalid')
    expect((await refreshBy(second.refresh)).body.code).toBe('refresh_invalid')
    expect((await refreshBy(other.refresh)).status).toBe(200)
  })

  it('succeeds without a session or with an invalid token', async () => {
    expect((await world.call('POST', '/auth/logout')).status).toBe(200)
    const headers = { authorization: 'Bearer nonsense' }
    expect((await world.call('POST', '/auth/logout', { headers })).status).toBe(200)
  })
})

describe('the access token', () => {
  const codeOf = async (token: string) => (await asBearer(token)('GET', '/auth/profile/companies')).body.code

  it('is required', async () => {
    expect(await world.call('GET', '/auth/profile/companies')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })

  it('is accepted whatever the letter case of its scheme', async () => {
    const { token } = await signIn()
    for (const scheme of ['bearer', 'BEARER', 'Bearer '])
      expect(
        (
          await world.call('GET', '/auth/profile/companies', {
            headers: { authorization: `${scheme} ${token}` },
          })
        ).status,
      ).toBe(200)
  })

  it('expires after an hour', async () => {
    const { token } = await signIn()
    world.clock.advance(3599)
    expect(await codeOf(token)).toBeUndefined()
    world.clock.advance(1)
    expect(await codeOf(token)).toBe('session_expired')
  })

  it('must be signed by this installation, for a session of that user', async () => {
    const { user } = await signIn()
    const other = await signIn()
    const sessionOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid as string
    const foreign = createKeys('another installation, another secret')
    expect(await codeOf(await foreign.signAccess(user.id, sessionOf(other.token), world.clock.now()))).toBe(
      'unauthenticated',
    )
    const ours = createKeys('a secret of at least thirty-two characters')
    expect(await codeOf(await ours.signAccess(user.id, sessionOf(other.token), world.clock.now()))).toBe(
      'session_expired',
    )
    const [head, body] = other.token.split('.')
    const unsigned = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
    expect(await codeOf(`${unsigned}.${body}.`)).toBe('unauthenticated')
    expect(await codeOf(`${head}.${body}.AAAA`)).toBe('unauthenticated')
  })

  it('allows only the password change while that is required', async () => {
    const { user, token } = await signIn()
    await world.superuser.query('update identity.users set force_password_change = true where id = $1', [
      user.id,
    ])
    expect(await codeOf(token)).toBe('password_change_required')
  })
})

it('deletes ended sessions and old attempts after a day, and keeps current ones', async () => {
  const ended = await signIn()
  await world.call('POST', '/auth/logout', { cookies: { rumbo_refresh: ended.refresh } })
  world.clock.advance(25 * 3600)
  const open = await signIn()
  await world.build(forgetOldSignIns)
  const { rows } = await world.superuser.query(
    `select (select count(*)::int from identity.sessions where user_id = $1) as ended,
            (select count(*)::int from identity.login_attempts where user_id = $1) as tries,
            (select count(*)::int from identity.sessions where user_id = $2) as open,
            (select count(*)::int from identity.login_attempts where user_id = $2) as fresh`,
    [ended.user.id, open.user.id],
  )
  expect(rows).toEqual([{ ended: 0, tries: 0, open: 1, fresh: 1 }])
  expect((await refreshBy(open.refresh)).status).toBe(200)
})
