import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { TestCall } from '@rumbo/tools/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment } from '../../organisation/organisation.factory.ts'
import { createFaultyCommits } from '../../telemetry/testing/faulty-commits.testing.ts'
import {
  arrangeFenceGateways,
  type FenceGateway,
  type FenceGateways,
  zocalo,
} from '../testing/fence-gateways.testing.ts'

// The fence is a circle of 250 m; vehicles drive along its parallel, so its border is at -250 and 250 m.
let at: FenceGateways
let a: FenceGateway
let fence: Geofence
let vehicle: { id: string; imei: string }

beforeAll(async () => {
  at = await arrangeFenceGateways()
})
afterAll(() => at.close())
beforeEach(async () => {
  fence = await at.addFence()
  vehicle = await at.addVehicle()
  a = await at.start()
})
afterEach(async () => {
  await at.test.build((tx) => tx.sql('update geofences.fences set archived_at = now(), zone_id = null'))
  await a.end()
})

const drive = (east: readonly number[], gateway = a) => at.drive(gateway, vehicle.imei, east)
const states = () =>
  at.test.build((tx) =>
    tx.sql<{ states: { fenceId: string; inside: boolean; shapeVersion: number }[] }>(
      `select states from telemetry.fence_states join vehicles.vehicles using (vehicle_no) where id = $1`,
      [vehicle.id],
    ),
  )
const types = async () =>
  (await at.events(vehicle.id)).map(({ type, occurrences }) => `${type} ${occurrences}`)
const crossings = () => at.crossings(vehicle.id)
const replace = async (given: Partial<Geofence>) => {
  const { id: _id, companyId: _company, fleetId: _fleet, shapeVersion: _shape, ...form } = fence
  const { status } = await at.manager('PUT', `/geofences/${fence.id}`, { body: { ...form, ...given } })
  expect(status).toBe(200)
}
const shapeOf = (radiusMetres: number) => ({ kind: 'circle' as const, center: zocalo, radiusMetres })

describe('a vehicle that drives through a fence', () => {
  it('enters and leaves once each, and becomes an event of each trigger', async () => {
    await drive([-1000, -600, -100, 0, 100])
    expect(await crossings()).toEqual(['entry'])
    expect(await at.inside()).toEqual([[fence.id, [vehicle.id]]])
    await drive([200, 600, 1000])
    expect(await crossings()).toEqual(['entry', 'exit'])
    expect(await at.inside()).toEqual([])
    const events = await at.events(vehicle.id)
    expect(events).toMatchObject([
      {
        ...{ type: 'geofence_entry', severity: 'info', source: 'system', title: fence.name, isAlarm: false },
        ...{ fenceId: fence.id, fenceShapeVersion: 1, ruleId: fence.triggers[0]?.id, status: 'active' },
      },
      { type: 'geofence_exit', ruleId: fence.triggers[1]?.id },
    ])
    // Where and when the border was crossed, between two fixes.
    expect(events[0]?.longitude).toBeCloseTo(-99.13558, 4)
  })

  it('has nothing stored while it is outside, and is not written again while it stays inside', async () => {
    await drive([-3000, -2000, -1500])
    expect(await states()).toEqual([])
    await drive([-1000, 0])
    const written = () =>
      at.test.build((tx) =>
        tx.sql(
          'select f.xmin::text from telemetry.fence_states f join vehicles.vehicles using (vehicle_no) where id = $1',
          [vehicle.id],
        ),
      )
    const first = await written()
    await drive([10, 20, 30, 20, 10])
    expect(await written()).toEqual(first)
    await drive([1000, 1500])
    expect(await states()).toEqual([{ states: [] }])
  })

  it('does not flap at the border, nor by a single fix or one that is not accurate', async () => {
    await drive([-1000, -600, -255, -245, -255, -245, -252, -248, -1000])
    expect(await crossings()).toEqual([])
    await at.drive(a, vehicle.imei, [0], { accuracyMetres: 400 })
    await drive([-1000, -900])
    expect(await crossings()).toEqual([])
    expect(await types()).toEqual([])
  })

  it('is counted today, by fence', async () => {
    await drive([-1000, 0, 1000, 0, 1000])
    const { body } = await at.manager<{ day: string; items: object[] }>(
      'GET',
      `/geofences/today?fleetId=${at.at.fleetId}`,
    )
    expect(body.day).toBe('2026-03-02')
    expect(body.items).toContainEqual({ fenceId: fence.id, entries: 2, exits: 2 })
    // The same trouble is one event.
    expect(await types()).toEqual(['geofence_entry 2', 'geofence_exit 2'])
  })

  it('passes between two fixes', async () => {
    await drive([-900, 900])
    expect(await crossings()).toEqual(['entry', 'exit'])
  })

  it('raises nothing by its first fix ever, nor by late and repeated ones', async () => {
    await drive([0, 10, 20])
    expect(await crossings()).toEqual([])
    expect(await at.inside()).toEqual([[fence.id, [vehicle.id]]])
    const now = at.test.clock.now().getTime()
    // Older than the last fix.
    await at.drive(a, vehicle.imei, [2000, 2100, 2200], { from: now - 7_200_000 })
    expect(await crossings()).toEqual([])
    await drive([1000, 1100])
    expect(await crossings()).toEqual(['exit'])
  })
})

describe('a crossing that the database refuses', () => {
  it('stops no positions of its vehicle, which leaves the fence as it entered it', async () => {
    const owner = new pg.Client({ connectionString: at.test.superuserUrl })
    await owner.connect()
    onTestFinished(async () => {
      await owner.query('alter table geofences.crossings drop constraint if exists refuse')
      await owner.end()
    })
    await owner.query(
      `alter table geofences.crossings add constraint refuse check (fence_id <> '${fence.id}' or not is_entry) not valid`,
    )
    await drive([-1000, -600, -100, 0, 100])
    expect(await crossings()).toEqual([])
    expect(await at.inside()).toEqual([[fence.id, [vehicle.id]]])
    await drive([200, 600, 1000])
    expect(await crossings()).toEqual(['exit'])
    expect(await at.inside()).toEqual([])
    const [stored] = await at.test.build((tx) =>
      tx.sql<{ positions: number; rejected: number }>(
        `select (select count(*)::int from telemetry.positions join vehicles.vehicles using (vehicle_no) where id = $1) as positions,
           (select count(*)::int from telemetry.rejected_reports where device_identifier = $2) as rejected`,
        [vehicle.id, vehicle.imei],
      ),
    )
    expect(stored).toEqual({ positions: 8, rejected: 0 })
  })
})

describe('the state of a vehicle', () => {
  it('outlasts a restart: no second entry, and the exit is found', async () => {
    await drive([-1000, 0])
    await a.end()
    a = await at.start()
    await drive([20, 30])
    expect(await crossings()).toEqual(['entry'])
    await drive([1000, 1100])
    expect(await crossings()).toEqual(['entry', 'exit'])
  })

  it('moves between gateways with each report', async () => {
    const b = await at.start()
    const way = [-1000, -600, -200, -100, 0, 100, 200, 600, 1000]
    for (const [step, east] of way.entries()) await drive([east], step % 2 === 0 ? a : b)
    expect(await crossings()).toEqual(['entry', 'exit'])
    expect(await types()).toEqual(['geofence_entry 1', 'geofence_exit 1'])
    await b.end()
  })

  it('counts once where the answer of a commit was lost, and where two gateways get the same report', async () => {
    const faulty = createFaultyCommits(at.test.database)
    const b = await at.start({ intakeDatabase: faulty.database })
    await drive([-1000], b)
    faulty.loseNextAnswer(async () => {})
    await drive([0], b)
    expect(await crossings()).toEqual(['entry'])
    await drive([100], a)
    await drive([150], b)
    const from = at.test.clock.now().getTime() - 600_000
    await Promise.all([a, b, a].map((gateway) => at.drive(gateway, vehicle.imei, [1000], { from })))
    expect(await crossings()).toEqual(['entry', 'exit'])
    expect(await types()).toEqual(['geofence_entry 1', 'geofence_exit 1'])
    await b.end()
  })

  it('is left without an event where the fence is no longer active, and begun without one where it is again', async () => {
    await drive([-1000, 0])
    await replace({ isActive: false })
    expect(await at.inside()).toEqual([])
    await a.settled()
    await drive([10])
    expect(await states()).toEqual([{ states: [] }])
    await replace({ isActive: true, version: fence.version + 1 })
    await a.settled()
    await drive([20, 30])
    expect(await crossings()).toEqual(['entry'])
    expect(await at.inside()).toEqual([[fence.id, [vehicle.id]]])
    await drive([1000, 1100])
    expect(await crossings()).toEqual(['entry', 'exit'])
  })

  it('follows a changed shape without a false exit or entry', async () => {
    const b = await at.start()
    await drive([-1000, 100])
    await replace({ shape: shapeOf(500) })
    await Promise.all([a.settled(), b.settled()])
    await drive([150, 400], b)
    expect(await crossings()).toEqual(['entry'])
    expect((await states())[0]?.states).toMatchObject([{ inside: true, shapeVersion: 2 }])
    await replace({ shape: shapeOf(50), version: fence.version + 1 })
    await Promise.all([a.settled(), b.settled()])
    await drive([400, 390, 800], a)
    expect(await crossings()).toEqual(['entry'])
    expect(await at.inside()).toEqual([])
    await drive([0, 10], a)
    expect(await crossings()).toEqual(['entry', 'entry'])
    await b.end()
  })

  it('is not taken back to a former shape by a gateway that does not know the new one yet', async () => {
    const late = await at.start({ isUnnotified: true })
    await drive([-1000, 100])
    await replace({ shape: shapeOf(500) })
    await a.settled()
    await drive([150], a)
    await drive([400, 420], late)
    expect(await crossings()).toEqual(['entry'])
    expect((await states())[0]?.states).toMatchObject([{ inside: true, shapeVersion: 2 }])
    await drive([430, 900], a)
    expect(await crossings()).toEqual(['entry', 'exit'])
    await late.end()
  })

  it('is left without an event by a vehicle that moves to another fleet', async () => {
    await drive([-1000, 0])
    await at.test.build((tx) =>
      tx.sql('update vehicles.vehicles set fleet_id = $2 where id = $1', [vehicle.id, at.at.otherFleetId]),
    )
    expect(await at.inside()).toEqual([])
    await drive([10, 1000, 1100])
    expect(await crossings()).toEqual(['entry'])
    expect(await states()).toEqual([{ states: [] }])
    expect(await types()).toEqual(['geofence_entry 1'])
  })

  it('is left where the fence no longer concerns the vehicle', async () => {
    const other = await at.addVehicle()
    await drive([-1000, 0])
    await replace({ scope: { kind: 'vehicles', vehicleIds: [other.id] } })
    await a.settled()
    await drive([10, 1000, 1100])
    await at.drive(a, other.imei, [-1000, 0])
    expect(await crossings()).toEqual(['entry'])
    expect(await at.crossings(other.id)).toEqual(['entry'])
    expect(await at.inside()).toEqual([[fence.id, [other.id]]])
  })
})

describe('fences', () => {
  it('are read again after the connection was lost, and after a notice that says nothing', async () => {
    await at.test.build((tx) =>
      tx.sql("update geofences.fences set name = 'Otra', version = version + 1 where id = $1", [fence.id]),
    )
    await at.test.bus.publish('rumbo_fences', ['{"fenceId":"?"}'])
    await a.settled()
    await drive([-1000, 0])
    expect((await at.events(vehicle.id)).map(({ title }) => title)).toEqual(['Otra'])
  })

  it('are read before the first report, however often the database fails', async () => {
    let failures = 2
    const { transaction } = at.test.database
    await a.end()
    a = await at.start({
      fenceDatabase: {
        ...at.test.database,
        transaction: (...given) =>
          failures-- > 0 ? Promise.reject(new Error('Connection terminated')) : transaction(...given),
      },
    })
    expect(failures).toBeLessThan(0)
    await drive([-1000, 0])
    expect(await crossings()).toEqual(['entry'])
  })

  it('of another fleet or company concern nobody else', async () => {
    await at.addFence({ fleetId: at.at.otherFleetId })
    await at.addFence({ companyId: at.at.foreignCompanyId, fleetId: at.at.foreignFleetId })
    await a.end()
    a = await at.start()
    await drive([-1000, 0])
    expect(await crossings()).toEqual(['entry'])
    for (const path of ['inside', 'today'])
      expect((await at.at.outsider('GET', `/geofences/${path}?fleetId=${at.at.fleetId}`)).body).toMatchObject(
        {
          code: 'fleet_denied',
        },
      )
  })

  it('are read by the staff of their fleet, except those who only drive in it, also where they are staff elsewhere', async () => {
    await drive([-1000, 0])
    const { companyId, fleetId, otherFleetId } = at.at
    const both = await at.test.build(async (tx) => {
      const user = await buildUser(tx)
      await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
      await buildAssignment(tx, {
        userId: user.id,
        companyId,
        fleetId: otherFleetId,
        role: 'dispatcher',
        isPrimary: false,
      })
      return user
    })
    const drivers = [at.at.driver, await at.test.as(both)]
    for (const path of ['inside', 'today']) {
      const read = (caller: TestCall, id = fleetId) => caller('GET', `/geofences/${path}?fleetId=${id}`)
      expect((await read(at.at.viewer)).status).toBe(200)
      expect((await read(drivers[1] as TestCall, otherFleetId)).status).toBe(200)
      for (const driver of drivers) {
        const refused = await read(driver)
        expect([refused.status, refused.body]).toMatchObject([403, { code: 'forbidden' }])
      }
    }
  })
})
