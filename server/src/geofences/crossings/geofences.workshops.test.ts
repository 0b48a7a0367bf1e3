import type { Geofence } from '@rumbo/contract/geofences.contract'
import { destination } from '@rumbo/geo'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeCauses, clearCause, lockVehicle, type StatusCause, setCause } from '../../vehicles/index.ts'
import {
  arrangeFenceGateways,
  type FenceGateway,
  type FenceGateways,
  zocalo,
} from '../testing/fence-gateways.testing.ts'
import { leaveWorkshops } from './geofences.workshops.actions.ts'

// The workshop is a circle of 250 m; vehicles drive along its parallel, so its border is at -250 and 250 m.
let at: FenceGateways
let a: FenceGateway
let workshop: Geofence
let vehicle: { id: string; imei: string }

beforeAll(async () => {
  at = await arrangeFenceGateways()
})
afterAll(() => at.close())
beforeEach(async () => {
  workshop = await at.addFence({ isWorkshop: true, triggers: [] })
  vehicle = await at.addVehicle()
  a = await at.start()
})
afterEach(async () => {
  await at.test.build((tx) => tx.sql('update geofences.fences set archived_at = now()'))
  await a.end()
})

const drive = (...east: number[]) => at.drive(a, vehicle.imei, east)
const enter = () => drive(-1000, -600, -100, 0, 100)
const leave = () => drive(200, 600, 1000)
const status = () => at.test.build(async (tx) => (await lockVehicle(tx, vehicle.id))?.status)
const set = (cause: StatusCause, source: string | null = null) =>
  at.test.build((tx) => setCause(tx, vehicle.id, cause, source))
const audited = async () => {
  const rows = await at.test.build((tx) =>
    tx.sql<{ action: string }>(
      `select action from platform.audit_entries where entity_id = $1 and action like 'vehicle.workshop%' order by id`,
      [vehicle.id],
    ),
  )
  return rows.map(({ action }) => action)
}
const replace = async (given: Partial<Geofence>) => {
  const { id, companyId: _company, fleetId: _fleet, shapeVersion: _shape, ...form } = workshop
  return at.manager('PUT', `/geofences/${id}`, { body: { ...form, ...given } })
}

describe('a free vehicle', () => {
  it('is in maintenance from when it enters a workshop until it leaves it, which is audited', async () => {
    await enter()
    expect(await status()).toBe('maintenance')
    await leave()
    expect(await status()).toBe('active')
    expect(await audited()).toEqual(['vehicle.workshop_entered', 'vehicle.workshop_left'])
  })

  it('is in none in a fence that is no workshop', async () => {
    expect((await replace({ isWorkshop: false })).status).toBe(200)
    await a.settled()
    await enter()
    expect(await status()).toBe('active')
  })

  it('stays in maintenance where it left one of two workshops', async () => {
    const around = await at.addFence({
      isWorkshop: true,
      triggers: [],
      shape: { kind: 'circle', center: { latitude: 19.4326, longitude: -99.1332 }, radiusMetres: 5_000 },
    })
    await a.end()
    a = await at.start()
    await drive(-9000, -8000, -4000, -3000, -2000)
    expect(await status()).toBe('maintenance')
    await drive(-600, -100, 0, 100, 600, 1000)
    expect(await status()).toBe('maintenance')
    await drive(4000, 6000, 7000)
    expect(await status()).toBe('active')
    expect(around.isWorkshop).toBe(true)
  })

  it('stays in maintenance where it left the first of two workshops that overlap', async () => {
    const center = destination(zocalo, 90, 400)
    await at.addFence({
      isWorkshop: true,
      triggers: [],
      shape: { kind: 'circle', center, radiusMetres: 250 },
    })
    await a.end()
    a = await at.start()
    await drive(-1000, -600, -100, 0, 180, 200, 220)
    await drive(400, 450, 500)
    expect(await status()).toBe('maintenance')
    await drive(1000, 1500, 2000)
    expect(await status()).toBe('active')
  })

  it('is another version of the vehicle when it enters and when it leaves, so that no form takes it back', async () => {
    const version = () => at.test.build(async (tx) => (await lockVehicle(tx, vehicle.id))?.version ?? 0)
    const before = await version()
    await enter()
    expect(await version()).toBe(before + 1)
    await leave()
    expect(await version()).toBe(before + 2)
    await enter()
    await at.manager('DELETE', `/geofences/${workshop.id}`)
    await leaveWorkshops(at.test.database)
    expect(await version()).toBe(before + 4)
  })
})

describe('what a person or a service needs comes first:', () => {
  it.each(['en_route', 'occupied', 'in_service'] as const)(
    'a vehicle that is %s keeps its status',
    async (cause) => {
      await set(cause, 'service')
      await enter()
      expect(await status()).toBe(cause)
      await leave()
      await at.test.build((tx) => clearCause(tx, vehicle.id, cause))
      expect(await status()).toBe('active')
      expect(await audited()).toEqual([])
    },
  )

  it.each(['maintenance', 'out_of_service'] as const)(
    '%s that a person set stays after the exit',
    async (cause) => {
      await set(cause)
      await enter()
      await leave()
      expect(await status()).toBe(cause)
      expect(await audited()).toEqual([])
    },
  )

  it('a person may end it inside, and it does not come back', async () => {
    await enter()
    await at.test.build((tx) => clearCause(tx, vehicle.id, 'maintenance'))
    await drive(120, 140, 160)
    expect(await status()).toBe('active')
    await leave()
    expect(await audited()).toEqual(['vehicle.workshop_entered'])
  })
})

describe('a vehicle whose workshop is no longer one', () => {
  const check = () => leaveWorkshops(at.test.database)

  it('stays in maintenance while it is in a workshop', async () => {
    await enter()
    await check()
    expect(await status()).toBe('maintenance')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['deleted', () => at.manager('DELETE', `/geofences/${workshop.id}`)],
    ['switched off', () => replace({ isActive: false })],
    ['a fence like others', () => replace({ isWorkshop: false })],
    ['for no vehicle', () => replace({ scope: { kind: 'vehicles', vehicleIds: [] } })],
  ])('ends it once, by whichever of two workers, when it is %s', async (_, change) => {
    await enter()
    await change()
    await Promise.all([check(), check()])
    await check()
    expect(await status()).toBe('active')
    expect(await audited()).toEqual(['vehicle.workshop_entered', 'vehicle.workshop_left'])
  })

  it('ends it when the vehicle left while no gateway received it', async () => {
    await enter()
    await at.test.build((tx) => tx.sql('delete from telemetry.fence_states'))
    await check()
    expect(await status()).toBe('active')
  })

  it('of which another company now has the vehicle, does not name the fence to it', async () => {
    await enter()
    const { foreignCompanyId, foreignFleetId } = at.at
    await at.test.build((tx) =>
      tx.sql('update vehicles.vehicles set company_id = $1, fleet_id = $2 where id = $3', [
        foreignCompanyId,
        foreignFleetId,
        vehicle.id,
      ]),
    )
    await check()
    const left = await at.test.build((tx) =>
      tx.sql(
        `select company_id, changes from platform.audit_entries where entity_id = $1 and action = 'vehicle.workshop_left'`,
        [vehicle.id],
      ),
    )
    expect(left).toEqual([{ company_id: foreignCompanyId, changes: {} }])
  })

  it('keeps what a person set meanwhile', async () => {
    await enter()
    await at.test.build((tx) =>
      changeCauses(tx, [{ vehicleId: vehicle.id, cause: 'out_of_service', sourceId: null, holds: true }]),
    )
    await at.manager('DELETE', `/geofences/${workshop.id}`)
    await check()
    expect(await status()).toBe('out_of_service')
  })
})

it('a route cannot be a workshop', async () => {
  const path = [
    { latitude: 19.43, longitude: -99.13 },
    { latitude: 19.44, longitude: -99.13 },
  ]
  const answer = await replace({ shape: { kind: 'route', path, halfWidthMetres: 50, mode: 'free' } })
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'body.isWorkshop', code: 'workshop_of_areas' }] },
  })
})
