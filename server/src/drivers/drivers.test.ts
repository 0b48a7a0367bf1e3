import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Decision } from '@rumbo/contract/dispatch.engine.contract'
import type { Search } from '@rumbo/contract/dispatch.offers.contract'
import type { DriverState } from '@rumbo/contract/drivers.contract'
import type { Event } from '@rumbo/contract/events.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { Shift } from '@rumbo/contract/shifts.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDispatchSettings, buildSuggestion } from '../dispatch/dispatch.factory.ts'
import { createDispatchEngine, dispatchEndpoints } from '../dispatch/index.ts'
import { eventEndpoints } from '../events/index.ts'
import { createRoads } from '../places/index.ts'
import { regionsOf } from '../places/roads/places.roads.factory.ts'
import { followDrivers, proofEndpoints } from '../services/index.ts'
import { zocalo } from '../services/services.factory.ts'
import {
  createServicesHarness,
  type ServicesHarness,
  servicesAnswers,
} from '../services/testing/services.harness.ts'
import { shiftEndpoints } from '../shifts/index.ts'
import { buildPosition } from '../telemetry/telemetry.factory.ts'
import { vehicleEndpoints } from '../vehicles/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { buildDriverOnDuty } from './drivers.factory.ts'
import { driverEndpoints } from './index.ts'

const log = pino({ level: 'silent' })
let test: TestApp
let at: ServicesHarness
/** Two drivers on duty, 1 and 2 km from the pickup. */
let ivan: TestCall
let rosa: TestCall
let rosasVehicleId: string
let pass: () => Promise<void>

const roads = () => createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() })
beforeAll(async () => {
  const shiftLinks = { driversChanged: followDrivers }
  test = await createTestApp({
    answers: ({ database, clock, files }) => [
      ...vehicleEndpoints,
      ...servicesAnswers({ clock, database }),
      ...dispatchEndpoints({
        database,
        roads: createRoads({ clock, routingUrl: null, regions: regionsOf() }),
      }),
      ...shiftEndpoints(shiftLinks),
      ...eventEndpoints,
      ...proofEndpoints({ database, files }),
      ...driverEndpoints({
        database,
        trackerHost: '127.0.0.1',
        clock,
        files,
        shiftLinks,
        costChanged: async () => undefined,
      }),
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
  const { companyId, fleetId } = at
  const users = await test.build(async (tx) => {
    const onDuty = async (
      vehicle: { id: string; vehicleNumber: string },
      kilometres: number,
      name: object,
    ) => {
      const { user } = await buildDriverOnDuty(tx, { companyId, fleetId }, vehicle, name)
      await buildPosition(tx, vehicle.id, {
        latitude: zocalo.latitude + kilometres / 111,
        longitude: zocalo.longitude,
      })
      return user
    }
    rosasVehicleId = (await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '204', causes: [] })).id
    await buildDispatchSettings(tx, { companyId, fleetId, mode: 'automatic', offersToDrivers: true })
    return [
      await onDuty({ id: at.vehicleId, vehicleNumber: '118' }, 1, {}),
      await onDuty({ id: rosasVehicleId, vehicleNumber: '204' }, 2, { firstName: 'Rosa', lastName: 'Lira' }),
    ] as const
  })
  ivan = await test.as(users[0])
  rosa = await test.as(users[1])
  const running = createDispatchEngine({ database: test.database, roads: roads(), clock: test.clock, log })
  pass = async () => {
    test.clock.advance(1)
    await running.pass()
  }
})

const stateOf = async (call: TestCall) => (await call<DriverState>('GET', '/driver')).body
const read = async ({ id }: Service) => (await at.dispatcher<Service>('GET', `/services/${id}`)).body
const now = () => test.clock.now().toISOString()
const ago = (seconds: number) => new Date(test.clock.now().getTime() - seconds * 1000).toISOString()
const act = async (call: TestCall, ...actions: object[]) =>
  (
    await call<{ items: { id: string; problem: string | null }[] }>('POST', '/driver/actions', {
      body: { sentAt: now(), actions: actions.map((action) => ({ id: uuid(), at: now(), ...action })) },
    })
  ).body.items.map(({ problem }) => problem)
const searches = async () =>
  (await at.dispatcher<{ items: Search[] }>('GET', `/dispatch/searches?fleetId=${at.fleetId}`)).body.items
const events = async () =>
  (await at.dispatcher<{ items: Event[] }>('GET', `/events?fleetId=${at.fleetId}`)).body.items

/** A waiting service, offered to the nearest driver. */
async function offered() {
  const service = await at.upTo(['dispatch'])
  test.clock.advance(16)
  await pass()
  const [offer] = (await stateOf(ivan)).offers
  if (!offer) throw new Error('Nothing was offered.')
  return { service, offerId: offer.id }
}

describe('an offer', () => {
  it('reaches the nearest driver with a countdown, without the phone of the customer', async () => {
    const { service } = await offered()
    const { offers, shift, vehicle, driver } = await stateOf(ivan)
    expect(driver?.name).toBe('Iván Mora')
    expect([shift?.status, vehicle?.vehicleNumber]).toEqual(['running', '118'])
    expect(offers).toMatchObject([
      { serviceId: service.id, kind: 'now', stops: [{ address: 'Zócalo' }, {}, { address: 'Ángel' }] },
    ])
    const [offer] = offers
    expect(Date.parse(offer?.expiresAt ?? '') - Date.parse(offer?.offeredAt ?? '')).toBe(45_000)
    expect(JSON.stringify(offers)).not.toContain('5512')
    expect((await stateOf(rosa)).offers).toEqual([])
    expect((await stateOf(at.dispatcher)).offers).toEqual([])
    expect((await read(service)).status).toBe('on_dispatch')
    expect(await searches()).toMatchObject([
      { state: 'offered', vehicleNumber: '118', offers: 1, rejections: 0 },
    ])
  })

  it('is accepted once: the service has the vehicle and the driver', async () => {
    const { service, offerId } = await offered()
    expect(await act(ivan, { kind: 'accept', offerId }, { kind: 'accept', offerId })).toEqual([
      null,
      'offer_over',
    ])
    expect(await read(service)).toMatchObject({
      status: 'vehicle_assigned',
      assignedVehicleNumber: '118',
      driverName: 'Iván Mora',
    })
    expect(await searches()).toEqual([])
    expect((await stateOf(ivan)).services).toMatchObject([
      { id: service.id, customerPhone: '+52 55 5512 3456' },
    ])
  })

  it('for a vehicle that a person reserved goes to its driver, and a rejection ends the reservation', async () => {
    const later = (
      await at.move(at.dispatcher, await at.created({ dispatchTime: at.minutes(2) }), 'dispatch')
    ).body
    const path = `/dispatch/services/${later.id}/reservation`
    // The farther one.
    const body = { vehicleId: rosasVehicleId, version: later.version }
    expect((await at.dispatcher('POST', path, { body })).status).toBe(200)
    test.clock.advance(120)
    await pass()
    const [offer] = (await stateOf(rosa)).offers
    expect(offer?.serviceId).toBe(later.id)
    expect((await stateOf(ivan)).offers).toEqual([])
    expect(await act(rosa, { kind: 'reject', offerId: offer?.id })).toEqual([null])
    await pass()
    expect(await searches()).toMatchObject([{ state: 'reservation_ended', blockedReason: 'rejected' }])
    test.clock.advance(16)
    await pass()
    expect((await stateOf(ivan)).offers).toMatchObject([{ serviceId: later.id }])
  })

  it('that is rejected goes to the next driver, and not back to the first for ten minutes', async () => {
    const { offerId, service } = await offered()
    expect(await act(ivan, { kind: 'reject', offerId })).toEqual([null])
    await pass()
    const [offer] = (await stateOf(rosa)).offers
    expect(offer?.serviceId).toBe(service.id)
    expect(await act(rosa, { kind: 'reject', offerId: offer?.id })).toEqual([null])
    test.clock.advance(16)
    await pass()
    expect(await searches()).toMatchObject([{ state: 'none', offers: 2, rejections: 2 }])
    test.clock.advance(600)
    await pass()
    expect(await searches()).toMatchObject([{ state: 'offered', offers: 3 }])
  })

  it('expires, and an answer after that is refused', async () => {
    const { offerId, service } = await offered()
    test.clock.advance(49)
    expect(await act(ivan, { kind: 'accept', offerId })).toEqual(['offer_expired'])
    await pass()
    expect((await stateOf(ivan)).offers).toEqual([])
    expect((await stateOf(rosa)).offers).toMatchObject([{ serviceId: service.id }])
    expect(await act(ivan, { kind: 'accept', offerId })).toEqual(['offer_expired'])
    expect((await read(service)).status).toBe('on_dispatch')
  })

  it('accepted at the moment it expires is either accepted or expired, and never both', async () => {
    const { offerId, service } = await offered()
    test.clock.advance(47)
    const [[problem]] = await Promise.all([act(ivan, { kind: 'accept', offerId }), pass()])
    const after = await read(service)
    if (problem === null) expect(after.assignedVehicleNumber).toBe('118')
    else expect([problem, after.status]).toEqual(['offer_expired', 'on_dispatch'])
  })

  it('ends where the service is cancelled or assigned by hand', async () => {
    const first = await offered()
    await at.move(at.dispatcher, first.service, 'cancel')
    expect((await stateOf(ivan)).offers).toEqual([])
    expect(await act(ivan, { kind: 'accept', offerId: first.offerId })).toEqual(['offer_over'])
    const { service, offerId } = await offered()
    await at.move(at.dispatcher, service, 'assign', { vehicleId: rosasVehicleId })
    expect(await act(ivan, { kind: 'accept', offerId })).toEqual(['offer_over'])
    expect((await read(service)).assignedVehicleNumber).toBe('204')
  })

  it('ends by itself where the fleet is dispatched by hand meanwhile, and the vehicle is free for others', async () => {
    const { service } = await offered()
    await test.build((tx) =>
      tx.sql("update dispatch.fleet_settings set mode = 'manual' where fleet_id = $1", [at.fleetId]),
    )
    test.clock.advance(60)
    await pass()
    expect((await stateOf(ivan)).offers).toEqual([])
    const candidates = await at.dispatcher<{ items: Candidate[] }>(
      'GET',
      `/services/${service.id}/candidates`,
    )
    expect(candidates.body.items.map(({ reasons }) => reasons)).toEqual([[], []])
  })

  it('of somebody else is not found', async () => {
    const { offerId } = await offered()
    for (const call of [rosa, at.dispatcher])
      expect(await act(call, { kind: 'accept', offerId })).toEqual(['offer_not_found'])
    expect((await at.outsider<Problem>('POST', '/driver/actions', { body: {} })).status).toBe(422)
  })

  it('is left to a person after five rejections, and the decision names who rejected it, however long ago', async () => {
    const { offerId, service } = await offered()
    await act(ivan, { kind: 'reject', offerId })
    await test.build((tx) =>
      tx.sql(
        `insert into dispatch.offers (id, company_id, fleet_id, service_id, vehicle_id, vehicle_number, driver_id, driver_name,
           kind, status, offered_at, expires_at, answered_at)
         select gen_random_uuid(), company_id, fleet_id, service_id, vehicle_id, vehicle_number, driver_id, driver_name, kind,
           'expired', offered_at, expires_at, answered_at
         from dispatch.offers, generate_series(1, 4) where service_id = $1`,
        [service.id],
      ),
    )
    await test.build((tx) =>
      tx.sql(
        "update dispatch.offers set answered_at = answered_at - interval '15 minutes' where service_id = $1",
        [service.id],
      ),
    )
    test.clock.advance(16)
    await pass()
    expect((await stateOf(rosa)).offers).toEqual([])
    expect(await searches()).toMatchObject([{ state: 'held', rejections: 5 }])
    const stored = await at.dispatcher<{ items: Decision[] }>('GET', `/services/${service.id}/decisions`)
    expect(stored.body.items[0]).toMatchObject({
      outcome: 'held',
      others: [{ vehicleNumber: '118', reasons: ['rejected'] }],
    })
  })

  it('is not made during a break', async () => {
    expect(await act(ivan, { kind: 'start_break' }, { kind: 'start_break' })).toEqual([null, null])
    expect((await stateOf(ivan)).breakSince).not.toBeNull()
    const service = await at.upTo(['dispatch'])
    await pass()
    expect((await stateOf(rosa)).offers).toMatchObject([{ serviceId: service.id }])
    expect((await at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId })).body.code).toBe(
      'driver_on_break',
    )
    expect(await act(ivan, { kind: 'end_break' })).toEqual([null])
    expect((await stateOf(ivan)).breakSince).toBeNull()
  })
})

describe('a driver', () => {
  const accepted = async () => {
    const { service, offerId } = await offered()
    await act(ivan, { kind: 'accept', offerId })
    return service
  }

  it('arrives, picks up, delivers and completes', async () => {
    const { id: serviceId, plannedStops } = await accepted()
    const [pickup, checkpoint] = plannedStops
    expect(await act(ivan, { kind: 'arrive', serviceId, stopId: pickup?.id })).toEqual([null])
    expect((await stateOf(ivan)).services[0]?.executedStops).toMatchObject([
      { id: pickup?.id, departed: null, operator: 'driver' },
    ])
    expect(
      await act(
        ivan,
        { kind: 'pick_up', serviceId },
        { kind: 'deliver', serviceId, stopId: checkpoint?.id },
        { kind: 'complete', serviceId },
      ),
    ).toEqual([null, null, null])
    const after = (await at.dispatcher<Service>('GET', `/services/${serviceId}`)).body
    expect(after.status).toBe('completed')
    expect(after.executedStops.map(({ operator }) => operator)).toEqual(['driver', 'driver', 'driver'])
    expect(after.statusHistory.map(({ by }) => by)).not.toContain(null)
    expect((await stateOf(ivan)).services).toEqual([])
    expect(await at.statusOfVehicle()).toBe('active')
  })

  it('replays what was done without a connection with its own times, once', async () => {
    const { id: serviceId } = await accepted()
    test.clock.advance(1_800)
    // The phone's clock is an hour slow.
    const phone = (seconds: number) => ago(3_600 + seconds)
    const actions = [
      { id: uuid(), kind: 'pick_up', at: phone(1_200), serviceId },
      { id: uuid(), kind: 'complete', at: phone(300), serviceId },
    ]
    const send = () =>
      ivan<{ items: { problem: string | null }[] }>('POST', '/driver/actions', {
        body: { sentAt: phone(0), actions },
      })
    const answers = await Promise.all([send(), send()])
    expect((await send()).body).toEqual(answers[0]?.body)
    for (const { body } of answers) expect(body.items.map(({ problem }) => problem)).toEqual([null, null])
    const { startedAt, endedAt, statusHistory } = (
      await at.dispatcher<Service>('GET', `/services/${serviceId}`)
    ).body
    expect([startedAt, endedAt]).toEqual([ago(1_200), ago(300)])
    expect(statusHistory).toHaveLength(5)
  })

  it('learns of a conflict, and so do dispatchers', async () => {
    const service = await accepted()
    await at.move(at.dispatcher, await read(service), 'cancel')
    test.clock.advance(120)
    const action = { kind: 'pick_up', at: ago(90), serviceId: service.id }
    expect(await act(ivan, action)).toEqual(['service_wrong_state'])
    expect(await events()).toMatchObject([
      { kind: 'driver_conflict', driverAction: 'pick_up', serviceNumber: service.serviceNumber },
    ])
    expect((await read(service)).status).toBe('cancelled_by_central')
    expect(await act(ivan, { ...action, at: ago(86_500) })).toEqual(['action_too_old'])
  })

  it('names in a conflict the service of an offer, and none that the company does not have', async () => {
    const { service, offerId } = await offered()
    test.clock.advance(120)
    const unknown = { kind: 'arrive', at: ago(60), serviceId: uuid(), stopId: uuid() }
    expect(await act(ivan, unknown)).toEqual(['service_not_found'])
    expect(await act(ivan, { kind: 'accept', at: ago(60), offerId })).toEqual(['offer_expired'])
    const found = (await events()).map(({ driverAction, serviceNumber }) => [driverAction, serviceNumber])
    expect(found).toHaveLength(2)
    expect(found).toEqual(
      expect.arrayContaining([
        ['accept', service.serviceNumber],
        ['arrive', null],
      ]),
    )
  })

  it('gives a service back, reports a no-show, and cannot touch the services of others', async () => {
    const service = await accepted()
    const serviceId = service.id
    for (const kind of ['pick_up', 'give_back', 'no_show', 'complete'])
      expect(await act(rosa, { kind, serviceId })).toEqual(['service_not_found'])
    expect(await act(ivan, { kind: 'give_back', serviceId })).toEqual([null])
    await pass()
    const [offer] = (await stateOf(rosa)).offers
    expect(offer).toMatchObject({ serviceId, kind: 'rescued' })
    await act(rosa, { kind: 'accept', offerId: offer?.id })
    expect(await act(rosa, { kind: 'no_show', serviceId, note: 'No se presentó' })).toEqual([null])
    expect(await read(service)).toMatchObject({
      status: 'cancelled_by_client',
      statusHistory: expect.arrayContaining([expect.objectContaining({ note: 'No se presentó' })]),
    })
  })

  it('declares an emergency', async () => {
    expect(await act(ivan, { kind: 'emergency', ...zocalo })).toEqual([null])
    expect(await events()).toMatchObject([
      { type: 'emergency_declared', kind: 'driver_emergency', severity: 'critical', vehicleId: at.vehicleId },
    ])
    expect(await at.statusOfVehicle()).toBe('critical')
  })

  it('starts a shift that nobody planned in the own vehicle, and in no other', async () => {
    const { shift } = await stateOf(ivan)
    await ivan('POST', `/shifts/own/${shift?.id}/end`, { body: { version: shift?.version } })
    expect(await act(ivan, { kind: 'emergency', ...zocalo })).toEqual(['driver_off_duty'])
    const start = (vehicleId: string) => ivan<Shift & Problem>('POST', '/shifts/own', { body: { vehicleId } })
    expect((await start(rosasVehicleId)).status).toBe(404)
    expect((await stateOf(ivan)).vehicles.map(({ vehicleNumber }) => vehicleNumber)).toEqual(['118'])
    expect((await start(at.vehicleId)).body).toMatchObject({ status: 'running', vehicleNumber: '118' })
    expect((await start(at.vehicleId)).status).toBe(409)
  })
})

it('positions of the phone count during the shift only, by the server’s clock', async () => {
  const send = (call: TestCall, secondsAgo: number, skew = 0) =>
    call<Problem>('POST', '/driver/positions', {
      body: {
        sentAt: ago(skew),
        fixes: [{ at: ago(secondsAgo + skew), ...zocalo, speedKmh: 12, heading: null, accuracyMetres: 9 }],
      },
    })
  const stored = () =>
    test.build((tx) =>
      tx.sql<{ fix_at: Date }>('select fix_at from telemetry.phone_fixes where vehicle_id = $1 order by id', [
        at.vehicleId,
      ]),
    )
  test.clock.advance(60)
  expect((await send(ivan, 10, 3_600)).status).toBe(200)
  expect((await send(ivan, 600)).status).toBe(200)
  expect((await stored()).map(({ fix_at }) => fix_at.toISOString())).toEqual([ago(10)])
  expect((await send(at.dispatcher, 10)).body.code).toBe('driver_off_duty')
  expect((await send(at.outsider, 10)).body.code).toBe('driver_off_duty')
})

describe('a suggested move', () => {
  const suggested = () =>
    test.build((tx) =>
      buildSuggestion(tx, {
        companyId: at.companyId,
        fleetId: at.fleetId,
        vehicleId: at.vehicleId,
        vehicleNumber: '118',
      }),
    )

  it('is shown to the driver of the vehicle, who may dismiss it', async () => {
    const id = await suggested()
    expect((await stateOf(ivan)).suggestion).toMatchObject({
      id,
      toName: 'Tlatelolco',
      driveSeconds: 340,
      expected: 4.2,
      vehiclesThere: 1,
    })
    expect((await stateOf(rosa)).suggestion).toBeNull()
    expect(await act(rosa, { kind: 'dismiss_suggestion', suggestionId: id })).toEqual([
      'suggestion_not_found',
    ])
    expect((await stateOf(ivan)).suggestion).not.toBeNull()
    expect(await act(ivan, { kind: 'dismiss_suggestion', suggestionId: id })).toEqual([null])
    expect((await stateOf(ivan)).suggestion).toBeNull()
  })

  it('gives way to an offer and to a break', async () => {
    await suggested()
    await act(ivan, { kind: 'start_break' })
    expect((await stateOf(ivan)).suggestion).toBeNull()
    await act(ivan, { kind: 'end_break' })
    expect((await stateOf(ivan)).suggestion).not.toBeNull()
    await offered()
    expect((await stateOf(ivan)).suggestion).toBeNull()
  })
})
