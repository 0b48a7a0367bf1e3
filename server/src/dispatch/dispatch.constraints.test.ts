import type { Candidate, listBest } from '@rumbo/contract/dispatch.contract'
import { type Decision, defaultDispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Zone } from '@rumbo/contract/places.zones.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRoads } from '../places/index.ts'
import { regionsOf } from '../places/roads/places.roads.factory.ts'
import { buildZone } from '../places/zones/places.zones.factory.ts'
import { zocalo } from '../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../services/testing/services.harness.ts'
import { buildDriver, buildShift } from '../shifts/shifts.factory.ts'
import { buildPosition } from '../telemetry/telemetry.factory.ts'
import { changeCauses, findVehicleLimits } from '../vehicles/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { buildReservation } from './dispatch.factory.ts'
import { presets } from './engine/dispatch.cost.rules.ts'
import { runRound } from './engine/dispatch.engine.actions.ts'
import { createDispatchEngine } from './engine/dispatch.engine.ts'
import { engineIdentity } from './engine/dispatch.engine-identity.ts'
import { acquireLease } from './engine/dispatch.leases.repository.ts'
import { createRoundThread } from './engine/thread/dispatch.round-thread.ts'
import { insertRejection } from './offers/dispatch.offers.repository.ts'
import { writeReservation } from './reservations/dispatch.reserved.repository.ts'

// The hard constraints as candidates, the best vehicle, changes of many services and the engine apply them.

const thread = createRoundThread()
let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(async () => {
  await thread.close()
  await test.close()
})
beforeEach(async () => {
  at = await createServicesHarness(test)
})

/** Reports a vehicle so many kilometres north of the pickup. */
const place = (vehicleId: string, kilometres: number) =>
  test.build((tx) =>
    buildPosition(tx, vehicleId, {
      latitude: zocalo.latitude + kilometres / 111,
      longitude: zocalo.longitude,
    }),
  )
/** The only other vehicle of the fleet, 6 km from the pickup. */
const addFar = async () => {
  const { companyId, fleetId } = at
  const far = await test.build((tx) =>
    buildVehicle(tx, { companyId, fleetId, vehicleNumber: '204', causes: [] }),
  )
  await place(far.id, 6)
}
/** Starts a shift in vehicle 118 that ends after so many minutes. */
const startShift = (minutes: number) =>
  test.build(async (tx) => {
    const { companyId, fleetId, vehicleId } = at
    const driver = await buildDriver(tx, { companyId })
    const vehicle = { id: vehicleId, vehicleNumber: '118' }
    await buildShift(tx, { companyId, fleetId, driver, vehicle, hours: minutes / 60, isRunning: true })
  })
const candidates = async ({ id }: Service) =>
  (await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${id}/candidates`)).body.items.map(
    ({ vehicleNumber, isEligible, reasons }) => [vehicleNumber, isEligible, reasons],
  )
const costs = async ({ id }: Service) =>
  (await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${id}/candidates`)).body.items.map(
    ({ vehicleId, vehicleNumber, parts }) => ({ vehicleId, vehicleNumber, swap: parts.swap }),
  )
const best = async ({ id }: Service) =>
  (await at.dispatcher<OutputOf<typeof listBest>>('GET', `/dispatch/best?serviceId=${id}`)).body.items[0]
    ?.best?.vehicleNumber
const inBulk = async ({ id, version }: Service) =>
  (
    await at.dispatcher<{ items: { problem: string | null; vehicleNumber: string | null }[] }>(
      'POST',
      '/dispatch/bulk',
      { body: { services: [{ id, version }], action: 'assign' } },
    )
  ).body.items.map(({ problem, vehicleNumber }) => problem ?? vehicleNumber)
const turnOn = () =>
  at.dispatcher('PUT', `/dispatch/settings/${at.fleetId}`, {
    body: { ...defaultDispatchSettings, mode: 'automatic', longestArrivalMinutes: 60 },
  })
const decisions = async ({ id }: Service) =>
  (await at.dispatcher<{ items: Decision[] }>('GET', `/services/${id}/decisions`)).body.items
/** @returns the last decision of the engine for the service */
const decide = async (service: Service) => {
  await turnOn()
  const roads = createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() })
  const log = pino({ level: 'silent' })
  await createDispatchEngine({ database: test.database, roads, thread, clock: test.clock, log }).pass()
  return (await decisions(service))[0]
}

describe('a shift that ends before the vehicle would be at the pickup', () => {
  it('excludes the vehicle everywhere, with the reason, and a person may assign it all the same', async () => {
    await place(at.vehicleId, 3)
    await startShift(2)
    const service = await at.upTo(['dispatch'])
    expect(await candidates(service)).toEqual([['118', true, ['shift_ends']]])
    expect(await best(service)).toBeUndefined()
    expect(await inBulk(service)).toEqual(['no_vehicle'])
    expect(await decide(service)).toMatchObject({
      outcome: 'none',
      considered: [],
      excluded: [{ reason: 'shift_ends', vehicles: 1 }],
    })
    const { body } = await at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId })
    expect(body.status).toBe('vehicle_assigned')
  })

  it('leaves the service to a vehicle that is farther away', async () => {
    await place(at.vehicleId, 3)
    await startShift(2)
    await addFar()
    const service = await at.upTo(['dispatch'])
    expect(await candidates(service)).toEqual([
      ['204', true, []],
      ['118', true, ['shift_ends']],
    ])
    expect(await best(service)).toBe('204')
    expect(await decide(service)).toMatchObject({
      outcome: 'assigned',
      vehicleNumber: '204',
      considered: [{ vehicleNumber: '204' }],
      excluded: [{ reason: 'shift_ends', vehicles: 1 }],
    })
  })
})

describe('a vehicle with an expired document', () => {
  /** Sets the expiry of a document of vehicle 118 to a day after or before today by the calendar of the company. */
  const expire = (column: 'insurance_expires_on' | 'licence_expires_on', days: number) =>
    test.build((tx) =>
      tx.sql(
        `update vehicles.vehicles v
         set ${column} = ($2::timestamptz at time zone (select time_zone from organisation.companies where id = v.company_id))::date + $3::int
         where id = $1`,
        [at.vehicleId, tx.now, days],
      ),
    )

  it.each([
    ['insurance_expires_on', 'insurance_expired'],
    ['licence_expires_on', 'permit_expired'],
  ] as const)('gets no service, from the engine or a person: %s', async (column, reason) => {
    await place(at.vehicleId, 1)
    await expire(column, 0)
    const service = await at.upTo(['dispatch'])
    expect(await candidates(service)).toEqual([['118', true, []]])
    await expire(column, -1)
    expect(await candidates(service)).toEqual([['118', false, [reason]]])
    expect(await inBulk(service)).toEqual(['no_vehicle'])
    expect(await decide(service)).toMatchObject({ outcome: 'none', excluded: [{ reason, vehicles: 1 }] })
    const { vehicleId } = at
    const { body } = await at.move(at.dispatcher, service, 'assign', { vehicleId })
    expect(body).toMatchObject({ code: `vehicle_${reason}`, words: { vehicleNumber: '118' } })
    await expire(column, 30)
    expect((await at.move(at.dispatcher, service, 'assign', { vehicleId })).body.status).toBe(
      'vehicle_assigned',
    )
  })

  it('is read alone as it is assigned, not with its whole fleet', async () => {
    const { companyId, fleetId, vehicleId } = at
    const other = await test.build((tx) => buildVehicle(tx, { companyId, fleetId, vehicleNumber: '204' }))
    await test.build((tx) =>
      tx.sql(`update vehicles.vehicles set insurance_expires_on = '2020-01-01' where id = any($1::uuid[])`, [
        [vehicleId, other.id],
      ]),
    )
    const limitsOf = (one?: string) => test.build((tx) => findVehicleLimits(tx, fleetId, one))
    expect((await limitsOf()).size).toBe(2)
    expect(await limitsOf(other.id)).toEqual(
      new Map([[other.id, { expired: ['insurance_expired'], zones: [] }]]),
    )
  })

  it('expires with the day of its company, not of the server', async () => {
    await place(at.vehicleId, 1)
    const service = await at.upTo(['dispatch'])
    await expire('insurance_expires_on', 0)
    expect(await candidates(service)).toEqual([['118', true, []]])
    // Where it is tomorrow already.
    await test.build((tx) =>
      tx.sql(`update organisation.companies set time_zone = 'Pacific/Kiritimati' where id = $1`, [
        at.companyId,
      ]),
    )
    expect(await candidates(service)).toEqual([['118', false, ['insurance_expired']]])
  })
})

describe('what the service requires', () => {
  it.each([
    [{ requiredVehicleType: 'van' }, 'vehicle_other_type', {}],
    [{ requiredSeats: 8 }, 'vehicle_few_seats', { count: 8 }],
    [
      { requiredSkills: ['Rampa', 'Silla infantil'] },
      'vehicle_lacks_skills',
      { name: 'Rampa, Silla infantil' },
    ],
    [{ requiredLoadKg: 120, requiredLoadM3: 0.5 }, 'vehicle_small_load', { name: '120 kg, 0.5 m³' }],
    [{ requiredLoadM3: 0.5 }, 'vehicle_small_load', { name: '0.5 m³' }],
  ])('is demanded of a person who assigns or reassigns too: %j', async (required, code, words) => {
    const { vehicleId } = at
    const set = (columns: string) =>
      test.build((tx) => tx.sql(`update vehicles.vehicles set ${columns} where id = $1`, [vehicleId]))
    await set('load_kg = 80, load_m3 = 0.4')
    const created = await at.created(required)
    const service = (await at.move(at.dispatcher, created, 'dispatch')).body
    for (const verb of ['assign', 'reassign']) {
      const { body } = await at.move(at.dispatcher, service, verb, { vehicleId })
      expect(body).toMatchObject({ code, words: { vehicleNumber: '118', ...words } })
    }
    expect((await at.dispatcher<Service>('GET', `/services/${service.id}`)).body.status).toBe('on_dispatch')
    await set(`type = 'van', seats = 8, load_kg = 120, load_m3 = 0.5, skills = '{rampa,silla INFANTIL}'`)
    expect((await at.move(at.dispatcher, service, 'assign', { vehicleId })).body.status).toBe(
      'vehicle_assigned',
    )
  })
})

describe('a vehicle that works in zones', () => {
  const around = (latitude: number): [number, number][] => [
    [zocalo.longitude - 0.01, latitude - 0.01],
    [zocalo.longitude + 0.01, latitude - 0.01],
    [zocalo.longitude + 0.01, latitude + 0.01],
    [zocalo.longitude - 0.01, latitude + 0.01],
  ]
  /** A zone of the fleet: around the pickup, or 5 km north of it. */
  const addZone = (where: 'here' | 'north', fleetId = at.fleetId) =>
    test.build((tx) =>
      buildZone(tx, {
        companyId: at.companyId,
        fleetId,
        name: where,
        corners: around(zocalo.latitude + (where === 'here' ? 0 : 0.045)),
      }),
    )
  const workIn = (...zones: Zone[]) =>
    test.build((tx) =>
      tx.sql('update vehicles.vehicles set working_zone_ids = $2 where id = $1', [
        at.vehicleId,
        zones.map(({ id }) => id),
      ]),
    )

  it('gets only services that begin in one of them, and a person may assign it others', async () => {
    await place(at.vehicleId, 1)
    const north = await addZone('north')
    await workIn(north)
    const service = await at.upTo(['dispatch'])
    expect(await candidates(service)).toEqual([['118', true, ['zone']]])
    expect(await best(service)).toBeUndefined()
    expect(await inBulk(service)).toEqual(['no_vehicle'])
    expect(await decide(service)).toMatchObject({
      outcome: 'none',
      excluded: [{ reason: 'zone', vehicles: 1 }],
    })
    const { body } = await at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId })
    expect(body.status).toBe('vehicle_assigned')
    await at.move(at.dispatcher, body, 'cancel')
    await workIn(north, await addZone('here'))
    const second = await at.upTo(['dispatch'])
    expect(await candidates(second)).toEqual([['118', true, []]])
    expect(await inBulk(second)).toEqual(['118'])
  })

  it('is passed over for one that works everywhere', async () => {
    await place(at.vehicleId, 1)
    await addFar()
    await workIn(await addZone('north'))
    const service = await at.upTo(['dispatch'])
    expect(await candidates(service)).toEqual([
      ['204', true, []],
      ['118', true, ['zone']],
    ])
    expect(await best(service)).toBe('204')
    expect(await decide(service)).toMatchObject({
      outcome: 'assigned',
      vehicleNumber: '204',
      excluded: [{ reason: 'zone', vehicles: 1 }],
    })
  })
})

describe('the same rules everywhere', () => {
  it('an inactive vehicle is not the best, nor chosen by the engine; a person may assign it', async () => {
    await place(at.vehicleId, 1)
    await test.build((tx) =>
      changeCauses(tx, [{ vehicleId: at.vehicleId, cause: 'inactive_by_hand', sourceId: null, holds: true }]),
    )
    const service = await at.upTo(['dispatch'])
    expect(await candidates(service)).toEqual([['118', true, ['inactive']]])
    expect(await best(service)).toBeUndefined()
    expect(await inBulk(service)).toEqual(['no_vehicle'])
    expect(await decide(service)).toMatchObject({
      outcome: 'none',
      excluded: [{ reason: 'inactive', vehicles: 1 }],
    })
    const { body } = await at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId })
    expect(body.status).toBe('vehicle_assigned')
  })

  it('a rejection counts until a person reserves a vehicle for the service', async () => {
    await place(at.vehicleId, 1)
    const service = await at.upTo(['dispatch'])
    const { companyId, fleetId, vehicleId } = at
    await test.build(async (tx) => {
      const driver = await buildDriver(tx, { companyId })
      const to = { companyId, fleetId, serviceId: service.id, vehicleId, vehicleNumber: '118' }
      await insertRejection(tx, { ...to, driverId: driver.id, driverName: driver.name })
    })
    expect(await candidates(service)).toEqual([['118', true, ['rejected']]])
    expect(await inBulk(service)).toEqual(['no_vehicle'])
    test.clock.advance(1)
    await test.build((tx) =>
      writeReservation(tx, {
        companyId,
        fleetId,
        serviceId: service.id,
        vehicleId,
        vehicleNumber: '118',
        reservedBy: at.people.ana.id,
        reservedByName: 'Ana Guerrero',
        reservedAt: tx.now,
        blockedSince: null,
        blockedReason: null,
      }),
    )
    expect(await candidates(service)).toEqual([['118', true, []]])
    expect(await best(service)).toBe('118')
    expect(await inBulk(service)).toEqual(['118'])
  })

  it('another vehicle than the one a service is reserved for costs more, as in a round', async () => {
    const { companyId, fleetId } = at
    await place(at.vehicleId, 6)
    await addFar()
    const service = await at.upTo(['dispatch'])
    const [, far] = await costs(service)
    expect((await costs(service)).map(({ vehicleNumber, swap }) => [vehicleNumber, swap])).toEqual([
      ['118', undefined],
      ['204', undefined],
    ])
    await test.build((tx) =>
      buildReservation(tx, {
        ...{ companyId, fleetId, serviceId: service.id },
        ...{ vehicleId: far?.vehicleId ?? '', vehicleNumber: '204' },
      }),
    )
    expect((await costs(service)).map(({ vehicleNumber, swap }) => [vehicleNumber, swap])).toEqual([
      ['204', undefined],
      ['118', presets[defaultDispatchSettings.preset].swap],
    ])
    expect(await best(service)).toBe('204')
    expect(await inBulk(service)).toEqual(['204'])
  })

  it('a service that was not sent to dispatch has waited since it was created, and not before it is due', async () => {
    await place(at.vehicleId, 1)
    const [due, later] = [await at.created(), await at.created({ dispatchTime: at.minutes(60) })]
    test.clock.advance(100)
    await place(at.vehicleId, 1)
    const waited = async ({ id }: Service) =>
      (await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${id}/candidates`)).body.items[0]?.parts
        .age
    expect(await waited(due)).toBe(-25)
    expect(await waited(later)).toBeUndefined()
  })

  it('a vehicle assigned at once leaves its area to one that is busy and free soon, as in other rounds', async () => {
    await place(at.vehicleId, 0.3)
    const { companyId, fleetId } = at
    const busy = await test.build((tx) =>
      buildVehicle(tx, { companyId, fleetId, vehicleNumber: '204', causes: [] }),
    )
    await place(busy.id, 0.3)
    const running = await at.created({ plannedStops: [stop('pickup', 'Zócalo', zocalo)] })
    const sent = (await at.move(at.dispatcher, running, 'dispatch')).body
    await at.move(at.dispatcher, sent, 'assign', { vehicleId: busy.id })
    const service = await at.upTo(['dispatch'])
    await turnOn()
    const lease = await test.database.transaction(engineIdentity, (tx) => acquireLease(tx, fleetId, uuid()))
    if (!lease) throw new Error('Nobody else has the lease.')
    const roads = createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() })
    await runRound({ database: test.database, roads, thread }, { companyId, lease }, { arrivalWithin: 180 })
    const [decision] = await decisions(service)
    expect(decision).toMatchObject({ outcome: 'assigned', vehicleNumber: '118' })
    // With nobody near at all it would be ten minutes, which count twice.
    const alone = 600 * presets[defaultDispatchSettings.preset].cover
    expect(decision?.considered[0]?.parts.cover).toBeLessThan(alone)
    expect(decision?.considered[0]?.parts.cover).toBeGreaterThan((alone * 2) / 3)
  })
})
