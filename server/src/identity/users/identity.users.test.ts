import type { User } from '@rumbo/contract/identity.users.contract'
import { outcomeOf, type TestCall } from '@rumbo/tools/testing'
import { describe, expect, it } from 'vitest'
import { builtPassword } from '../identity.factory.ts'
import { type Refusal, useUsersHarness } from '../testing/identity.harness.ts'

const at = useUsersHarness()
const { audits, create, form, login, mailsTo } = at
const unknownId = '018f0000-0000-7000-8000-000000000000'

describe('adding a user', () => {
  it('creates an active user with a first assignment, who is notified by mail and can sign in', async () => {
    const answer = await create(at.fixtures.admin, { language: 'en', notes: 'Turno noche' })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        displayName: 'Nora Díaz',
        level: 'user',
        status: 'active',
        companyId: at.fixtures.companyId,
        fleetId: at.fixtures.fleetId,
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
      {
        language: 'en',
        subject: 'Your Rumbo account is ready',
        body: expect.stringContaining(`nueva_${at.serial}`),
      },
    ])
    expect((await login(answer.body.username, 'Nueva-2026!')).body.code).toBe('password_change_required')
    expect(await audits(answer.body.id)).toMatchObject([
      { action: 'user.created', actor_id: at.fixtures.people.admin.id, company_id: at.fixtures.companyId },
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
          ? { companyId: at.fixtures.companyId, assignment: null }
          : {}
    const callers = at.fixtures
    for (const name of ['root', 'admin', 'manager'] as const) {
      const names = {
        username: `${level}_by_${name}_${at.serial}`,
        email: `${level}_${name}_${at.serial}@example.com`,
      }
      expect(await outcomeOf(create(callers[name], { level, ...names, ...place })), name).toBe(expected[name])
    }
    for (const name of ['user', 'guest'] as const)
      expect(await outcomeOf(create(await at.world.as(at.fixtures.people[name]), { level, ...place }))).toBe(
        'forbidden',
      )
  })

  it('refuses assignments the actor does not manage', async () => {
    const outcomeAt = (caller: TestCall, assignment: unknown) => outcomeOf(create(caller, { assignment }))
    expect(await outcomeAt(at.fixtures.admin, { ...at.fixtures.foreign, role: 'dispatcher' })).toBe(
      'fleet_denied',
    )
    expect(
      await outcomeAt(at.fixtures.admin, {
        companyId: at.fixtures.foreign.companyId,
        fleetId: null,
        role: 'company_manager',
      }),
    ).toBe('company_denied')
    expect(
      await outcomeAt(at.fixtures.admin, {
        companyId: at.fixtures.companyId,
        fleetId: at.fixtures.foreign.fleetId,
        role: 'dispatcher',
      }),
    ).toBe('fleet_denied')
    expect(
      await outcomeAt(at.fixtures.root, {
        companyId: at.fixtures.companyId,
        fleetId: at.fixtures.foreign.fleetId,
        role: 'dispatcher',
      }),
    ).toBe('fleet_denied')
    expect(
      await outcomeAt(at.fixtures.root, { companyId: unknownId, fleetId: null, role: 'company_owner' }),
    ).toBe('company_denied')
    expect(
      await outcomeAt(at.fixtures.manager, {
        companyId: at.fixtures.companyId,
        fleetId: null,
        role: 'company_manager',
      }),
    ).toBe('company_denied')
    expect(
      await outcomeAt(at.fixtures.manager, {
        companyId: at.fixtures.companyId,
        fleetId: at.fixtures.fleetId,
        role: 'fleet_owner',
      }),
    ).toBe('forbidden')
    expect(
      await outcomeOf(
        create(at.fixtures.admin, {
          level: 'guest',
          assignment: null,
          companyId: at.fixtures.foreign.companyId,
        }),
      ),
    ).toBe('company_denied')
  })

  it.each([
    ['body.assignment', 'required', () => ({ assignment: null })],
    [
      'body.assignment.fleetId',
      'role_needs_fleet',
      () => ({ assignment: { companyId: at.fixtures.companyId, fleetId: null, role: 'dispatcher' } }),
    ],
    [
      'body.assignment.fleetId',
      'role_needs_no_fleet',
      () => ({
        assignment: { companyId: at.fixtures.companyId, fleetId: at.fixtures.fleetId, role: 'company_owner' },
      }),
    ],
    ['body.companyId', 'required', () => ({ level: 'guest', assignment: null })],
    ['body.companyId', 'not_allowed', () => ({ companyId: at.fixtures.foreign.companyId })],
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
    const answer = await create(at.fixtures.admin, given())
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([expect.objectContaining({ path, code })])
  })

  it('accepts names and passwords at their limits', async () => {
    const limits = { firstName: 'a'.repeat(100), lastName: 'b', password: `Aa1!${'x'.repeat(59)}` }
    const three = {
      username: `a${String(at.serial).padStart(2, '0')}`.slice(-3),
      email: `3_${at.serial}@example.com`,
    }
    expect((await create(at.fixtures.admin, { ...limits, ...three })).status).toBe(201)
    const fifty = { username: String(at.serial).padStart(50, 'a'), email: `50_${at.serial}@example.com` }
    expect((await create(at.fixtures.admin, { ...limits, ...fifty })).status).toBe(201)
  })

  it('refuses a fleet for a guest', async () => {
    expect(
      await outcomeOf(create(at.fixtures.admin, { level: 'guest', companyId: at.fixtures.companyId })),
    ).toBe('guest_no_fleets')
  })

  it('refuses names and addresses in use, ignoring case, and one of two concurrent calls', async () => {
    expect((await create(at.fixtures.admin)).status).toBe(201)
    const loud = form().username.toUpperCase()
    expect(
      await outcomeOf(create(at.fixtures.admin, { username: loud, email: `x_${at.serial}@example.com` })),
    ).toBe('username_taken')
    expect(
      await outcomeOf(
        create(at.fixtures.admin, { username: `x_${at.serial}`, email: form().email.toUpperCase() }),
      ),
    ).toBe('email_taken')
    const twice = { username: `dos_${at.serial}`, email: `dos_${at.serial}@example.com` }
    const answers = await Promise.all([
      outcomeOf(create(at.fixtures.admin, twice)),
      outcomeOf(create(at.fixtures.admin, twice)),
    ])
    expect(answers.map(String).sort()).toEqual(['201', 'username_taken'])
  })

  it('stores only the hash of the password', async () => {
    const hashes = async () =>
      (
        await at.world.superuser.query(
          'select request_hash from platform.idempotency_keys where actor_id = $1',
          [at.fixtures.people.admin.id],
        )
      ).rows.map((row) => row.request_hash)
    for (const [index, password] of ['Nueva-2026!', 'Otra-2026!'].entries()) {
      const request = {
        body: form({ password }),
        headers: { 'idempotency-key': `pass-${at.serial}-${index}` },
      }
      await at.fixtures.admin('POST', '/users', request)
      await at.world.superuser.query('update identity.users set archived_at = now() where username = $1', [
        form().username,
      ])
    }
    const [first, second] = await hashes()
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(second).toBe(first)
  })

  it('returns the first answer to a repeated call', async () => {
    const request = { body: form(), headers: { 'idempotency-key': `user-${at.serial}` } }
    const first = await at.fixtures.admin<User>('POST', '/users', request)
    expect(await at.fixtures.admin<User>('POST', '/users', request)).toMatchObject({
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
  const read = async (id: string) => (await at.fixtures.root<User>('GET', `/users/${id}`)).body
  const put = (caller: TestCall, id: string, body: unknown) =>
    caller<User & Refusal>('PUT', `/users/${id}`, { body })

  it('keeps an older username that breaks the rule, but accepts no new one', async () => {
    const { id } = at.fixtures.people.user
    const former = (await read(id)).username
    const old = `con.punto.${at.serial}`
    const rename = 'update identity.users set username = $2 where id = $1'
    await at.world.superuser.query(rename, [id, old])
    const stored = await read(id)
    const saved = await put(at.fixtures.admin, id, { ...fields(stored), notes: 'Turno de noche' })
    expect(saved).toMatchObject({ status: 200, body: { username: old, notes: 'Turno de noche' } })
    const renamed = await put(at.fixtures.admin, id, { ...fields(saved.body), username: `${old}.2` })
    expect(renamed).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'body.username', code: 'username_letters' }] },
    })
    await at.world.superuser.query(rename, [id, former])
  })

  it('invalidates a reset code that was sent to the former e-mail', async () => {
    const { id, email } = at.fixtures.people.user
    await at.world.call('POST', '/auth/reset-password/initiate', { body: { email } })
    const code = /\b\d{6}\b/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
    const moved = `${at.fixtures.people.user.username}@otra.example`
    await put(at.fixtures.admin, id, { ...fields(await read(id)), email: moved })
    const reset = { email: moved, token: code, new_password: 'Nueva-2026!' }
    expect(await outcomeOf(at.world.call('POST', '/auth/reset-password/confirm', { body: reset }))).toBe(
      'reset_code_invalid',
    )
  })

  it('saves the profile, and requires verification of a changed e-mail', async () => {
    await at.world.superuser.query('update identity.users set email_verified_at = now() where id = $1', [
      at.fixtures.people.user.id,
    ])
    const before = await read(at.fixtures.people.user.id)
    expect(before.emailVerified).toBe(true)
    const answer = await put(at.fixtures.manager, at.fixtures.people.user.id, {
      ...fields(before),
      firstName: 'Iván',
      email: `ivan_${at.serial}@example.com`,
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { displayName: 'Iván Torres', emailVerified: false, version: 2 },
    })
    const [entry] = await audits(at.fixtures.people.user.id)
    expect(entry).toMatchObject({ action: 'user.changed', changes: { first_name: ['Elena', 'Iván'] } })
    expect(Object.keys(entry.changes).sort()).toEqual(['email', 'first_name'])
  })

  it('refuses a stale version with the current user and who changed it', async () => {
    const before = fields(await read(at.fixtures.people.user.id))
    await put(at.fixtures.admin, at.fixtures.people.user.id, { ...before, firstName: 'Iván' })
    expect(
      await put(at.fixtures.manager, at.fixtures.people.user.id, { ...before, firstName: 'Juan' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'stale_version', changedBy: 'Elena Torres', current: { firstName: 'Iván', version: 2 } },
    })
    const answers = await Promise.all(
      ['Ana', 'Eva'].map((firstName) =>
        put(at.fixtures.admin, at.fixtures.people.user.id, { ...before, version: 2, firstName }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('names the user in a conflict after they set a new password themselves', async () => {
    const { id } = at.fixtures.people.user
    const before = fields(await read(id))
    await put(at.fixtures.admin, id, { ...before, firstName: 'Iván' })
    const changed = await (await at.world.as(at.fixtures.people.user))('POST', '/auth/change-password', {
      body: { current_password: builtPassword, new_password: 'Nueva-2026!' },
    })
    expect(changed.status).toBe(200)
    expect(await put(at.fixtures.manager, id, { ...before, version: 2, firstName: 'Juan' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', changedBy: 'Iván Torres', current: { version: 3 } },
    })
  })

  it('accepts no level, and no name of another user', async () => {
    const before = fields(await read(at.fixtures.people.user.id))
    expect(
      (await put(at.fixtures.admin, at.fixtures.people.user.id, { ...before, level: 'admin' })).status,
    ).toBe(422)
    expect(
      await outcomeOf(
        put(at.fixtures.admin, at.fixtures.people.user.id, {
          ...before,
          username: at.fixtures.people.manager.username.toUpperCase(),
        }),
      ),
    ).toBe('username_taken')
  })
})
