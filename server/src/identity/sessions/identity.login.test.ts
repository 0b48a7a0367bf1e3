import { availableParallelism } from 'node:os'
import type { AuthAnswer } from '@rumbo/contract/identity.contract'
import { createTestApp, type TestApp, testSecret } from '@rumbo/tools/testing'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildUser, builtPassword, testPasswordCost } from '../identity.factory.ts'
import { createKeys } from '../identity.keys.ts'
import { createPasswords } from '../passwords/identity.passwords.ts'

const passwords = createPasswords(testPasswordCost)
let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ passwords })
})
afterAll(() => world.close())

const login = (
  username_or_email: string,
  password: string = builtPassword,
  more: { otp_code?: string; cookies?: Record<string, string>; headers?: Record<string, string> } = {},
) => {
  const { otp_code, ...request } = more
  return world.call<AuthAnswer & { code?: string; retryAfterSeconds?: number }>('POST', '/auth/login', {
    body: { username_or_email, password, otp_code },
    ...request,
  })
}
const codes = async (count: number, name: string, password: string, more = {}) => {
  const found: (string | undefined)[] = []
  for (let index = 0; index < count; index += 1) found.push((await login(name, password, more)).body.code)
  return found
}

describe('a correct password', () => {
  it('returns user, access token and lifetime, and sets an HttpOnly refresh cookie', async () => {
    const { company, fleet, user } = await world.build(async (tx) => {
      const company = await buildCompany(tx)
      const fleet = await buildFleet(tx, { companyId: company.id })
      const user = await buildUser(tx, { username: 'Despacho_1', email: 'Despacho@Example.com' })
      await buildAssignment(tx, { userId: user.id, companyId: company.id, fleetId: fleet.id })
      return { company, fleet, user }
    })
    const answer = await login('despacho_1')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      expires_in: 3600,
      user: {
        id: user.id,
        name: 'Elena',
        lastname: 'Torres',
        username: 'Despacho_1',
        email: 'Despacho@Example.com',
        display_name: 'Elena Torres',
        can_login: true,
        is_active: true,
        force_password_change: false,
        functional_role: 'dispatcher',
        access_scopes: [{ scope: `${company.id},${fleet.id},*`, type: 'manage' }],
        level: 'user',
        language: 'es',
      },
    })
    expect(JSON.stringify(answer.body)).not.toContain('password_hash')
    expect(answer.cookies.rumbo_refresh).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/v1/auth',
    })
    expect(answer.cookies.rumbo_refresh?.secure).toBeUndefined()
    const companies = await world.call('GET', '/auth/profile/companies', {
      headers: { authorization: `Bearer ${answer.body.access_token}` },
    })
    expect(companies.body).toMatchObject({ items: [{ id: company.id }] })
    expect((await login('DESPACHO@example.com')).status).toBe(200)
  })

  it('sets Secure cookies over HTTPS', async () => {
    const behindProxy = await createTestApp({ trustedProxies: ['127.0.0.1'] })
    await behindProxy.build((tx) => buildUser(tx, { username: 'segura' }))
    const answer = await behindProxy.call('POST', '/auth/login', {
      body: { username_or_email: 'segura', password: builtPassword },
      headers: { 'x-forwarded-proto': 'https' },
    })
    await behindProxy.close()
    expect(answer.cookies.rumbo_refresh).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' })
  })

  it('sets Secure cookies if the public address is HTTPS, whatever the proxy forwards', async () => {
    const publicHttps = await createTestApp({ hasSecureCookies: true })
    await publicHttps.build((tx) => buildUser(tx, { username: 'segura' }))
    const answer = await publicHttps.call('POST', '/auth/login', {
      body: { username_or_email: 'segura', password: builtPassword },
    })
    await publicHttps.close()
    expect(answer.cookies.rumbo_refresh).toMatchObject({ secure: true })
    expect(answer.cookies.rumbo_device).toMatchObject({ secure: true })
  })

  it('reports a deactivated or pending account, unlike a wrong password', async () => {
    await world.build((tx) => buildUser(tx, { username: 'baja', status: 'inactive' }))
    await world.build((tx) => buildUser(tx, { username: 'nueva', status: 'pending' }))
    expect((await login('baja')).body).toMatchObject({
      code: 'account_deactivated',
      message: 'Account is deactivated. Please contact administrator.',
    })
    expect((await login('nueva')).body.code).toBe('account_pending')
    expect((await login('baja', 'Wrong-2026!')).body.code).toBe('invalid_credentials')
  })

  it('does not open a session while the password must change', async () => {
    await world.build((tx) => buildUser(tx, { username: 'forzada', forcePasswordChange: true }))
    const answer = await login('forzada')
    expect(answer).toMatchObject({ status: 403, body: { code: 'password_change_required' } })
    expect(answer.cookies.rumbo_refresh).toBeUndefined()
  })
})

describe('a wrong password', () => {
  it('returns the same answer for known and unknown names', async () => {
    await world.build((tx) => buildUser(tx, { username: 'conocida' }))
    const [known, unknown] = [await login('conocida', 'Wrong-2026!'), await login('nadie', 'Wrong-2026!')]
    const { requestId: _a, ...left } = known.body as unknown as Record<string, unknown>
    const { requestId: _b, ...right } = unknown.body as unknown as Record<string, unknown>
    expect(left).toEqual(right)
    expect(left).toMatchObject({
      code: 'invalid_credentials',
      message: 'Invalid credentials. Please check your username and password.',
    })
  })

  it.each(['bloqueada', 'tampoco_existe'])('locks %s at the sixth try, for fifteen minutes', async (name) => {
    if (name === 'bloqueada') await world.build((tx) => buildUser(tx, { username: name }))
    const wrong = await codes(5, name, 'Wrong-2026!')
    expect(wrong).toEqual(Array(5).fill('invalid_credentials'))
    const locked = await login(name)
    expect(locked).toMatchObject({ status: 403, body: { code: 'account_locked', retryAfterSeconds: 900 } })
    world.clock.advance(899)
    expect((await login(name)).body.code).toBe('account_locked')
    world.clock.advance(1)
    expect((await login(name)).body.code).toBe(name === 'bloqueada' ? undefined : 'invalid_credentials')
  })

  it('counts concurrent attempts', async () => {
    await world.build((tx) => buildUser(tx, { username: 'paralela' }))
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => login('paralela', 'Wrong-2026!').then(({ body }) => body.code)),
    )
    expect(answers.filter((code) => code === 'invalid_credentials')).toHaveLength(5)
    expect(answers.filter((code) => code === 'account_locked')).toHaveLength(7)
  })

  it('counts e-mail and username as one account, and resets the count after a success', async () => {
    await world.build((tx) => buildUser(tx, { username: 'ambas' }))
    await codes(2, 'ambas', 'Wrong-2026!')
    await codes(2, 'ambas@example.com', 'Wrong-2026!')
    expect((await login('ambas')).status).toBe(200)
    await codes(4, 'ambas', 'Wrong-2026!')
    expect((await login('ambas')).status).toBe(200)
  })

  it('allows five attempts for each of username and e-mail, so that a lockout does not link them', async () => {
    await world.build((tx) => buildUser(tx, { username: 'doble_nombre' }))
    const wrong = Array(5).fill('invalid_credentials')
    expect(await codes(6, 'doble_nombre', 'Wrong-2026!')).toEqual([...wrong, 'account_locked'])
    world.clock.advance(60)
    // The right password is refused too: the account is locked, and nothing may show it.
    expect((await login('doble_nombre@example.com')).body.code).toBe('invalid_credentials')
    expect(await codes(5, 'doble_nombre@example.com', 'Wrong-2026!')).toEqual([
      ...wrong.slice(1),
      'account_locked',
    ])
    expect(await codes(6, 'otro_nombre', 'Wrong-2026!')).toEqual([...wrong, 'account_locked'])
    world.clock.advance(840)
    expect((await login('doble_nombre')).status).toBe(200)
    expect((await login('doble_nombre@example.com')).body.code).toBe('account_locked')
    world.clock.advance(60)
    expect((await login('doble_nombre@example.com')).status).toBe(200)
  })

  it('allows five attempts in total when names alternate or attempts are concurrent', async () => {
    const { user } = await world.build(async (tx) => ({ user: await buildUser(tx, { username: 'alterna' }) }))
    const names = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'alterna' : 'alterna@example.com'))
    await Promise.all(names.map((name) => login(name, 'Wrong-2026!')))
    const counted = await world.build((tx) =>
      tx.sql<{ outcome: string; tries: number }>(
        `select outcome, count(*)::int as tries from identity.login_attempts
         where user_id = $1 group by outcome order by outcome`,
        [user.id],
      ),
    )
    expect(counted).toEqual([
      { outcome: 'failed', tries: 5 },
      { outcome: 'refused', tries: 5 },
    ])
  })

  it('cannot lock a user out of a device that signed in before', async () => {
    await world.build((tx) => buildUser(tx, { username: 'turno' }))
    const { cookies } = await login('turno')
    const device = { rumbo_device: cookies.rumbo_device?.value ?? '' }
    await codes(5, 'turno', 'Wrong-2026!')
    expect((await login('turno')).body.code).toBe('account_locked')
    expect((await login('turno', builtPassword, { cookies: device })).status).toBe(200)
    const forged = { rumbo_device: `${device.rumbo_device.split('.')[0]}.forged` }
    expect((await login('turno', builtPassword, { cookies: forged })).body.code).toBe('account_locked')
  })

  it('is limited on a known device too', async () => {
    await world.build((tx) => buildUser(tx, { username: 'robada' }))
    const { cookies } = await login('robada')
    const device = { rumbo_device: cookies.rumbo_device?.value ?? '' }
    await codes(5, 'robada', 'Wrong-2026!', { cookies: device })
    expect((await login('robada', builtPassword, { cookies: device })).body.code).toBe('account_locked')
    expect((await login('robada')).status).toBe(200)
  })
})

describe('when too many password checks are queued', () => {
  it('a sign-in is refused with a time to retry, and does not count as an attempt', async () => {
    await world.build((tx) => buildUser(tx, { username: 'paciente' }))
    let isOver = false
    const pause = () => new Promise((resolve) => setImmediate(resolve))
    const crowd = Array.from({ length: 160 + availableParallelism() }, async () => {
      while (!isOver) await passwords.hash('x').catch(pause)
    })
    const putOff: unknown[] = []
    while (putOff.length < 6) {
      const answer = await login('paciente')
      if (answer.status === 503) putOff.push([answer.body.code, answer.headers['retry-after']])
    }
    isOver = true
    await Promise.all(crowd)
    expect(putOff).toEqual(Array(6).fill(['busy', '2']))
    expect((await login('paciente')).status).toBe(200)
  })
})

describe('a one-time code', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const codeNow = () => generate({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) })
  beforeAll(() =>
    world.build((tx) =>
      buildUser(tx, {
        username: 'doble',
        otpRequired: true,
        otpSecret: createKeys(testSecret).seal(secret),
      }),
    ),
  )

  it('is required only after the correct password', async () => {
    expect((await login('doble', 'Wrong-2026!')).body.code).toBe('invalid_credentials')
    expect((await login('doble', 'Wrong-2026!', { otp_code: await codeNow() })).body.code).toBe(
      'invalid_credentials',
    )
    expect((await login('doble')).body).toMatchObject({
      code: 'otp_required',
      message: 'OTP code required for this account',
    })
  })

  it('is accepted once', async () => {
    const otp_code = await codeNow()
    expect((await login('doble', builtPassword, { otp_code })).status).toBe(200)
    expect((await login('doble', builtPassword, { otp_code })).body).toMatchObject({
      code: 'otp_invalid',
      message: 'Invalid OTP code',
    })
    world.clock.advance(60)
    expect((await login('doble', builtPassword, { otp_code: await codeNow() })).status).toBe(200)
  })

  it('is limited in attempts', async () => {
    const wrong = (await codeNow()) === '000000' ? '111111' : '000000'
    expect(await codes(5, 'doble', builtPassword, { otp_code: wrong })).toEqual(Array(5).fill('otp_invalid'))
    expect((await login('doble', builtPassword, { otp_code: await codeNow() })).body.code).toBe(
      'account_locked',
    )
  })
})

describe('bad input', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    world.call<{ code: string; errors?: { path: string; code: string }[] }>('POST', '/auth/login', {
      body,
      headers,
    })
  it.each([
    [
      'an unknown field',
      { username_or_email: 'a', password: 'b', admin: true },
      'body.admin',
      'unknown_field',
    ],
    ['a wrong type', { username_or_email: 'a', password: 7 }, 'body.password', 'wrong_type'],
    ['a missing field', { username_or_email: 'a' }, 'body.password', 'required'],
    ['a field too long', { username_or_email: 'a', password: 'x'.repeat(201) }, 'body.password', 'too_long'],
    [
      'five digits',
      { username_or_email: 'a', password: 'b', otp_code: '12345' },
      'body.otp_code',
      'otp_digits',
    ],
  ])('%s is named', async (_what, body, path, code) => {
    const answer = await send(body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect(answer.body.errors).toEqual([expect.objectContaining({ path, code })])
  })

  it('a damaged body is refused as a malformed request', async () => {
    const answer = await send('{"username_or_email":', { 'content-type': 'application/json' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_body' } })
  })

  it('a request from another origin is refused', async () => {
    const answer = await send({ username_or_email: 'a', password: 'b' }, { origin: 'https://evil.example' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'origin_refused' } })
  })

  it('too many attempts from one address are limited', async () => {
    const limited = await createTestApp({ rateLimits: true })
    let last = await limited.call('POST', '/auth/login', { body: {} })
    for (let index = 0; index < 30; index += 1) last = await limited.call('POST', '/auth/login', { body: {} })
    await limited.close()
    expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })
})
