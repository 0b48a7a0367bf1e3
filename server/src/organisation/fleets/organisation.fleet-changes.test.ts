import type { Company, Fleet } from '@rumbo/contract/organisation.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildService } from '../../services/services.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildAssignment, buildCompany, buildFleet, buildGuestVehicle } from '../organisation.factory.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

const unknownId = '018f0000-0000-7000-8000-000000000000'
let own: { id: string; name: string }
let foreign: { id: string }
let fleet: Fleet
let foreignFleet: Fleet
let root: TestCall
let admin: TestCall
let manager: TestCall
let ids: { admin: string; manager: string; clerk: string; outsider: string; guest: string; shared: string }
let clerk: TestCall
beforeEach(async () => {
  const users = await world.build(async (tx) => {
    own = await buildCompany(tx)
    foreign = await buildCompany(tx)
    fleet = await buildFleet(tx, { companyId: own.id })
    foreignFleet = await buildFleet(tx, { companyId: foreign.id })
    const users = {
      root: await buildUser(tx, { level: 'super_admin' }),
      admin: await buildUser(tx, { level: 'admin', firstName: 'Ana', lastName: 'Ruiz' }),
      manager: await buildUser(tx, { level: 'manager', firstName: 'Luz', lastName: 'Prado' }),
      clerk: await buildUser(tx, { firstName: 'Beto', lastName: 'Cruz' }),
      outsider: await buildUser(tx),
      guest: await buildUser(tx, { level: 'guest' }),
      shared: await buildUser(tx, { firstName: 'Sara', lastName: 'Vega' }),
    }
    const place = { companyId: own.id, fleetId: fleet.id }
    await buildAssignment(tx, { userId: users.admin.id, companyId: own.id })
    await buildAssignment(tx, { userId: users.manager.id, ...place, role: 'fleet_manager' })
    await buildAssignment(tx, { userId: users.clerk.id, ...place, role: 'fleet_viewer' })
    await buildAssignment(tx, {
      userId: users.outsider.id,
      companyId: foreign.id,
      fleetId: foreignFleet.id,
    })
    await buildAssignment(tx, { userId: users.shared.id, ...place, role: 'fleet_member' })
    await buildAssignment(tx, {
      userId: users.shared.id,
      companyId: foreign.id,
      fleetId: foreignFleet.id,
      isPrimary: false,
    })
    await buildGuestVehicle(tx, { userId: users.guest.id, companyId: own.id, fleetId: null, vehicleId: null })
    return users
  })
  ids = {
    admin: users.admin.id,
    manager: users.manager.id,
    clerk: users.clerk.id,
    outsider: users.outsider.id,
    guest: users.guest.id,
    shared: users.shared.id,
  }
  root = await world.as(users.root)
  admin = await world.as(users.admin)
  manager = await world.as(users.manager)
  clerk = await world.as(users.clerk)
})

const form = () => ({ company_id: own.id, name: 'Norte' })
const change = (record: Fleet, given: object = {}) => ({
  name: record.name,
  description: record.description,
  is_active: record.is_active,
  serviceTypes: record.serviceTypes,
  managerId: null,
  version: record.version,
  ...given,
})
const read = async (id = fleet.id) => (await admin<Fleet>('GET', `/fleets/${id}`)).body
const audit = (action: string, id: string) =>
  world.build((tx) =>
    tx.sql<{ actor_name: string; entity_name: string; changes: object }>(
      'select actor_name, entity_name, changes from platform.audit_entries where action = $1 and entity_id = $2',
      [action, id],
    ),
  )

describe('adding a fleet', () => {
  it('answers it with its features and counts, and lets its maker reach it at once', async () => {
    const answer = await admin<Fleet>('POST', '/fleets/', { body: form() })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        company_id: own.id,
        name: 'Norte',
        is_active: true,
        manager: null,
        managerId: null,
        version: 1,
        counts: { vehicles: 0, drivers: 0, users: 0 },
      },
    })
    expect(answer.body.features).toContain('services')
    expect(answer.body.features).not.toContain('company_tree')
    expect((await admin('GET', `/fleets/${answer.body.id}`)).status).toBe(200)
    expect((await root('GET', `/fleets/${answer.body.id}`)).status).toBe(200)
    expect(await audit('fleet.created', answer.body.id)).toMatchObject([
      { actor_name: 'Ana Ruiz', entity_name: 'Norte' },
    ])
  })
  it('makes the manager a fleet manager by assignment', async () => {
    const body = { ...form(), managerId: ids.clerk }
    const answer = await admin<Fleet>('POST', '/fleets/', { body })
    expect(answer.body).toMatchObject({ manager: 'Beto Cruz', managerId: ids.clerk, counts: { users: 1 } })
    expect((await clerk('GET', `/fleets/${answer.body.id}`)).status).toBe(200)
  })
  it('takes an admin of the company as manager, also the caller', async () => {
    const answer = await admin<Fleet>('POST', '/fleets/', { body: { ...form(), managerId: ids.admin } })
    expect(answer).toMatchObject({ status: 201, body: { manager: 'Ana Ruiz' } })
  })
  it.each([
    ['a user of another company', () => ids.outsider, 'user_not_found'],
    ['an unknown user', () => unknownId, 'user_not_found'],
    ['a guest', () => ids.guest, 'user_not_found'],
    ['somebody who belongs to another company too', () => ids.shared, 'forbidden'],
  ])('refuses %s as manager', async (_who, id, code) => {
    const answer = await admin('POST', '/fleets/', { body: { ...form(), managerId: id() } })
    expect(answer.body.code).toBe(code)
    expect((await admin<{ total: number }>('GET', '/fleets/')).body.total).toBe(1)
  })
  it('refuses a name the company has, whatever the case', async () => {
    const body = { ...form(), name: fleet.name.toUpperCase() }
    expect((await admin('POST', '/fleets/', { body })).body.code).toBe('name_taken')
  })
  it('returns the first answer to a repeated call', async () => {
    const request = { body: form(), headers: { 'idempotency-key': `fleet-${own.id}` } }
    const [first, second] = [
      await admin('POST', '/fleets/', request),
      await admin('POST', '/fleets/', request),
    ]
    expect(second).toMatchObject({ status: 201, body: first.body })
  })
  it('is the admin’s of the company', async () => {
    expect((await manager('POST', '/fleets/', { body: form() })).body.code).toBe('forbidden')
    for (const company_id of [foreign.id, unknownId])
      expect((await admin('POST', '/fleets/', { body: { ...form(), company_id } })).body.code).toBe(
        'company_denied',
      )
  })
})

describe('changing a fleet', () => {
  it('raises the version and names in the audit what changed', async () => {
    const body = change(await read(), { description: 'Del norte', managerId: ids.clerk })
    expect(await admin('PUT', `/fleets/${fleet.id}`, { body })).toMatchObject({
      status: 200,
      body: { description: 'Del norte', manager: 'Beto Cruz', version: 2 },
    })
    const [entry] = await audit('fleet.changed', fleet.id)
    expect(entry?.changes).toEqual({
      description: [null, 'Del norte'],
      manager: ['Luz Prado', 'Beto Cruz'],
    })
  })
  it('refuses a stale version with the record as it is and who changed it', async () => {
    const before = await read()
    await admin('PUT', `/fleets/${fleet.id}`, { body: change(before, { description: 'Uno' }) })
    expect(await root('PUT', `/fleets/${fleet.id}`, { body: change(before) })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', changedBy: 'Ana Ruiz', current: { description: 'Uno', version: 2 } },
    })
  })
  it('keeps one of two changes at the same time', async () => {
    const before = await read()
    const answers = await Promise.all(
      ['Uno', 'Dos'].map((name) => admin('PUT', `/fleets/${fleet.id}`, { body: change(before, { name }) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
  it('takes access from its people while it is inactive', async () => {
    await admin('PUT', `/fleets/${fleet.id}`, { body: change(await read(), { is_active: false }) })
    await expect.poll(async () => (await clerk('GET', `/fleets/${fleet.id}`)).status).toBe(403)
    await admin('PUT', `/fleets/${fleet.id}`, { body: change(await read(), { is_active: true }) })
    await expect.poll(async () => (await clerk('GET', `/fleets/${fleet.id}`)).status).toBe(200)
  })
  it('is denied for foreign and unknown fleets, and forbidden to managers', async () => {
    for (const id of [foreignFleet.id, unknownId])
      expect((await admin('PUT', `/fleets/${id}`, { body: change(fleet) })).body.code).toBe('fleet_denied')
    expect((await manager('PUT', `/fleets/${fleet.id}`, { body: change(fleet) })).body.code).toBe('forbidden')
  })
})

describe('the users of a fleet', () => {
  type Users = { items: { userId: string; role: string; isPrimary: boolean }[] }
  const list = async () => (await admin<Users>('GET', `/fleets/${fleet.id}/users`)).body.items
  const set = (caller: TestCall, items: object[], id = fleet.id) =>
    caller<Users & { code?: string }>('PUT', `/fleets/${id}/users`, { body: { items } })
  const present = async () =>
    (await list()).map(({ userId, role, isPrimary }) => ({ userId, role, isPrimary }))

  it('are listed with role and primary flag', async () => {
    await world.build((tx) =>
      buildAssignment(tx, { userId: ids.clerk, companyId: own.id, fleetId: fleet.id, isPrimary: false }),
    )
    expect(await list()).toMatchObject([
      { displayName: 'Beto Cruz', role: 'other', isPrimary: false },
      { displayName: 'Beto Cruz', role: 'viewer', isPrimary: true },
      { displayName: 'Luz Prado', role: 'manager', isPrimary: true },
      { displayName: 'Sara Vega', role: 'member', isPrimary: true },
    ])
  })
  it('are set all at once; other roles stay', async () => {
    await world.build((tx) =>
      buildAssignment(tx, { userId: ids.clerk, companyId: own.id, fleetId: fleet.id, isPrimary: false }),
    )
    const answer = await set(admin, [
      { userId: ids.clerk, role: 'member', isPrimary: true },
      { userId: ids.shared, role: 'member', isPrimary: true },
    ])
    expect(answer.body.items).toMatchObject([
      { userId: ids.clerk, role: 'other' },
      { userId: ids.clerk, role: 'member', isPrimary: true },
      { userId: ids.shared, role: 'member', isPrimary: true },
    ])
    await expect.poll(async () => (await manager('GET', `/fleets/${fleet.id}`)).status).toBe(403)
    const [entry] = await audit('fleet.changed', fleet.id)
    expect(entry?.changes).toEqual({
      'Beto Cruz · fleet_member': [null, 'primary'],
      'Beto Cruz · fleet_viewer': ['primary', null],
      'Luz Prado · fleet_manager': ['primary', null],
    })
  })
  it('keep whom the caller may not change', async () => {
    const before = await present()
    const answer = await set(
      admin,
      before.filter(({ userId }) => userId !== ids.shared),
    )
    expect(answer.body.code).toBe('forbidden')
    expect(await present()).toEqual(before)
    expect((await set(root, before.slice(0, 1))).body.items).toHaveLength(1)
  })
  it('refuse guests, outsiders, and one person twice', async () => {
    const before = await present()
    const withUser = (userId: string) => set(admin, [...before, { userId, role: 'viewer' }])
    expect((await withUser(ids.guest)).body.code).toBe('guest_no_fleets')
    expect((await withUser(ids.outsider)).body.code).toBe('user_not_found')
    expect((await withUser(unknownId)).body.code).toBe('user_not_found')
    expect((await withUser(ids.clerk)).body.code).toBe('validation_failed')
    expect(await present()).toEqual(before)
  })
  it('are one whole of two set at the same time', async () => {
    const keep = (await present()).filter(({ userId }) => userId === ids.shared)
    const one = [...keep, { userId: ids.clerk, role: 'manager', isPrimary: true }]
    const other = [...keep, { userId: ids.manager, role: 'member', isPrimary: true }]
    const answers = await Promise.all([set(admin, one), set(admin, other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([1, 2]).toContain((await present()).filter(({ userId }) => userId !== ids.shared).length)
    expect((await present()).length).toBe(2)
  })
  it('are the admin’s, of the own company', async () => {
    expect((await manager('GET', `/fleets/${fleet.id}/users`)).body.code).toBe('forbidden')
    expect((await set(manager, [])).body.code).toBe('forbidden')
    expect((await set(admin, [], foreignFleet.id)).body.code).toBe('fleet_denied')
    expect((await admin('GET', `/fleets/${unknownId}/users`)).body.code).toBe('fleet_denied')
  })
})

describe('deleting a fleet', () => {
  it('says what goes with it, and keeps its people in the company', async () => {
    expect((await admin('GET', `/fleets/${fleet.id}/deletion`)).body).toEqual({
      name: fleet.name,
      fleets: 1,
      vehicles: 0,
      users: 3,
      contacts: 0,
      openServices: 0,
      obstacle: null,
    })
    expect((await admin('DELETE', `/fleets/${fleet.id}`)).body).toEqual({ done: true })
    await expect.poll(async () => (await clerk('GET', `/fleets/${fleet.id}`)).status).toBe(403)
    expect((await admin('DELETE', `/fleets/${fleet.id}`)).body.code).toBe('fleet_denied')
    const kept = await world.build((tx) =>
      tx.sql('select company_id, fleet_id from organisation.guest_vehicles where user_id = $1', [ids.clerk]),
    )
    expect(kept).toEqual([{ company_id: own.id, fleet_id: null }])
  })
  it('is refused while vehicles or services are left', async () => {
    await world.build((tx) => buildVehicle(tx, { companyId: own.id, fleetId: fleet.id }))
    expect((await admin('GET', `/fleets/${fleet.id}/deletion`)).body).toMatchObject({
      vehicles: 1,
      obstacle: 'fleet_not_empty',
    })
    expect((await admin('DELETE', `/fleets/${fleet.id}`)).body.code).toBe('fleet_not_empty')
    expect((await read()).counts).toEqual({ vehicles: 1, drivers: 0, users: 3 })
  })
  it('is the admin’s, of the own company', async () => {
    expect((await manager('DELETE', `/fleets/${fleet.id}`)).body.code).toBe('forbidden')
    expect((await admin('DELETE', `/fleets/${foreignFleet.id}`)).body.code).toBe('fleet_denied')
    expect((await admin('GET', `/fleets/${foreignFleet.id}/deletion`)).body.code).toBe('fleet_denied')
  })
})

describe('deleting a company', () => {
  it('takes vehicles and contacts with it', async () => {
    await world.build(async (tx) => {
      await buildVehicle(tx, { companyId: own.id, fleetId: fleet.id })
      await buildContact(tx, { companyId: own.id })
    })
    expect((await root('GET', `/companies/${own.id}/deletion`)).body).toEqual({
      name: own.name,
      fleets: 1,
      vehicles: 1,
      users: 5,
      contacts: 1,
      openServices: 0,
      obstacle: null,
    })
    expect((await root('DELETE', `/companies/${own.id}`)).body).toEqual({ done: true })
    const left = await world.build((tx) =>
      tx.sql(
        `select id from vehicles.vehicles where company_id = $1 and archived_at is null
         union all select id from directory.contacts where company_id = $1 and archived_at is null`,
        [own.id],
      ),
    )
    expect(left).toEqual([])
  })
  it('waits for services that are under way', async () => {
    await world.build(async (tx) => {
      const contact = await buildContact(tx, { companyId: own.id })
      await buildService(tx, { companyId: own.id, fleetId: fleet.id, requesterContactId: contact.id })
    })
    expect((await root('GET', `/companies/${own.id}/deletion`)).body).toMatchObject({
      openServices: 1,
      obstacle: 'company_not_empty',
    })
    expect((await root('DELETE', `/companies/${own.id}`)).body.code).toBe('company_not_empty')
    expect((await admin('GET', `/companies/${own.id}/deletion`)).body.code).toBe('forbidden')
    expect((await root('GET', `/companies/${unknownId}/deletion`)).body.code).toBe('company_denied')
  })
})

describe('the list of companies', () => {
  type Page = { items: Company[]; total: number }
  const list = async (caller: TestCall, filter = '') =>
    (await caller<Page>('GET', `/companies/${filter}`)).body
  it('counts, filters, sorts and searches without accents', async () => {
    const named = await world.build((tx) =>
      buildCompany(tx, {
        name: `Ñandú Álamo ${own.id}`,
        status: 'suspended',
        type: 'retail',
        tier: 'enterprise',
      }),
    )
    const found = await list(root, `?search=nandu%20alamo%20${own.id}`)
    expect(found.items.map(({ id }) => id)).toEqual([named.id])
    expect((await list(root, `?search=${own.id}&status=suspended&type=retail`)).total).toBe(1)
    expect((await list(root, `?search=${own.id}&status=active`)).total).toBe(0)
    expect((await list(root, '?sort=tier&order=desc')).items[0]?.tier).toBe('enterprise')
    expect((await list(root, '?size=1&page=2')).items).toHaveLength(1)
  })
  it('is an admin’s own', async () => {
    await world.build((tx) => buildVehicle(tx, { companyId: own.id, fleetId: fleet.id }))
    expect(await list(admin)).toMatchObject({
      total: 1,
      items: [{ id: own.id, counts: { fleets: 1, vehicles: 1, drivers: 0, users: 5 } }],
    })
    expect((await manager('GET', '/companies/')).body.code).toBe('forbidden')
  })
})
