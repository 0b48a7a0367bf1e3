import type { changeWaiting } from '@rumbo/contract/dispatch.bulk.contract'
import type { AssignmentCost, Reservation, reserveVehicle } from '@rumbo/contract/dispatch.changes.contract'
import type { Candidate, listBest } from '@rumbo/contract/dispatch.contract'
import {
  type Decision,
  type DispatchMode,
  defaultDispatchSettings,
} from '@rumbo/contract/dispatch.engine.contract'
import type { Search } from '@rumbo/contract/dispatch.offers.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { AuditEntry } from '@rumbo/contract/monitoring.audit.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildFleet } from '../../organisation/organisation.factory.ts'
import { createRoads } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import { zocalo } from '../../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../../services/testing/services.harness.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { setCause } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildReservation } from '../dispatch.factory.ts'
import { runRound, StaleLease } from '../engine/dispatch.engine.actions.ts'
import { createDispatchEngine } from '../engine/dispatch.engine.ts'
import { engineIdentity } from '../engine/dispatch.engine-identity.ts'
import { acquireLease } from '../engine/dispatch.leases.repository.ts'
import { isRoundDue } from '../engine/dispatch.reservations.repository.ts'
import { createRoundThread } from '../engine/thread/dispatch.round-thread.ts'
import { insertRejection } from '../offers/dispatch.offers.repository.ts'
import { findExpected } from './dispatch.expected.actions.ts'

const log = pino({ level: 'silent' })
const thread = createRoundThread()
let test: TestApp
let at: ServicesHarness
let engine: ReturnType<typeof createDispatchEngine>

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(async () => {
  await thread.close()
  await test.close()
})
const roads = () => createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() })
beforeEach(async () => {
  at = await createServicesHarness(test)
  engine = createDispatchEngine({ database: test.database, roads: roads(), thread, clock: test.clock, log })
  await report(at.vehicleId, 0)
})

/** A vehicle reports so many kilometres north of the pickup. */
const report = (vehicleId: string, kilometres: number) =>
  test.build((tx) =>
    buildPosition(tx, vehicleId, { ...zocalo, latitude: zocalo.latitude + kilometres / 111 }),
  )
const newVehicle = async (vehicleNumber: string, kilometres: number, more: object = {}) => {
  const { companyId, fleetId } = at
  const { id } = await test.build((tx) =>
    buildVehicle(tx, { companyId, fleetId, vehicleNumber, causes: [], ...more }),
  )
  await report(id, kilometres)
  return id
}
const mode = (value: DispatchMode, more: object = {}) =>
  at.dispatcher('PUT', `/dispatch/settings/${at.fleetId}`, {
    body: { ...defaultDispatchSettings, mode: value, version: 0, ...more },
  })
/** A driver is on duty in a vehicle. */
const onDuty = (vehicleId: string, vehicleNumber: string) =>
  test.build(async (tx) => {
    const { companyId, fleetId } = at
    const driver = await buildDriver(tx, { companyId })
    const vehicle = { id: vehicleId, vehicleNumber }
    await buildShift(tx, { companyId, fleetId, driver, vehicle, isRunning: true })
    return driver.id
  })
/** A round of the engine, after so many seconds; the vehicle reports meanwhile. */
const pass = async (seconds = 16) => {
  test.clock.advance(seconds)
  await engine.pass()
}
/** Time passes until those who signed in must do so again; the vehicle reports afterwards. */
const pause = async (seconds: number) => {
  test.clock.advance(seconds)
  at = { ...at, dispatcher: await test.as(at.people.ana) }
}
const waiting = async (form: object = {}) =>
  (await at.move(at.dispatcher, await at.created(form), 'dispatch')).body
const assigned = async (vehicleId = at.vehicleId) =>
  (await at.move(at.dispatcher, await waiting(), 'assign', { vehicleId })).body
const complete = async (service: Service) => {
  const running = (await at.move(at.dispatcher, service, 'confirm-pickup')).body
  await at.move(at.dispatcher, running, 'complete')
}
const read = async ({ id }: Service) => (await at.dispatcher<Service>('GET', `/services/${id}`)).body
const reserve = (service: Service, body: object = {}, call: TestCall = at.dispatcher) =>
  call<OutputOf<typeof reserveVehicle> & Problem>('POST', `/dispatch/services/${service.id}/reservation`, {
    body: { vehicleId: at.vehicleId, version: service.version, ...body },
  })
/** Releases what is reserved for the service now. Default: as the dispatcher sees it. */
const release = async (
  service: Service,
  call: TestCall = at.dispatcher,
  known: Partial<Reservation> = {},
) => {
  const present = (await listed()).find(({ serviceId }) => serviceId === service.id)
  const { vehicleId = at.vehicleId, reservedAt = test.clock.now().toISOString() }: Partial<Reservation> = {
    ...present,
    ...known,
  }
  return call<Problem>(
    'DELETE',
    `/dispatch/services/${service.id}/reservation?vehicleId=${vehicleId}&reservedAt=${reservedAt}`,
  )
}
type Restored = Pick<Reservation, 'vehicleId' | 'reservedAt'> | null
const restore = (service: Service, call: TestCall = at.dispatcher, replaces: Restored = null) =>
  call<Reservation & Problem>('POST', `/dispatch/services/${service.id}/reservation/restore`, {
    body: { replaces },
  })
const movedTo = (
  place: number,
  { serviceId, vehicleId, reservedAt }: Reservation,
  call: TestCall = at.dispatcher,
) =>
  call<Reservation & Problem>('PUT', `/dispatch/services/${serviceId}/reservation/place`, {
    body: { vehicleId, reservedAt, place },
  })
/** What is stored of the reservation of a service. */
const stored = ({ id }: Service) =>
  test.build((tx) => tx.sql('select * from dispatch.reservations where service_id = $1', [id]))
const listed = async () =>
  (await at.dispatcher<{ items: Reservation[] }>('GET', `/dispatch/reservations?fleetId=${at.fleetId}`)).body
    .items
const searches = async () =>
  (await at.dispatcher<{ items: Search[] }>('GET', `/dispatch/searches?fleetId=${at.fleetId}`)).body.items
const outcomes = async ({ id }: Service) =>
  (await at.dispatcher<{ items: Decision[] }>('GET', `/services/${id}/decisions`)).body.items.map(
    ({ outcome }) => outcome,
  )
const decisions = async ({ id }: Service) =>
  (await at.dispatcher<{ items: Decision[] }>('GET', `/services/${id}/decisions`)).body.items
const putOn = (action: 'hold' | 'release', { id, version }: Service) =>
  at.dispatcher('POST', '/dispatch/bulk', { body: { services: [{ id, version }], action } })
/** The lease of the fleet for another process. */
async function newLease() {
  const lease = await test.database.transaction(engineIdentity, (tx) => acquireLease(tx, at.fleetId, uuid()))
  if (!lease) throw new Error('no lease')
  return lease
}
/** Computes a round, while a person reserves the vehicle for a service. */
const reservingMeanwhile = (service: Service): typeof thread => ({
  ...thread,
  compute: async (...given) => {
    const found = await thread.compute(...given)
    expect((await reserve(service)).status).toBe(200)
    return found
  },
})
/** What is on record of the reservations of a service, the latest first. */
const records = ({ id }: Service) =>
  test.build((tx) =>
    tx.sql<Pick<AuditEntry, 'action' | 'actorName' | 'changes'>>(
      `select action, actor_name as "actorName", changes from platform.audit_entries
       where entity_id = $1 and action like 'service.reserv%' order by at desc, id desc`,
      [id],
    ),
  )
const setMaintenance = () =>
  test.database.transaction(engineIdentity, (tx) => setCause(tx, at.vehicleId, 'maintenance', null))

describe('a dispatcher reserves', () => {
  it('a busy vehicle for a waiting service, whose status stays, and everybody sees who did it', async () => {
    await assigned()
    const service = await waiting()
    const { status, body } = await reserve(service)
    expect([status, body]).toMatchObject([
      200,
      {
        serviceId: service.id,
        vehicleId: at.vehicleId,
        place: 1,
        reservedByName: 'Ana Guerrero',
      },
    ])
    expect(await read(service)).toEqual(service)
    const { isReplacement, ...reservation } = body
    expect(isReplacement).toBe(false)
    expect(await listed()).toEqual([reservation])
    expect(await searches()).toMatchObject([
      { serviceId: service.id, state: 'reserved', vehicleNumber: '118', reservedByName: 'Ana Guerrero' },
    ])
    expect(await records(service)).toMatchObject([
      { action: 'service.reserved', actorName: 'Ana Guerrero', changes: { vehicle: [null, '118'] } },
    ])
  })

  it('no free vehicle for a service that waits, and none that cannot serve it', async () => {
    const service = await waiting()
    expect((await reserve(service)).body.code).toBe('vehicle_not_busy')
    await setMaintenance()
    expect((await reserve(service)).body.code).toBe('vehicle_not_assignable')
    const other = await newVehicle('204', 1)
    await assigned(other)
    const eight = await waiting({ requiredSeats: 8 })
    expect((await reserve(eight, { vehicleId: other })).body.code).toBe('vehicle_few_seats')
    expect(await listed()).toEqual([])
  })

  it('any vehicle for a booked service, without a shift and while it is out of service', async () => {
    await setMaintenance()
    const later = await waiting({ dispatchTime: at.minutes(24 * 60) })
    expect((await reserve(later)).body).toMatchObject({ arrivesAt: null, place: 1 })
    await pause(24 * 3600)
    // It is due, and nobody knows where the vehicle is.
    expect(await listed()).toMatchObject([{ serviceId: later.id, arrivesAt: null }])
    expect(await searches()).toMatchObject([{ serviceId: later.id, arrivalSeconds: null }])
  })

  it('any vehicle for a service that is not sent to dispatch yet, and assigns it once it is sent and due', async () => {
    const created = await at.created()
    expect((await reserve(created)).status).toBe(200)
    expect(await read(created)).toEqual(created)
    await pass()
    expect((await read(created)).status).toBe('created')
    expect(await searches()).toMatchObject([{ serviceId: created.id, state: 'reserved' }])
    // It keeps the vehicle from nobody.
    const { body: running } = await at.move(at.dispatcher, await waiting(), 'assign', {
      vehicleId: at.vehicleId,
    })
    expect((await at.move(at.dispatcher, created, 'dispatch')).body.status).toBe('on_dispatch')
    expect(await listed()).toMatchObject([{ serviceId: created.id, reservedByName: 'Ana Guerrero' }])
    await complete(running)
    await pass()
    expect((await read(created)).assignedVehicleNumber).toBe('118')
    expect(await outcomes(created)).toEqual(['assigned_as_reserved'])
  })

  it('nothing for a service that moved to another fleet or was deleted before it was sent', async () => {
    const [moved, deleted] = [await at.created(), await at.created()]
    await reserve(moved)
    await reserve(deleted)
    await test.build(async (tx) => {
      const { id } = await buildFleet(tx, { companyId: at.companyId })
      await tx.sql('update services.services set fleet_id = $2 where id = $1', [moved.id, id])
    })
    expect((await at.dispatcher('DELETE', `/services/${deleted.id}?version=${deleted.version}`)).status).toBe(
      200,
    )
    expect(await listed()).toEqual([])
    await pass(2)
    for (const one of [moved, deleted])
      expect((await records(one))[0]?.action).toBe('service.reservation_ended')
  })

  it('with the version they saw, and only what waits', async () => {
    const running = await assigned()
    const service = await waiting()
    expect(await reserve(service, { version: service.version + 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale_version' },
    })
    expect((await reserve(running)).body.code).toBe('service_wrong_state')
    for (const body of [{ place: 0 }, { place: 1.5 }, { vehicleId: 'x' }, { more: 1 }])
      expect((await reserve(service, body)).status).toBe(422)
    expect((await reserve(service, { vehicleId: uuid() })).body.code).toBe('vehicle_not_found')
  })

  it('one vehicle for one service: of two at once, one is refused with who was first', async () => {
    const other = await newVehicle('204', 1)
    await assigned()
    await assigned(other)
    const service = await waiting()
    const answers = await Promise.all([reserve(service), reserve(service, { vehicleId: other }, at.second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [made] = await listed()
    const refused = answers.find(({ status }) => status === 409)?.body
    expect(refused).toMatchObject({ code: 'service_reserved', changedBy: made?.reservedByName })
    expect(await listed()).toHaveLength(1)
  })

  it('several services for one vehicle, and changes their order', async () => {
    await assigned()
    const [one, two, three] = [await waiting(), await waiting(), await waiting()]
    await reserve(one)
    await reserve(two, {}, at.second)
    await reserve(three, { place: 1 })
    const order = async () => (await listed()).map(({ serviceId, place }) => [serviceId, place])
    expect(await order()).toEqual([
      [three.id, 1],
      [one.id, 2],
      [two.id, 3],
    ])
    expect((await reserve(three)).body.place).toBe(3)
    expect((await order()).map(([id]) => id)).toEqual([one.id, two.id, three.id])
  })

  it('at the place that is listed, also beside reservations of the engine and for later', async () => {
    await assigned()
    const later = await waiting({ dispatchTime: at.minutes(60) })
    expect((await reserve(later)).body.place).toBe(1)
    const byEngine = await waiting()
    const { companyId, fleetId, vehicleId } = at
    await test.build((tx) => buildReservation(tx, { companyId, fleetId, vehicleId, serviceId: byEngine.id }))
    const service = await waiting()
    expect((await reserve(service, { place: 2 })).body.place).toBe(2)
    // In the order in which they are served.
    expect((await listed()).map((one) => [one.serviceId, one.place])).toEqual([
      [service.id, 2],
      [byEngine.id, 1],
      [later.id, 1],
    ])
  })

  it('another vehicle instead, and has the former one back as it was', async () => {
    const other = await newVehicle('204', 1)
    await assigned()
    await assigned(other)
    const [one, two] = [await waiting(), await waiting()]
    await reserve(one)
    await reserve(two)
    const [former] = await stored(one)
    test.clock.advance(3)
    const { body } = await reserve(one, { vehicleId: other })
    expect(body).toMatchObject({ vehicleNumber: '204', place: 1, isReplacement: true })
    const { vehicleId, reservedAt } = body
    const latter = { vehicleId, reservedAt }
    expect((await restore(one)).body.code).toBe('service_reserved')
    expect((await restore(one, at.second, latter)).body.code).toBe('service_reserved')
    test.clock.advance(3)
    expect((await restore(one, at.dispatcher, latter)).body).toMatchObject({
      vehicleNumber: '118',
      place: 1,
    })
    expect(await stored(one)).toEqual([former])
    expect((await listed()).map(({ serviceId }) => serviceId)).toEqual([one.id, two.id])
  })

  it('nothing of another company, and not as somebody who only reads or drives', async () => {
    await assigned()
    const service = await waiting()
    expect((await reserve(service, {}, at.outsider)).status).toBe(404)
    for (const call of [at.viewer, at.driver]) expect((await reserve(service, {}, call)).status).toBe(403)
    const foreign = await createServicesHarness(test)
    expect((await reserve(service, { vehicleId: foreign.vehicleId })).body.code).toBe('vehicle_not_found')
    await reserve(service)
    expect((await release(service, at.outsider)).status).toBe(404)
    expect((await release(service, at.viewer)).status).toBe(403)
    expect(await listed()).toHaveLength(1)
  })

  it('and releases it, once', async () => {
    await assigned()
    const service = await waiting()
    await reserve(service)
    expect((await release(service, at.second)).status).toBe(200)
    expect((await release(service)).body.code).toBe('reservation_not_found')
    expect(await listed()).toEqual([])
    expect((await records(service))[0]).toMatchObject({
      action: 'service.reservation_released',
      actorName: 'Luis Guerrero',
      changes: { vehicle: ['118', null] },
    })
  })

  it('and releases only the reservation that they mean, not one of the same vehicle made since', async () => {
    await assigned()
    const service = await waiting()
    const seen = (await reserve(service)).body
    test.clock.advance(1)
    await release(service)
    expect((await reserve(service)).status).toBe(200)
    expect(await release(service, at.second, seen)).toMatchObject({
      status: 409,
      body: { code: 'service_reserved', changedBy: 'Ana Guerrero' },
    })
    expect((await release(service, at.second, { vehicleId: uuid() })).body.code).toBe('service_reserved')
    expect((await at.dispatcher('DELETE', `/dispatch/services/${service.id}/reservation`)).status).toBe(422)
    expect(await listed()).toMatchObject([{ reservedByName: 'Ana Guerrero' }])
  })
})

describe('a released reservation is restored', () => {
  it("exactly as it was, also a colleague's: its person, its time and its place", async () => {
    await assigned()
    const services = [await waiting(), await waiting(), await waiting()] as const
    for (const service of services) await reserve(service, {}, at.second)
    const [, middle] = services
    const before = await listed()
    const rows = await stored(middle)
    test.clock.advance(60)
    expect((await release(middle)).status).toBe(200)
    expect(await listed()).toHaveLength(2)
    test.clock.advance(9)
    // Only who released it can undo that.
    expect((await restore(middle, at.second)).body.code).toBe('reservation_not_found')
    expect((await restore(middle)).body).toMatchObject({ reservedByName: 'Luis Guerrero', place: 2 })
    expect(await stored(middle)).toEqual(rows)
    expect((await listed()).map(({ serviceId, reservedAt }) => [serviceId, reservedAt])).toEqual(
      before.map(({ serviceId, reservedAt }) => [serviceId, reservedAt]),
    )
    expect((await records(middle)).map(({ action, actorName }) => [action, actorName])).toEqual([
      ['service.reservation_restored', 'Ana Guerrero'],
      ['service.reservation_released', 'Ana Guerrero'],
      ['service.reserved', 'Luis Guerrero'],
    ])
    expect((await restore(middle)).body.code).toBe('service_reserved')
  })

  it('once, for some seconds only, and where nothing else was reserved or assigned since', async () => {
    const other = await newVehicle('204', 1)
    await assigned()
    const service = await waiting()
    await reserve(service)
    await release(service)
    test.clock.advance(14)
    expect((await restore(service)).body.code).toBe('reservation_not_found')
    await reserve(service)
    await release(service)
    await reserve(service, {}, at.second)
    expect((await restore(service)).body).toMatchObject({
      code: 'service_reserved',
      changedBy: 'Luis Guerrero',
    })
    await release(service, at.second)
    expect((await restore(service)).body.code).toBe('reservation_not_found')
    await reserve(service)
    await release(service)
    const answers = await Promise.all([restore(service), restore(service)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await release(service)
    test.clock.advance(1)
    const { body: given } = await at.move(at.dispatcher, service, 'assign', { vehicleId: other })
    expect((await restore(service)).body.code).toBe('service_wrong_state')
    const { body: undone } = await at.move(at.dispatcher, given, 'unassign')
    expect((await restore(undone)).body.code).toBe('reservation_not_found')
    expect(await listed()).toEqual([])
  })

  it('not of another company, not by who only reads, nor of a vehicle that left', async () => {
    await assigned()
    const service = await waiting()
    await reserve(service)
    await release(service)
    expect((await restore(service, at.outsider)).status).toBe(404)
    for (const call of [at.viewer, at.driver]) expect((await restore(service, call)).status).toBe(403)
    expect(
      (await at.dispatcher('POST', `/dispatch/services/${service.id}/reservation/restore`, { body: {} }))
        .status,
    ).toBe(422)
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set archived_at = $2 where id = $1', [at.vehicleId, tx.now]),
    )
    expect((await restore(service)).body.code).toBe('vehicle_not_found')
    expect(await listed()).toEqual([])
  })
})

describe('the place of a reservation', () => {
  it('is changed by those who dispatch, without reserving again', async () => {
    await assigned()
    const services = [await waiting(), await waiting(), await waiting()] as const
    for (const service of services) await reserve(service)
    const order = async () => (await listed()).map(({ serviceId }) => serviceId)
    const [one, two, three] = services.map(({ id }) => id)
    const of = async (id: string | undefined) =>
      (await listed()).find(({ serviceId }) => serviceId === id) as Reservation
    const before = await of(three)
    test.clock.advance(5)
    expect((await movedTo(1, await of(three), at.second)).body).toMatchObject({ place: 1 })
    expect(await order()).toEqual([three, one, two])
    const { place, arrivesAt, ...same } = await of(three)
    expect(before).toMatchObject(same)
    expect([place, arrivesAt === null]).toEqual([1, false])
    // Behind all others where the place is beyond them.
    expect((await movedTo(20, await of(three))).body).toMatchObject({ place: 3 })
    expect(await order()).toEqual([one, two, three])
    expect((await records(services[2]))[0]).toMatchObject({
      action: 'service.reservation_moved',
      changes: { place: [1, 3] },
    })
  })

  it('only of the reservation that is meant, and not by who may not dispatch', async () => {
    await assigned()
    const service = await waiting()
    const seen = (await reserve(service)).body
    for (const body of [{ place: 0 }, { place: 21 }, { place: 'x' }])
      expect(
        (
          await at.dispatcher('PUT', `/dispatch/services/${service.id}/reservation/place`, {
            body: { vehicleId: seen.vehicleId, reservedAt: seen.reservedAt, ...body },
          })
        ).status,
      ).toBe(422)
    expect((await movedTo(1, seen, at.viewer)).status).toBe(403)
    expect((await movedTo(1, seen, at.outsider)).status).toBe(404)
    test.clock.advance(1)
    await reserve(service)
    expect((await movedTo(1, seen)).body.code).toBe('service_reserved')
    await release(service)
    expect((await movedTo(1, seen)).body.code).toBe('reservation_not_found')
  })

  it('by two at once leaves each service one place', async () => {
    await assigned()
    for (let count = 0; count < 3; count += 1) await reserve(await waiting())
    const [first, , third] = await listed()
    if (!first || !third) throw new Error('no reservations')
    await Promise.all([movedTo(3, first), movedTo(1, third, at.second)])
    expect((await listed()).map(({ place }) => place)).toEqual([1, 2, 3])
  })
})

describe('the arrival of a reserved vehicle', () => {
  it('is when it is free by the estimate, and the drive from there, one service after another', async () => {
    const running = await assigned()
    const [one, two] = [await waiting(), await waiting()]
    await reserve(one)
    await reserve(two)
    const seconds = async () =>
      (await listed()).map(
        ({ arrivesAt }) => (Date.parse(arrivesAt ?? '') - test.clock.now().getTime()) / 1000,
      )
    const [first = 0, second = 0] = await seconds()
    // Two stops of a minute each, and the way there and back.
    expect(first).toBeGreaterThan(120)
    expect(second - first).toBeGreaterThan(120)
    expect(await listed()).toMatchObject([{ isEstimate: true }, { isEstimate: true }])
    expect((await searches()).map((one) => [one.arrivalSeconds, one.isEstimate])).toEqual([
      [first, true],
      [second, true],
    ])
    // Free at the pickup, it is there at once.
    await complete(running)
    const [now, then = 0] = await seconds()
    expect(now).toBe(0)
    expect(Math.abs(then - (second - first))).toBeLessThan(2)
  })

  it('is unknown while its service is on hold, for which those behind it do not wait', async () => {
    await assigned()
    const [one, two] = [await waiting(), await waiting()]
    await reserve(one)
    await reserve(two)
    const [first] = await listed()
    await putOn('hold', one)
    expect(await listed()).toMatchObject([
      { serviceId: one.id, arrivesAt: null },
      { serviceId: two.id, arrivesAt: first?.arrivesAt },
    ])
    await putOn('release', one)
    expect((await listed())[0]).toEqual(first)
  })

  it('is computed only for services that wait for it now, and of one vehicle where that is asked', async () => {
    await assigned()
    const now = await waiting()
    await reserve(now)
    const other = await newVehicle('204', 0)
    await reserve(await waiting({ dispatchTime: at.minutes(60) }), { vehicleId: other })
    const expected = async (vehicleId?: string) => {
      const stopsReadOf: unknown[] = []
      const reservations = await test.build((tx) => {
        const observed: typeof tx = {
          ...tx,
          rows: (query) => {
            const { sql, parameters } = query.compile()
            if (sql.includes('planned_stops')) stopsReadOf.push(...parameters.flat())
            return tx.rows(query)
          },
        }
        return findExpected(observed, [at.fleetId], vehicleId)
      })
      const isKnown = reservations.map((one) => [one.vehicleNumber, one.arrivesAt !== null])
      return { isKnown: Object.fromEntries(isKnown), stopsReadOf }
    }
    expect(await expected()).toEqual({ isKnown: { 118: true, 204: false }, stopsReadOf: [now.id] })
    expect(await expected(at.vehicleId)).toEqual({ isKnown: { 118: true }, stopsReadOf: [now.id] })
    expect(await expected(other)).toEqual({ isKnown: { 204: false }, stopsReadOf: [] })
  })

  it('is unknown where its position is old', async () => {
    await assigned()
    await reserve(await waiting())
    expect((await listed())[0]?.arrivesAt).not.toBeNull()
    await pause(1_801)
    expect(await listed()).toMatchObject([{ arrivesAt: null }])
  })
})

describe.each(['manual', 'suggest', 'automatic'] as const)('in %s mode', (value) => {
  it('the vehicle gets the service as soon as it is free, with one decision', async () => {
    await mode(value)
    const first = await assigned()
    const service = await waiting()
    await reserve(service)
    await pass()
    expect((await read(service)).status).toBe('on_dispatch')
    await complete(first)
    await pass(2)
    const { status, assignedVehicleNumber, statusHistory } = await read(service)
    expect([status, assignedVehicleNumber]).toEqual(['vehicle_assigned', '118'])
    expect(statusHistory.filter((one) => one.status === 'vehicle_assigned')).toHaveLength(1)
    expect(await outcomes(service)).toEqual(['assigned_as_reserved'])
    expect(await listed()).toEqual([])
  })

  it('two services get it in their order', async () => {
    await mode(value)
    const first = await assigned()
    const [two, three] = [await waiting(), await waiting()]
    await reserve(two)
    await reserve(three, { place: 1 })
    await complete(first)
    await pass()
    expect([(await read(two)).status, (await read(three)).status]).toEqual([
      'on_dispatch',
      'vehicle_assigned',
    ])
    await complete(await read(three))
    await pass(2)
    expect((await read(two)).assignedVehicleNumber).toBe('118')
  })
})

describe('in automatic mode', () => {
  beforeEach(() => mode('automatic'))

  it('neither the reserved vehicle nor the service is matched with others while the service is due', async () => {
    const first = await assigned()
    const service = await waiting()
    await reserve(service)
    await newVehicle('204', 1)
    await pass()
    expect((await read(service)).status).toBe('on_dispatch')
    const other = await waiting({ priorityLevel: 'critical' })
    await complete(first)
    await pass()
    expect((await read(service)).assignedVehicleNumber).toBe('118')
    expect((await read(other)).assignedVehicleNumber).toBe('204')
  })

  it("tomorrow's reservation does not keep the vehicle from today's services", async () => {
    const later = await waiting({ dispatchTime: at.minutes(24 * 60) })
    await reserve(later)
    const service = await waiting()
    await pass()
    const running = await read(service)
    expect(running.assignedVehicleNumber).toBe('118')
    expect(await listed()).toMatchObject([{ serviceId: later.id }])
    await complete(running)
    await pause(24 * 3600)
    await report(at.vehicleId, 0)
    await pass(0)
    expect((await read(later)).assignedVehicleNumber).toBe('118')
  })

  it('a process whose lease ran out gives nobody the reserved vehicle', async () => {
    const first = await assigned()
    const service = await waiting()
    await reserve(service)
    await complete(first)
    const { companyId, fleetId } = at
    const former = await newLease()
    await test.database.transaction(engineIdentity, (tx) =>
      tx.sql(
        "update dispatch.leases set expires_at = clock_timestamp() - interval '1 second' where fleet_id = $1",
        [fleetId],
      ),
    )
    const latter = await newLease()
    const run = (lease: typeof former) =>
      runRound({ database: test.database, roads: roads(), thread }, { companyId, lease })
    await expect(run(former)).rejects.toBeInstanceOf(StaleLease)
    expect((await read(service)).status).toBe('on_dispatch')
    await run(latter)
    expect((await read(service)).assignedVehicleNumber).toBe('118')
  })

  it('what a person reserves while a round computes is not assigned by that round', async () => {
    const first = await assigned()
    const service = await waiting()
    await newVehicle('204', 1)
    const lease = await newLease()
    const slow = reservingMeanwhile(service)
    const results = await runRound(
      { database: test.database, roads: roads(), thread: slow },
      { companyId: at.companyId, lease },
    )
    expect(results).toMatchObject([{ serviceId: service.id, outcome: 'lost' }])
    expect((await read(service)).status).toBe('on_dispatch')
    expect(await listed()).toMatchObject([{ reservedByName: 'Ana Guerrero', vehicleId: at.vehicleId }])
    expect((await read(first)).status).toBe('vehicle_assigned')
  })

  it('what a person reserves while a round computes is not offered to a driver by that round', async () => {
    await mode('automatic', { offersToDrivers: true, version: 1 })
    await assigned()
    const service = await waiting()
    await onDuty(await newVehicle('204', 1), '204')
    const lease = await newLease()
    const slow = reservingMeanwhile(service)
    const round = (by: typeof thread) =>
      runRound({ database: test.database, roads: roads(), thread: by }, { companyId: at.companyId, lease })
    expect(await round(slow)).toMatchObject([{ serviceId: service.id, outcome: 'lost' }])
    expect(await searches()).toMatchObject([{ state: 'reserved', vehicleNumber: '118', offers: 0 }])
    // Without the reservation the driver is asked.
    await release(service)
    expect(await round(thread)).toMatchObject([{ serviceId: service.id, outcome: 'offered' }])
    expect(await searches()).toMatchObject([{ state: 'offered', vehicleNumber: '204', offers: 1 }])
  })

  it('no round is due for a vehicle whose driver is asked about one of its reservations', async () => {
    await mode('automatic', { offersToDrivers: true, version: 1 })
    await onDuty(at.vehicleId, '118')
    for (const minutes of [2, 3]) await reserve(await waiting({ dispatchTime: at.minutes(minutes) }))
    test.clock.advance(180)
    await report(at.vehicleId, 0)
    const isDue = () =>
      test.database.transaction(engineIdentity, (tx) => isRoundDue(tx, at.fleetId, test.clock.now()))
    expect(await isDue()).toBe(true)
    await pass(0)
    expect((await searches()).map(({ state }) => state).sort()).toEqual(['offered', 'reserved'])
    expect(await isDue()).toBe(false)
  })
})

describe('the decision of a served reservation', () => {
  it.each(['manual', 'automatic'] as const)(
    'says in %s mode who reserved, and who was compared',
    async (value) => {
      await mode(value)
      const first = await assigned()
      const near = await newVehicle('204', 1)
      await assigned(await newVehicle('206', 2))
      const service = await waiting()
      const { reservedAt } = (await reserve(service, {}, at.second)).body
      await complete(first)
      await report(at.vehicleId, 3)
      await pass()
      const [decision] = await decisions(service)
      expect(decision).toMatchObject({
        outcome: 'assigned_as_reserved',
        vehicleNumber: '118',
        reservation: { reservedByName: 'Luis Guerrero', reservedAt },
        considered: [{ vehicleNumber: '204' }, { vehicleNumber: '118' }],
        excluded: [{ reason: 'status', vehicles: 1 }],
        others: [
          { vehicleNumber: '206', metres: expect.closeTo(2004, -1), reasons: ['status'], status: 'en_route' },
        ],
      })
      const chosen = decision?.considered[1]
      expect(chosen?.cost).toBeGreaterThan(decision?.considered[0]?.cost ?? 0)
      expect(decision?.arrivalSeconds).toBe(chosen?.arrivalSeconds)
      expect(near).not.toBe(decision?.vehicleId)
    },
  )

  it.each(['manual', 'automatic'] as const)(
    'counts in %s mode a vehicle that is free in a minute as the candidates do, or as a round',
    async (value) => {
      await mode(value)
      const first = await assigned()
      const soon = await newVehicle('206', 2.8)
      const near = { ...zocalo, latitude: zocalo.latitude + 3 / 111 }
      const short = await waiting({
        plannedStops: [stop('pickup', 'Tacuba', near), stop('drop', 'Tacuba', near)],
      })
      await at.move(at.dispatcher, short, 'assign', { vehicleId: soon })
      const service = await waiting()
      await reserve(service)
      await complete(first)
      await report(at.vehicleId, 3)
      const candidates = await at.dispatcher<{ items: Candidate[] }>(
        'GET',
        `/services/${service.id}/candidates`,
      )
      const shown = candidates.body.items.find(({ vehicleNumber }) => vehicleNumber === '118')
      await pass()
      const [decision] = await decisions(service)
      const of = (number: string) =>
        decision?.considered.find(({ vehicleNumber }) => vehicleNumber === number)
      expect(shown?.parts?.cover).toBeGreaterThan(0)
      expect(of('118')?.parts.cover).toBe(shown?.parts?.cover)
      expect([of('206') !== undefined, decision?.excluded]).toEqual(
        value === 'manual' ? [false, [{ reason: 'status', vehicles: 1 }]] : [true, []],
      )
    },
  )

  it('names the reserved vehicle with its cost where eleven others are cheaper, and it is too far for the engine', async () => {
    await mode('manual', { longestArrivalMinutes: 5 })
    const first = await assigned()
    for (let count = 0; count < 11; count += 1) await newVehicle(`3${count}`, 0.5 + count / 10)
    const service = await waiting()
    await reserve(service)
    await complete(first)
    await report(at.vehicleId, 40)
    await pass()
    const [decision] = await decisions(service)
    expect(decision?.considered).toHaveLength(10)
    expect(decision?.considered.at(-1)).toMatchObject({ vehicleNumber: '118' })
    expect(decision?.dearer.map(({ vehicleNumber }) => vehicleNumber)).toEqual(['39', '310'])
    expect([decision?.excluded, decision?.others]).toEqual([[], []])
  })

  it('says who reserved also where the vehicles could not be compared', async () => {
    const first = await assigned()
    const service = await waiting()
    await reserve(service)
    await complete(first)
    const failing: typeof thread = { ...thread, compute: () => Promise.reject(new Error('no roads')) }
    const deps = { database: test.database, roads: roads(), thread: failing }
    await runRound(deps, { companyId: at.companyId, lease: await newLease() })
    expect((await read(service)).assignedVehicleNumber).toBe('118')
    expect(await decisions(service)).toMatchObject([
      { reservation: { reservedByName: 'Ana Guerrero' }, considered: [], arrivalSeconds: null },
    ])
  })
})

it('a reserved vehicle does not wait for the round of another fleet, whose thread goes on', async () => {
  const first = await assigned()
  const service = await waiting()
  await reserve(service)
  await complete(first)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const table: ReturnType<typeof roads>['table'] = async (...asked) => {
    await held
    return roads().table(...asked)
  }
  let other: ReturnType<typeof thread.compute> | undefined
  const busy: typeof thread = {
    ...thread,
    compute: (task, its, signal) => {
      other ??= thread.compute({ ...task, fleetId: 'another' }, { table }, new AbortController().signal)
      return thread.compute(task, its, signal)
    },
  }
  const deps = { database: test.database, roads: roads(), thread: busy }
  await runRound(deps, { companyId: at.companyId, lease: await newLease() })
  expect((await read(service)).assignedVehicleNumber).toBe('118')
  expect(await decisions(service)).toMatchObject([{ considered: [], arrivalSeconds: null }])
  release()
  expect(await other).toHaveLength(1)
})

it('of the services reserved for one vehicle only the first is compared', async () => {
  const first = await assigned()
  const services = [await waiting(), await waiting()]
  for (const service of services) await reserve(service)
  await complete(first)
  const compared: string[][] = []
  const counting: typeof thread = {
    ...thread,
    compute: (task, ...rest) => {
      compared.push(task.requests.map(({ serviceId }) => serviceId))
      return thread.compute(task, ...rest)
    },
  }
  const deps = { database: test.database, roads: roads(), thread: counting }
  await runRound(deps, { companyId: at.companyId, lease: await newLease() })
  expect(compared).toEqual([[services[0]?.id]])
})

it('a reservation that was made again while the engine compared is another one, and stays', async () => {
  const first = await assigned()
  const service = await waiting()
  await reserve(service)
  await complete(first)
  test.clock.advance(1)
  const slow: typeof thread = {
    ...thread,
    compute: async (...given) => {
      const later = await waiting({ dispatchTime: at.minutes(60) })
      await reserve(later)
      await release(service)
      // Free now, so that only what was reserved before can be given back.
      await test.build((tx) =>
        tx.sql(
          `insert into dispatch.reservations (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place,
             is_estimate, reserved_at, reserved_by, reserved_by_name)
           values ($1, $2, $3, $4, '118', 1, true, $5, $6, 'Luis Guerrero')`,
          [service.id, at.companyId, at.fleetId, at.vehicleId, tx.now, uuid()],
        ),
      )
      return thread.compute(...given)
    },
  }
  const deps = { database: test.database, roads: roads(), thread: slow }
  await runRound(deps, { companyId: at.companyId, lease: await newLease() })
  expect((await read(service)).status).toBe('on_dispatch')
  expect((await listed()).map(({ reservedByName }) => reservedByName)).toContain('Luis Guerrero')
  expect(await outcomes(service)).toEqual([])
})

describe('a reserved vehicle', () => {
  it('serves also where it rejected the service before it was reserved', async () => {
    const first = await assigned()
    const service = await waiting()
    const { companyId, fleetId, vehicleId } = at
    await test.build((tx) =>
      insertRejection(tx, {
        ...{ companyId, fleetId, vehicleId, serviceId: service.id, vehicleNumber: '118' },
        ...{ driverId: uuid(), driverName: 'Iván Mora' },
      }),
    )
    test.clock.advance(30)
    await reserve(service)
    await complete(first)
    await pass(2)
    expect(await outcomes(service)).toEqual(['assigned_as_reserved'])
    expect((await read(service)).assignedVehicleNumber).toBe('118')
  })

  it('that cannot serve keeps the service for ten minutes; then it ends, with the reason', async () => {
    const first = await assigned()
    const service = await waiting()
    await reserve(service)
    await complete(first)
    await setMaintenance()
    await pass()
    expect(await searches()).toMatchObject([{ state: 'reserved', blockedReason: 'status' }])
    await pass(590)
    expect(await listed()).toHaveLength(1)
    await pass(20)
    expect(await listed()).toEqual([])
    expect(await searches()).toMatchObject([
      { serviceId: service.id, state: 'reservation_ended', vehicleNumber: '118', blockedReason: 'status' },
    ])
    expect(await outcomes(service)).toEqual(['reservation_ended'])
    expect((await records(service))[0]).toMatchObject({
      action: 'service.reservation_ended',
      actorName: null,
    })
  })

  it.each(['hold', 'postpone'] as const)('has its ten minutes again after a %s', async (how) => {
    const first = await assigned()
    let service: Service = await waiting()
    await reserve(service)
    await complete(first)
    await setMaintenance()
    await pass()
    await pass(590)
    if (how === 'hold') await putOn('hold', service)
    else
      service = (
        await at.dispatcher<Service>('PUT', `/services/${service.id}`, {
          body: { ...at.form({ dispatchTime: at.minutes(2) }), version: service.version },
        })
      ).body
    await pass(2)
    if (how === 'hold') await putOn('release', service)
    else test.clock.advance(120)
    await pass()
    expect(await searches()).toMatchObject([{ state: 'reserved', blockedReason: 'status' }])
    await pass(590)
    expect(await listed()).toHaveLength(1)
    await pass(20)
    expect(await listed()).toEqual([])
  })

  it('serves also where its position is old, as one that a person assigns', async () => {
    const later = await waiting({ dispatchTime: at.minutes(60) })
    await reserve(later)
    await pause(3600)
    await pass(0)
    expect(await outcomes(later)).toEqual(['assigned_as_reserved'])
    expect((await read(later)).assignedVehicleNumber).toBe('118')
  })

  it('that went silent loses the service to others', async () => {
    await mode('automatic')
    const later = await waiting({ dispatchTime: at.minutes(60) })
    await reserve(later)
    await pause(3600)
    await test.database.transaction(engineIdentity, (tx) => setCause(tx, at.vehicleId, 'silent', null))
    const other = await newVehicle('204', 1)
    await pass(0)
    expect((await read(later)).status).toBe('on_dispatch')
    await pause(600)
    await report(other, 1)
    await pass(0)
    expect(await outcomes(later)).toContain('reservation_ended')
    await pass()
    expect((await read(later)).assignedVehicleNumber).toBe('204')
  })

  it('that was deleted ends the reservation at once', async () => {
    const later = await waiting({ dispatchTime: at.minutes(60) })
    await reserve(later)
    const { version } = (await at.dispatcher<{ version: number }>('GET', `/vehicles/${at.vehicleId}`)).body
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set archived_at = $2, version = $3 where id = $1', [
        at.vehicleId,
        tx.now,
        version + 1,
      ]),
    )
    await pause(3600)
    await pass(0)
    expect(await outcomes(later)).toEqual(['reservation_ended'])
  })

  it('is last among the candidates of others, and a person may assign it all the same', async () => {
    await newVehicle('204', 9)
    const later = await waiting({ dispatchTime: at.minutes(30) })
    await reserve(later)
    await pause(1800)
    await report(at.vehicleId, 0)
    const candidates = async ({ id }: Service) =>
      (await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${id}/candidates`)).body.items.map(
        ({ vehicleNumber, reasons }) => [vehicleNumber, reasons],
      )
    const other = await waiting()
    expect((await candidates(other)).at(-1)).toEqual(['118', ['reserved']])
    expect((await candidates(later)).find(([number]) => number === '118')).toEqual(['118', []])
    const cost = await at.dispatcher<AssignmentCost>(
      'GET',
      `/services/${other.id}/assignment-cost/${at.vehicleId}`,
    )
    expect(cost.body.others).toMatchObject([{ serviceId: later.id, effect: 'waits' }])
    expect((await at.move(at.dispatcher, other, 'assign', { vehicleId: at.vehicleId })).status).toBe(200)
    expect(await listed()).toMatchObject([{ serviceId: later.id }])
  })

  it('is the best for the service that it is reserved for, alone and together with others', async () => {
    await newVehicle('204', 5)
    const later = await waiting({ dispatchTime: at.minutes(30) })
    await reserve(later)
    await pause(1800)
    await report(at.vehicleId, 0)
    const other = await waiting()
    const services = [later, other]
    const { body } = await at.dispatcher<OutputOf<typeof listBest>>(
      'GET',
      `/dispatch/best?${services.map(({ id }) => `serviceId=${id}`).join('&')}`,
    )
    const best = new Map(body.items.map((one) => [one.serviceId, one.best?.vehicleNumber]))
    expect(services.map(({ id }) => best.get(id))).toEqual(['118', '204'])
    const changed = await at.dispatcher<OutputOf<typeof changeWaiting>>('POST', '/dispatch/bulk', {
      body: { services: services.map(({ id, version }) => ({ id, version })), action: 'assign' },
    })
    expect(changed.body.items.map(({ vehicleNumber }) => vehicleNumber)).toEqual(['118', '204'])
  })

  it('may be taken from the service that it is on its way to', async () => {
    const loser = await assigned()
    await reserve(await waiting())
    const service = await waiting()
    const { body } = await at.dispatcher<{ items: Candidate[] }>('GET', `/services/${service.id}/candidates`)
    expect(body.items).toMatchObject([{ isEligible: false, reasons: ['status', 'reserved'] }])
    const from = { serviceId: loser.id, version: loser.version }
    const taken = await at.move(at.dispatcher, service, 'reassign', { vehicleId: at.vehicleId, from })
    expect([taken.status, taken.body.assignedVehicleNumber]).toEqual([200, '118'])
    expect(await listed()).toHaveLength(1)
  })
})

describe('a reservation ends', () => {
  it.each(['cancel', 'assign'])('when the service no longer waits: %s', async (verb) => {
    const other = await newVehicle('204', 1)
    await assigned()
    const service = await waiting()
    await reserve(service)
    await at.move(at.dispatcher, service, verb, verb === 'assign' ? { vehicleId: other } : {})
    expect(await listed()).toEqual([])
    await pass(2)
    expect((await records(service)).map(({ action }) => action)).toEqual([
      'service.reservation_ended',
      'service.reserved',
    ])
  })

  it('for good once the service had a vehicle, also where that is undone at once', async () => {
    const other = await newVehicle('204', 1)
    await assigned()
    const service = await waiting()
    await reserve(service)
    test.clock.advance(1)
    const { body: given } = await at.move(at.dispatcher, service, 'assign', { vehicleId: other })
    test.clock.advance(1)
    const { body: undone } = await at.move(at.dispatcher, given, 'unassign')
    expect(undone.status).toBe('on_dispatch')
    expect(await listed()).toEqual([])
    expect(await searches()).toEqual([])
    expect((await release(undone)).body.code).toBe('reservation_not_found')
    // It stands in nobody's way.
    expect((await reserve(undone, {}, at.second)).body).toMatchObject({ place: 1 })
    await pass()
    expect(await listed()).toMatchObject([{ serviceId: service.id, reservedByName: 'Luis Guerrero' }])
  })

  it('with a record where nobody reserved again after the undo', async () => {
    const other = await newVehicle('204', 1)
    await assigned()
    const service = await waiting()
    await reserve(service)
    test.clock.advance(1)
    const { body: given } = await at.move(at.dispatcher, service, 'assign', { vehicleId: other })
    await at.move(at.dispatcher, given, 'unassign')
    await pass(2)
    expect((await records(service))[0]?.action).toBe('service.reservation_ended')
  })

  it('not when the fleet changes to manual mode, nor while the service is on hold', async () => {
    await mode('automatic')
    await assigned()
    const service = await waiting()
    await reserve(service)
    await pass()
    await putOn('hold', service)
    await mode('manual', { version: 1 })
    await pass()
    await putOn('release', service)
    expect(await listed()).toMatchObject([{ serviceId: service.id, reservedByName: 'Ana Guerrero' }])
  })
})
