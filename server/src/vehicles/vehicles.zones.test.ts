import type { Zone } from '@rumbo/contract/places.zones.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { zoneEndpoints } from '../places/index.ts'
import { buildZone } from '../places/zones/places.zones.factory.ts'
import { writeColumns } from './import/vehicles.import.repository.ts'
import { findVehiclesOfZone, vehicleEndpoints } from './index.ts'
import { arrangeVehiclePeople, type VehiclePeople, vehicleForm } from './testing/vehicle-people.testing.ts'
import { moveToFleet } from './vehicles.places.repository.ts'

let test: TestApp
let at: VehiclePeople
let centre: Zone
let airport: Zone
/** Of the other fleet. */
let elsewhere: Zone

beforeAll(async () => {
  test = await createTestApp({
    answers: () => [
      ...vehicleEndpoints,
      ...zoneEndpoints({
        tariffs: async () => [],
        vehicles: findVehiclesOfZone,
        fences: async () => [],
        cornersChanged: async () => undefined,
      }),
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
  const { companyId, fleetId, otherFleetId } = at
  await test.build(async (tx) => {
    centre = await buildZone(tx, { companyId, fleetId, name: 'Centro' })
    airport = await buildZone(tx, { companyId, fleetId, name: 'Aeropuerto' })
    elsewhere = await buildZone(tx, { companyId, fleetId: otherFleetId, name: 'Sur' })
  })
})

type Answered = Vehicle & { code?: string; words?: object }
const add = (...zones: Zone[]) =>
  at.lead<Answered>('POST', '/vehicles', {
    body: vehicleForm(at.fleetId, { vehicleNumber: '118', workingZoneIds: zones.map(({ id }) => id) }),
  })
/** Saves the form of a vehicle with these changes. */
const save = ({ id, vehicleNumber, plateNumber, version }: Vehicle, given: object) =>
  at.lead<Answered>('PUT', `/vehicles/${id}`, {
    body: { ...vehicleForm(at.fleetId), vehicleNumber, plateNumber, version, ...given },
  })
const remove = ({ id }: Zone) => at.lead<{ code?: string; words?: object }>('DELETE', `/zones/${id}`)
const lastChanges = async ({ id }: Vehicle) => {
  const [entry] = await test.build((tx) =>
    tx.sql<{ changes: Record<string, unknown> }>(
      'select changes from platform.audit_entries where entity_id = $1 order by at desc, id desc limit 1',
      [id],
    ),
  )
  return entry?.changes
}

describe('the zones that a vehicle works in', () => {
  it('are saved with its form, each once, and audited by name', async () => {
    const { body: made } = await add(centre, centre)
    expect(made.workingZoneIds).toEqual([centre.id])
    test.clock.advance(1)
    const { body } = await save(made, { workingZoneIds: [airport.id, centre.id] })
    expect(body.workingZoneIds).toEqual([airport.id, centre.id])
    expect(await lastChanges(made)).toMatchObject({ workingZones: [['Centro'], ['Aeropuerto', 'Centro']] })
    expect(await lastChanges(made)).not.toHaveProperty('workingZoneIds')
    test.clock.advance(1)
    expect((await save(body, { make: 'Seat', workingZoneIds: [centre.id, airport.id] })).status).toBe(200)
    expect(await lastChanges(made)).not.toHaveProperty('workingZones')
  })

  it('are of its fleet: not of another one, nor deleted ones', async () => {
    expect(await add(elsewhere)).toMatchObject({ status: 422, body: { code: 'zone_unknown' } })
    await remove(airport)
    const { body: made } = await add(centre)
    expect(await save(made, { workingZoneIds: [airport.id] })).toMatchObject({
      body: { code: 'zone_unknown' },
    })
    const moved = { fleetId: at.otherFleetId, workingZoneIds: [centre.id] }
    expect(await save(made, moved)).toMatchObject({ body: { code: 'zone_unknown' } })
    expect((await save(made, { ...moved, workingZoneIds: [elsewhere.id] })).body.workingZoneIds).toEqual([
      elsewhere.id,
    ])
  })

  it.each([
    ['by its tree', (id: string, fleetId: string) => test.build((tx) => moveToFleet(tx, id, fleetId))],
    [
      'by an import',
      (id: string, fleetId: string) =>
        test.build((tx) => writeColumns(tx, [{ id, columns: { fleet_id: fleetId } }])),
    ],
  ])('end where the vehicle is moved to another fleet %s', async (_how, move) => {
    const { body: made } = await add(centre)
    await move(made.id, at.otherFleetId)
    const { body } = await at.lead<Vehicle>('GET', `/vehicles/${made.id}`)
    expect(body).toMatchObject({ fleetId: at.otherFleetId, workingZoneIds: [] })
  })

  it('stay where an import changes something else', async () => {
    const { body: made } = await add(centre)
    await test.build((tx) => writeColumns(tx, [{ id: made.id, columns: { make: 'Seat' } }]))
    const { body } = await at.lead<Vehicle>('GET', `/vehicles/${made.id}`)
    expect(body).toMatchObject({ make: 'Seat', workingZoneIds: [centre.id] })
  })

  it('cannot be deleted while a vehicle works in them', async () => {
    const { body: made } = await add(centre)
    expect(await remove(centre)).toMatchObject({
      status: 409,
      body: { code: 'zone_of_vehicles', words: { vehicleNumber: '118' } },
    })
    await at.lead('DELETE', `/vehicles/${made.id}`)
    expect((await remove(centre)).status).toBe(200)
  })

  it('are never deleted and given to a vehicle at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { companyId, fleetId } = at
      const zone = await test.build((tx) => buildZone(tx, { companyId, fleetId, name: `Norte ${round}` }))
      const body = vehicleForm(fleetId, { workingZoneIds: [zone.id] })
      const [saved, removed] = await Promise.all([at.lead('POST', '/vehicles', { body }), remove(zone)])
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([saved.status, removed.status])
    }
  })
})
