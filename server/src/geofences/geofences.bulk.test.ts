import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { vehicleEndpoints } from '../vehicles/index.ts'
import {
  arrangeVehiclePeople,
  type VehiclePeople,
  vehicleForm,
} from '../vehicles/testing/vehicle-people.testing.ts'
import { buildFence } from './geofences.factory.ts'
import { geofenceEndpoints } from './index.ts'

let test: TestApp
let at: VehiclePeople
beforeAll(async () => {
  test = await createTestApp({ answers: (deps) => [...vehicleEndpoints, ...geofenceEndpoints(deps)] })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
})

const read = async (id: string) => (await at.lead<Geofence>('GET', `/geofences/${id}`)).body
const center = { latitude: 19.4326, longitude: -99.1332 }

describe('a bulk change of geofences', () => {
  type Result = { id: string; name: string | null; problem: string | null; usedBy: string[]; version: number }
  const bulk = async (fences: readonly { id: string; version: number }[], change: object, caller = at.lead) =>
    (
      await caller<{ items: Result[] }>('POST', '/geofences/bulk', {
        body: { fences: fences.map(({ id, version }) => ({ id, version })), change },
      })
    ).body.items
  const build = (given: Partial<Geofence> = {}) =>
    test.build((tx) => buildFence(tx, { companyId: at.companyId, fleetId: at.fleetId, ...given }))

  it('answers for each: one that was changed meanwhile or is out of reach leaves the others done', async () => {
    const [one, stale, elsewhere] = [
      await build({ name: 'Uno' }),
      await build({ name: 'Dos' }),
      await build({ name: 'Tres', fleetId: at.otherFleetId }),
    ]
    const given = [one, { ...stale, version: 7 }, elsewhere]
    expect(await bulk(given, { action: 'deactivate' }, at.chief)).toEqual([
      { id: one.id, name: 'Uno', problem: null, usedBy: [], version: 2 },
      { id: stale.id, name: 'Dos', problem: 'stale_version', usedBy: [], version: 1 },
      { id: elsewhere.id, name: null, problem: 'not_found', usedBy: [], version: null },
    ])
    expect((await read(one.id)).isActive).toBe(false)
    const [again] = await bulk([{ id: one.id, version: 2 }], { action: 'deactivate' })
    expect(again).toMatchObject({ problem: null, version: 2 })
    expect(await bulk([one], { action: 'activate' }, at.viewer)).toBeUndefined()
  })

  it('recolours, tags and assigns', async () => {
    const full = await build({ tags: Array.from({ length: 20 }, (_, at) => `t${at}`) })
    const fence = await build({ tags: ['Centro', 'Patio'] })
    await bulk([fence], { action: 'recolour', colour: '#00ff00' })
    const tag = { action: 'tag', add: ['Norte', 'norte'], remove: ['PATIO'] }
    expect(await bulk([full, { ...fence, version: 2 }], tag)).toMatchObject([
      { problem: 'fence_tags_full' },
      { problem: null },
    ])
    const { fleetId } = await build()
    const { body: vehicle } = await at.lead<Vehicle>('POST', '/vehicles', { body: vehicleForm(fleetId) })
    const scope = { kind: 'vehicles', vehicleIds: [vehicle.id] }
    const elsewhere = await build({ fleetId: at.otherFleetId })
    expect(await bulk([{ ...fence, version: 3 }, elsewhere], { action: 'assign', scope })).toMatchObject([
      { problem: null },
      { problem: 'fence_vehicle_unknown' },
    ])
    expect(await read(fence.id)).toMatchObject({
      colour: '#00ff00',
      tags: ['Centro', 'Norte'],
      scope,
      version: 4,
    })
  })

  it('deletes a route with its checkpoints, and names the routes that keep one', async () => {
    const [first, kept] = [await build({ name: 'Primero' }), await build({ name: 'Segundo' })]
    const [start, end] = [center, { latitude: 19.44, longitude: -99.14 }]
    const shape = { kind: 'route' as const, path: [start, end], halfWidthMetres: 30, mode: 'free' as const }
    const over = async (name: string, fence: Geofence) => {
      const triggers = [{ kind: 'missed_checkpoint', fenceIds: [fence.id] }]
      const body = { fleetId: at.fleetId, name, shape, triggers }
      return (await at.lead<Geofence>('POST', '/geofences', { body })).body
    }
    const route = await over('Ruta 1', first)
    await over('Ruta 2', kept)
    expect(await bulk([first, kept, route], { action: 'delete' })).toMatchObject([
      { name: 'Primero', problem: null, version: null },
      { name: 'Segundo', problem: 'fence_in_use', usedBy: ['Ruta 2'], version: 1 },
      { name: 'Ruta 1', problem: null, version: null },
    ])
  })

  it('deletes routes that are checkpoints of routes in an order in which it can, whatever order was asked', async () => {
    const shape = {
      ...{ kind: 'route' as const, halfWidthMetres: 30, mode: 'free' as const },
      path: [center, { latitude: 19.44, longitude: -99.14 }],
    }
    const chain = [await build({ name: 'Base' })]
    for (const name of ['Ruta A', 'Ruta B', 'Ruta C']) {
      const triggers = [{ kind: 'missed_checkpoint', fenceIds: [chain.at(-1)?.id] }]
      const body = { fleetId: at.fleetId, name, shape, triggers }
      chain.push((await at.lead<Geofence>('POST', '/geofences', { body })).body)
    }
    const [base, a, b, c] = chain as [Geofence, Geofence, Geofence, Geofence]
    expect(await bulk([b, base, c, a], { action: 'delete' })).toMatchObject(
      ['Ruta B', 'Base', 'Ruta C', 'Ruta A'].map((name) => ({ name, problem: null, version: null })),
    )
  })
})
