import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser, builtPassword } from '../identity.factory.ts'
import { clearLockout, readSuperAdmins, resetAdministrator } from './identity.rescue.actions.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

const operator = 'npm run admin (ana)'
const acting = () => ({ database: world.database, operator })
const login = (username_or_email: string, password: string) =>
  world.call<{ code?: string }>('POST', '/auth/login', {
    body: { username_or_email, password },
  })
const build = (given: Parameters<typeof buildUser>[1]) => world.build((tx) => buildUser(tx, given))
const auditOf = (id: string) =>
  world.build((tx) =>
    tx.sql<{ action: string; actor_name: string; changes: unknown }>(
      'select action, actor_name, changes from platform.audit_entries where entity_id = $1 order by at, id',
      [id],
    ),
  )

describe('resetting an administrator', () => {
  it('sets a new password, removes the second factor and ends every session, with audit and notices', async () => {
    const user = await build({ username: 'cerrada', level: 'super_admin' })
    const call = await world.as(user)
    const begun = await call<{ secret: string }>('POST', '/auth/profile/two-factor/begin', {
      body: { password: builtPassword },
    })
    const epoch = Math.floor(world.clock.now().getTime() / 1000)
    const code = await generate({ secret: begun.body.secret, epoch })
    expect((await call('POST', '/auth/profile/two-factor/enable', { body: { code } })).status).toBe(200)
    expect((await login('cerrada', builtPassword)).body.code).toBe('otp_required')

    const done = await resetAdministrator(acting(), 'CERRADA')
    expect(done).toEqual({
      username: 'cerrada',
      password: expect.stringMatching(/^.{20}$/),
      hadTwoFactor: true,
      wasActivated: false,
    })
    expect((await call('GET', '/auth/profile')).status).toBe(401)
    expect((await login('cerrada', builtPassword)).body.code).toBe('invalid_credentials')
    const entered = await login('cerrada', done.password)
    expect(entered.body.code).toBe('password_change_required')

    const entries = (await auditOf(user.id)).filter(({ actor_name }) => actor_name === operator)
    expect(entries.map(({ action }) => action)).toEqual(['user.password_set', 'user.two_factor_reset'])
    const kept = await world.build((tx) =>
      tx.sql(
        `select (select count(*) from platform.deliveries where body like '%' || $1 || '%' or subject like '%' || $1 || '%')
           + (select count(*) from platform.audit_entries where changes::text like '%' || $1 || '%') as found`,
        [done.password],
      ),
    )
    expect(kept).toEqual([{ found: 0 }])
  })

  it('activates an account that was deactivated, found by its e-mail', async () => {
    const user = await build({ username: 'apagada', level: 'admin', status: 'inactive' })
    const done = await resetAdministrator(acting(), user.email)
    expect(done).toMatchObject({ wasActivated: true, hadTwoFactor: false })
    expect((await login('apagada', done.password)).body.code).toBe('password_change_required')
    expect(await auditOf(user.id)).toMatchObject([
      { action: 'user.password_set', changes: { status: ['inactive', 'active'] } },
    ])
  })

  it('is for administrators only, and changes no other account', async () => {
    await build({ username: 'gerente', level: 'manager' })
    await expect(resetAdministrator(acting(), 'gerente')).rejects.toThrow('gerente is not an administrator')
    await expect(resetAdministrator(acting(), 'nadie')).rejects.toThrow('There is no user')
    await expect(clearLockout(acting(), 'gerente')).rejects.toThrow('gerente is not an administrator')
    expect((await login('gerente', builtPassword)).status).toBe(200)
  })
})

it('clears the lockout of an administrator, and lists who is locked out', async () => {
  const user = await build({ username: 'torpe', level: 'super_admin' })
  for (let tries = 0; tries < 5; tries += 1) await login('torpe', 'Wrong-2026!')
  expect((await login('torpe', builtPassword)).body.code).toBe('account_locked')
  const stateOf = async () =>
    (await readSuperAdmins(world.database)).find(({ username }) => username === 'torpe')
  expect(await stateOf()).toMatchObject({ isLocked: true, email: user.email, status: 'active' })

  expect(await clearLockout(acting(), 'torpe')).toEqual({ username: 'torpe', wasLocked: true })
  expect((await login('torpe', builtPassword)).status).toBe(200)
  expect(await stateOf()).toMatchObject({ isLocked: false })
  expect(await clearLockout(acting(), 'torpe')).toEqual({ username: 'torpe', wasLocked: false })
  expect((await auditOf(user.id)).filter(({ actor_name }) => actor_name === operator)).toHaveLength(2)
})
