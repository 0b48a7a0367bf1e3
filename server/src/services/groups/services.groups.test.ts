import type { OutputOf } from '@rumbo/contract/endpoint'
import type { listServices, Service } from '@rumbo/contract/services.contract'
import type { listServiceGroups, ServiceGroup } from '@rumbo/contract/services.groups.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDispatchSettings, buildPrediction } from '../../dispatch/dispatch.factory.ts'
import { buildZone } from '../../places/zones/places.zones.factory.ts'
import { buildService } from '../services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const waiting = async (form: object = {}, call = at.dispatcher): Promise<Service> =>
  (await at.move(call, await at.created(form), 'dispatch')).body
const groupsOf = async (call: TestCall = at.dispatcher) =>
  (await call<OutputOf<typeof listServiceGroups>>('GET', `/services-groups?fleetId=${at.fleetId}`)).body
const listed = async (query: string, call = at.dispatcher) => {
  const { items, total } = (
    await call<OutputOf<typeof listServices>>(
      'GET',
      `/services?fleetId=${at.fleetId}&status=on_dispatch&status=vehicle_assigned&${query}`,
    )
  ).body
  return { numbers: items.map(({ serviceNumber }) => serviceNumber).sort(), total }
}
const sumOf = (groups: readonly ServiceGroup[], fits: (group: ServiceGroup) => boolean) =>
  groups.filter(fits).reduce((sum, { count }) => sum + count, 0)

describe('the groups of open services', () => {
  it('count what the list of services with the same filter shows', async () => {
    const now = test.clock.now().getTime()
    const overdue = await waiting({ serviceType: 'delivery', priorityLevel: 'high' })
    await test.build((tx) =>
      tx.sql('update services.services set waiting_since = $2, dispatch_time = $2 where id = $1', [
        overdue.id,
        new Date(now - 600_000),
      ]),
    )
    const predicted = await waiting()
    await test.build((tx) =>
      buildPrediction(tx, {
        companyId: at.companyId,
        fleetId: at.fleetId,
        serviceId: predicted.id,
        stopId: predicted.plannedStops[0]?.id ?? '',
      }),
    )
    const calm = await waiting({ priorityLevel: 'high' }, at.second)
    const { groups } = await groupsOf()
    expect(sumOf(groups, () => true)).toBe(3)
    expect((await listed('isLate=true')).numbers).toEqual([overdue.serviceNumber, predicted.serviceNumber])
    expect(sumOf(groups, ({ isLate }) => isLate)).toBe(2)
    expect((await listed('isLate=false')).numbers).toEqual([calm.serviceNumber])
    expect((await listed('isMine=false')).numbers).toEqual([])
    expect(sumOf(groups, ({ isMine }) => isMine)).toBe(3)
    expect((await listed('priorityLevel=high&isMine=true', at.second)).numbers).toEqual([calm.serviceNumber])
    expect(sumOf((await groupsOf(at.second)).groups, ({ isMine }) => isMine)).toBe(1)
    expect(sumOf(groups, ({ serviceType }) => serviceType === 'delivery')).toBe(1)
  })

  it('name who finds the vehicle: the engine, unless the fleet is manual or a person keeps the service', async () => {
    const [one, held] = [await waiting(), await waiting()]
    expect((await listed('handling=manual')).total).toBe(2)
    await test.build((tx) =>
      buildDispatchSettings(tx, { companyId: at.companyId, fleetId: at.fleetId, mode: 'automatic' }),
    )
    await at.dispatcher('POST', '/dispatch/bulk', {
      body: { services: [{ id: held.id, version: held.version }], action: 'hold' },
    })
    expect((await listed('handling=automatic')).numbers).toEqual([one.serviceNumber])
    expect((await listed('handling=manual')).numbers).toEqual([held.serviceNumber])
    await at.move(at.dispatcher, one, 'assign', { vehicleId: at.vehicleId })
    const { groups } = await groupsOf()
    expect(groups.map(({ isWaiting, handling }) => [isWaiting, handling]).sort()).toEqual([
      [false, 'manual'],
      [true, 'manual'],
    ])
  })

  it('name the zones of the next stop', async () => {
    const corners: [number, number][] = [
      [-99.2, 19.4],
      [-99.1, 19.4],
      [-99.1, 19.5],
      [-99.2, 19.5],
    ]
    const zone = await test.build((tx) =>
      buildZone(tx, { companyId: at.companyId, fleetId: at.fleetId, name: 'Centro', corners }),
    )
    const inside = await waiting({
      plannedStops: [stop('pickup', 'Centro', { latitude: 19.43, longitude: -99.13 })],
    })
    await waiting({ plannedStops: [stop('pickup', 'Sur', { latitude: 19.3, longitude: -99.13 })] })
    const { groups, zones } = await groupsOf()
    expect(zones).toEqual([{ id: zone.id, name: 'Centro' }])
    expect(groups.map(({ zoneIds, count }) => [zoneIds, count]).sort()).toEqual([
      [[], 1],
      [[zone.id], 1],
    ])
    expect((await listed(`zoneId=${zone.id}`)).numbers).toEqual([inside.serviceNumber])
  })

  it('beyond the hundredth service are counted and paged by the server', async () => {
    for (let count = 0; count < 101; count += 1)
      await test.build(async (tx) => {
        const { id } = await buildService(tx, {
          companyId: at.companyId,
          fleetId: at.fleetId,
          requesterContactId: at.contactId,
          priorityLevel: count === 100 ? 'high' : 'low',
        })
        await tx.sql("update services.services set status = 'on_dispatch' where id = $1", [id])
      })
    const { groups } = await groupsOf()
    expect(sumOf(groups, ({ priorityLevel }) => priorityLevel === 'low')).toBe(100)
    expect((await listed('priorityLevel=high&size=100')).total).toBe(1)
  })

  it('are not shown to other companies', async () => {
    await waiting()
    expect(await groupsOf(at.outsider)).toEqual({ groups: [], zones: [] })
  })
})
