import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { type Actor, asSystem } from '../platform/access/access.ts'
import { assignments } from './organisation.access.ts'
import { buildAssignment, buildCompany, buildFleet, buildGuestVehicle } from './organisation.factory.ts'

let world: TestApp
let own: { companyId: string; fleetId: string; otherFleetId: string }
let foreign: { companyId: string; fleetId: string }
let admin: Actor
let dispatcher: Actor
let guest: Actor
let foreignUserId: string

beforeAll(async () => {
  world = await createTestApp()
  const built = await world.build(async (tx) => {
    const place = async () => {
      const company = await buildCompany(tx)
      const fleet = await buildFleet(tx, { companyId: company.id })
      return { companyId: company.id, fleetId: fleet.id }
    }
    const mine = await place()
    own = { ...mine, otherFleetId: (await buildFleet(tx, { companyId: mine.companyId })).id }
    foreign = await place()
    const users = {
      admin: await buildUser(tx, { level: 'admin' }),
      dispatcher: await buildUser(tx),
      guest: await buildUser(tx, { level: 'guest' }),
      foreign: await buildUser(tx),
    }
    await buildAssignment(tx, { userId: users.admin.id, companyId: own.companyId })
    await buildAssignment(tx, { userId: users.dispatcher.id, ...mine })
    await buildAssignment(tx, { userId: users.foreign.id, ...foreign })
    await buildGuestVehicle(tx, { userId: users.guest.id, ...mine, vehicleId: mine.fleetId })
    return users
  })
  foreignUserId = built.foreign.id
  const actorOf = async (user: typeof built.admin): Promise<Actor> => ({
    ...(await world.database.transaction(asSystem('test'), (tx) => assignments.resolveAccess(tx, user))),
    userId: user.id,
    sessionId: user.id,
    displayName: user.username,
    level: user.level,
    mustChangePassword: false,
    address: '127.0.0.1',
    requestId: 'test',
  })
  admin = await actorOf(built.admin)
  dispatcher = await actorOf(built.dispatcher)
  guest = await actorOf(built.guest)
})
afterAll(() => world.close())

const query = <Row>(actor: Actor, text: string, values: unknown[] = []) =>
  world.database.transaction(actor, (tx) => tx.sql<Row>(text, values))
const ids = async (actor: Actor, table: string) =>
  (await query<{ id: string }>(actor, `select id from ${table}`)).map(({ id }) => id)

describe('a query that forgot its WHERE', () => {
  it('sees only what lies in the scopes', async () => {
    expect(await ids(dispatcher, 'organisation.companies')).toEqual([own.companyId])
    expect(await ids(dispatcher, 'organisation.fleets')).toEqual([own.fleetId])
    expect((await ids(admin, 'organisation.fleets')).sort()).toEqual([own.fleetId, own.otherFleetId].sort())
    expect(await ids(guest, 'organisation.fleets')).toEqual([own.fleetId])
    expect(await ids(admin, 'organisation.assignments')).toHaveLength(2)
    expect(await ids(dispatcher, 'organisation.assignments')).toHaveLength(2)
    expect(await ids(admin, 'identity.users')).not.toContain(foreignUserId)
    expect(await ids(guest, 'identity.users')).toEqual([guest.userId])
  })
  it('changes nothing foreign', async () => {
    const changed = await query(admin, "update organisation.companies set city = 'X' returning id")
    expect(changed).toEqual([{ id: own.companyId }])
    const fleets = await query<{ id: string }>(
      admin,
      "update organisation.fleets set description = 'X' returning id",
    )
    expect(fleets.map(({ id }) => id)).not.toContain(foreign.fleetId)
    expect(await query(dispatcher, "update organisation.companies set city = 'Y' returning id")).toEqual([])
    expect(await query(dispatcher, "update organisation.fleets set name = 'Y' returning id")).toEqual([])
  })
})

describe('a write outside the scopes', () => {
  const assign = (actor: Actor, companyId: string, fleetId: string | null, role: string) =>
    query(
      actor,
      `insert into organisation.assignments (id, user_id, company_id, fleet_id, role, assigned_at)
       values (gen_random_uuid(), $1, $2, $3, $4, now())`,
      [actor.userId, companyId, fleetId, role],
    )
  it('is refused by the database', async () => {
    const refused = /row-level security/
    const denied = /permission denied/
    await expect(assign(admin, foreign.companyId, foreign.fleetId, 'dispatcher')).rejects.toThrow(denied)
    await expect(assign(admin, own.companyId, null, 'company_owner')).rejects.toThrow(denied)
    await expect(assign(dispatcher, own.companyId, own.otherFleetId, 'dispatcher')).rejects.toThrow(denied)
    await expect(
      query(
        admin,
        `insert into organisation.fleets (id, company_id, name, created_at, updated_at)
         values (gen_random_uuid(), $1, 'X', now(), now())`,
        [foreign.companyId],
      ),
    ).rejects.toThrow(refused)
    await expect(
      query(admin, 'update organisation.fleets set company_id = $1', [foreign.companyId]),
    ).rejects.toThrow()
  })
  it('reaches neither tier nor passwords', async () => {
    const denied = /permission denied/
    await expect(query(admin, "update organisation.companies set tier = 'enterprise'")).rejects.toThrow(
      denied,
    )
    await expect(query(admin, 'select password_hash from identity.users')).rejects.toThrow(denied)
    await expect(query(admin, 'select * from identity.sessions')).rejects.toThrow(denied)
    await expect(query(admin, "update identity.users set level = 'super_admin'")).rejects.toThrow(denied)
    await expect(
      query(guest, 'update organisation.guest_vehicles set vehicle_id = company_id'),
    ).rejects.toThrow(denied)
  })
})
