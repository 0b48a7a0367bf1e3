import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../directory/directory.factory.ts'
import { buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { angel, buildService, zocalo } from './services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  errorsOf,
  type ServicesHarness,
  stop,
} from './testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const around = ({ latitude, longitude }: typeof zocalo) => ({
  west: longitude - 0.01,
  south: latitude - 0.01,
  east: longitude + 0.01,
  north: latitude + 0.01,
})
const addressOf = (bounds: Record<string, number | string>) =>
  `/services?${new URLSearchParams(Object.entries(bounds).map(([side, value]) => [side, String(value)]))}`

/** What the dispatcher sees within, and of how many. */
async function within(bounds: Record<string, number | string>) {
  const { body } = await at.dispatcher<{ items: Service[]; total: number }>('GET', addressOf(bounds))
  return { customers: body.items.map(({ customerName }) => customerName).sort(), total: body.total }
}
const standing = (customerName: string, longitude: number, latitude = -17) =>
  at.created({ customerName, plannedStops: [stop('pickup', customerName, { latitude, longitude })] })

describe('services of a view', () => {
  it('are those with the next stop inside, wherever the other stops are', async () => {
    const service = await at.created({
      plannedStops: [stop('pickup', 'Zócalo', zocalo), stop('drop', 'Ángel', angel)],
    })
    expect((await within(around(zocalo))).total).toBe(1)
    expect((await within(around(angel))).total).toBe(0)

    const changed = await at.dispatcher<Service>('PUT', `/services/${service.id}`, {
      body: {
        ...at.form({ plannedStops: [stop('pickup', 'Ángel', angel), stop('drop', 'Zócalo', zocalo)] }),
        version: service.version,
      },
    })
    expect(changed.status).toBe(200)
    expect((await within(around(zocalo))).total).toBe(0)
    expect((await within(around(angel))).total).toBe(1)
  })

  it('use the next stop of a service, and the last one of an ended service', async () => {
    const assigned = await at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }])
    expect([(await within(around(zocalo))).total, (await within(around(angel))).total]).toEqual([1, 0])
    // The service of the harness has a stop between the two, at the place of its pickup.
    const begun = (await at.move(at.dispatcher, assigned, 'confirm-pickup')).body
    const next = begun.plannedStops[begun.executedStops.length]
    expect(next?.address).toBe('Alameda')
    expect((await within(around(zocalo))).total).toBe(1)
    await at.move(at.dispatcher, begun, 'complete')
    expect([(await within(around(zocalo))).total, (await within(around(angel))).total]).toEqual([0, 1])
  })

  it('use the next stop after the pickup', async () => {
    const created = await at.created({
      plannedStops: [stop('pickup', 'Zócalo', zocalo), stop('drop', 'Ángel', angel)],
    })
    const sent = (await at.move(at.dispatcher, created, 'dispatch')).body
    const assigned = (await at.move(at.dispatcher, sent, 'assign', { vehicleId: at.vehicleId })).body
    await at.move(at.dispatcher, assigned, 'confirm-pickup')
    expect([(await within(around(zocalo))).total, (await within(around(angel))).total]).toEqual([0, 1])
  })

  it('can lie on both sides of the date line', async () => {
    await standing('Suva', 178.44)
    await standing('Taveuni', -179.97)
    await standing('Línea', 180)
    await standing('Apia', -171.76)
    await standing('Norte', 179, 65)
    const fiji = { west: 177, south: -20, east: -178, north: -15 }
    expect(await within(fiji)).toEqual({ customers: ['Línea', 'Suva', 'Taveuni'], total: 3 })
    expect(await within({ ...fiji, west: -178, east: 177 })).toEqual({ customers: ['Apia'], total: 1 })
    expect((await within({ west: -180, south: -90, east: 180, north: 90 })).total).toBe(5)
  })

  it('are counted in total, whatever the page size, with the other filters applied', async () => {
    for (const name of ['Uno', 'Dos', 'Tres']) await standing(name, 10)
    await standing('Lejos', 40)
    const view = { west: 9, south: -18, east: 11, north: -16 }
    const { body } = await at.dispatcher<{ items: Service[]; total: number }>(
      'GET',
      addressOf({ ...view, size: 2 }),
    )
    expect([body.items.length, body.total]).toEqual([2, 3])
    expect(await within({ ...view, status: 'completed' })).toEqual({ customers: [], total: 0 })
  })

  it('are the caller’s own', async () => {
    await at.created()
    await test.build(async (tx) => {
      const companyId = (await buildCompany(tx)).id
      const fleetId = (await buildFleet(tx, { companyId })).id
      const requesterContactId = (await buildContact(tx, { companyId })).id
      await buildService(tx, { companyId, fleetId, requesterContactId })
    })
    expect((await within(around(zocalo))).total).toBe(1)
    expect((await at.outsider<{ total: number }>('GET', addressOf(around(zocalo)))).body.total).toBe(0)
  })
})

it.each([
  [{ north: 18 }, 'query.north too_small'],
  [{ west: -181 }, 'query.west too_small'],
  [{ north: 91 }, 'query.north too_big'],
  [{ south: 'sur' }, 'query.south wrong_format'],
  [{ east: undefined }, 'query.east required'],
])('bounds that are none are refused: %j', async (given, error) => {
  const sides = Object.entries({ ...around(zocalo), ...given }).flatMap(([side, value]) =>
    value === undefined ? [] : [[side, value] as const],
  )
  const refused = await at.dispatcher<Problem>('GET', addressOf(Object.fromEntries(sides)))
  expect([refused.status, errorsOf(refused.body)]).toEqual([422, [error]])
})
