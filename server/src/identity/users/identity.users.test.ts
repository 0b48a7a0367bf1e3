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
import { builtPassword } from '../identity.factory.ts'

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

describe('adding a user', () => {
  it('creates an active user with a first assignment, who is notified by mail and can sign in', async () => {
    const answer = await create(fixtures.admin, { language: 'en', notes: 'Turno noche' })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        displayName: 'Nora Díaz',
        level: 'user',
        status: 'active',
        companyId: fixtures.companyId,
        fleetId: fixtures.fleetId,
        fleetRole: 'dispatcher',
        isPrimaryFleet: true,
        assignmentCount: 1,
        forcePasswordChange: true,
        emailVerified: false,
        notes: 'Turno noche',
        mayChange: true,
        version: 1,
      },
    })
    expect(JSON.stringify(answer.body)).not.toContain('argon2')
    expect(await mailsTo(answer.body.email)).toEqual([
      { subject: 'Your Rumbo account is ready', body: expect.stringContaining(`nueva_${serial}`) },
    ])
    expect((await login(answer.body.username, 'Nueva-2026!')).body.code).toBe('password_change_required')
    expect(await audits(answer.body.id)).toMatchObject([
      { action: 'user.created', actor_id: fixtures.people.admin.id, company_id: fixtures.companyId },
    ])
  })

  it.each([
    ['super_admin', { root: 201, admin: 'level_not_allowed', manager: 'level_not_allowed' }],
    ['admin', { root: 201, admin: 'level_not_allowed', manager: 'level_not_allowed' }],
    ['manager', { root: 201, admin: 201, manager: 'level_not_allowed' }],
    ['user', { root: 201, admin: 201, manager: 201 }],
    ['guest', { root: 201, admin: 201, manager: 201 }],
  ])('of level %s', async (level, expected) => {
    const place =
      level === 'super_admin'
        ? { assignment: null }
        : level === 'guest'
          ? { companyId: fixtures.companyId, assignment: null }
          : {}
    const callers = fixtures
    for (const name of ['root', 'admin', 'manager'] as const) {
      const names = {
        username: `${level}_by_${name}_${serial}`,
        email: `${level}_${name}_${serial}@example.com`,
      }
      expect(await outcomeOf(create(callers[name], { level, ...names, ...place })), name).toBe(expected[name])
    }
    for (const name of ['user', 'guest'] as const)
      expect(await outcomeOf(create(await world.as(fixtures.people[name]), { level, ...place }))).toBe(
        'forbidden',
      )
  })

  it('refuses places that the actor does not manage', async () => {
    const at = (caller: TestCall, assignment: unknown) => outcomeOf(create(caller, { assignment }))
    expect(await at(fixtures.admin, { ...fixtures.foreign, role: 'dispatcher' })).toBe('fleet_denied')
    expect(
      await at(fixtures.admin, {
        companyId: fixtures.foreign.companyId,
        fleetId: null,
        role: 'company_manager',
      }),
    ).toBe('company_denied')
    expect(
      await at(fixtures.admin, {
        companyId: fixtures.companyId,
        fleetId: fixtures.foreign.fleetId,
        role: 'dispatcher',
      }),
    ).toBe('fleet_denied')
    expect(
      await at(fixtures.root, {
        companyId: fixtures.companyId,
        fleetId: fixtures.foreign.fleetId,
        role: 'dispatcher',
      }),
    ).toBe('fleet_denied')
    expect(await at(fixtures.root, { companyId: unknownId, fleetId: null, role: 'company_owner' })).toBe(
      'company_denied',
    )
    expect(
      await at(fixtures.manager, { companyId: fixtures.companyId, fleetId: null, role: 'company_manager' }),
    ).toBe('company_denied')
    expect(
      await at(fixtures.manager, {
        companyId: fixtures.companyId,
        fleetId: fixtures.fleetId,
        role: 'fleet_owner',
      }),
    ).toBe('forbidden')
    expect(
      await outcomeOf(
        create(fixtures.admin, { level: 'guest', assignment: null, companyId: fixtures.foreign.companyId }),
      ),
    ).toBe('company_denied')
  })

  it.each([
    ['body.assignment', 'required', () => ({ assignment: null })],
    [
      'body.assignment.fleetId',
      'role_needs_fleet',
      () => ({ assignment: { companyId: fixtures.companyId, fleetId: null, role: 'dispatcher' } }),
    ],
    [
      'body.assignment.fleetId',
      'role_needs_no_fleet',
      () => ({
        assignment: { companyId: fixtures.companyId, fleetId: fixtures.fleetId, role: 'company_owner' },
      }),
    ],
    ['body.companyId', 'required', () => ({ level: 'guest', assignment: null })],
    ['body.companyId', 'not_allowed', () => ({ companyId: fixtures.foreign.companyId })],
    ['body.username', 'too_short', () => ({ username: 'ab' })],
    ['body.username', 'too_long', () => ({ username: 'a'.repeat(51) })],
    ['body.username', 'username_letters', () => ({ username: 'con espacio' })],
    ['body.firstName', 'required', () => ({ firstName: ' ' })],
    ['body.firstName', 'too_long', () => ({ firstName: 'a'.repeat(101) })],
    ['body.lastName', 'too_long', () => ({ lastName: 'a'.repeat(101) })],
    ['body.email', 'email_invalid', () => ({ email: 'nadie' })],
    ['body.phone', 'phone_invalid', () => ({ phone: '12' })],
    ['body.password', 'too_long', () => ({ password: `Aa1!${'x'.repeat(60)}` })],
    ['body.password', 'password_rules', () => ({ password: 'minusculas' })],
    ['body.level', 'not_allowed', () => ({ level: 'owner' })],
  ])('refuses %s: %s', async (path, code, given) => {
    const answer = await create(fixtures.admin, given())
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([expect.objectContaining({ path, code })])
  })

  it('accepts names and passwords at their limits', async () => {
    const limits = { firstName: 'a'.repeat(100), lastName: 'b', password: `Aa1!${'x'.repeat(59)}` }
    const three = {
      username: `a${String(serial).padStart(2, '0')}`.slice(-3),
      email: `3_${serial}@example.com`,
    }
    expect((await create(fixtures.admin, { ...limits, ...three })).status).toBe(201)
    const fifty = { username: String(serial).padStart(50, 'a'), email: `50_${serial}@example.com` }
    expect((await create(fixtures.admin, { ...limits, ...fifty })).status).toBe(201)
  })

  it('refuses a fleet for a guest', async () => {
    expect(await outcomeOf(create(fixtures.admin, { level: 'guest', companyId: fixtures.companyId }))).toBe(
      'guest_no_fleets',
    )
  })

  it('refuses names and addresses taken in another case, and one of two at once', async () => {
    expect((await create(fixtures.admin)).status).toBe(201)
    const loud = form().username.toUpperCase()
    expect(
      await outcomeOf(create(fixtures.admin, { username: loud, email: `x_${serial}@example.com` })),
    ).toBe('username_taken')
    expect(
      await outcomeOf(create(fixtures.admin, { username: `x_${serial}`, email: form().email.toUpperCase() })),
    ).toBe('email_taken')
    const twice = { username: `dos_${serial}`, email: `dos_${serial}@example.com` }
    const answers = await Promise.all([
      outcomeOf(create(fixtures.admin, twice)),
      outcomeOf(create(fixtures.admin, twice)),
    ])
    expect(answers.map(String).sort()).toEqual(['201', 'username_taken'])
  })

  it('keeps nothing of the password beside its hash', async () => {
    const hashes = async () =>
      (
        await superuser.query('select request_hash from platform.idempotency_keys where actor_id = $1', [
          fixtures.people.admin.id,
        ])
      ).rows.map((row) => row.request_hash)
    for (const [index, password] of ['Nueva-2026!', 'Otra-2026!'].entries()) {
      const request = { body: form({ password }), headers: { 'idempotency-key': `pass-${serial}-${index}` } }
      await fixtures.admin('POST', '/users', request)
      await superuser.query('update identity.users set archived_at = now() where username = $1', [
        form().username,
      ])
    }
    const [first, second] = await hashes()
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(second).toBe(first)
  })

  it('gives the first answer to a repeated call', async () => {
    const request = { body: form(), headers: { 'idempotency-key': `user-${serial}` } }
    const first = await fixtures.admin<User>('POST', '/users', request)
    expect(await fixtures.admin<User>('POST', '/users', request)).toMatchObject({
      status: 201,
      body: first.body,
    })
  })
})

describe('changing a user', () => {
  const fields = (user: User) => ({
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone,
    language: user.language,
    notes: user.notes,
    version: user.version,
  })
  const read = async (id: string) => (await fixtures.root<User>('GET', `/users/${id}`)).body
  const put = (caller: TestCall, id: string, body: unknown) =>
    caller<User & Refusal>('PUT', `/users/${id}`, { body })

  it('ends a reset code that went to the former e-mail', async () => {
    const { id, email } = fixtures.people.user
    await world.call('POST', '/auth/reset-password/initiate', { body: { email } })
    const code = /\b\d{6}\b/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
    const moved = `${fixtures.people.user.username}@otra.example`
    await put(fixtures.admin, id, { ...fields(await read(id)), email: moved })
    const reset = { email: moved, token: code, new_password: 'Nueva-2026!' }
    expect(await outcomeOf(world.call('POST', '/auth/reset-password/confirm', { body: reset }))).toBe(
      'reset_code_invalid',
    )
  })

  it('writes the profile, and has a changed e-mail verified again', async () => {
    await superuser.query('update identity.users set email_verified_at = now() where id = $1', [
      fixtures.people.user.id,
    ])
    const before = await read(fixtures.people.user.id)
    expect(before.emailVerified).toBe(true)
    const answer = await put(fixtures.manager, fixtures.people.user.id, {
      ...fields(before),
      firstName: 'Iván',
      email: `ivan_${serial}@example.com`,
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { displayName: 'Iván Torres', emailVerified: false, version: 2 },
    })
    const [entry] = await audits(fixtures.people.user.id)
    expect(entry).toMatchObject({ action: 'user.changed', changes: { first_name: ['Elena', 'Iván'] } })
    expect(Object.keys(entry.changes).sort()).toEqual(['email', 'first_name'])
  })

  it('refuses a stale version with the user as it is and who changed it', async () => {
    const before = fields(await read(fixtures.people.user.id))
    await put(fixtures.admin, fixtures.people.user.id, { ...before, firstName: 'Iván' })
    expect(
      await put(fixtures.manager, fixtures.people.user.id, { ...before, firstName: 'Juan' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'stale_version', changedBy: 'Elena Torres', current: { firstName: 'Iván', version: 2 } },
    })
    const answers = await Promise.all(
      ['Ana', 'Eva'].map((firstName) =>
        put(fixtures.admin, fixtures.people.user.id, { ...before, version: 2, firstName }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('names the user in a conflict where the user came first, with a new password', async () => {
    const { id } = fixtures.people.user
    const before = fields(await read(id))
    await put(fixtures.admin, id, { ...before, firstName: 'Iván' })
    const changed = await (await world.as(fixtures.people.user))('POST', '/auth/change-password', {
      body: { current_password: builtPassword, new_password: 'Nueva-2026!' },
    })
    expect(changed.status).toBe(200)
    expect(await put(fixtures.manager, id, { ...before, version: 2, firstName: 'Juan' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', changedBy: 'Iván Torres', current: { version: 3 } },
    })
  })

  it('takes no level, and no name of somebody else', async () => {
    const before = fields(await read(fixtures.people.user.id))
    expect((await put(fixtures.admin, fixtures.people.user.id, { ...before, level: 'admin' })).status).toBe(
      422,
    )
    expect(
      await outcomeOf(
        put(fixtures.admin, fixtures.people.user.id, {
          ...before,
          username: fixtures.people.manager.username.toUpperCase(),
        }),
      ),
    ).toBe('username_taken')
  })
})
