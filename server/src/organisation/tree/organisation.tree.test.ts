import type { StaleHint } from '@rumbo/contract/live.contract'
import type { Reach, TreeNode } from '@rumbo/contract/organisation.tree.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { vehicleEndpoints } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildAssignment, buildCompany, buildFleet, buildGuestVehicle } from '../organisation.factory.ts'
import { buildLargeTree } from './organisation.tree.factory.ts'

let world: TestApp
const hints: StaleHint[] = []
beforeAll(async () => {
  world = await createTestApp({ answers: () => [...vehicleEndpoints] })
  world.bus.listen('rumbo_stale', (payload) => hints.push(...(JSON.parse(payload) as StaleHint[])))
  await world.bus.ready()
})
afterAll(() => world.close())

const unknownId = '018f0000-0000-7000-8000-000000000000'
let own: string
let foreign: string
let north: string
let south: string
let foreignFleet: string
let vehicle: string
let ids: Record<'owner' | 'admin' | 'manager' | 'clerk' | 'reader' | 'driver' | 'guest' | 'idle', string>
let as: Record<'root' | 'admin' | 'manager' | 'clerk' | 'guest' | 'outsider' | 'reader', TestCall>
let serial = 0
beforeEach(async () => {
  serial += 1
  const users = await world.build(async (tx) => {
    own = (await buildCompany(tx, { tier: 'enterprise', name: `Ágil ${serial}`, city: 'Puebla' })).id
    foreign = (await buildCompany(tx, { tier: 'enterprise', verified: false, status: 'active' })).id
    north = (await buildFleet(tx, { companyId: own, name: `Norte ${serial}` })).id
    south = (await buildFleet(tx, { companyId: own, name: `Sur ${serial}` })).id
    foreignFleet = (await buildFleet(tx, { companyId: foreign })).id
    const named = {
      companyId: own,
      fleetId: north,
      vehicleNumber: `T-${serial}`,
      plateNumber: `PL-${serial}`,
    }
    vehicle = (await buildVehicle(tx, named)).id
    const users = {
      root: await buildUser(tx, { level: 'super_admin' }),
      owner: await buildUser(tx, { level: 'manager', firstName: 'Olga', lastName: 'Sáenz' }),
      admin: await buildUser(tx, { level: 'admin', firstName: 'Ana', lastName: 'Ruiz' }),
      manager: await buildUser(tx, { level: 'manager', firstName: 'Luz', lastName: 'Prado' }),
      clerk: await buildUser(tx, { firstName: 'Beto', lastName: `Cruz ${serial}` }),
      reader: await buildUser(tx, { firstName: 'Rita', lastName: 'Lara' }),
      driver: await buildUser(tx, { firstName: 'Dino', lastName: 'Mora' }),
      guest: await buildUser(tx, { level: 'guest', firstName: 'Gil', lastName: 'Paz' }),
      idle: await buildUser(tx, { firstName: 'Iris', lastName: `Nava ${serial}` }),
      outsider: await buildUser(tx, { level: 'admin' }),
    }
    const inNorth = { companyId: own, fleetId: north }
    await buildAssignment(tx, { userId: users.owner.id, companyId: own, role: 'company_owner' })
    await buildAssignment(tx, { userId: users.admin.id, companyId: own })
    await buildAssignment(tx, { userId: users.manager.id, ...inNorth, role: 'fleet_manager' })
    await buildAssignment(tx, { userId: users.clerk.id, ...inNorth, role: 'dispatcher' })
    await buildAssignment(tx, {
      userId: users.reader.id,
      companyId: own,
      fleetId: south,
      role: 'fleet_viewer',
    })
    await buildAssignment(tx, { userId: users.driver.id, ...inNorth, role: 'primary_driver' })
    await buildAssignment(tx, { userId: users.idle.id, ...inNorth, role: 'fleet_viewer', isActive: false })
    await buildGuestVehicle(tx, { userId: users.guest.id, ...inNorth, vehicleId: vehicle })
    await buildAssignment(tx, { userId: users.outsider.id, companyId: foreign })
    return users
  })
  ids = Object.fromEntries(Object.entries(users).map(([name, { id }]) => [name, id])) as typeof ids
  as = {
    root: await world.as(users.root),
    admin: await world.as(users.admin),
    manager: await world.as(users.manager),
    clerk: await world.as(users.clerk),
    guest: await world.as(users.guest),
    outsider: await world.as(users.outsider),
    reader: await world.as(users.reader),
  }
})

type Children = { items: TreeNode[]; total: number; code?: string }
const children = async (caller: TestCall, parent?: string, part = '') =>
  (await caller<Children>('GET', `/company-tree/nodes?${parent ? `parent=${parent}` : ''}${part}`)).body
const namesOf = ({ items }: Children) => items.map(({ key, name }) => name || key.split(':')[0])

describe('the children of a node', () => {
  it('begin with the companies of the caller', async () => {
    expect(await children(as.admin)).toEqual({
      total: 1,
      items: [
        {
          key: `company:${own}`,
          parentKey: null,
          kind: 'company',
          id: own,
          companyId: own,
          fleetId: null,
          name: `Ágil ${serial}`,
          detail: 'Puebla',
          status: 'active',
          tier: 'enterprise',
          verified: true,
          role: null,
          level: null,
          counts: { fleets: 2, vehicles: 1, drivers: 1, users: 8 },
          childCount: 3,
        },
      ],
    })
    expect((await children(as.root)).total).toBeGreaterThanOrEqual(2 * serial)
  })
  it('are the people of the whole company, then its fleets', async () => {
    const answer = await children(as.admin, `company:${own}`)
    expect(namesOf(answer)).toEqual(['users', `Norte ${serial}`, `Sur ${serial}`])
    expect(answer).toMatchObject({
      total: 3,
      items: [
        { key: `users:${own}`, childCount: 2 },
        {
          detail: 'Luz Prado',
          status: 'active',
          counts: { vehicles: 1, drivers: 1, users: 5 },
          childCount: 3,
        },
        { detail: null, counts: { vehicles: 0, drivers: 0, users: 1 } },
      ],
    })
    const rest = await children(as.admin, `company:${own}`, '&offset=1&size=1')
    expect(namesOf(rest)).toEqual([`Norte ${serial}`])
    expect(rest.total).toBe(3)
  })
  it('of a fleet are its three groups, and theirs the records', async () => {
    const groups = await children(as.admin, `fleet:${north}`)
    expect(groups.items.map(({ kind, childCount }) => [kind, childCount])).toEqual([
      ['vehicles', 1],
      ['drivers', 1],
      ['users', 4],
    ])
    expect((await children(as.admin, `vehicles:${north}`)).items).toMatchObject([
      { key: `vehicle:${vehicle}`, name: `T-${serial}`, detail: `PL-${serial}`, status: 'inactive' },
    ])
    expect((await children(as.admin, `drivers:${north}`)).items).toMatchObject([
      { key: `driver:${ids.driver}:${north}`, name: 'Dino Mora', role: 'primary_driver', status: 'active' },
    ])
    expect(namesOf(await children(as.admin, `users:${north}`))).toEqual([
      `Beto Cruz ${serial}`,
      'Gil Paz',
      `Iris Nava ${serial}`,
      'Luz Prado',
    ])
    expect((await children(as.admin, `users:${own}`)).items).toMatchObject([
      { name: 'Ana Ruiz', role: 'company_manager', level: 'admin', fleetId: null },
      { name: 'Olga Sáenz', role: 'company_owner' },
    ])
  })
  it('are the own branch for people of one fleet; users only for those who may read them', async () => {
    expect(namesOf(await children(as.manager, `company:${own}`))).toEqual([`Norte ${serial}`])
    expect(namesOf(await children(as.manager, `fleet:${north}`))).toEqual(['vehicles', 'drivers', 'users'])
    expect(namesOf(await children(as.clerk, `fleet:${north}`))).toEqual(['vehicles', 'drivers'])
    expect((await children(as.clerk, `users:${north}`)).code).toBe('not_found')
    expect((await children(as.manager, `users:${own}`)).code).toBe('not_found')
  })
  it.each([
    ['a foreign company', () => `company:${foreign}`],
    ['a foreign fleet', () => `fleet:${foreignFleet}`],
    ['the vehicles of a foreign fleet', () => `vehicles:${foreignFleet}`],
    ['an unknown fleet', () => `drivers:${unknownId}`],
    ['a leaf', () => `vehicle:${vehicle}`],
    ['nonsense', () => 'fleet:7'],
  ])('of %s are not found', async (_name, key) => {
    expect((await children(as.admin, key())).code).toBe('not_found')
  })
  it('are refused where no fleet has the company tree', async () => {
    await world.build((tx) =>
      tx.sql("update organisation.companies set tier = 'professional' where id = $1", [own]),
    )
    const plain = await world.build((tx) => buildUser(tx, { level: 'admin' }))
    await world.build((tx) => buildAssignment(tx, { userId: plain.id, companyId: own }))
    expect(await children(await world.as(plain))).toMatchObject({
      code: 'feature_locked',
      tier: 'enterprise',
    })
  })
})

describe('the search', () => {
  type Found = { items: TreeNode[]; matches: string[]; isCut: boolean }
  const search = async (caller: TestCall, query: string) =>
    (await caller<Found>('GET', `/company-tree/search?${query}`)).body
  it('keeps ancestors, parents first', async () => {
    const found = await search(as.admin, `search=pl${serial}`)
    expect(found.items.map(({ key }) => key)).toEqual([
      `company:${own}`,
      `fleet:${north}`,
      `vehicles:${north}`,
      `vehicle:${vehicle}`,
    ])
    expect(found).toMatchObject({ matches: [`vehicle:${vehicle}`], isCut: false })
  })
  it('finds companies, fleets and people without accents', async () => {
    expect((await search(as.admin, `search=agil%20${serial}`)).matches).toEqual([`company:${own}`])
    expect((await search(as.admin, `search=NORTE%20${serial}`)).matches).toEqual([`fleet:${north}`])
    const person = await search(as.admin, 'search=saenz')
    expect(person.items.map(({ key }) => key)).toEqual([
      `company:${own}`,
      `users:${own}`,
      `user:${ids.owner}:${own}`,
    ])
  })
  it('stays within the caller’s scopes', async () => {
    expect((await search(as.outsider, `search=pl${serial}`)).items).toEqual([])
    expect((await search(as.manager, `search=sur%20${serial}`)).items).toEqual([])
    expect((await search(as.clerk, `search=iris`)).items).toEqual([])
    expect((await search(as.admin, '')).items).toEqual([])
  })
  it('narrows to what a chip names', async () => {
    expect((await search(as.admin, 'chip=no_manager')).matches).toEqual([`fleet:${south}`])
    expect((await search(as.admin, 'chip=empty_fleet')).matches).toEqual([`fleet:${south}`])
    expect((await search(as.admin, 'chip=users_without_access')).matches).toEqual([
      `user:${ids.idle}:${north}`,
    ])
    expect((await search(as.outsider, 'chip=unverified')).matches).toEqual([`company:${foreign}`])
    expect((await search(as.admin, 'chip=suspended&chip=unverified')).matches).toEqual([])
    expect((await search(as.admin, 'chip=empty_fleet&search=norte')).matches).toEqual([])
  })
})

describe('who reaches a record', () => {
  type Reaches = { items: Reach[]; superAdmins: number; code?: string }
  const who = async (caller: TestCall, query: string) =>
    (await caller<Reaches>('GET', `/company-tree/access?companyId=${own}${query}`)).body
  it('names the scope that grants a vehicle, and who may command it', async () => {
    const answer = await who(as.admin, `&fleetId=${north}&vehicleId=${vehicle}`)
    expect(
      answer.items.map(({ displayName, mayManage, mayCommand, grantedBy, role }) => [
        displayName,
        mayManage,
        mayCommand,
        grantedBy.scope,
        role,
      ]),
    ).toEqual([
      ['Ana Ruiz', true, true, `${own},*,*`, 'company_manager'],
      [`Beto Cruz ${serial}`, true, false, `${own},${north},*`, 'dispatcher'],
      ['Luz Prado', true, true, `${own},${north},*`, 'fleet_manager'],
      ['Olga Sáenz', true, true, `${own},*,*`, 'company_owner'],
      ['Dino Mora', false, false, `${own},${north},*`, 'primary_driver'],
      ['Gil Paz', false, false, `${own},${north},${vehicle}`, null],
    ])
    expect(answer.superAdmins).toBeGreaterThanOrEqual(1)
  })
  it('counts everybody with something in it for a company', async () => {
    const { items } = await who(as.admin, '')
    expect(items.map(({ userId }) => userId)).toEqual(
      expect.arrayContaining([ids.reader, ids.guest, ids.owner, ids.clerk]),
    )
    expect(items.filter(({ mayManage }) => mayManage).map(({ userId }) => userId)).toEqual([
      ids.admin,
      ids.owner,
    ])
  })
  it('is listed for own records only, and to callers who may read users', async () => {
    expect((await who(as.manager, `&fleetId=${north}`)).items.length).toBe(6)
    expect((await who(as.manager, `&fleetId=${south}`)).code).toBe('not_found')
    expect((await who(as.outsider, '')).code).toBe('not_found')
    expect((await who(as.admin, `&fleetId=${foreignFleet}`)).code).toBe('not_found')
    expect((await who(as.admin, `&fleetId=${south}&vehicleId=${vehicle}`)).code).toBe('not_found')
    expect((await who(as.clerk, '')).code).toBe('forbidden')
  })
})

describe('a move', () => {
  const preview = (caller: TestCall, body: object) => caller('POST', '/company-tree/move-preview', { body })
  const move = (caller: TestCall, body: object) => caller('POST', '/company-tree/move', { body })
  const vehicleTo = (toFleetId: string) => ({ kind: 'vehicle', id: vehicle, toFleetId })
  const userTo = (id: string, toFleetId = south, fromFleetId = north) => ({
    kind: 'user',
    id,
    fromFleetId,
    toFleetId,
  })

  it('of a vehicle says who gains and who loses it', async () => {
    const answer = await preview(as.admin, vehicleTo(south))
    expect(answer.body).toEqual({
      fromFleetName: `Norte ${serial}`,
      toFleetName: `Sur ${serial}`,
      gaining: [{ userId: ids.reader, displayName: 'Rita Lara', role: 'fleet_viewer' }],
      losing: [
        { userId: ids.clerk, displayName: `Beto Cruz ${serial}`, role: 'dispatcher' },
        { userId: ids.driver, displayName: 'Dino Mora', role: 'primary_driver' },
        { userId: ids.guest, displayName: 'Gil Paz', role: null },
        { userId: ids.manager, displayName: 'Luz Prado', role: 'fleet_manager' },
      ],
      vehiclesGained: 0,
      vehiclesLost: 0,
      openServices: 0,
      obstacle: null,
    })
    expect((await as.clerk('GET', `/vehicles/${vehicle}`)).status).toBe(200)
  })
  it('of a vehicle takes it from one fleet’s people and gives it to the other’s', async () => {
    expect((await as.guest('GET', `/vehicles/${vehicle}`)).status).toBe(200)
    hints.length = 0
    expect((await move(as.admin, vehicleTo(south))).status).toBe(200)
    expect((await as.clerk('GET', `/vehicles/${vehicle}`)).status).toBe(404)
    expect((await as.reader('GET', `/vehicles/${vehicle}`)).body).toMatchObject({
      fleetId: south,
      version: 2,
    })
    await vi.waitFor(async () => expect((await as.guest('GET', `/vehicles/${vehicle}`)).status).toBe(403))
    await vi.waitFor(() => {
      const received = hints.filter(({ domain, id }) => domain === 'vehicles' && id === vehicle)
      expect(received.map(({ fleetId }) => fleetId).sort()).toEqual([north, south].sort())
    })
    const [entry] = await world.build((tx) =>
      tx.sql<{ changes: object; actor_name: string }>(
        "select changes, actor_name from platform.audit_entries where entity_id = $1 and action = 'vehicle.updated'",
        [vehicle],
      ),
    )
    expect(entry).toMatchObject({ actor_name: 'Ana Ruiz', changes: { fleetId: [north, south] } })
  })
  it('of a vehicle that is elsewhere by now is refused', async () => {
    const back = { ...vehicleTo(north), fromFleetId: south }
    await move(as.admin, vehicleTo(south))
    expect((await move(as.admin, back)).status).toBe(200)
    expect(await move(as.admin, { ...vehicleTo(south), fromFleetId: south })).toMatchObject({
      status: 409,
      body: { code: 'moved_meanwhile' },
    })
  })
  it('of a vehicle at work is refused', async () => {
    await world.build((tx) =>
      tx.sql(
        `insert into vehicles.status_causes (vehicle_id, company_id, fleet_id, cause, since)
         values ($1, $2, $3, 'occupied', now())`,
        [vehicle, own, north],
      ),
    )
    expect((await preview(as.admin, vehicleTo(south))).body).toMatchObject({ obstacle: 'vehicle_at_work' })
    expect((await move(as.admin, vehicleTo(south))).body.code).toBe('vehicle_at_work')
  })
  it('of a user moves the assignments, and with them what the user sees', async () => {
    expect((await preview(as.admin, userTo(ids.clerk))).body).toMatchObject({
      vehiclesGained: 0,
      vehiclesLost: 1,
      obstacle: null,
    })
    expect((await as.clerk('GET', `/fleets/${north}`)).status).toBe(200)
    expect((await move(as.admin, userTo(ids.clerk))).status).toBe(200)
    await vi.waitFor(async () => {
      expect((await as.clerk('GET', `/fleets/${north}`)).status).toBe(403)
      expect((await as.clerk('GET', `/fleets/${south}`)).status).toBe(200)
    })
    const entries = await world.build((tx) =>
      tx.sql("select changes from platform.audit_entries where entity_id = $1 and action = 'user.moved'", [
        ids.clerk,
      ]),
    )
    expect(entries).toEqual([{ changes: { fleet: [`Norte ${serial}`, `Sur ${serial}`] } }])
  })
  it('of a user is refused where they have that role already, and of a guest with a vehicle', async () => {
    await world.build((tx) =>
      buildAssignment(tx, { userId: ids.clerk, companyId: own, fleetId: south, isPrimary: false }),
    )
    expect((await preview(as.admin, userTo(ids.clerk))).body.obstacle).toBe('assignment_exists')
    expect((await move(as.admin, userTo(ids.clerk))).body.code).toBe('assignment_exists')
    expect((await move(as.admin, userTo(ids.guest))).body.code).toBe('guest_no_fleets')
  })
  it('stays within one company and the fleets the caller manages', async () => {
    expect((await move(as.manager, vehicleTo(south))).body.code).toBe('fleet_denied')
    expect((await move(as.manager, userTo(ids.clerk))).body.code).toBe('fleet_denied')
    expect((await move(as.root, vehicleTo(foreignFleet))).body.code).toBe('fleet_denied')
    expect((await move(as.outsider, vehicleTo(foreignFleet))).body.code).toBe('vehicle_not_found')
    expect((await move(as.clerk, vehicleTo(south))).body.code).toBe('forbidden')
    expect((await move(as.admin, userTo(ids.reader))).body.code).toBe('user_not_found')
    expect((await move(as.admin, { ...userTo(ids.clerk), fromFleetId: undefined })).body.code).toBe(
      'validation_failed',
    )
    expect((await move(as.admin, vehicleTo(north))).body.code).toBe('validation_failed')
  })
  it('of one user twice at once happens once', async () => {
    const west = await world.build((tx) => buildFleet(tx, { companyId: own, name: `Oeste ${serial}` }))
    const answers = await Promise.all([
      move(as.admin, userTo(ids.clerk)),
      move(as.root, userTo(ids.clerk, west.id)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const places = await world.build((tx) =>
      tx.sql('select 1 from organisation.assignments where user_id = $1 and archived_at is null', [
        ids.clerk,
      ]),
    )
    expect(places).toHaveLength(1)
  })
})

describe('ten thousand nodes', () => {
  it('are answered a part at a time without delay', async () => {
    const { large, admin } = await world.build(async (tx) => {
      const large = await buildLargeTree(tx)
      const admin = await buildUser(tx, { level: 'admin' })
      await buildAssignment(tx, { userId: admin.id, companyId: large.companyId })
      return { large, admin }
    })
    expect(large.nodes).toBeGreaterThan(10_000)
    const caller = await world.as(admin)
    const parts = [
      ['', 1],
      [`parent=company:${large.companyId}`, 101],
      [`parent=fleet:${large.fleetIds[50]}`, 3],
      [`parent=vehicles:${large.fleetIds[50]}`, 60],
      [`parent=drivers:${large.fleetIds[50]}`, 30],
    ] as const
    for (const [query, total] of parts) {
      await caller('GET', `/company-tree/nodes?${query}`)
      const before = performance.now()
      const answer = await caller<Children>('GET', `/company-tree/nodes?${query}`)
      expect(answer.body.total, query).toBe(total)
      // Generous for a busy machine: it takes some 15 ms alone.
      expect(performance.now() - before, query).toBeLessThan(500)
    }
    const found = await caller<{ isCut: boolean }>('GET', '/company-tree/search?search=many_7')
    expect(found.body.isCut).toBe(true)
  }, 60_000)
})
