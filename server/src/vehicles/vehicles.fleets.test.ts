import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { findActor } from '../identity/index.ts'
import { assignments } from '../organisation/index.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { clearCause, moveVehicle, setCause, vehicleEndpoints } from './index.ts'
import { arrangeVehiclePeople, type VehiclePeople, vehicleForm } from './testing/vehicle-people.testing.ts'
import { buildVehicle } from './vehicles.factory.ts'

let test: TestApp
let at: VehiclePeople
let fleetId: string
let admin: TestCall
let superAdmin: TestCall
/** Of another fleet of the company, in the order in which they are locked. */
let vehicleIds: readonly [string, string]

beforeAll(async () => {
  test = await createTestApp({ answers: () => vehicleEndpoints })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
  const { companyId } = at
  const { owner, root } = await test.build(async (tx) => {
    fleetId = (await buildFleet(tx, { companyId })).id
    const user = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: user.id, companyId })
    const driver = await buildUser(tx)
    await buildAssignment(tx, { userId: driver.id, companyId, fleetId, role: 'primary_driver' })
    const next = async () => (await buildVehicle(tx, { companyId, fleetId: at.fleetId })).id
    vehicleIds = [await next(), await next()]
    return { owner: user, root: await buildUser(tx, { level: 'super_admin' }) }
  })
  admin = await test.as(owner)
  superAdmin = await test.as(root)
})

/** A transaction that has done its work and stays open until it is released. */
async function holding(work: (tx: Transaction) => Promise<unknown>): Promise<{ commit(): Promise<void> }> {
  let release: () => void = () => undefined
  const released = new Promise<void>((done) => {
    release = done
  })
  let ended: Promise<void> = Promise.resolve()
  await new Promise<void>((isDone, failed) => {
    ended = test.build(async (tx) => {
      await work(tx)
      isDone()
      await released
    })
    ended.catch(failed)
  })
  return {
    async commit() {
      release()
      await ended
    },
  }
}

/** Tests of other files have their own databases in this cluster. */
const waiting = () =>
  test.build((tx) =>
    tx.sql(
      `select distinct a.pid from pg_locks l join pg_stat_activity a using (pid)
       where a.datname = current_database() and not l.granted`,
    ),
  )
const isWaiting = (sessions = 1) => expect.poll(waiting, { timeout: 15_000 }).toHaveLength(sessions)

const add = (to = fleetId) => at.lead('POST', '/vehicles', { body: vehicleForm(to) })
const move = (to = fleetId) =>
  at.lead('PUT', `/vehicles/${vehicleIds[1]}`, { body: { ...vehicleForm(to), version: 1 } })
/** Archiving by the call itself, kept from its end by a row that it comes to after the fleets. */
async function archivingKept(path: string, row: string, id: string) {
  const keeping = await holding((tx) => tx.sql(`select from ${row} for update`, [id]))
  const archiving = superAdmin('DELETE', path)
  await isWaiting()
  return { keeping, archiving }
}
const ofFleet = () =>
  archivingKept(`/fleets/${fleetId}`, 'organisation.assignments where fleet_id = $1', fleetId)
const ofCompany = () =>
  archivingKept(`/companies/${at.companyId}`, 'vehicles.vehicles where id = $1', vehicleIds[0])

// Without reports, these vehicles are silent besides.
describe('a vehicle in maintenance by a workshop', () => {
  const [fence, id] = ['0198c0de-0000-7000-8000-00000000f001', () => vehicleIds[1]]
  const read = async () => (await at.lead('GET', `/vehicles/${id()}`)).body
  const isInWorkshop = () => test.build((tx) => setCause(tx, id(), 'maintenance', fence))

  it.each<[string, () => Promise<unknown>]>([
    [
      'form',
      () =>
        at.lead('PUT', `/vehicles/${id()}`, {
          body: { ...vehicleForm(fleetId), version: 1, status: 'maintenance' },
        }),
    ],
    [
      'tree',
      async () => {
        const user = await test.build((tx) => buildUser(tx, { level: 'super_admin' }))
        const actor = await findActor({ database: test.database, assignments }, user.id)
        if (!actor) throw new Error('The user is known.')
        await test.database.transaction(actor, (tx) =>
          moveVehicle(tx, id(), { fromFleetId: at.fleetId, toFleetId: fleetId }),
        )
      },
    ],
  ])('leaves it with its fleet, by the %s', async (_, moved) => {
    await isInWorkshop()
    await moved()
    expect(await read()).toMatchObject({ fleetId, status: 'inactive', manualStatus: 'active' })
  })

  it('stays so until its exit where a form saves it as it is, and longer where a person names it', async () => {
    await isInWorkshop()
    const body = { ...vehicleForm(at.fleetId), version: 1, status: 'maintenance' }
    expect((await at.lead('PUT', `/vehicles/${id()}`, { body })).status).toBe(200)
    const exit = () => test.build((tx) => clearCause(tx, id(), 'maintenance', fence))
    await exit()
    expect(await read()).toMatchObject({ status: 'inactive' })
    await isInWorkshop()
    const bulk = { ids: [id()], status: 'maintenance', note: null }
    expect(await at.lead('POST', '/vehicles/bulk-status', { body: bulk })).toMatchObject({
      body: { items: [{ result: 'changed' }] },
    })
    await exit()
    expect(await read()).toMatchObject({ status: 'maintenance' })
  })
})

describe('a fleet that is being archived', () => {
  it.each([
    ['added', 'the fleet', add, ofFleet, 'fleet_denied'],
    ['moved', 'the fleet', move, ofFleet, 'fleet_denied'],
    ['added', 'its company', add, ofCompany, 'fleet_denied'],
    ['moved', 'its company', move, ofCompany, 'vehicle_not_found'],
  ])('takes no vehicle that is %s meanwhile, archived with %s', async (_how, _with, put, archive, code) => {
    const { keeping, archiving } = await archive()
    const putting = put()
    await isWaiting(2)
    // Who waits for a fleet holds no vehicle.
    await test.build((tx) =>
      tx.sql('select from vehicles.vehicles where id = $1 for update nowait', [vehicleIds[1]]),
    )
    await keeping.commit()
    expect(await archiving).toMatchObject({ status: 200 })
    expect((await putting).body).toMatchObject({ code })
    const there = await test.build((tx) =>
      tx.sql('select id from vehicles.vehicles where fleet_id = $1', [fleetId]),
    )
    expect(there).toEqual([])
  })

  it('is not locked by who sees nothing of it', async () => {
    const foreign = await holding((tx) =>
      tx.sql('select from organisation.fleets where id = $1 for update', [at.foreignFleetId]),
    )
    const refused = { status: 403, body: { code: 'fleet_denied' } }
    expect(await add(at.foreignFleetId)).toMatchObject(refused)
    expect(await move(at.foreignFleetId)).toMatchObject(refused)
    await foreign.commit()
  })

  it('waits for a vehicle that is on its way into it, and then stays', async () => {
    const adding = await holding(async (tx) => {
      await tx.sql('select organisation.hold_fleets($1)', [[fleetId]])
      await buildVehicle(tx, { companyId: at.companyId, fleetId })
    })
    const removing = admin('DELETE', `/fleets/${fleetId}`)
    await isWaiting()
    await adding.commit()
    expect(await removing).toMatchObject({ status: 409, body: { code: 'fleet_not_empty' } })
  })

  it('is kept from it while a vehicle is added by the call itself', async () => {
    const [added, removed] = await Promise.all([add(), admin('DELETE', `/fleets/${fleetId}`)])
    expect([
      [201, 409],
      [403, 200],
    ]).toContainEqual([added.status, removed.status])
  })
})

it('lists all fleets of a company as far as the person reaches: two of three, and nothing of another company', async () => {
  const { companyId } = at
  const { watcher, other } = await test.build(async (tx) => {
    const third = await buildFleet(tx, { companyId })
    await buildVehicle(tx, { companyId, fleetId: third.id, vehicleNumber: '903' })
    await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '902' })
    const user = await buildUser(tx, { level: 'user' })
    for (const mine of [at.fleetId, fleetId])
      await buildAssignment(tx, {
        userId: user.id,
        companyId,
        fleetId: mine,
        role: 'fleet_viewer',
        isPrimary: mine === fleetId,
      })
    const foreign = await buildCompany(tx)
    const { id } = await buildFleet(tx, { companyId: foreign.id })
    await buildVehicle(tx, { companyId: foreign.id, fleetId: id })
    return { watcher: user, other: foreign.id }
  })
  const call = await test.as(watcher)
  const fleetsOf = async (id: string) => {
    const { body } = await call<{ items: { fleetId: string }[] }>('GET', `/vehicles?companyId=${id}&size=100`)
    return new Set(body.items.map((vehicle) => vehicle.fleetId))
  }
  expect(await fleetsOf(companyId)).toEqual(new Set([at.fleetId, fleetId]))
  expect(await fleetsOf(other)).toEqual(new Set())
})
