import { createTestApp } from '@rumbo/tools/testing'
import { describe, expect, it } from 'vitest'
import { bootstrapAdmin } from '../identity.actions.ts'
import { newPassword, useIdentityHarness } from '../testing/identity.harness.ts'

const at = useIdentityHarness()
const { login } = at

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
    at.world.call<{ code?: string; id?: string; errors?: unknown[] }>('POST', '/auth/register', { body })

  it('creates a pending user without access', async () => {
    const answer = await register(form())
    expect(answer).toMatchObject({ status: 201, body: { email: 'ana@example.com', status: 'pending' } })
    expect((await login('ana_1', newPassword)).body.code).toBe('account_pending')
    const { rows } = await at.world.superuser.query(
      "select kind from platform.outbox where payload->>'userId' = $1",
      [answer.body.id],
    )
    expect(rows).toEqual([{ kind: 'user.registered' }])
  })

  it('names the field that is already in use, ignoring case', async () => {
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
    ['body.username', 'username_letters', { username: 'ana ruiz' }],
    ['body.first_name', 'required', { first_name: ' ' }],
    ['body.last_name', 'too_long', { last_name: 'a'.repeat(101) }],
    ['body.email', 'email_invalid', { email: 'ana' }],
    ['body.phone', 'phone_invalid', { phone: 'abc' }],
    ['body.password', 'password_rules', { password: 'nueva-2026!' }],
    ['body.password', 'too_long', { password: `Aa1!${'x'.repeat(60)}` }],
    ['body.level', 'unknown_field', { level: 'super_admin' }],
  ])('refuses %s: %s', async (path, code, given) => {
    const answer = await register(form({ username: 'otra', email: 'otra@example.com', ...given }))
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ path, code }))
  })

  it('can be disabled', async () => {
    const closed = await createTestApp({ isRegistrationOpen: false })
    const answer = await closed.call('POST', '/auth/register', { body: form() })
    await closed.close()
    expect(answer).toMatchObject({ status: 403, body: { code: 'registration_closed' } })
  })
})

it('creates the first super admin once, with a password that passes the rules', async () => {
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
