import type { Quote, Tariff } from '@rumbo/contract/billing.contract'
import type { Zone } from '@rumbo/contract/places.zones.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { createRoads, zoneEndpoints } from '../places/index.ts'
import { regionsOf } from '../places/roads/places.roads.factory.ts'
import { buildTariff, someRates } from './billing.factory.ts'
import { billingEndpoints, findTariffsOfZone } from './index.ts'

type Answered<T> = T & Omit<Problem, 'status'>

let test: TestApp
let manager: TestCall
let viewer: TestCall
let foreign: TestCall
let companyId: string
let fleetId: string
beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database, clock }) => [
      ...billingEndpoints({
        database,
        roads: createRoads({ clock, routingUrl: null, regions: regionsOf() }),
      }),
      ...zoneEndpoints({
        tariffs: findTariffsOfZone,
        vehicles: async () => [],
        fences: async () => [],
        cornersChanged: async () => undefined,
      }),
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    fleetId = (await buildFleet(tx, { companyId })).id
    const other = (await buildCompany(tx)).id
    const person = async (company: string, fleet: string | null, level: 'manager' | 'user' | 'admin') => {
      const user = await buildUser(tx, { level })
      const role =
        level === 'admin' ? 'company_owner' : level === 'manager' ? 'fleet_manager' : 'fleet_viewer'
      await buildAssignment(tx, { userId: user.id, companyId: company, fleetId: fleet, role })
      return user
    }
    return {
      manager: await person(companyId, fleetId, 'manager'),
      viewer: await person(companyId, fleetId, 'user'),
      foreign: await person(other, null, 'admin'),
    }
  })
  manager = await test.as(people.manager)
  viewer = await test.as(people.viewer)
  foreign = await test.as(people.foreign)
})

/** A day after the clock's, as `2026-03-02`. */
const day = (after: number) =>
  new Date(test.clock.now().getTime() + after * 86_400_000).toISOString().slice(0, 10)
const form = (given: object = {}) => ({
  fleetId,
  serviceType: 'taxi',
  name: 'Taxi ciudad',
  validFrom: day(1),
  rates: someRates(),
  ...given,
})
const create = (given: object = {}) => manager<Answered<Tariff>>('POST', '/tariffs', { body: form(given) })
const errorsOf = ({ errors }: Pick<Problem, 'errors'>) => errors?.map(({ path, code }) => `${path} ${code}`)
const corners = [
  [-99.15, 19.42],
  [-99.12, 19.42],
  [-99.12, 19.45],
  [-99.15, 19.45],
]
const inside = { latitude: 19.43, longitude: -99.13 }
const outside = { latitude: 19.36, longitude: -99.18 }
const quote = (given: object = {}, call = manager) =>
  call<Answered<Quote>>('POST', '/tariffs/quote', {
    body: {
      fleetId,
      serviceType: 'taxi',
      startsAt: test.clock.now().toISOString(),
      stops: [inside, outside],
      ...given,
    },
  })

describe('tariffs', () => {
  it('are created, listed and deleted before their first day', async () => {
    const made = await create()
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ state: 'upcoming', currency: 'MXN', version: 1, validUntil: null })
    const list = await viewer<{ items: Tariff[] }>('GET', `/tariffs?fleetId=${fleetId}`)
    expect(list.body.items.map(({ name }) => name)).toEqual(['Taxi ciudad'])
    expect((await manager('DELETE', `/tariffs/${made.body.id}`)).status).toBe(200)
    expect((await viewer<{ items: Tariff[] }>('GET', `/tariffs?fleetId=${fleetId}`)).body.items).toEqual([])
  })
  it('do not begin in the past, end before they begin, or price with decimals that the currency lacks', async () => {
    expect(errorsOf((await create({ validFrom: day(-2) })).body)).toEqual(['body.validFrom day_past'])
    expect(errorsOf((await create({ validUntil: day(0) })).body)).toEqual(['body.validUntil too_small'])
    expect(errorsOf((await create({ rates: { ...someRates(), perKm: '1.005' } })).body)).toEqual([
      'body.rates.perKm too_many_decimals',
    ])
  })
  it('do not overlap for one type of service; others may share the days', async () => {
    const first = await create()
    const second = await create({ name: 'Another', validFrom: day(5) })
    expect(second.body).toMatchObject({ code: 'tariff_overlap' })
    expect(second.body.detail).toContain('Taxi ciudad')
    expect((await create({ serviceType: 'delivery' })).status).toBe(201)
    const next = await create({ name: 'Next', validFrom: day(5), replaces: first.body.id })
    expect(next.status).toBe(201)
    const { items } = (
      await viewer<{ items: Tariff[] }>('GET', `/tariffs?fleetId=${fleetId}&serviceType=taxi`)
    ).body
    expect(items.map(({ name, validUntil }) => [name, validUntil])).toEqual([
      ['Next', null],
      ['Taxi ciudad', day(4)],
    ])
  })
  it('created at the same moment for the same days are refused but one', async () => {
    const answers = await Promise.all([create(), create(), create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
  it('in force keep their prices, and may get another name and last day', async () => {
    const id = await test.build((tx) => buildTariff(tx, { companyId, fleetId, validFrom: '2026-01-01' }))
    const change = (given: object) =>
      manager<Answered<Tariff>>('PUT', `/tariffs/${id}`, {
        body: {
          name: 'Taxi',
          validFrom: '2026-01-01',
          validUntil: null,
          rates: someRates(),
          version: 1,
          ...given,
        },
      })
    expect((await change({ rates: someRates({ base: '31.00' }) })).body).toMatchObject({
      code: 'tariff_in_force',
    })
    expect((await manager('DELETE', `/tariffs/${id}`)).body).toMatchObject({ code: 'tariff_in_force' })
    const changed = await change({ name: 'Taxi diurno', validUntil: day(30) })
    expect(changed.body).toMatchObject({ name: 'Taxi diurno', validUntil: day(30), version: 2 })
    expect((await change({ name: 'Late' })).body).toMatchObject({
      code: 'stale_version',
      current: { name: 'Taxi diurno' },
    })
  })
  it('are out of reach of a viewer and of another company', async () => {
    const { id } = (await create()).body
    expect((await viewer('POST', '/tariffs', { body: form() })).status).toBe(403)
    expect((await viewer('DELETE', `/tariffs/${id}`)).status).toBe(403)
    expect((await foreign('DELETE', `/tariffs/${id}`)).status).toBe(404)
    expect(
      (await foreign<{ items: Tariff[] }>('GET', `/tariffs?fleetId=${fleetId}`)).body.items ?? [],
    ).toEqual([])
    expect((await foreign<Answered<Tariff>>('POST', '/tariffs', { body: form() })).body).toMatchObject({
      code: 'fleet_denied',
    })
  })
})

describe('zones', () => {
  const createZone = (given: object = {}) =>
    manager<Answered<Zone>>('POST', '/zones', { body: { fleetId, name: 'Centro', corners, ...given } })
  it('have a name of their own and sides that do not cross', async () => {
    expect((await createZone()).status).toBe(201)
    expect((await createZone({ name: 'CENTRO' })).body).toMatchObject({ code: 'name_taken' })
    const [a, b, c, d] = corners
    expect(errorsOf((await createZone({ name: 'X', corners: [a, c, b, d] })).body)).toEqual([
      'body.corners sides_cross',
    ])
  })
  it('are not deleted while a tariff has a fare for them, nor used across fleets', async () => {
    const zone = (await createZone()).body
    const zoneFares = [{ fromZoneId: zone.id, toZoneId: zone.id, amount: '70', isBothWays: true }]
    const tariff = await create({
      rates: someRates({ zoneFares }),
    })
    expect(tariff.status).toBe(201)
    const refused = await manager<Answered<object>>('DELETE', `/zones/${zone.id}`)
    expect(refused.body).toMatchObject({ code: 'zone_in_use' })
    expect(refused.body.detail).toContain('Taxi ciudad')
    await manager('DELETE', `/tariffs/${tariff.body.id}`)
    expect((await manager('DELETE', `/zones/${zone.id}`)).status).toBe(200)
    expect((await create({ rates: { ...someRates(), zoneFares } })).body).toMatchObject({
      code: 'zone_unknown',
    })
    expect((await foreign('DELETE', `/zones/${zone.id}`)).status).toBe(404)
  })
})

describe('the quote of a service', () => {
  it('is the route with its price, whose lines add up', async () => {
    await test.build((tx) => buildTariff(tx, { companyId, fleetId, rates: someRates({ minimum: '0' }) }))
    const { body } = await quote()
    expect(body.route).toMatchObject({ isEstimate: true })
    expect(body.route?.distanceMetres).toBeGreaterThan(8_000)
    const sum = body.charge?.lines.reduce((total, { amount }) => total + Number(amount), 0)
    expect(sum).toBeCloseTo(Number(body.charge?.total), 6)
    expect(body.charge?.lines.map(({ kind }) => kind)).toEqual(['base', 'distance', 'time'])
  })
  it('has the flat fare of the zones, and the extras that were chosen', async () => {
    const zone = (await manager<Zone>('POST', '/zones', { body: { fleetId, name: 'Centro', corners } })).body
    const zoneFares = [{ fromZoneId: zone.id, toZoneId: zone.id, amount: '70', isBothWays: true }]
    const extras = [{ key: 'equipaje', name: 'Equipaje', amount: '15' }]
    await test.build((tx) =>
      buildTariff(tx, { companyId, fleetId, rates: someRates({ zoneFares, extras, roundTo: '10' }) }),
    )
    const { body } = await quote({ stops: [inside, { ...inside, latitude: 19.44 }], extras: ['equipaje'] })
    expect(body.charge).toMatchObject({ total: '90.00' })
    expect(body.charge?.lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'zone 70.00',
      'extra 15.00',
      'rounding 5.00',
    ])
    expect(body.extras).toEqual(extras)
  })
  it('has no charge without a tariff on that day', async () => {
    await test.build((tx) =>
      buildTariff(tx, { companyId, fleetId, validFrom: '2026-01-01', validUntil: '2026-01-31' }),
    )
    const { status, body } = await quote()
    expect(status).toBe(200)
    expect(body.charge).toBeNull()
    expect(body.route).not.toBeNull()
  })
  it('is refused to a viewer and for a fleet of another company', async () => {
    expect((await quote({}, viewer)).status).toBe(403)
    expect((await quote({}, foreign)).body).toMatchObject({ code: 'fleet_denied' })
  })
})
