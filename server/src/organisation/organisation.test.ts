import type { Company, Fleet } from '@rumbo/contract/organisation.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from './organisation.factory.ts'

let world: TestApp
let hasWork = false
beforeAll(async () => {
  world = await createTestApp({
    work: {
      countVehicles: async (_tx, _by, ids) => new Map(ids.map((id) => [id, 7])),
      countOpenServices: async () => (hasWork ? 1 : 0),
    },
  })
})
afterAll(() => world.close())

type Refusal = { code?: string; errors?: { path: string; code: string }[] }
const unknownId = '018f0000-0000-7000-8000-000000000000'
let own: { id: string; name: string }
let foreign: { id: string }
let fleet: Fleet
let root: TestCall
let admin: TestCall
let viewer: TestCall
let adminId: string
let serial = 0
beforeEach(async () => {
  serial += 1
  const users = await world.build(async (tx) => {
    own = await buildCompany(tx, { name: `Ágil ${serial}`, tier: 'starter' })
    foreign = await buildCompany(tx)
    fleet = await buildFleet(tx, { companyId: own.id, name: `Taxis ${serial}` })
    const users = {
      root: await buildUser(tx, { username: `root_${serial}`, level: 'super_admin' }),
      admin: await buildUser(tx, {
        username: `admin_${serial}`,
        level: 'admin',
        firstName: 'Ana',
        lastName: 'Ruiz',
      }),
      viewer: await buildUser(tx, { username: `viewer_${serial}` }),
    }
    await buildAssignment(tx, { userId: users.admin.id, companyId: own.id })
    await buildAssignment(tx, {
      userId: users.viewer.id,
      companyId: own.id,
      fleetId: fleet.id,
      role: 'fleet_viewer',
    })
    return users
  })
  adminId = users.admin.id
  root = await world.as(users.root)
  admin = await world.as(users.admin)
  viewer = await world.as(users.viewer)
})

const read = async (caller: TestCall, id: string) =>
  (await caller<Company & Refusal>('GET', `/companies/${id}`)).body
const fieldsOf = (company: Company) => {
  const { id: _i, counts: _c, createdAt: _a, ...fields } = company
  return fields
}

describe('the administrators of a company', () => {
  const askedBy = async (caller: TestCall, id: string) =>
    (await caller('GET', `/companies/${id}/administrators`)).body

  it('are named to everyone in it, without those who left or are switched off', async () => {
    await world.build(async (tx) => {
      const out = await buildUser(tx, { username: `out_${serial}`, level: 'admin', status: 'inactive' })
      await buildAssignment(tx, { userId: out.id, companyId: own.id })
      const elsewhere = await buildUser(tx, { username: `elsewhere_${serial}`, level: 'admin' })
      await buildAssignment(tx, { userId: elsewhere.id, companyId: foreign.id })
    })
    const expected = {
      items: [{ id: adminId, displayName: 'Ana Ruiz', email: expect.stringContaining('@') }],
    }
    expect(await askedBy(viewer, own.id)).toEqual(expected)
    expect(await askedBy(root, own.id)).toEqual(expected)
  })

  it('are named to drivers, who do not see their colleagues', async () => {
    const driver = await world.build(async (tx) => {
      const user = await buildUser(tx, { username: `driver_${serial}` })
      await buildAssignment(tx, {
        userId: user.id,
        companyId: own.id,
        fleetId: fleet.id,
        role: 'primary_driver',
      })
      return user
    })
    expect(await askedBy(await world.as(driver), own.id)).toMatchObject({ items: [{ id: adminId }] })
  })

  it('of other and of unknown companies are refused alike', async () => {
    expect(await askedBy(viewer, foreign.id)).toMatchObject({ code: 'company_denied' })
    expect(await askedBy(viewer, unknownId)).toMatchObject({ code: 'company_denied' })
  })
})

describe('own companies', () => {
  it('are those with an assignment, the primary first', async () => {
    await world.build(async (tx) => {
      const second = await buildCompany(tx, { name: `Aaa ${serial}` })
      await buildAssignment(tx, { userId: adminId, companyId: second.id, isPrimary: false })
    })
    const answer = await admin<{ items: unknown[] }>('GET', '/auth/profile/companies')
    expect(answer.body.items).toMatchObject([
      {
        id: own.id,
        name: `Ágil ${serial}`,
        is_active: true,
        tier: 'starter',
        timeZone: 'America/Mexico_City',
      },
      { name: `Aaa ${serial}` },
    ])
  })
  it('can be chosen while they are pending, and not while they are suspended', async () => {
    const made = await world.build(async (tx) => [
      await buildCompany(tx, { status: 'pending' }),
      await buildCompany(tx, { status: 'suspended' }),
    ])
    const { items } = (
      await root<{ items: { id: string; is_active: boolean }[] }>('GET', '/auth/profile/companies')
    ).body
    expect(made.map(({ id }) => items.find((one) => one.id === id)?.is_active)).toEqual([true, false])
  })
  it('are none for somebody without an assignment', async () => {
    const nobody = await world.as(await world.build((tx) => buildUser(tx, { username: `solo_${serial}` })))
    expect((await nobody('GET', '/auth/profile/companies')).body).toEqual({ items: [] })
    expect((await nobody('GET', `/companies/${own.id}`)).status).toBe(403)
  })
  it('are all for a super admin', async () => {
    const ids = (await root<{ items: { id: string }[] }>('GET', '/auth/profile/companies')).body.items.map(
      ({ id }) => id,
    )
    expect(ids).toEqual(expect.arrayContaining([own.id, foreign.id]))
  })
})

describe('one company', () => {
  it('comes with its counts', async () => {
    await world.build(async (tx) => {
      const driver = await buildUser(tx)
      const place = { userId: driver.id, companyId: own.id, fleetId: fleet.id }
      await buildAssignment(tx, { ...place, role: 'primary_driver' })
    })
    expect(await read(admin, own.id)).toMatchObject({
      id: own.id,
      version: 1,
      counts: { fleets: 1, vehicles: 7, drivers: 1, users: 3 },
    })
  })
  it('is denied alike for foreign and unknown ids', async () => {
    const answers = [
      await admin('GET', `/companies/${foreign.id}`),
      await admin('GET', `/companies/${unknownId}`),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'company_denied', detail: 'Failed to load company details or access denied' },
      })
    }
    const [left, right] = answers.map(({ body: { requestId: _id, ...rest } }) => rest)
    expect(left).toEqual(right)
    expect((await admin('GET', '/companies/7')).status).toBe(422)
  })
})

describe('creating a company', () => {
  const form = { name: 'Nueva', taxId: 'abc010203xy9', email: 'a@example.com' }
  it('is the super admin’s', async () => {
    const answer = await root<Company>('POST', '/companies/', { body: { ...form, name: `Nueva ${serial}` } })
    expect(answer).toMatchObject({
      status: 201,
      body: { taxId: 'ABC010203XY9', status: 'active', tier: 'starter', verified: false, version: 1 },
    })
    expect(await read(root, answer.body.id)).toEqual(answer.body)
    const { rows } = await world.superuser.query(
      'select action, address from platform.audit_entries where entity_id = $1',
      [answer.body.id],
    )
    expect(rows).toEqual([{ action: 'company.created', address: '127.0.0.1' }])
    expect((await admin('POST', '/companies', { body: form })).body).toMatchObject({
      code: 'forbidden',
      message: 'You do not have permission to perform this action.',
    })
  })
  it('keeps a tax id of any shape: other countries have others', async () => {
    const body = { name: `Otra ${serial}`, taxId: ' 12-34567.8 ' }
    expect(await root('POST', '/companies/', { body })).toMatchObject({
      status: 201,
      body: { taxId: '12-34567.8' },
    })
  })
  it('refuses a name that a live company has', async () => {
    const answer = await root('POST', '/companies/', { body: { name: own.name.toUpperCase() } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  })
  it('returns the first answer to a repeated call', async () => {
    const request = { body: { name: `Una vez ${serial}` }, headers: { 'idempotency-key': `key-${serial}` } }
    const [first, second] = [
      await root('POST', '/companies/', request),
      await root('POST', '/companies/', request),
    ]
    expect(second).toMatchObject({ status: 201, body: first.body })
    const other = { ...request, body: { name: 'Otra' } }
    expect((await root('POST', '/companies/', other)).body.code).toBe('idempotency_mismatch')
  })
  it.each([
    ['body.name', 'required', { name: ' ' }],
    ['body.name', 'too_long', { name: 'a'.repeat(151) }],
    ['body.taxId', 'too_long', { taxId: '1'.repeat(31) }],
    ['body.email', 'email_invalid', { email: 'a' }],
    ['body.type', 'not_allowed', { type: 'bank' }],
    ['body.timeZone', 'not_allowed', { timeZone: 'Mexico/Nowhere' }],
    ['body.historyDays', 'too_small', { historyDays: 2 }],
    ['body.historyDays', 'too_big', { historyDays: 3_651 }],
    ['body.tier', 'not_allowed', { tier: 'gold' }],
    ['body.city', 'wrong_type', { city: 7 }],
    ['body.owner', 'unknown_field', { owner: 'me' }],
  ])('refuses %s: %s', async (path, code, given) => {
    const answer = await root<Refusal>('POST', '/companies/', { body: { name: `X ${serial}`, ...given } })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([expect.objectContaining({ path, code })])
  })
})

describe('changing a company', () => {
  it('raises the version and says what changed in the audit', async () => {
    const before = await read(admin, own.id)
    const answer = await admin('PUT', `/companies/${own.id}`, {
      body: { ...fieldsOf(before), city: 'Puebla' },
    })
    expect(answer).toMatchObject({ status: 200, body: { city: 'Puebla', version: 2, tier: 'starter' } })
    const { rows } = await world.superuser.query(
      "select actor_id, changes from platform.audit_entries where entity_id = $1 and action = 'company.changed'",
      [own.id],
    )
    expect(rows).toEqual([{ actor_id: adminId, changes: { city: ['Ciudad de México', 'Puebla'] } }])
  })
  it('keeps its history as long as its editors say, and as before where they say nothing', async () => {
    const before = await read(admin, own.id)
    expect(before.historyDays).toBe(180)
    const change = (body: object) => admin<Company>('PUT', `/companies/${own.id}`, { body })
    const longer = await change({ ...fieldsOf(before), historyDays: 365 })
    expect(longer).toMatchObject({ status: 200, body: { historyDays: 365 } })
    const { historyDays: _, ...silent } = fieldsOf(longer.body)
    expect((await change(silent)).body.historyDays).toBe(365)
    const { rows } = await world.superuser.query(
      "select changes from platform.audit_entries where entity_id = $1 and action = 'company.changed' order by id",
      [own.id],
    )
    expect(rows).toEqual([{ changes: { historyDays: [180, 365] } }, { changes: {} }])
  })
  it('watches the limits of roads only if its editors say so, and as before where they say nothing', async () => {
    const before = await read(admin, own.id)
    expect(before.roadSpeedLimits).toBe(false)
    const change = (body: object) => admin<Company>('PUT', `/companies/${own.id}`, { body })
    const watched = await change({ ...fieldsOf(before), roadSpeedLimits: true })
    expect(watched).toMatchObject({ status: 200, body: { roadSpeedLimits: true } })
    const { roadSpeedLimits: _, ...silent } = fieldsOf(watched.body)
    expect((await change(silent)).body.roadSpeedLimits).toBe(true)
  })
  it('refuses a stale version with the record as it is, who changed it and when', async () => {
    const before = await read(admin, own.id)
    await admin('PUT', `/companies/${own.id}`, { body: { ...fieldsOf(before), city: 'Puebla' } })
    const answer = await root('PUT', `/companies/${own.id}`, { body: { ...fieldsOf(before), city: 'León' } })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'stale_version',
        current: { id: own.id, city: 'Puebla', version: 2 },
        changedBy: 'Ana Ruiz',
        changedAt: world.clock.now().toISOString(),
      },
    })
    expect(await read(root, own.id)).toMatchObject({ city: 'Puebla', version: 2 })
  })
  it('keeps one of two changes at the same time', async () => {
    const before = fieldsOf(await read(admin, own.id))
    const answers = await Promise.all(
      ['Puebla', 'León'].map((city) => admin('PUT', `/companies/${own.id}`, { body: { ...before, city } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
  it('leaves tier, status and verified flag to the super admin', async () => {
    const before = fieldsOf(await read(admin, own.id))
    for (const reserved of [
      { tier: 'enterprise' },
      { status: 'suspended' },
      { verified: !before.verified },
    ]) {
      const request = { body: { ...before, ...reserved } }
      expect((await admin('PUT', `/companies/${own.id}`, request)).body.code).toBe('forbidden')
    }
    expect(await read(admin, own.id)).toMatchObject(before)
    const answer = await root('PUT', `/companies/${own.id}`, { body: { ...before, tier: 'enterprise' } })
    expect(answer.body).toMatchObject({ tier: 'enterprise', version: 2 })
  })
  it('is denied for foreign and unknown companies, and forbidden to users', async () => {
    const body = { ...fieldsOf(await read(admin, own.id)), name: `Ajena ${serial}` }
    expect((await admin('PUT', `/companies/${foreign.id}`, { body })).body.code).toBe('company_denied')
    expect((await admin('PUT', `/companies/${unknownId}`, { body })).body.code).toBe('company_denied')
    expect((await viewer('PUT', `/companies/${own.id}`, { body })).body.code).toBe('forbidden')
  })
})

describe('deleting a company', () => {
  it('archives it with its fleets, ends access, and frees the name', async () => {
    expect((await viewer('GET', `/companies/${own.id}`)).status).toBe(200)
    expect((await root('DELETE', `/companies/${own.id}`)).body).toEqual({ done: true })
    await expect
      .poll(async () => (await viewer('GET', '/auth/profile/companies')).body)
      .toEqual({ items: [] })
    expect((await viewer('GET', `/fleets/${fleet.id}`)).status).toBe(403)
    expect((await root('GET', `/companies/${own.id}`)).body.code).toBe('company_denied')
    expect((await root('DELETE', `/companies/${own.id}`)).body.code).toBe('company_denied')
    expect((await root('POST', '/companies/', { body: { name: own.name } })).status).toBe(201)
  })
  it('is refused while work is left, and to everyone below', async () => {
    hasWork = true
    const answer = await root('DELETE', `/companies/${own.id}`)
    hasWork = false
    expect(answer).toMatchObject({ status: 409, body: { code: 'company_not_empty' } })
    expect((await admin('DELETE', `/companies/${own.id}`)).body.code).toBe('forbidden')
    expect((await read(admin, own.id)).id).toBe(own.id)
  })
})

it('needs a token for every call', async () => {
  for (const [method, path] of [
    ['GET', '/auth/profile/companies'],
    ['GET', `/companies/${own.id}`],
    ['POST', '/companies/'],
    ['PUT', `/companies/${own.id}`],
    ['DELETE', `/companies/${own.id}`],
    ['GET', '/fleets/'],
    ['GET', `/fleets/${fleet.id}`],
  ] as const)
    expect(await world.call(method, path), `${method} ${path}`).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
})
