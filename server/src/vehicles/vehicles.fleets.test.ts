import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildFleet } from '../organisation/organisation.factory.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { vehicleEndpoints } from './index.ts'
import { arrangeVehiclePeople, type VehiclePeople, vehicleForm } from './testing/vehicle-people.testing.ts'
import { buildVehicle } from './vehicles.factory.ts'

let test: TestApp
let at: VehiclePeople
let fleetId: string
let admin: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: () => vehicleEndpoints })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
  const { companyId } = at
  const owner = await test.build(async (tx) => {
    fleetId = (await buildFleet(tx, { companyId })).id
    const user = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: user.id, companyId })
    return user
  })
  admin = await test.as(owner)
})

/** A transaction that has done its work, and neither commits nor lets go until told. */
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
      `select from pg_locks l join pg_stat_activity a using (pid)
       where a.datname = current_database() and not l.granted limit 1`,
    ),
  )
const isWaiting = () => expect.poll(waiting, { timeout: 15_000 }).toHaveLength(1)

const add = () => at.lead('POST', '/vehicles', { body: vehicleForm(fleetId) })
const move = async () => {
  const { id } = await test.build((tx) => buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId }))
  return at.lead('PUT', `/vehicles/${id}`, { body: { ...vehicleForm(fleetId), version: 1 } })
}
/** As whoever archives a fleet does first. */
const lock = (tx: Transaction) =>
  tx.sql('select id from organisation.fleets where id = $1 for update', [fleetId])

describe('a fleet that is being archived', () => {
  it.each([
    ['added', add],
    ['moved', move],
  ])('takes no vehicle that is %s meanwhile', async (_how, put) => {
    const archiving = await holding(async (tx) => {
      await lock(tx)
      await tx.sql('update organisation.fleets set archived_at = now() where id = $1', [fleetId])
    })
    const putting = put()
    await isWaiting()
    await archiving.commit()
    expect(await putting).toMatchObject({ status: 403, body: { code: 'fleet_denied' } })
    const there = await test.build((tx) =>
      tx.sql('select id from vehicles.vehicles where fleet_id = $1', [fleetId]),
    )
    expect(there).toEqual([])
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
