import type { AuthAnswer } from '@rumbo/contract/identity.contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildUser, builtPassword } from '../identity.factory.ts'
import type { UserRow } from '../identity.repository.ts'
import { newPassword, useIdentityHarness } from '../testing/identity.harness.ts'

const at = useIdentityHarness()
const { login, person } = at

describe('changing the own password', () => {
  const change = async (user: UserRow, current_password: string, new_password: string) =>
    (await at.world.as(user))<{ code?: string; user?: { id: string } }>('POST', '/auth/change-password', {
      body: { current_password, new_password },
    })

  it('ends every session, including the current one', async () => {
    const user = await person()
    const elsewhere = await at.world.as(user)
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

  it('requires the current password and a different one that passes the rules', async () => {
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

  it('limits attempts with a stolen token without locking the account', async () => {
    const user = await person()
    for (let index = 0; index < 5; index += 1) await change(user, 'Wrong-2026!', newPassword)
    expect((await change(user, builtPassword, newPassword)).body.code).toBe('rate_limited')
    expect((await login(user.username, builtPassword)).status).toBe(200)
  })

  it('requires a signed-in user', async () => {
    const body = { current_password: builtPassword, new_password: newPassword }
    expect((await at.world.call('POST', '/auth/change-password', { body })).status).toBe(401)
  })
})

describe('a forced change', () => {
  const force = (user: UserRow, current_password: string, new_password = newPassword, otp_code?: string) =>
    at.world.call<AuthAnswer & { code?: string }>('POST', '/auth/forced-password-change', {
      body: { username_or_email: user.username, current_password, new_password, otp_code },
    })

  it('opens no session: the user signs in with the new password', async () => {
    const user = await person({ forcePasswordChange: true })
    expect((await login(user.username, builtPassword)).body.code).toBe('password_change_required')
    const answer = await force(user, builtPassword)
    expect(answer).toMatchObject({ status: 200, body: {} })
    expect(answer.cookies.rumbo_refresh).toBeUndefined()
    const open = 'select 1 from identity.sessions where user_id = $1 and ended_at is null'
    expect((await at.world.superuser.query(open, [user.id])).rows).toEqual([])
    expect((await login(user.username, newPassword)).status).toBe(200)
  })

  it('notifies the owner by mail, because anyone who knows the password could have done it', async () => {
    const user = await person({ forcePasswordChange: true })
    expect((await force(user, builtPassword)).status).toBe(200)
    const { rows } = await at.world.superuser.query(
      'select subject from platform.deliveries where recipient = $1',
      [user.email],
    )
    expect(rows).toEqual([{ subject: 'Tu contraseña cambió' }])
  })

  it('is refused to an account that does not have to change its password', async () => {
    const user = await person()
    expect((await force(user, 'Wrong-2026!')).body.code).toBe('invalid_credentials')
    expect(await force(user, builtPassword)).toMatchObject({
      status: 409,
      body: {
        code: 'password_change_not_pending',
        message: 'No pending password change found. Please login again.',
      },
    })
    expect((await login(user.username, builtPassword)).status).toBe(200)
    expect((await login(user.username, newPassword)).body.code).toBe('invalid_credentials')
  })

  it('succeeds for one of two concurrent calls', async () => {
    const user = await person({ forcePasswordChange: true })
    const answers = await Promise.all([force(user, builtPassword), force(user, builtPassword, 'Otra-2026!')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('respects lockout and the one-time code, and requires a different password', async () => {
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

describe('setting another user’s password', () => {
  let admin: UserRow
  let manager: UserRow
  let driver: UserRow
  let shared: UserRow
  let elsewhere: UserRow
  let companies = 0
  beforeEach(async () => {
    await at.world.build(async (tx) => {
      const company = await buildCompany(tx)
      const other = await buildCompany(tx)
      const fleet = await buildFleet(tx, { companyId: company.id })
      const second = await buildFleet(tx, { companyId: company.id })
      const foreign = await buildFleet(tx, { companyId: other.id })
      const place = { companyId: company.id, fleetId: fleet.id }
      companies += 1
      admin = await buildUser(tx, { username: `admin_${companies}`, level: 'admin' })
      manager = await buildUser(tx, { username: `manager_${companies}`, level: 'manager' })
      driver = await buildUser(tx, { username: `driver_${companies}` })
      shared = await buildUser(tx, { username: `shared_${companies}` })
      elsewhere = await buildUser(tx, { username: `elsewhere_${companies}` })
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
    (await at.world.as(actor))<{ code?: string }>('POST', `/auth/user/${id}/change-password`, {
      body: { new_password: newPassword, ...more },
    })

  it('forces a change at the next login by default, ends sessions and is audited', async () => {
    const session = await at.world.as(driver)
    expect((await session('GET', '/auth/profile/companies')).status).toBe(200)
    expect((await set(manager, driver.id)).body).toEqual({ done: true })
    await expect
      .poll(async () => (await session('GET', '/auth/profile/companies')).body.code)
      .toBe('session_expired')
    expect((await login(driver.username, newPassword)).body.code).toBe('password_change_required')
    expect((await set(admin, driver.id, { force_password_change: false })).status).toBe(200)
    expect((await login(driver.username, newPassword)).status).toBe(200)
    const { rows } = await at.world.superuser.query(
      `select actor_id, changes, company_id from platform.audit_entries
        where action = 'user.password_set' and entity_id = $1 order by at, id`,
      [driver.id],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ actor_id: manager.id, changes: { force_password_change: [false, true] } })
    expect(JSON.stringify(rows)).not.toContain(newPassword)
  })

  it('is refused unless all assignments of the user are in the actor’s scopes', async () => {
    expect((await set(manager, shared.id)).body.code).toBe('forbidden')
    expect((await set(admin, shared.id)).status).toBe(200)
  })

  it('reports users of other companies as unknown', async () => {
    expect(await set(admin, elsewhere.id)).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
    expect((await set(manager, elsewhere.id)).body.code).toBe('user_not_found')
    const unknown = '018f0000-0000-7000-8000-000000000000'
    expect((await set(admin, unknown)).body.code).toBe('user_not_found')
    expect((await login(elsewhere.username, builtPassword)).status).toBe(200)
  })

  it('is refused for equal and higher levels and the own account, and to plain users', async () => {
    expect((await set(manager, admin.id)).body.code).toBe('user_not_found')
    expect((await set(admin, admin.id)).body.code).toBe('own_account')
    expect((await set(driver, shared.id)).body.code).toBe('forbidden')
    const peer = await person({ level: 'admin' })
    const companyId = (
      await at.world.superuser.query('select company_id from organisation.assignments where user_id = $1', [
        admin.id,
      ])
    ).rows[0].company_id
    await at.world.build((tx) => buildAssignment(tx, { userId: peer.id, companyId }))
    expect((await set(admin, peer.id)).body.code).toBe('forbidden')
  })

  it('is allowed to a super admin for everyone', async () => {
    const root = await person({ level: 'super_admin' })
    expect((await set(root, elsewhere.id)).status).toBe(200)
    expect((await set(root, (await person({ level: 'super_admin' })).id)).status).toBe(200)
  })
})
