import type { Geofence, ListedFence } from '@rumbo/contract/geofences.contract'
import type { Zone } from '@rumbo/contract/places.zones.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { zoneEndpoints } from '../places/index.ts'
import { buildZone } from '../places/zones/places.zones.factory.ts'
import { writeColumns } from '../vehicles/import/vehicles.import.repository.ts'
import { vehicleEndpoints } from '../vehicles/index.ts'
import {
  arrangeVehiclePeople,
  type VehiclePeople,
  vehicleForm,
} from '../vehicles/testing/vehicle-people.testing.ts'
import { moveToFleet } from '../vehicles/vehicles.places.repository.ts'
import { followZone, geofenceEndpoints, namesOfFencesOf } from './index.ts'

type Answered = Geofence & { code?: string; errors?: unknown; words?: object }

let test: TestApp
let at: VehiclePeople
beforeAll(async () => {
  test = await createTestApp({
    answers: (deps) => [
      ...vehicleEndpoints,
      ...geofenceEndpoints(deps),
      ...zoneEndpoints({
        tariffs: async () => [],
        vehicles: async () => [],
        fences: namesOfFencesOf,
        cornersChanged: followZone,
      }),
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
})

const read = async (id: string) => (await at.lead<Geofence>('GET', `/geofences/${id}`)).body
const create = (given: object) =>
  at.lead<Answered>('POST', '/geofences', { body: { fleetId: at.fleetId, name: 'Base', ...given } })
const circle = { kind: 'circle', center: { latitude: 19.4326, longitude: -99.1332 }, radiusMetres: 250 }
const lastChanges = async (id: string) => {
  const [entry] = await test.build((tx) =>
    tx.sql<{ changes: Record<string, unknown> }>(
      'select changes from platform.audit_entries where entity_id = $1 order by at desc, id desc limit 1',
      [id],
    ),
  )
  return entry?.changes
}

describe('a geofence of some vehicles', () => {
  const add = async (vehicleNumber: string, fleetId = at.fleetId) =>
    (await at.lead<Vehicle>('POST', '/vehicles', { body: vehicleForm(fleetId, { vehicleNumber }) })).body
  const fenceOf = async (...vehicles: Vehicle[]) =>
    (
      await create({
        shape: circle,
        scope: { kind: 'vehicles', vehicleIds: vehicles.map(({ id }) => id) },
      })
    ).body
  const vehiclesOf = async ({ id }: Geofence) => {
    const { scope } = await read(id)
    return scope.kind === 'vehicles' ? scope.vehicleIds : null
  }

  it('names each once, and only those of its fleet', async () => {
    const [one, other, elsewhere] = [await add('1'), await add('2'), await add('3', at.otherFleetId)]
    const fence = await fenceOf(one, one)
    expect(await vehiclesOf(fence)).toEqual([one.id])
    const scope = { kind: 'vehicles', vehicleIds: [one.id, elsewhere.id] }
    expect(await create({ name: 'Otra', shape: circle, scope })).toMatchObject({
      status: 422,
      body: { code: 'fence_vehicle_unknown' },
    })
    const { id, companyId, fleetId, shapeVersion, ...form } = fence
    await at.lead('PUT', `/geofences/${id}`, {
      body: { ...form, scope: { kind: 'vehicles', vehicleIds: [other.id] } },
    })
    expect(await lastChanges(id)).toEqual({ vehicles: [['1'], ['2']] })
    const named = async (vehicleId: string) =>
      (await at.lead<{ items: ListedFence[] }>('GET', `/geofences?vehicleId=${vehicleId}`)).body.items.length
    expect([await named(one.id), await named(other.id)]).toEqual([0, 1])
  })

  it.each([
    [
      'the company tree',
      ({ id }: Vehicle, fleetId: string) => test.build((tx) => moveToFleet(tx, id, fleetId)),
    ],
    [
      'an import',
      ({ id }: Vehicle, fleetId: string) =>
        test.build((tx) => writeColumns(tx, [{ id, columns: { fleet_id: fleetId } }])),
    ],
    [
      'its form',
      ({ id, version, vehicleNumber, plateNumber }: Vehicle, fleetId: string) =>
        at.lead('PUT', `/vehicles/${id}`, {
          body: { ...vehicleForm(fleetId), vehicleNumber, plateNumber, version },
        }),
    ],
    ['its deletion', ({ id }: Vehicle) => at.lead('DELETE', `/vehicles/${id}`)],
  ])('is left by a vehicle that leaves the fleet by %s, and says so to gateways', async (_how, move) => {
    const [leaving, staying] = [await add('1'), await add('2')]
    const fence = await fenceOf(leaving, staying)
    const notified = new Promise<string>((resolve) => test.bus.listen('rumbo_fences', resolve))
    await test.bus.ready()
    await move(leaving, at.otherFleetId)
    expect(JSON.parse(await notified)).toEqual({ fenceId: fence.id, fleetId: at.fleetId })
    expect(await vehiclesOf(fence)).toEqual([staying.id])
    expect((await read(fence.id)).version).toBe(2)
  })

  it('keeps a vehicle that changes otherwise', async () => {
    const vehicle = await add('1')
    const fence = await fenceOf(vehicle)
    await test.build((tx) => writeColumns(tx, [{ id: vehicle.id, columns: { make: 'Seat' } }]))
    expect(await read(fence.id)).toEqual(fence)
  })

  it('never names a vehicle that leaves the fleet while the fence is saved', async () => {
    for (let round = 0; round < 5; round += 1) {
      const vehicle = await add(`R-${round}`)
      const scope = { kind: 'vehicles', vehicleIds: [vehicle.id] }
      const [saved] = await Promise.all([
        create({ name: `Ronda ${round}`, shape: circle, scope }),
        test.build((tx) => moveToFleet(tx, vehicle.id, at.otherFleetId)),
      ])
      if (saved.status === 201) expect(await vehiclesOf(saved.body)).toEqual([])
      else expect(saved.body.code).toBe('fence_vehicle_unknown')
    }
  })
})

describe('a geofence with the shape of a zone', () => {
  const zoneOf = (given: Partial<Zone> = {}) =>
    test.build((tx) =>
      buildZone(tx, { companyId: at.companyId, fleetId: at.fleetId, name: 'Centro', ...given }),
    )
  const moved: Zone['corners'] = [
    [-99.2, 19.4],
    [-99.1, 19.4],
    [-99.1, 19.5],
  ]
  const change = (zone: Zone, given: object) =>
    at.lead<Zone>('PUT', `/zones/${zone.id}`, {
      body: { name: zone.name, corners: zone.corners, version: zone.version, ...given },
    })

  it('has its corners, and follows them as a new version of its shape', async () => {
    const zone = await zoneOf()
    const { body: fence } = await create({ shape: null, zoneId: zone.id })
    expect(fence.shape).toEqual({
      kind: 'polygon',
      corners: zone.corners.map(([longitude, latitude]) => ({ latitude, longitude })),
    })
    const { body: renamed } = await change(zone, { name: 'Primer cuadro' })
    expect((await read(fence.id)).version).toBe(1)
    await change(renamed, { corners: moved })
    expect(await read(fence.id)).toMatchObject({
      shape: { corners: moved.map(([longitude, latitude]) => ({ latitude, longitude })) },
      version: 2,
      shapeVersion: 2,
    })
    expect(await lastChanges(fence.id)).toEqual({ shapeVersion: [1, 2] })
  })

  it('may leave the corridor of a route that has it as a checkpoint; the route can be saved, but not drawn anew', async () => {
    const zone = await zoneOf()
    const { body: checkpoint } = await create({ name: 'Centro', shape: null, zoneId: zone.id })
    const { body: other } = await create({
      name: 'Lejos',
      shape: { ...circle, center: { latitude: 20, longitude: -99 } },
    })
    const path = [
      { latitude: 19.43, longitude: -99.14 },
      { latitude: 19.44, longitude: -99.14 },
    ]
    const shape = { kind: 'route', path, halfWidthMetres: 50, mode: 'free' }
    const triggers = [{ kind: 'missed_checkpoint', fenceIds: [checkpoint.id] }]
    const { body: line } = await create({ name: 'Ruta 7', shape, triggers })
    const away = zone.corners.map(([longitude, latitude]): [number, number] => [longitude + 1, latitude])
    expect((await change(zone, { corners: away })).status).toBe(200)
    const save = ({ id, companyId, fleetId, shapeVersion, ...form }: Geofence, given: object) =>
      at.lead<Answered>('PUT', `/geofences/${id}`, { body: { ...form, ...given } })
    const renamed = await save(line, { name: 'Ruta 8' })
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Ruta 8'])
    const outside = (at: number) => [{ path: `body.triggers.0.fenceIds.${at}`, code: 'checkpoint_outside' }]
    const more = [{ kind: 'missed_checkpoint', fenceIds: [checkpoint.id, other.id] }]
    expect((await save(renamed.body, { triggers: more })).body.errors).toMatchObject(outside(1))
    const drawn = await save(renamed.body, { shape: { ...shape, halfWidthMetres: 60 } })
    expect(drawn.body.errors).toMatchObject(outside(0))
  })

  it('takes no other shape, nor the zone of another fleet, until it is unlinked', async () => {
    const zone = await zoneOf()
    const elsewhere = await zoneOf({ fleetId: at.otherFleetId })
    expect((await create({ shape: null, zoneId: elsewhere.id })).body.code).toBe('zone_unknown')
    expect((await create({ shape: null })).body.errors).toMatchObject([
      { path: 'body.shape', code: 'required' },
    ])
    expect((await create({ shape: circle, zoneId: zone.id })).body.errors).toMatchObject([
      { path: 'body.shape', code: 'shape_of_zone' },
    ])
    const { id, companyId, fleetId, shapeVersion, ...form } = (await create({ shape: null, zoneId: zone.id }))
      .body
    const unlinked = await at.lead<Geofence>('PUT', `/geofences/${id}`, {
      body: { ...form, shape: circle, zoneId: null },
    })
    expect(unlinked.body).toMatchObject({ shape: circle, zoneId: null, shapeVersion: 2 })
    expect(await lastChanges(id)).toMatchObject({ zone: ['Centro', null], shape: ['polygon', 'circle'] })
    await change(zone, { corners: moved })
    expect((await read(id)).shape).toEqual(circle)
  })

  it('keeps the zone from being deleted, until the fence is', async () => {
    const zone = await zoneOf()
    const { body: fence } = await create({ name: 'Servicio', shape: null, zoneId: zone.id })
    expect((await at.lead('DELETE', `/zones/${zone.id}`)).body).toMatchObject({
      code: 'zone_of_fences',
      words: { fenceName: 'Servicio' },
    })
    expect((await at.lead('DELETE', `/geofences/${fence.id}`)).status).toBe(200)
    expect((await at.lead('DELETE', `/zones/${zone.id}`)).status).toBe(200)
    expect((await at.viewer('GET', `/geofences/${fence.id}/shapes/1`)).status).toBe(200)
  })

  it('is never linked to a zone that is deleted at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const zone = await zoneOf({ name: `Zona ${round}` })
      const [saved, removed] = await Promise.all([
        create({ name: `Cerca ${round}`, shape: null, zoneId: zone.id }),
        at.lead('DELETE', `/zones/${zone.id}`),
      ])
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([saved.status, removed.status])
    }
  })
})
