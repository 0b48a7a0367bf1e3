import type { Event } from '@rumbo/contract/events.contract'
import type { DriverCard, UnknownCard } from '@rumbo/contract/shifts.cards.contract'
import { readVehicleCard } from '@rumbo/contract/shifts.cards.contract'
import { destination } from '@rumbo/geo/geometry/distance'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { factListenersOf } from '../assembly/fact-listeners.ts'
import { positionPipeline } from '../assembly/position-pipeline.ts'
import { eventEndpoints } from '../events/index.ts'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany } from '../organisation/organisation.factory.ts'
import { createFactDelivery, type FactDelivery } from '../platform/facts/delivery.ts'
import { answer } from '../platform/http/endpoints.ts'
import { followDrivers } from '../services/index.ts'
import { shiftEndpoints } from '../shifts/index.ts'
import { buildDriver, buildShift } from '../shifts/shifts.factory.ts'
import type { Intake } from '../telemetry/index.ts'
import {
  buildIntakeFleet,
  type IntakeFleet,
  type ReportingVehicle,
} from '../telemetry/intake/telemetry.intake.factory.ts'
import { buildReport } from '../telemetry/telemetry.factory.ts'
import { endShiftsByIgnition, readVehicleCardOf } from './drivers.cards.actions.ts'

const log = pino({ level: 'silent' })
const links = { driversChanged: followDrivers }

let test: TestApp
let fleet: IntakeFleet
let metresEast: number
let vehicle: ReportingVehicle
let admin: TestCall
let outsider: TestCall
let ivan: { id: string; name: string }
let rosa: { id: string; name: string }
let a: Intake
let b: Intake
let delivery: FactDelivery

beforeEach(async () => {
  test = await createTestApp({
    answers: () => [
      ...eventEndpoints,
      ...shiftEndpoints(links),
      answer(readVehicleCard, ({ params }, { tx }) => readVehicleCardOf(tx, params.id)),
    ],
  })
  fleet = await buildIntakeFleet(test, positionPipeline)
  const { companyId, fleetId } = fleet
  const people = await test.build(async (tx) => {
    const person = async (level: 'admin' | 'user', of: string) => {
      const built = await buildUser(tx, { level })
      await buildAssignment(tx, {
        userId: built.id,
        companyId: of,
        ...(level === 'user' && { fleetId, role: 'primary_driver' }),
      })
      return built
    }
    const driver = async (firstName: string, more = {}) =>
      buildDriver(tx, { companyId, userId: (await person('user', companyId)).id, firstName, ...more })
    return {
      admin: await person('admin', companyId),
      outsider: await person('admin', (await buildCompany(tx)).id),
      ivan: await driver('Iván'),
      rosa: await driver('Rosa'),
    }
  })
  ;({ ivan, rosa } = people)
  admin = await test.as(people.admin)
  outsider = await test.as(people.outsider)
  vehicle = await fleet.addVehicle()
  metresEast = 0
  ;[a, b] = [await fleet.startIntake(), await fleet.startIntake()]
  const { database, bus, clock } = test
  delivery = createFactDelivery({
    database,
    bus,
    clock,
    log,
    listeners: factListenersOf({ configured: new Set(), publicUrl: () => null, secret: '' }),
  })
  await delivery.deliverNow()
})
afterEach(async () => {
  await Promise.all([a.drain(), b.drain(), delivery.drain()])
  await test.close()
})

/** A report that states a card, and the ignition. */
const report = (driverUniqueId?: string, secondsAgo = 0, ignition?: boolean, of = vehicle) =>
  buildReport({
    deviceIdentifier: of.imei,
    receivedAt: test.clock.now(),
    telemetry: {
      ...(driverUniqueId !== undefined && { driverUniqueId }),
      ...(ignition !== undefined && { ignition }),
    },
    fix: { time: new Date(test.clock.now().getTime() - secondsAgo * 1000) },
  })
const turnOn = (some: object = {}) =>
  admin('PUT', '/shifts/limits', {
    body: {
      ...{ fleetId: fleet.fleetId, dayHours: null, weekHours: null, needsLicence: true, version: 0 },
      ...{ startsByCard: true, ignitionOffMinutes: 10, ...some },
    },
  })
const assign = (driver: { id: string }, card: string, call = admin) =>
  call<DriverCard & { code?: string }>('POST', `/drivers/${driver.id}/cards`, { body: { card } })
const shifts = async () =>
  (
    await test.build((tx) =>
      tx.sql<{ driver: string; status: string }>(
        'select driver_id as driver, status from shifts.shifts order by started_at nulls last, id',
      ),
    )
  ).map(({ driver, status }) => `${driver === ivan.id ? 'Iván' : 'Rosa'} ${status}`)
const unknown = async () =>
  (await admin<{ items: UnknownCard[] }>('GET', `/unknown-cards?companyId=${fleet.companyId}`)).body.items
const refusals = async () =>
  (await admin<{ items: Event[] }>('GET', `/events?vehicleId=${vehicle.id}`)).body.items.filter(
    ({ kind }) => kind === 'card_refused',
  )
/** What the job of every minute does. @returns how many shifts it ended */
const endNow = () => endShiftsByIgnition(test.database, links)
/** Lets reports be followed. */
async function say(...reports: Parameters<typeof report>[]) {
  for (const one of reports) await a.accept(report(...one))
  await delivery.deliverNow()
}

/** The vehicle reports twice a minute, of no ignition, each time so many metres farther on. */
async function go(minutes: number, { metres, speedKmh }: { metres: number; speedKmh: number }) {
  for (let reports = 0; reports < 2 * minutes; reports += 1) {
    test.clock.advance(30)
    metresEast += metres
    const { fix, ...rest } = report()
    if (!fix) continue
    await a.accept({ ...rest, fix: { ...fix, ...destination(fix, 90, metresEast), speedKmh } })
  }
}
const drive = (minutes: number) => go(minutes, { metres: 250, speedKmh: 30 })
const stand = (minutes: number) => go(minutes, { metres: 0, speedKmh: 0 })

describe('a known card', () => {
  beforeEach(async () => {
    expect((await turnOn()).status).toBe(200)
    expect((await assign(ivan, '00:1a-2B')).body.card).toBe('1A2B')
    await assign(rosa, '77')
  })

  it('starts the shift of its driver once: repeated, from two gateways, and delivered twice', async () => {
    const first = report('001A2B', 30)
    await Promise.all([a.accept(first), b.accept(first), a.accept(first)])
    await Promise.all([a.accept(report('1a2b', 20)), b.accept(report('1A2B', 10))])
    await Promise.all([delivery.deliverNow(), delivery.deliverNow()])
    await delivery.deliverNow()
    expect(await shifts()).toEqual(['Iván running'])
    const facts = await test.build((tx) =>
      tx.sql("select from platform.outbox where kind = 'vehicle.card_presented'"),
    )
    expect(facts).toHaveLength(1)
    expect((await admin('GET', `/vehicles/${vehicle.id}/card`)).body).toMatchObject({
      card: '1A2B',
      driver: { id: ivan.id, name: ivan.name },
    })
    expect((await outsider('GET', `/vehicles/${vehicle.id}/card`)).status).toBe(404)
  })

  it('of another driver ends the running shift and starts the new one', async () => {
    await say(['1A2B', 30])
    await say(['77', 10])
    expect(await shifts()).toEqual(['Iván ended', 'Rosa running'])
    expect(await refusals()).toEqual([])
  })

  it('starts the shift where the reader states at once that it is gone, and drives on with it', async () => {
    await say(['1A2B', 30, true], ['0000000000000000', 29, true], ['0000000000000000', 28, true])
    expect(await shifts()).toEqual(['Iván running'])
    test.clock.advance(60 * 60)
    await say(['0', 1, true])
    expect(await endNow()).toBe(0)
    // The ignition is off: the fleet waits ten minutes.
    await say(['0', 0, false])
    test.clock.advance(9 * 60)
    expect(await endNow()).toBe(0)
    test.clock.advance(60)
    expect(await endNow()).toBe(1)
    expect(await shifts()).toEqual(['Iván ended'])
  })

  it('starts the shift before the engine is started, of an ignition that is off for long', async () => {
    await say(['77', 30, true], ['0', 29, false])
    test.clock.advance(8 * 60 * 60)
    expect(await endNow()).toBe(0)
    await say(['1A2B', 30, false], ['0', 29, false])
    expect(await shifts()).toEqual(['Iván running'])
    expect(await endNow()).toBe(0)
    test.clock.advance(9 * 60)
    await say(['0', 1, false])
    expect(await endNow()).toBe(0)
    await say(['0', 0, true])
    test.clock.advance(60 * 60)
    expect(await endNow()).toBe(0)
    expect(await shifts()).toEqual(['Iván running'])
  })

  it('that was followed after it was removed starts its shift, unless the engine was turned off after it', async () => {
    await a.accept(report('1A2B', 30, false))
    await say(['0', 29, false])
    expect(await shifts()).toEqual(['Iván running'])
    test.clock.advance(60)
    for (const next of [report('77', 30, true), report('0', 20, true), report('0', 10, false)])
      await a.accept(next)
    await delivery.deliverNow()
    expect(await shifts()).toEqual(['Iván running'])
  })

  it('starts a shift that ends if the engine is not started for as long as the fleet waits', async () => {
    await say(['1A2B', 30, false], ['0', 29, false])
    test.clock.advance(10 * 60 - 1)
    expect(await endNow()).toBe(0)
    test.clock.advance(1)
    expect(await endNow()).toBe(1)
    expect(await shifts()).toEqual(['Iván ended'])
  })

  describe('in a fleet that leaves open how long it waits', () => {
    beforeEach(async () => {
      expect((await turnOn({ ignitionOffMinutes: null, version: 1 })).status).toBe(200)
    })

    it('ends its shift once it was removed and the ignition off for five minutes', async () => {
      await say(['1A2B', 30, true], [undefined, 20, false])
      test.clock.advance(60 * 60)
      await say(['1A2B', 1, false])
      expect(await endNow()).toBe(0)
      await say(['0', 0, false])
      test.clock.advance(5 * 60 - 1)
      expect(await endNow()).toBe(0)
      test.clock.advance(1)
      expect(await endNow()).toBe(1)
      expect(await shifts()).toEqual(['Iván ended'])
    })

    it('waits from the start of the shift where the ignition was off long before', async () => {
      await say(['77', 30, true])
      await say(['0', 29, false])
      test.clock.advance(60 * 60)
      expect(await endNow()).toBe(1)
      await say(['1A2B', 400, false], ['0', 399, false])
      expect(await shifts()).toEqual(['Rosa ended', 'Iván running'])
      expect(await endNow()).toBe(0)
      test.clock.advance(5 * 60)
      expect(await endNow()).toBe(1)
    })

    it('ends its shift once it was removed for five minutes where the tracker knows no ignition', async () => {
      await say(['1A2B', 30])
      test.clock.advance(60 * 60)
      expect(await endNow()).toBe(0)
      await say(['0', 0])
      test.clock.advance(5 * 60 - 1)
      expect(await endNow()).toBe(0)
      test.clock.advance(1)
      expect(await endNow()).toBe(1)
      expect(await shifts()).toEqual(['Iván ended'])
    })

    it('ends no shift while its vehicle drives, where neither ignition nor a held card is known', async () => {
      await say(['1A2B', 2], ['0', 1])
      await drive(20)
      expect(await endNow()).toBe(0)
      expect(await shifts()).toEqual(['Iván running'])
      await stand(4)
      expect(await endNow()).toBe(0)
      await stand(2)
      expect(await endNow()).toBe(1)
      expect(await shifts()).toEqual(['Iván ended'])
    })

    it('ends no shift that a person started', async () => {
      await test.build((tx) =>
        buildShift(tx, {
          ...{ companyId: fleet.companyId, fleetId: fleet.fleetId, isRunning: true, driver: rosa },
          vehicle: { id: vehicle.id, vehicleNumber: '9' },
        }),
      )
      await say(['77', 15, false], ['0', 10, false])
      test.clock.advance(60 * 60)
      expect(await endNow()).toBe(0)
      expect(await shifts()).toEqual(['Rosa running'])
    })
  })

  it('starts the shift planned for its driver in the vehicle', async () => {
    await test.build((tx) =>
      buildShift(tx, {
        ...{ companyId: fleet.companyId, fleetId: fleet.fleetId, fromHours: 0.5, driver: ivan },
        vehicle: { id: vehicle.id, vehicleNumber: '9' },
      }),
    )
    await say(['1A2B'])
    expect(await shifts()).toEqual(['Iván running'])
  })

  it('of a late report, or one that has been replaced meanwhile, starts nothing', async () => {
    await say([undefined, 10], ['1A2B', 60])
    expect(await shifts()).toEqual([])
    await a.accept(report('1A2B', 9))
    await a.accept(report('77', 8))
    await delivery.deliverNow()
    expect(await shifts()).toEqual(['Rosa running'])
  })

  it('is refused where its driver may not drive: an event, and the reason at the card', async () => {
    await test.build((tx) => tx.sql("update shifts.documents set expires_on = '2020-01-01'"))
    await say(['1A2B', 30])
    expect(await shifts()).toEqual([])
    expect(await refusals()).toMatchObject([{ type: 'custom', category: 'driver', isAlarm: false }])
    const { items } = (await admin<{ items: DriverCard[] }>('GET', `/drivers/${ivan.id}/cards`)).body
    expect(items).toMatchObject([{ card: '1A2B', refused: { reason: 'licence_expired' } }])
  })

  it('of a driver on duty elsewhere is refused, and leaves the running shift as it is', async () => {
    const other = await fleet.addVehicle()
    await say(['77', 30], ['1A2B', 30, true, other])
    expect(await shifts()).toEqual(['Rosa running', 'Iván running'].toSorted().toReversed())
    await say(['1A2B', 10])
    expect((await shifts()).toSorted()).toEqual(['Iván running', 'Rosa running'])
    expect(await refusals()).toHaveLength(1)
    const audits = await test.build((tx) =>
      tx.sql("select from platform.audit_entries where action = 'shift.ended'"),
    )
    expect(audits).toEqual([])
  })

  it('ends its shift once it stood for as long as the fleet waits, where the tracker knows no ignition', async () => {
    await say(['1A2B', 2])
    await drive(20)
    expect(await endNow()).toBe(0)
    await stand(9)
    expect(await endNow()).toBe(0)
    await stand(2)
    expect(await endNow()).toBe(1)
    expect(await shifts()).toEqual(['Iván ended'])
  })

  it('ends its shift once the ignition was off for as long as the fleet waits, and only then', async () => {
    await say(['1A2B', 30, true], [undefined, 20, false])
    expect(await endNow()).toBe(0)
    test.clock.advance(9 * 60)
    await say(['1A2B', 0, false])
    expect(await endNow()).toBe(0)
    test.clock.advance(60)
    const both = await Promise.all([endNow(), endNow()])
    expect(both.toSorted()).toEqual([0, 1])
    expect(await shifts()).toEqual(['Iván ended'])
    await say(['1A2B', 0, true])
    expect(await shifts()).toEqual(['Iván ended', 'Iván running'])
  })
})

describe('where the fleet did not turn it on', () => {
  it('a known card starts nothing, nor does its removal end anything', async () => {
    await assign(ivan, '1A2B')
    await say(['1A2B', 30], ['0', 20])
    expect(await shifts()).toEqual([])
    expect(await unknown()).toEqual([])
  })
})

describe('unknown cards', () => {
  it('are listed with vehicle, times and counts, until they are assigned or ignored', async () => {
    await say(['AB12', 300], ['AB12', 290], ['CD34', 200], ['AB12', 100])
    expect(await unknown()).toMatchObject([
      { card: 'AB12', vehicleId: vehicle.id, times: 2, isIgnored: false },
      { card: 'CD34', times: 1 },
    ])
    const { companyId } = fleet
    const ignore = (call: TestCall, card: string) =>
      call('PUT', '/unknown-cards', { body: { companyId, card, isIgnored: true } })
    expect((await ignore(admin, 'cd-34')).body).toMatchObject({ card: 'CD34', isIgnored: true })
    expect((await ignore(admin, 'EE')).status).toBe(404)
    expect((await ignore(outsider, 'AB12')).status).toBe(403)
    expect((await outsider('GET', `/unknown-cards?companyId=${companyId}`)).status).toBe(403)
    await assign(ivan, 'AB12')
    expect(await unknown()).toMatchObject([{ card: 'CD34', isIgnored: true }])
  })

  it('are a thousand a company at most; those seen longest ago go', async () => {
    await test.build((tx) =>
      tx.sql(
        `insert into shifts.unknown_cards (company_id, card, vehicle_id, first_seen_at, last_seen_at)
         select $1, 'X' || n, $2, $3::timestamptz - n * interval '1 hour', $3::timestamptz - n * interval '1 hour'
         from generate_series(1, 1000) n`,
        [fleet.companyId, vehicle.id, tx.now],
      ),
    )
    await say(['AB12'])
    const found = await unknown()
    expect(found).toHaveLength(1000)
    expect(found[0]?.card).toBe('AB12')
    expect(found.some(({ card }) => card === 'X1000')).toBe(false)
  })

  it('are not those of another company’s drivers: its card is unknown here', async () => {
    await turnOn()
    await test.build(async (tx) => {
      const { id: companyId } = await buildCompany(tx)
      const other = await buildDriver(tx, { companyId, userId: null })
      await tx.sql(
        'insert into shifts.cards (id, company_id, contact_id, card, created_at) values (gen_random_uuid(), $1, $2, $3, $4)',
        [companyId, other.id, '1A2B', tx.now],
      )
    })
    await say(['1A2B'])
    expect(await shifts()).toEqual([])
    expect(await unknown()).toMatchObject([{ card: '1A2B' }])
  })
})

describe('assigning', () => {
  it('is refused for a card of another driver, for what is no card, and for other companies', async () => {
    await assign(ivan, '1A2B')
    expect(await assign(rosa, '00001a2b')).toMatchObject({ status: 409, body: { code: 'card_taken' } })
    expect(await assign(rosa, '0000')).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'body.card', code: 'wrong_format' }] },
    })
    expect((await assign(rosa, 'x'.repeat(300))).status).toBe(422)
    expect((await assign(rosa, '55', outsider)).status).toBe(404)
    const both = await Promise.all([assign(ivan, '99'), assign(rosa, '99')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('is undone by removing the card, by those who may', async () => {
    const { id } = (await assign(ivan, '1A2B')).body
    expect((await outsider('DELETE', `/driver-cards/${id}`)).status).toBe(404)
    expect((await admin('DELETE', `/driver-cards/${id}`)).status).toBe(200)
    expect((await admin('DELETE', `/driver-cards/${id}`)).status).toBe(404)
    expect((await assign(rosa, '1A2B')).status).toBe(201)
  })
})
