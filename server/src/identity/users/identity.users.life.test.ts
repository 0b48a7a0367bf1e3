import type { User } from '@rumbo/contract/identity.users.contract'
import { outcomeOf, type TestCall } from '@rumbo/tools/testing'
import { describe, expect, it } from 'vitest'
import { buildUser, builtPassword } from '../identity.factory.ts'
import { type Refusal, useUsersHarness } from '../testing/identity.harness.ts'

const at = useUsersHarness()
const { audits, create, login, mailsTo } = at
const unknownId = '018f0000-0000-7000-8000-000000000000'

describe('activating and deactivating', () => {
  it('ends every session at once', async () => {
    const open = await at.world.as(at.fixtures.people.user)
    expect((await open('GET', '/auth/profile/companies')).status).toBe(200)
    expect(
      (await at.fixtures.manager<User>('POST', `/users/${at.fixtures.people.user.id}/deactivate`)).body
        .status,
    ).toBe('inactive')
    await expect
      .poll(async () => (await open<Refusal>('GET', '/auth/profile/companies')).body.code)
      .toBe('session_expired')
    expect((await login(at.fixtures.people.user.username)).body).toMatchObject({
      code: 'account_deactivated',
      message: 'Account is deactivated. Please contact administrator.',
    })
    expect(await audits(at.fixtures.people.user.id)).toMatchObject([
      { action: 'user.deactivated', changes: { status: ['active', 'inactive'] } },
    ])
    expect(
      (await at.fixtures.root<User>('POST', `/users/${at.fixtures.people.user.id}/activate`)).body.status,
    ).toBe('active')
    expect((await login(at.fixtures.people.user.username)).status).toBe(200)
    expect((await mailsTo(at.fixtures.people.user.email)).map(({ subject }) => subject)).toEqual([
      'Tu cuenta está activa',
    ])
  })
  it('lets a registered user sign in', async () => {
    const body = {
      username: `sola_${at.serial}`,
      first_name: 'Sol',
      last_name: 'Paz',
      password: builtPassword,
    }
    const { id } = (
      await at.world.call<{ id: string }>('POST', '/auth/register', {
        body: { ...body, email: `sola_${at.serial}@example.com` },
      })
    ).body
    expect((await login(body.username)).body.code).toBe('account_pending')
    expect(await outcomeOf(at.fixtures.root('POST', `/users/${id}/send-password-reset`))).toBe(
      'account_pending',
    )
    expect(await outcomeOf(at.fixtures.admin('POST', `/users/${id}/activate`))).toBe('user_not_found')
    expect((await at.fixtures.root<User>('POST', `/users/${id}/activate`)).body.status).toBe('active')
    expect((await login(body.username)).status).toBe(200)
  })
  it('clears the lockout', async () => {
    for (let tries = 0; tries < 5; tries += 1) await login(at.fixtures.people.user.username, 'Wrong-2026!')
    expect((await login(at.fixtures.people.user.username)).body.code).toBe('account_locked')
    expect((await at.fixtures.admin<User>('GET', `/users/${at.fixtures.people.user.id}`)).body.status).toBe(
      'locked',
    )
    expect(
      (await at.fixtures.admin<User>('POST', `/users/${at.fixtures.people.user.id}/activate`)).body.status,
    ).toBe('active')
    expect((await login(at.fixtures.people.user.username)).status).toBe(200)
  })
  it('keeps one super admin when two deactivate each other concurrently', async () => {
    await at.world.superuser.query(
      "update identity.users set status = 'inactive' where level = 'super_admin' and id <> $1",
      [at.fixtures.people.root.id],
    )
    const second = await at.world.build((tx) =>
      buildUser(tx, { username: `root2_${at.serial}`, level: 'super_admin' }),
    )
    const other = await at.world.as(second)
    expect((await other('GET', '/users')).status).toBe(200)
    const answers = await Promise.all([
      outcomeOf(at.fixtures.root('POST', `/users/${second.id}/deactivate`)),
      outcomeOf(other('PUT', `/users/${at.fixtures.people.root.id}/level`, { body: { level: 'admin' } })),
    ])
    // The slower one is not a super admin any more, or may not sign in any more.
    const refusals = ['last_super_admin', 'forbidden', 'session_expired']
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
    expect(answers.filter((answer) => refusals.includes(String(answer)))).toHaveLength(1)
    const { rows } = await at.world.superuser.query(
      "select 1 from identity.users where level = 'super_admin' and status = 'active'",
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the level', () => {
  it('of a guest ends the assignments, and keeps the person in the company', async () => {
    const open = await at.world.as(at.fixtures.people.user)
    expect((await open('GET', `/fleets/${at.fixtures.fleetId}`)).status).toBe(200)
    expect(
      (
        await at.fixtures.admin<User>('PUT', `/users/${at.fixtures.people.user.id}/level`, {
          body: { level: 'guest' },
        })
      ).body,
    ).toMatchObject({
      level: 'guest',
      companyId: at.fixtures.companyId,
      fleetId: null,
      assignmentCount: 0,
      mayChange: true,
    })
    await expect.poll(async () => (await open('GET', `/fleets/${at.fixtures.fleetId}`)).status).toBe(403)
    const back = await at.fixtures.admin<User>('PUT', `/users/${at.fixtures.people.user.id}/level`, {
      body: { level: 'manager' },
    })
    expect(back.body).toMatchObject({
      level: 'manager',
      companyId: at.fixtures.companyId,
      assignmentCount: 0,
      mayChange: true,
    })
    expect(await audits(at.fixtures.people.user.id)).toMatchObject([
      { action: 'user.level_changed', changes: { level: ['user', 'guest'] } },
      { action: 'user.level_changed', changes: { level: ['guest', 'manager'] } },
    ])
  })
  it('can be raised up to manager by an admin', async () => {
    const give = (caller: TestCall, level: string) =>
      outcomeOf(caller('PUT', `/users/${at.fixtures.people.user.id}/level`, { body: { level } }))
    expect(await give(at.fixtures.admin, 'admin')).toBe('level_not_allowed')
    expect(await give(at.fixtures.admin, 'manager')).toBe(200)
    expect(await give(at.fixtures.root, 'admin')).toBe(200)
    expect(await give(at.fixtures.admin, 'user')).toBe('forbidden')
    expect(await give(at.fixtures.root, 'super_admin')).toBe(200)
  })
})

describe('security of a user', () => {
  it('can be forced to change the password first, also in open sessions', async () => {
    const open = await at.world.as(at.fixtures.people.user)
    expect((await open('GET', '/auth/profile/companies')).status).toBe(200)
    const answer = await at.fixtures.manager<User>(
      'POST',
      `/users/${at.fixtures.people.user.id}/force-password-change`,
      {
        body: {},
      },
    )
    expect(answer.body.forcePasswordChange).toBe(true)
    await expect
      .poll(async () => (await open<Refusal>('GET', '/auth/profile/companies')).body.code)
      .toBe('password_change_required')
    await at.fixtures.manager('POST', `/users/${at.fixtures.people.user.id}/force-password-change`, {
      body: { force: false },
    })
    await expect.poll(async () => (await open('GET', '/auth/profile/companies')).status).toBe(200)
  })
  it('mails a reset code', async () => {
    expect(
      (await at.fixtures.manager('POST', `/users/${at.fixtures.people.user.id}/send-password-reset`)).body,
    ).toEqual({
      done: true,
    })
    expect((await mailsTo(at.fixtures.people.user.email))[0]?.subject).toBe(
      'Tu código para recuperar la contraseña',
    )
    expect(await audits(at.fixtures.people.user.id)).toMatchObject([{ action: 'user.reset_sent' }])
  })
  it('removes a lost second factor, and ends the sessions', async () => {
    await at.world.superuser.query(
      "update identity.users set otp_required = true, otp_secret = 'x' where id = $1",
      [at.fixtures.people.user.id],
    )
    const open = await at.world.as(at.fixtures.people.user)
    const answer = await at.fixtures.admin<User>('DELETE', `/users/${at.fixtures.people.user.id}/two-factor`)
    expect(answer.body.twoFactorEnabled).toBe(false)
    await expect.poll(async () => (await open('GET', '/auth/profile/companies')).status).toBe(401)
    expect((await login(at.fixtures.people.user.username)).status).toBe(200)
  })
  it('shows open sessions and ends them', async () => {
    const first = await at.world.as(at.fixtures.people.user)
    const second = await at.world.as(at.fixtures.people.user)
    const path = `/users/${at.fixtures.people.user.id}/sessions`
    const { items } = (await at.fixtures.manager<{ items: { id: string; address: string }[] }>('GET', path))
      .body
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({ address: '127.0.0.1', userAgent: 'built', isCurrent: false })
    expect(await outcomeOf(at.fixtures.manager('DELETE', `${path}/${unknownId}`))).toBe('session_not_found')
    expect(await outcomeOf(at.fixtures.manager('DELETE', `${path}/${items[1]?.id}`))).toBe(200)
    await expect.poll(async () => (await first('GET', '/auth/profile/companies')).status).toBe(401)
    expect((await second('GET', '/auth/profile/companies')).status).toBe(200)
    expect(await outcomeOf(at.fixtures.manager('DELETE', path))).toBe(200)
    await expect.poll(async () => (await second('GET', '/auth/profile/companies')).status).toBe(401)
    expect(
      await outcomeOf(at.fixtures.manager('GET', `/users/${at.fixtures.people.outsider.id}/sessions`)),
    ).toBe('user_not_found')
    expect(await outcomeOf(at.fixtures.admin('GET', `/users/${at.fixtures.people.admin.id}/sessions`))).toBe(
      'own_account',
    )
  })
})

it('archives a user, removes their data, and frees name and e-mail', async () => {
  const open = await at.world.as(at.fixtures.people.user)
  expect(await outcomeOf(at.fixtures.admin('DELETE', `/users/${at.fixtures.people.user.id}`))).toBe(200)
  await expect.poll(async () => (await open('GET', '/auth/profile/companies')).status).toBe(401)
  expect(await outcomeOf(at.fixtures.root('GET', `/users/${at.fixtures.people.user.id}`))).toBe(
    'user_not_found',
  )
  expect((await login(at.fixtures.people.user.username)).body.code).toBe('invalid_credentials')
  const { rows } = await at.world.superuser.query(
    'select 1 from organisation.assignments where user_id = $1 and archived_at is null',
    [at.fixtures.people.user.id],
  )
  expect(rows).toEqual([])
  const again = { username: at.fixtures.people.user.username, email: at.fixtures.people.user.email }
  expect((await create(at.fixtures.admin, again)).status).toBe(201)
})
