import type { Account } from '@rumbo/contract/identity.account.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, builtPassword } from '../identity.factory.ts'
import type { UserRow } from '../identity.repository.ts'
import { recoveryCodeOf } from '../identity.rules.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
// A code is taken once: each test begins in a period of its own.
beforeEach(() => world.clock.advance(90))

type Refused = { code?: string; retryAfterSeconds?: number }
let people = 0
async function person() {
  people += 1
  const user = await world.build((tx) => buildUser(tx, { username: `doble_${people}` }))
  return { user, call: await world.as(user) }
}
const post = <Body>(call: TestCall, what: string, body: object) =>
  call<Body & Refused>('POST', `/auth/profile/two-factor/${what}`, { body })
const begin = (call: TestCall, password = builtPassword) =>
  post<{ secret: string; uri: string }>(call, 'begin', { password })
const enable = (call: TestCall, code: string) => post<{ recoveryCodes: string[] }>(call, 'enable', { code })
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) })
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
const read = async (call: TestCall) => (await call<Account>('GET', '/auth/profile')).body

async function protectedPerson() {
  const { user, call } = await person()
  const { secret } = (await begin(call)).body
  const { recoveryCodes } = (await enable(call, await codeOf(secret))).body
  world.clock.advance(60)
  return { user, call, secret, recoveryCodes }
}
const login = (
  user: UserRow,
  more: { otp_code?: string; recovery_code?: string; password?: string } = {},
) => {
  const { password = builtPassword, ...factor } = more
  return world.call<Refused>('POST', '/auth/login', {
    body: { username_or_email: user.username, password, ...factor },
  })
}
const auditOf = async (userId: string) =>
  (
    await world.superuser.query<{ action: string }>(
      "select action from platform.audit_entries where entity_id = $1 and action like 'user.%' order by at, id",
      [userId],
    )
  ).rows.map(({ action }) => action)
const subjectsTo = async (recipient: string) =>
  (
    await world.superuser.query<{ subject: string }>(
      'select subject from platform.deliveries where recipient = $1 order by id',
      [recipient],
    )
  ).rows.map(({ subject }) => subject)

describe('enabling the second factor', () => {
  it('requires the password and a code of the new secret, and returns ten recovery codes', async () => {
    const { user, call } = await person()
    expect((await begin(call, 'Wrong-2026!')).body.code).toBe('current_password_incorrect')
    const { secret, uri } = (await begin(call)).body
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Rumbo/)
    expect((await login(user)).status).toBe(200)
    const code = await codeOf(secret)
    expect(await enable(call, wrong(code))).toMatchObject({ status: 422, body: { code: 'otp_incorrect' } })
    const { recoveryCodes } = (await enable(call, code)).body
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await read(call)).toMatchObject({ twoFactorEnabled: true, recoveryCodesLeft: 10 })
    expect((await login(user)).body.code).toBe('otp_required')
    expect((await login(user, { otp_code: code })).body.code).toBe('otp_invalid')
    world.clock.advance(60)
    expect((await login(user, { otp_code: await codeOf(secret) })).status).toBe(200)
    expect(await auditOf(user.id)).toEqual(['user.two_factor_enabled'])
    expect(await subjectsTo(user.email)).toEqual(['La verificación en dos pasos está activada'])
  })

  it('stores the secret encrypted and the recovery codes hashed', async () => {
    const { user, secret, recoveryCodes } = await protectedPerson()
    const stored = await world.superuser.query(
      'select u, c from identity.users u join identity.recovery_codes c on c.user_id = u.id where u.id = $1',
      [user.id],
    )
    const text = JSON.stringify(stored.rows)
    expect(stored.rowCount).toBe(10)
    for (const secretText of [secret, ...recoveryCodes, ...recoveryCodes.map(recoveryCodeOf)])
      expect(text).not.toContain(secretText)
  })

  it('succeeds for one of two concurrent calls', async () => {
    const { call } = await person()
    const { secret } = (await begin(call)).body
    const code = await codeOf(secret)
    const answers = await Promise.all([enable(call, code), enable(call, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await read(call)).toMatchObject({ twoFactorEnabled: true, recoveryCodesLeft: 10 })
  })

  it('refuses a code without a pending secret, of a former secret, or after fifteen minutes', async () => {
    const { call } = await person()
    expect((await enable(call, '123456')).body.code).toBe('two_factor_not_begun')
    const former = (await begin(call)).body.secret
    const { secret } = (await begin(call)).body
    expect((await enable(call, await codeOf(former))).body.code).toBe('otp_incorrect')
    world.clock.advance(900)
    expect((await enable(call, await codeOf(secret))).body.code).toBe('two_factor_not_begun')
  })

  it('limits wrong codes', async () => {
    const { call } = await person()
    const { secret } = (await begin(call)).body
    const code = await codeOf(secret)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await enable(call, wrong(code))).body.code).toBe('otp_incorrect')
    expect(await enable(call, code)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })

  it('is refused when it is already enabled', async () => {
    const { call, secret } = await protectedPerson()
    expect((await begin(call)).body.code).toBe('two_factor_on')
    expect((await enable(call, await codeOf(secret))).body.code).toBe('two_factor_on')
  })

  it.each(['12345', '1234567', 'abcdef'])('refuses the code %s', async (code) => {
    const { call } = await person()
    expect((await enable(call, code)).status).toBe(422)
  })
})

describe('a recovery code', () => {
  it('signs in once, in any notation', async () => {
    const { user, call, recoveryCodes } = await protectedPerson()
    const [first = '', second = ''] = recoveryCodes
    expect((await login(user, { recovery_code: first.toLowerCase().replace('-', ' ') })).status).toBe(200)
    expect((await login(user, { recovery_code: first })).body.code).toBe('otp_invalid')
    expect((await login(user, { recovery_code: second })).status).toBe(200)
    expect((await read(call)).recoveryCodesLeft).toBe(8)
    expect(await auditOf(user.id)).toEqual([
      'user.two_factor_enabled',
      'user.recovery_code_used',
      'user.recovery_code_used',
    ])
  })

  it('is accepted by only one of two concurrent sign-ins', async () => {
    const { user, recoveryCodes } = await protectedPerson()
    const [recovery_code = ''] = recoveryCodes
    const answers = await Promise.all([login(user, { recovery_code }), login(user, { recovery_code })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('of another user is refused; wrong codes count as failed sign-ins', async () => {
    const other = await protectedPerson()
    const { user, recoveryCodes } = await protectedPerson()
    const foreign = other.recoveryCodes[0] ?? ''
    for (let tries = 0; tries < 5; tries += 1)
      expect((await login(user, { recovery_code: foreign })).body.code).toBe('otp_invalid')
    expect((await login(user, { recovery_code: recoveryCodes[0] ?? '' })).body.code).toBe('account_locked')
  })

  it('is not checked after a wrong password', async () => {
    const { user, call, recoveryCodes } = await protectedPerson()
    const recovery_code = recoveryCodes[0] ?? ''
    expect((await login(user, { recovery_code, password: 'Wrong-2026!' })).body.code).toBe(
      'invalid_credentials',
    )
    expect((await read(call)).recoveryCodesLeft).toBe(10)
  })

  it('is accepted at the forced password change', async () => {
    const { user, recoveryCodes } = await protectedPerson()
    await world.superuser.query('update identity.users set force_password_change = true where id = $1', [
      user.id,
    ])
    const body = {
      username_or_email: user.username,
      current_password: builtPassword,
      new_password: 'Nueva-2026!',
    }
    const forced = (more: object) =>
      world.call<Refused>('POST', '/auth/forced-password-change', { body: { ...body, ...more } })
    expect((await forced({})).body.code).toBe('otp_required')
    expect((await forced({ recovery_code: recoveryCodes[0] })).status).toBe(200)
  })
})

describe('with the second factor on', () => {
  it('recovery codes are renewed by password and code, which invalidates the former ones', async () => {
    const { user, call, secret, recoveryCodes } = await protectedPerson()
    const renew = (body: object) => post<{ recoveryCodes: string[] }>(call, 'recovery-codes', body)
    expect(await renew({ password: builtPassword })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'body.otp_code', code: 'required' }] },
    })
    const renewed = await renew({ password: builtPassword, otp_code: await codeOf(secret) })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await login(user, { recovery_code: recoveryCodes[0] ?? '' })).body.code).toBe('otp_invalid')
    expect((await login(user, { recovery_code: renewed.body.recoveryCodes[0] ?? '' })).status).toBe(200)
  })

  it('it is disabled by password and code, or by a recovery code', async () => {
    const { user, call, secret } = await protectedPerson()
    const off = (body: object) => post<Account>(call, 'disable', body)
    const otp_code = await codeOf(secret)
    expect((await off({ password: 'Wrong-2026!', otp_code })).body.code).toBe('current_password_incorrect')
    expect((await off({ password: builtPassword, otp_code: wrong(otp_code) })).body.code).toBe(
      'otp_incorrect',
    )
    expect((await off({ password: builtPassword, otp_code })).body).toMatchObject({
      twoFactorEnabled: false,
      recoveryCodesLeft: 0,
    })
    expect((await login(user)).status).toBe(200)
    expect((await off({ password: builtPassword, otp_code })).body.code).toBe('two_factor_off')
    expect(await subjectsTo(user.email)).toContain('La verificación en dos pasos está desactivada')

    const other = await protectedPerson()
    const answer = await post<Account>(other.call, 'disable', {
      password: builtPassword,
      recovery_code: other.recoveryCodes[0],
    })
    expect(answer.body.twoFactorEnabled).toBe(false)
  })

  it('wrong attempts to disable it are limited', async () => {
    const { call, secret } = await protectedPerson()
    const otp_code = await codeOf(secret)
    for (let tries = 0; tries < 5; tries += 1)
      await post(call, 'disable', { password: builtPassword, otp_code: wrong(otp_code) })
    expect((await post(call, 'disable', { password: builtPassword, otp_code })).body.code).toBe(
      'rate_limited',
    )
  })
})
