import type { Fleet } from '@rumbo/contract/organisation.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet, buildGuestVehicle } from '../organisation.factory.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

const unknownId = '018f0000-0000-7000-8000-000000000000'
let own: { id: string }
let foreign: { id: string }
let fleet: Fleet
let foreignFleet: Fleet
let root: TestCall
let admin: TestCall
let viewer: TestCall
let serial = 0
beforeEach(async () => {
  serial += 1
  const users = await world.build(async (tx) => {
    own = await buildCompany(tx)
    foreign = await buildCompany(tx)
    fleet = await buildFleet(tx, { companyId: own.id, name: `Taxis ${serial}` })
    foreignFleet = await buildFleet(tx, { companyId: foreign.id })
    const users = {
      root: await buildUser(tx, { level: 'super_admin' }),
      admin: await buildUser(tx, { level: 'admin' }),
      viewer: await buildUser(tx),
    }
    await buildAssignment(tx, { userId: users.admin.id, companyId: own.id })
    const place = { companyId: own.id, fleetId: fleet.id }
    await buildAssignment(tx, { userId: users.viewer.id, ...place, role: 'fleet_viewer' })
    return users
  })
  root = await world.as(users.root)
  admin = await world.as(users.admin)
  viewer = await world.as(users.viewer)
})

describe('fleets', () => {
  const list = async (caller: TestCall, filter = '') =>
    (await caller<{ items: Fleet[]; total: number; size: number }>('GET', `/fleets/${filter}`)).body

  it('are listed in Spanish order, a hundred a page, each with is_active', async () => {
    await world.build(async (tx) => {
      for (const name of ['Zorro', 'Ñandú', 'ágil', 'Nube'])
        await buildFleet(tx, { companyId: own.id, name, isActive: name !== 'Nube' })
    })
    const page = await list(admin, `?company_id=${own.id}`)
    expect(page.items.map(({ name }) => name)).toEqual(['ágil', 'Nube', 'Ñandú', `Taxis ${serial}`, 'Zorro'])
    expect(page).toMatchObject({ total: 5, size: 100, page: 1 })
    expect(page.items.find(({ name }) => name === 'Nube')?.is_active).toBe(false)
    expect((await list(admin, '?search=ZO')).items.map(({ name }) => name)).toEqual(['Zorro'])
    expect(await list(admin, '?size=2&page=2&order=desc')).toMatchObject({ total: 5, items: [{}, {}] })
  })
  it('name their manager', async () => {
    await world.build(async (tx) => {
      const manager = await buildUser(tx, { firstName: 'Luz', lastName: 'Prado' })
      await buildAssignment(tx, {
        userId: manager.id,
        companyId: own.id,
        fleetId: fleet.id,
        role: 'fleet_manager',
      })
    })
    expect((await admin('GET', `/fleets/${fleet.id}`)).body).toMatchObject({
      id: fleet.id,
      company_id: own.id,
      manager: 'Luz Prado',
    })
  })
  it('stay within the caller’s scopes', async () => {
    await world.build((tx) => buildFleet(tx, { companyId: own.id, name: 'Otra' }))
    expect((await list(viewer)).items.map(({ id }) => id)).toEqual([fleet.id])
    expect((await list(admin)).total).toBe(2)
    expect((await list(admin, `?company_id=${foreign.id}`)).items).toEqual([])
    for (const id of [foreignFleet.id, unknownId])
      expect(await admin('GET', `/fleets/${id}`)).toMatchObject({
        status: 403,
        body: { code: 'fleet_denied', detail: 'Failed to load fleet details or access denied' },
      })
    expect((await root('GET', `/fleets/${foreignFleet.id}`)).status).toBe(200)
  })
  it.each(['?size=101', '?size=0', '?page=0', '?company_id=7', '?sort=id', '?owner=me'])(
    'refuse %s',
    async (filter) => expect((await admin('GET', `/fleets/${filter}`)).body.code).toBe('validation_failed'),
  )
})

it('shows a guest the company and fleet of the one vehicle', async () => {
  const guest = await world.build(async (tx) => {
    const user = await buildUser(tx, { level: 'guest' })
    await buildGuestVehicle(tx, {
      userId: user.id,
      companyId: own.id,
      fleetId: fleet.id,
      vehicleId: unknownId,
    })
    await buildFleet(tx, { companyId: own.id })
    return user
  })
  const caller = await world.as(guest)
  expect((await caller('GET', '/auth/profile/companies')).body).toMatchObject({ items: [{ id: own.id }] })
  expect((await caller('GET', `/companies/${own.id}`)).body.id).toBe(own.id)
  expect((await caller('GET', '/fleets/')).body).toMatchObject({ total: 1, items: [{ id: fleet.id }] })
  expect((await caller('GET', `/companies/${foreign.id}`)).status).toBe(403)
})
