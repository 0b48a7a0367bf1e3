import type { AuthAnswer } from '@rumbo/contract/identity.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { bootstrapAdmin } from './identity.actions.ts'
import { buildUser, builtPassword } from './identity.factory.ts'
import type { UserRow } from './identity.repository.ts'

let world: TestApp
let superuser: pg.Client
beforeAll(async () => {
  world = await createTestApp()
  superuser = new pg.Client({ connectionString: world.superuserUrl })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await world.close()
})

const newPassword = 'Nueva-2026!'
const login = (username_or_email: string, password: string) =>
  world.call<AuthAnswer & { code?: string }>('POST', '/auth/login', { body: { username_or_email, password } })
let people = 0
const person = (given: Parameters<typeof buildUser>[1] = {}) => {
  people += 1
  return world.build((tx) => buildUser(tx, { username: `clave_${people}`, ...given }))
}

describe('changing one’s own password', () => {
  const change = async (user: UserRow, current_password: string, new_password: string) =>
    (await world.as(user))<{ code?: string; user?: { id: string } }>('POST', '/auth/change-password', {
      body: { current_password, new_password },
    })

  it('ends every session, this one too', async () => {
    const user = await person()
    const elsewhere = await world.as(user)
    expect((await elsewhere('GET', '/auth/profile/companies')).status).toBe(200)
    const answer = await change(user, builtPassword, newPassword)
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { id: user.id, force_password_change: false } },
    })
    await expect
      .poll(async () => (await elsewhere('GET', '/auth/profile/companies')).body.code)
      .toBe('session_expired')
    expect((await login(user.username, builtPassword)).body.code).toBe('invalid_credentials')
    expect((await login(user.username, newPassword)).status).toBe(200)
  })

  it('needs the present password, a new one, and one that obeys the rules', async () => {
    const user = await person()
    expect((await change(user, 'Wrong-2026!', newPassword)).body).toMatchObject({
      code: 'current_password_incorrect',
      message: 'Current password is incorrect',
    })
    expect((await change(user, builtPassword, builtPassword)).body.code).toBe('password_unchanged')
    for (const weak of [
      'Ab1!',
      'nueva-2026!',
      'NUEVA-2026!',
      'Nueva-clave!',
      'Nueva2026',
      `Aa1!${'x'.repeat(60)}`,
    ])
      expect((await change(user, builtPassword, weak)).status, weak).toBe(422)
    expect((await login(user.username, builtPassword)).status).toBe(200)
  })

  it('cannot be guessed by a stolen token, and the guesses do not lock the account', async () => {
    const user = await person()
    for (let index = 0; index < 5; index += 1) await change(user, 'Wrong-2026!', newPassword)
    expect((await change(user, builtPassword, newPassword)).body.code).toBe('rate_limited')
    expect((await login(user.username, builtPassword)).status).toBe(200)
  })

  it('needs somebody signed in', async () => {
    const body = { current_password: builtPassword, new_password: newPassword }
    expect((await world.call('POST', '/auth/change-password', { body })).status).toBe(401)
  })
})

describe('a forced change', () => {
  const force = (user: UserRow, current_password: string, new_password = newPassword, otp_code?: string) =>
    world.call<AuthAnswer & { code?: string }>('POST', '/auth/forced-password-change', {
      body: { username_or_email: user.username, current_password, new_password, otp_code },
    })

  it('gives a session with the new password', async () => {
    const user = await person({ forcePasswordChange: true })
    expect((await login(user.username, builtPassword)).body.code).toBe('password_change_required')
    const answer = await force(user, builtPassword)
    expect(answer).toMatchObject({
      status: 200,
      body: { expires_in: 3600, user: { id: user.id, force_password_change: false } },
    })
    expect(answer.cookies.rumbo_refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    const headers = { authorization: `Bearer ${answer.body.access_token}` }
    expect((await world.call('GET', '/auth/profile/companies', { headers })).status).toBe(200)
    expect((await login(user.username, newPassword)).status).toBe(200)
  })

  it('obeys lockout and the one-time code, and wants another password', async () => {
    const user = await person({ forcePasswordChange: true })
    expect((await force(user, builtPassword, builtPassword)).body.code).toBe('password_unchanged')
    for (let index = 0; index < 5; index += 1)
      expect((await force(user, 'Wrong-2026!')).body.code).toBe('invalid_credentials')
    expect((await force(user, builtPassword)).body.code).toBe('account_locked')
    const guarded = await person({ forcePasswordChange: true, otpRequired: true, otpSecret: 'sealed' })
    expect((await force(guarded, builtPassword)).body.code).toBe('otp_required')
    const off = await person({ forcePasswordChange: true, status: 'inactive' })
    expect((await force(off, builtPassword)).body.code).toBe('account_deactivated')
  })
})

describe('setting somebody’s password', () => {
  let admin: UserRow
  let manager: UserRow
  let driver: UserRow
  let shared: UserRow
  let elsewhere: UserRow
  beforeEach(async () => {
    await world.build(async (tx) => {
      const company = await buildCompany(tx)
      const other = await buildCompany(tx)
      const fleet = await buildFleet(tx, { companyId: company.id })
      const second = await buildFleet(tx, { companyId: company.id })
      const foreign = await buildFleet(tx, { companyId: other.id })
      const place = { companyId: company.id, fleetId: fleet.id }
      people += 1
      admin = await buildUser(tx, { username: `admin_${people}`, level: 'admin' })
      manager = await buildUser(tx, { username: `manager_${people}`, level: 'manager' })
      driver = await buildUser(tx, { username: `driver_${people}` })
      shared = await buildUser(tx, { username: `shared_${people}` })
      elsewhere = await buildUser(tx, { username: `elsewhere_${people}` })
      await buildAssignment(tx, { userId: admin.id, companyId: company.id })
      await buildAssignment(tx, { userId: manager.id, ...place, role: 'fleet_manager' })
      await buildAssignment(tx, { userId: driver.id, ...place, role: 'primary_driver' })
      await buildAssignment(tx, { userId: shared.id, ...place, role: 'primary_driver' })
      await buildAssignment(tx, {
        userId: shared.id,
        companyId: company.id,
        fleetId: second.id,
        role: 'fleet_viewer',
        isPrimary: false,
      })
      await buildAssignment(tx, {
        userId: elsewhere.id,
        companyId: other.id,
        fleetId: foreign.id,
        role: 'primary_driver',
      })
    })
  })
  const set = async (actor: UserRow, id: string, more: Record<string, unknown> = {}) =>
    (await world.as(actor))<{ code?: string }>('POST', `/auth/user/${id}/change-password`, {
      body: { new_password: newPassword, ...more },
    })

  it('forces a change at the next login unless told otherwise, ends sessions and is audited', async () => {
    const session = await world.as(driver)
    expect((await session('GET', '/auth/profile/companies')).status).toBe(200)
    expect((await set(manager, driver.id)).body).toEqual({ done: true })
    await expect
      .poll(async () => (await session('GET', '/auth/profile/companies')).body.code)
      .toBe('session_expired')
    expect((await login(driver.username, newPassword)).body.code).toBe('password_change_required')
    expect((await set(admin, driver.id, { force_password_change: false })).status).toBe(200)
    expect((await login(driver.username, newPassword)).status).toBe(200)
    const { rows } = await superuser.query(
      `select actor_id, changes, company_id from platform.audit_entries
        where action = 'user.password_set' and entity_id = $1 order by at, id`,
      [driver.id],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ actor_id: manager.id, changes: { force_password_change: [false, true] } })
    expect(JSON.stringify(rows)).not.toContain(newPassword)
  })

  it('is refused unless every place of the user lies in the actor’s scopes', async () => {
    expect((await set(manager, shared.id)).body.code).toBe('forbidden')
    expect((await set(admin, shared.id)).status).toBe(200)
  })

  it('tells nothing of people elsewhere, or of nobody', async () => {
    expect(await set(admin, elsewhere.id)).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
    expect((await set(manager, elsewhere.id)).body.code).toBe('user_not_found')
    const unknown = '018f0000-0000-7000-8000-000000000000'
    expect((await set(admin, unknown)).body.code).toBe('user_not_found')
    expect((await login(elsewhere.username, builtPassword)).status).toBe(200)
  })

  it('is refused towards equals, superiors and oneself, and to users', async () => {
    expect((await set(manager, admin.id)).body.code).toBe('user_not_found')
    expect((await set(admin, admin.id)).body.code).toBe('forbidden')
    expect((await set(driver, shared.id)).body.code).toBe('forbidden')
    const peer = await person({ level: 'admin' })
    const companyId = (
      await superuser.query('select company_id from organisation.assignments where user_id = $1', [admin.id])
    ).rows[0].company_id
    await world.build((tx) => buildAssignment(tx, { userId: peer.id, companyId }))
    expect((await set(admin, peer.id)).body.code).toBe('forbidden')
  })

  it('is the super admin’s for everyone', async () => {
    const root = await person({ level: 'super_admin' })
    expect((await set(root, elsewhere.id)).status).toBe(200)
    expect((await set(root, (await person({ level: 'super_admin' })).id)).status).toBe(200)
  })
})

describe('a reset', () => {
  const initiate = (email: string) => world.call('POST', '/auth/reset-password/initiate', { body: { email } })
  const confirm = (email: string, token: string, new_password = newPassword) =>
    world.call<{ code?: string; done?: boolean }>('POST', '/auth/reset-password/confirm', {
      body: { email, token, new_password },
    })
  const mailsTo = async (recipient: string) =>
    (
      await superuser.query<{ subject: string; body: string; language: string }>(
        'select subject, body, language from platform.mails where recipient = $1 order by id',
        [recipient],
      )
    ).rows
  const codeTo = async (recipient: string) =>
    /\b\d{6}\b/.exec((await mailsTo(recipient)).at(-1)?.body ?? '')?.[0] ?? ''
  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

  it('answers alike for known and unknown addresses, and mails only the known', async () => {
    const user = await person({ language: 'en' })
    const [known, unknown] = [await initiate(user.email.toUpperCase()), await initiate('nobody@example.com')]
    expect(known.body).toEqual({ done: true })
    expect(unknown.body).toEqual(known.body)
    expect(await mailsTo('nobody@example.com')).toEqual([])
    expect(await mailsTo(user.email)).toMatchObject([{ language: 'en' }])
    expect((await mailsTo(user.email))[0]?.body).toContain('verification code')
  })

  it('sets a new password once, ends sessions and lifts a lock', async () => {
    const user = await person()
    const session = await world.as(user)
    expect((await session('GET', '/auth/profile/companies')).status).toBe(200)
    for (let index = 0; index < 5; index += 1) await login(user.username, 'Wrong-2026!')
    await initiate(user.email)
    const code = await codeTo(user.email)
    expect((await confirm(user.email, code)).body).toEqual({ done: true })
    expect((await confirm(user.email, code)).body.code).toBe('reset_code_invalid')
    expect((await login(user.username, newPassword)).status).toBe(200)
    await expect
      .poll(async () => (await session('GET', '/auth/profile/companies')).body.code)
      .toBe('session_expired')
  })

  it('keeps the code only as a hash', async () => {
    const user = await person()
    await initiate(user.email)
    const { rows } = await superuser.query('select * from identity.reset_codes')
    expect(JSON.stringify(rows)).not.toContain(`"${await codeTo(user.email)}"`)
  })

  it('ends after fifteen minutes', async () => {
    const user = await person()
    await initiate(user.email)
    world.clock.advance(900)
    expect((await confirm(user.email, await codeTo(user.email))).body.code).toBe('reset_code_invalid')
  })

  it('allows five tries, counted across codes sent again, for an hour', async () => {
    const user = await person()
    await initiate(user.email)
    const first = await codeTo(user.email)
    for (let index = 0; index < 3; index += 1) await confirm(user.email, wrong(first))
    await initiate(user.email)
    const second = await codeTo(user.email)
    if (first !== second) expect((await confirm(user.email, first)).body.code).toBe('reset_code_invalid')
    else await confirm(user.email, wrong(second))
    await confirm(user.email, wrong(second))
    expect((await confirm(user.email, second)).body.code).toBe('reset_code_invalid')
    world.clock.advance(3600)
    await initiate(user.email)
    expect((await confirm(user.email, await codeTo(user.email))).status).toBe(200)
  })

  it('counts tries at an address nobody has, and sends no more than five mails an hour', async () => {
    for (let index = 0; index < 7; index += 1)
      expect((await confirm('nobody2@example.com', '123456')).body.code).toBe('reset_code_invalid')
    const user = await person()
    for (let index = 0; index < 7; index += 1) await initiate(user.email)
    expect(await mailsTo(user.email)).toHaveLength(5)
  })

  it('is not for deactivated or pending accounts', async () => {
    const off = await person({ status: 'inactive' })
    await initiate(off.email)
    expect(await mailsTo(off.email)).toEqual([])
  })

  it.each([
    [{ email: 'no address', token: '1', new_password: newPassword }, 'body.email', 'email_invalid'],
    [{ email: 'a@example.com', token: '1', new_password: 'weak' }, 'body.new_password', 'too_short'],
  ])('names what is wrong with %o', async (body, path, code) => {
    const answer = await world.call<{ errors: unknown[] }>('POST', '/auth/reset-password/confirm', { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ path, code }))
  })
})

describe('registration', () => {
  const form = (given: Record<string, unknown> = {}) => ({
    username: 'ana_1',
    first_name: 'Ana',
    last_name: 'Ruiz',
    email: 'ana@example.com',
    phone: '+52 55 1234 5678',
    password: newPassword,
    ...given,
  })
  const register = (body: unknown) =>
    world.call<{ code?: string; id?: string; errors?: unknown[] }>('POST', '/auth/register', { body })

  it('makes a pending user without access', async () => {
    const answer = await register(form())
    expect(answer).toMatchObject({ status: 201, body: { email: 'ana@example.com', status: 'pending' } })
    expect((await login('ana_1', newPassword)).body.code).toBe('account_pending')
    const { rows } = await superuser.query("select kind from platform.outbox where payload->>'userId' = $1", [
      answer.body.id,
    ])
    expect(rows).toEqual([{ kind: 'user.registered' }])
  })

  it('tells which name is taken, whatever the case', async () => {
    await register(form({ username: 'luis', email: 'luis@example.com' }))
    expect((await register(form({ username: 'LUIS', email: 'l2@example.com' }))).body).toMatchObject({
      code: 'username_taken',
      message: 'This username is already taken',
    })
    expect((await register(form({ username: 'luis2', email: 'Luis@Example.com' }))).body).toMatchObject({
      code: 'email_taken',
      message: 'This email is already registered',
    })
  })

  it.each([
    ['body.username', 'too_short', { username: 'ab' }],
    ['body.username', 'too_long', { username: 'a'.repeat(51) }],
    ['body.username', 'wrong_format', { username: 'ana ruiz' }],
    ['body.first_name', 'required', { first_name: ' ' }],
    ['body.last_name', 'too_long', { last_name: 'a'.repeat(101) }],
    ['body.email', 'email_invalid', { email: 'ana' }],
    ['body.phone', 'wrong_format', { phone: 'abc' }],
    ['body.password', 'password_rules', { password: 'nueva-2026!' }],
    ['body.password', 'too_long', { password: `Aa1!${'x'.repeat(60)}` }],
    ['body.level', 'unknown_field', { level: 'super_admin' }],
  ])('refuses %s: %s', async (path, code, given) => {
    const answer = await register(form({ username: 'otra', email: 'otra@example.com', ...given }))
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ path, code }))
  })

  it('can be switched off', async () => {
    const closed = await createTestApp({ isRegistrationOpen: false })
    const answer = await closed.call('POST', '/auth/register', { body: form() })
    await closed.close()
    expect(answer).toMatchObject({ status: 403, body: { code: 'registration_closed' } })
  })
})

it('makes the first super admin once, with a password that obeys the rules', async () => {
  const fresh = await createTestApp()
  const options = { database: fresh.database, email: 'root@example.com', username: 'root' }
  const made = await bootstrapAdmin(options)
  const again = await bootstrapAdmin(options)
  const entered = await fresh.call('POST', '/auth/login', {
    body: { username_or_email: 'root', password: made?.password },
  })
  await fresh.close()
  expect(again).toBeNull()
  expect(entered).toMatchObject({ status: 200, body: { user: { level: 'super_admin' } } })
  expect(entered.body).toMatchObject({ user: { access_scopes: [{ scope: '*,*,*', type: 'manage' }] } })
})
