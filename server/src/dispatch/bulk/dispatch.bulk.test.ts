import type { changeWaiting, WaitingChange } from '@rumbo/contract/dispatch.bulk.contract'
import type { Search } from '@rumbo/contract/dispatch.offers.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRoads } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import { zocalo } from '../../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../../services/testing/services.harness.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildDispatchSettings } from '../dispatch.factory.ts'
import { createDispatchEngine } from '../engine/dispatch.engine.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

/** A place so many kilometres north of the pickup of most services. */
const north = (kilometres: number) => ({ ...zocalo, latitude: zocalo.latitude + kilometres / 111 })
const put = (vehicleId: string, kilometres: number) =>
  test.build((tx) => buildPosition(tx, vehicleId, north(kilometres)))
const newVehicle = async (vehicleNumber: string, kilometres: number) => {
  const { id } = await test.build((tx) =>
    buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId, vehicleNumber, causes: [] }),
  )
  await put(id, kilometres)
}
const waitingAt = async (kilometres: number): Promise<Service> => {
  const created = await at.created({ plannedStops: [stop('pickup', 'Centro', north(kilometres))] })
  return (await at.move(at.dispatcher, created, 'dispatch')).body
}
const bulk = (call: TestCall, services: readonly Pick<Service, 'id' | 'version'>[], action: WaitingChange) =>
  call<OutputOf<typeof changeWaiting>>('POST', '/dispatch/bulk', {
    body: { services: services.map(({ id, version }) => ({ id, version })), action },
  })
const outcomes = async (...of: Parameters<typeof bulk>) =>
  (await bulk(...of)).body.items.map(({ problem, vehicleNumber }) => [problem, vehicleNumber])
const stateOf = async ({ id }: Service) => {
  const { body } = await at.dispatcher<{ items: Search[] }>('GET', `/dispatch/searches?fleetId=${at.fleetId}`)
  return body.items.find(({ serviceId }) => serviceId === id)?.state
}
const engine = () =>
  createDispatchEngine({
    database: test.database,
    roads: createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() }),
    clock: test.clock,
    log: pino({ level: 'silent' }),
  })

describe('assigning the best to many services', () => {
  it('finds the vehicles with the least total cost, not the nearest for the first', async () => {
    await put(at.vehicleId, 1)
    await newVehicle('204', 4)
    // 118 is nearest to both, and 204 is far from the second.
    const [first, second] = [await waitingAt(2.4), await waitingAt(-3)]
    expect(await outcomes(at.dispatcher, [first, second], 'assign')).toEqual([
      [null, '204'],
      [null, '118'],
    ])
  })

  it('has a reason for each service that stays without one, and leaves the others done', async () => {
    await put(at.vehicleId, 1)
    const [near, far, moved] = [await waitingAt(1), await waitingAt(9), await waitingAt(2)]
    const unknown = { id: '0192f0c0-0000-7000-8000-000000000000', version: 1 }
    const created = await at.created()
    expect(
      await outcomes(at.dispatcher, [near, far, { ...moved, version: 9 }, unknown, created, near], 'assign'),
    ).toEqual([
      [null, '118'],
      ['no_vehicle', null],
      ['stale_version', null],
      ['service_not_found', null],
      ['service_wrong_state', null],
    ])
  })

  it('gives no service two vehicles where two people do it at the same time', async () => {
    for (const [at_, number] of ['301', '302', '303'].entries()) await newVehicle(number, at_)
    const services = [await waitingAt(0), await waitingAt(1), await waitingAt(2)]
    const both = await Promise.all([
      outcomes(at.dispatcher, services, 'assign'),
      outcomes(at.second, services.toReversed(), 'assign'),
    ])
    expect(both.flat().filter(([problem]) => problem === null)).toHaveLength(3)
    const after = await Promise.all(
      services.map(async ({ id }) => (await at.dispatcher<Service>('GET', `/services/${id}`)).body),
    )
    expect(new Set(after.map(({ assignedVehicleId }) => assignedVehicleId)).size).toBe(3)
  })
})

describe('a service on hold', () => {
  it('is left alone by the engine until it is released, and a person may assign it', async () => {
    await test.build((tx) =>
      buildDispatchSettings(tx, { companyId: at.companyId, fleetId: at.fleetId, mode: 'automatic' }),
    )
    await put(at.vehicleId, 1)
    const [service, { pass }] = [await waitingAt(0), engine()]
    expect(await outcomes(at.dispatcher, [service], 'hold')).toEqual([[null, null]])
    expect(await stateOf(service)).toBe('on_hold')
    await pass()
    const read = async () => (await at.dispatcher<Service>('GET', `/services/${service.id}`)).body
    expect((await read()).status).toBe('on_dispatch')
    expect(await outcomes(at.dispatcher, [service], 'release')).toEqual([[null, null]])
    test.clock.advance(16)
    await pass()
    expect(await read()).toMatchObject({ status: 'vehicle_assigned', assignedVehicleNumber: '118' })
  })

  it('is refused to other companies and to those who may only read', async () => {
    const service = await waitingAt(0)
    expect(await outcomes(at.outsider, [service], 'hold')).toEqual([['service_not_found', null]])
    expect((await bulk(at.viewer, [service], 'hold')).status).toBe(403)
    expect(await stateOf(service)).toBeUndefined()
  })
})
