import type { AuthAnswer } from '@rumbo/contract/identity.contract'
import type { User } from '@rumbo/contract/identity.users.contract'
import {
  createFixtures,
  createTestApp,
  outcomeOf,
  type TestApp,
  type TestCall,
  type TestFixtures,
} from '@rumbo/tools/testing'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, builtPassword } from '../identity.factory.ts'

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

type Refusal = { code?: string; errors?: { path: string; code: string }[] }
const unknownId = '018f0000-0000-7000-8000-000000000000'
let serial = 0
let fixtures: TestFixtures
beforeEach(async () => {
  serial += 1
  fixtures = await createFixtures(world, String(serial))
})

const login = (username_or_email: string, password = builtPassword) =>
  world.call<AuthAnswer & Refusal>('POST', '/auth/login', { body: { username_or_email, password } })
const audits = async (entityId: string) =>
  (
    await superuser.query(
      'select action, actor_id, company_id, changes from platform.audit_entries where entity_id = $1 order by id',
      [entityId],
    )
  ).rows
const mailsTo = async (recipient: string) =>
  (
    await superuser.query('select subject, body from platform.mails where recipient = $1 order by id', [
      recipient,
    ])
  ).rows
const form = (given: Record<string, unknown> = {}) => ({
  username: `nueva_${serial}`,
  firstName: 'Nora',
  lastName: 'Díaz',
  email: `nueva_${serial}@example.com`,
  password: 'Nueva-2026!',
  level: 'user',
  assignment: { companyId: fixtures.companyId, fleetId: fixtures.fleetId, role: 'dispatcher' },
  ...given,
})
const create = (caller: TestCall, given: Record<string, unknown> = {}) =>
  caller<User & Refusal>('POST', '/users', { body: form(given) })

describe('activating and deactivating', () => {
  it('ends every session at once', async () => {
    const open = await world.as(fixtures.people.user)
    expect((await open('GET', '/auth/profile/companies')).status).toBe(200)
    expect(
      (await fixtures.manager<User>('POST', `/users/${fixtures.people.user.id}/deactivate`)).body.status,
    ).toBe('inactive')
    await expect
      .poll(async () => (await open<Refusal>('GET', '/auth/profile/companies')).body.code)
      .toBe('session_expired')
    expect((await login(fixtures.people.user.username)).body).toMatchObject({
      code: 'account_deactivated',
      message: 'Account is deactivated. Please contact administrator.',
    })
    expect(await audits(fixtures.people.user.id)).toMatchObject([
      { action: 'user.deactivated', changes: { status: ['active', 'inactive'] } },
    ])
    expect(
      (await fixtures.root<User>('POST', `/users/${fixtures.people.user.id}/activate`)).body.status,
    ).toBe('active')
    expect((await login(fixtures.people.user.username)).status).toBe(200)
    expect((await mailsTo(fixtures.people.user.email)).map(({ subject }) => subject)).toEqual([
      'Tu cuenta está activa',
    ])
  })
  it('lets a registered user sign in', async () => {
    const body = { username: `sola_${serial}`, first_name: 'Sol', last_name: 'Paz', password: builtPassword }
    const { id } = (
      await world.call<{ id: string }>('POST', '/auth/register', {
        body: { ...body, email: `sola_${serial}@example.com` },
      })
    ).body
    expect((await login(body.username)).body.code).toBe('account_pending')
    expect(await outcomeOf(fixtures.root('POST', `/users/${id}/send-password-reset`))).toBe('account_pending')
    expect(await outcomeOf(fixtures.admin('POST', `/users/${id}/activate`))).toBe('user_not_found')
    expect((await fixtures.root<User>('POST', `/users/${id}/activate`)).body.status).toBe('active')
    expect((await login(body.username)).status).toBe(200)
  })
  it('clears the lock of failed logins', async () => {
    for (let tries = 0; tries < 5; tries += 1) await login(fixtures.people.user.username, 'Wrong-2026!')
    expect((await login(fixtures.people.user.username)).body.code).toBe('account_locked')
    expect((await fixtures.admin<User>('GET', `/users/${fixtures.people.user.id}`)).body.status).toBe(
      'locked',
    )
    expect(
      (await fixtures.admin<User>('POST', `/users/${fixtures.people.user.id}/activate`)).body.status,
    ).toBe('active')
    expect((await login(fixtures.people.user.username)).status).toBe(200)
  })
  it('keeps one super admin, also if two deactivate each other concurrently', async () => {
    await superuser.query(
      "update identity.users set status = 'inactive' where level = 'super_admin' and id <> $1",
      [fixtures.people.root.id],
    )
    const second = await world.build((tx) =>
      buildUser(tx, { username: `root2_${serial}`, level: 'super_admin' }),
    )
    const other = await world.as(second)
    expect((await other('GET', '/users')).status).toBe(200)
    const answers = await Promise.all([
      outcomeOf(fixtures.root('POST', `/users/${second.id}/deactivate`)),
      outcomeOf(other('PUT', `/users/${fixtures.people.root.id}/level`, { body: { level: 'admin' } })),
    ])
    // The slower one is not a super admin any more, or may not sign in any more.
    const refusals = ['last_super_admin', 'forbidden', 'session_expired']
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
    expect(answers.filter((answer) => refusals.includes(String(answer)))).toHaveLength(1)
    const { rows } = await superuser.query(
      "select 1 from identity.users where level = 'super_admin' and status = 'active'",
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the level', () => {
  it('of a guest ends the assignments, and keeps the person in the company', async () => {
    const open = await world.as(fixtures.people.user)
    expect((await open('GET', `/fleets/${fixtures.fleetId}`)).status).toBe(200)
    expect(
      (
        await fixtures.admin<User>('PUT', `/users/${fixtures.people.user.id}/level`, {
          body: { level: 'guest' },
        })
      ).body,
    ).toMatchObject({
      level: 'guest',
      companyId: fixtures.companyId,
      fleetId: null,
      assignmentCount: 0,
      mayChange: true,
    })
    await expect.poll(async () => (await open('GET', `/fleets/${fixtures.fleetId}`)).status).toBe(403)
    const back = await fixtures.admin<User>('PUT', `/users/${fixtures.people.user.id}/level`, {
      body: { level: 'manager' },
    })
    expect(back.body).toMatchObject({
      level: 'manager',
      companyId: fixtures.companyId,
      assignmentCount: 0,
      mayChange: true,
    })
    expect(await audits(fixtures.people.user.id)).toMatchObject([
      { action: 'user.level_changed', changes: { level: ['user', 'guest'] } },
      { action: 'user.level_changed', changes: { level: ['guest', 'manager'] } },
    ])
  })
  it('goes up to manager by an admin', async () => {
    const give = (caller: TestCall, level: string) =>
      outcomeOf(caller('PUT', `/users/${fixtures.people.user.id}/level`, { body: { level } }))
    expect(await give(fixtures.admin, 'admin')).toBe('level_not_allowed')
    expect(await give(fixtures.admin, 'manager')).toBe(200)
    expect(await give(fixtures.root, 'admin')).toBe(200)
    expect(await give(fixtures.admin, 'user')).toBe('forbidden')
    expect(await give(fixtures.root, 'super_admin')).toBe(200)
  })
})

describe('security of a user', () => {
  it('has the password changed before anything else, in open sessions too', async () => {
    const open = await world.as(fixtures.people.user)
    expect((await open('GET', '/auth/profile/companies')).status).toBe(200)
    const answer = await fixtures.manager<User>(
      'POST',
      `/users/${fixtures.people.user.id}/force-password-change`,
      {
        body: {},
      },
    )
    expect(answer.body.forcePasswordChange).toBe(true)
    await expect
      .poll(async () => (await open<Refusal>('GET', '/auth/profile/companies')).body.code)
      .toBe('password_change_required')
    await fixtures.manager('POST', `/users/${fixtures.people.user.id}/force-password-change`, {
      body: { force: false },
    })
    await expect.poll(async () => (await open('GET', '/auth/profile/companies')).status).toBe(200)
  })
  it('mails a reset code', async () => {
    expect(
      (await fixtures.manager('POST', `/users/${fixtures.people.user.id}/send-password-reset`)).body,
    ).toEqual({
      done: true,
    })
    expect((await mailsTo(fixtures.people.user.email))[0].subject).toBe(
      'Tu código para recuperar la contraseña',
    )
    expect(await audits(fixtures.people.user.id)).toMatchObject([{ action: 'user.reset_sent' }])
  })
  it('removes a lost second factor, and ends the sessions', async () => {
    await superuser.query("update identity.users set otp_required = true, otp_secret = 'x' where id = $1", [
      fixtures.people.user.id,
    ])
    const open = await world.as(fixtures.people.user)
    const answer = await fixtures.admin<User>('DELETE', `/users/${fixtures.people.user.id}/two-factor`)
    expect(answer.body.twoFactorEnabled).toBe(false)
    await expect.poll(async () => (await open('GET', '/auth/profile/companies')).status).toBe(401)
    expect((await login(fixtures.people.user.username)).status).toBe(200)
  })
  it('shows open sessions and ends them', async () => {
    const first = await world.as(fixtures.people.user)
    const second = await world.as(fixtures.people.user)
    const path = `/users/${fixtures.people.user.id}/sessions`
    const { items } = (await fixtures.manager<{ items: { id: string; address: string }[] }>('GET', path)).body
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({ address: '127.0.0.1', userAgent: 'built', isCurrent: false })
    expect(await outcomeOf(fixtures.manager('DELETE', `${path}/${unknownId}`))).toBe('session_not_found')
    expect(await outcomeOf(fixtures.manager('DELETE', `${path}/${items[1]?.id}`))).toBe(200)
    await expect.poll(async () => (await first('GET', '/auth/profile/companies')).status).toBe(401)
    expect((await second('GET', '/auth/profile/companies')).status).toBe(200)
    expect(await outcomeOf(fixtures.manager('DELETE', path))).toBe(200)
    await expect.poll(async () => (await second('GET', '/auth/profile/companies')).status).toBe(401)
    expect(await outcomeOf(fixtures.manager('GET', `/users/${fixtures.people.outsider.id}/sessions`))).toBe(
      'user_not_found',
    )
    expect(await outcomeOf(fixtures.admin('GET', `/users/${fixtures.people.admin.id}/sessions`))).toBe(
      'own_account',
    )
  })
})

it('archives a user: nothing of theirs is left, and name and e-mail are free', async () => {
  const open = await world.as(fixtures.people.user)
  expect(await outcomeOf(fixtures.admin('DELETE', `/users/${fixtures.people.user.id}`))).toBe(200)
  await expect.poll(async () => (await open('GET', '/auth/profile/companies')).status).toBe(401)
  expect(await outcomeOf(fixtures.root('GET', `/users/${fixtures.people.user.id}`))).toBe('user_not_found')
  expect((await login(fixtures.people.user.username)).body.code).toBe('invalid_credentials')
  const { rows } = await superuser.query(
    'select 1 from organisation.assignments where user_id = $1 and archived_at is null',
    [fixtures.people.user.id],
  )
  expect(rows).toEqual([])
  const again = { username: fixtures.people.user.username, email: fixtures.people.user.email }
  expect((await create(fixtures.admin, again)).status).toBe(201)
})
