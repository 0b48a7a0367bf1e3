import type { listServiceNeeds } from '@rumbo/contract/dispatch.contract'
import {
  delayedAfterSeconds,
  delayedUntilSeconds,
  type listPredictions,
} from '@rumbo/contract/dispatch.lateness.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Event } from '@rumbo/contract/events.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRoads } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import { angel, zocalo } from '../../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../../services/testing/services.harness.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { predictLateness } from './dispatch.lateness.actions.ts'

const log = pino({ level: 'silent' })
let test: TestApp
let at: ServicesHarness
beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const predict = () =>
  predictLateness(
    {
      database: test.database,
      roads: createRoads({ clock: test.clock, routingUrl: null, regions: regionsOf() }),
    },
    log,
  )
const place = (kilometres: number) =>
  test.build((tx) =>
    buildPosition(tx, at.vehicleId, {
      latitude: zocalo.latitude + kilometres / 111,
      longitude: zocalo.longitude,
    }),
  )
const needs = async (call = at.viewer) =>
  (await call<OutputOf<typeof listServiceNeeds>>('GET', `/dispatch/needs?fleetId=${at.fleetId}`)).body.items
const predictions = async (call = at.viewer) =>
  (await call<OutputOf<typeof listPredictions>>('GET', `/dispatch/predictions?fleetId=${at.fleetId}`)).body
    .items
/** Dispatched, with a window for the pickup that ends in so many minutes. */
async function waiting(minutes: number) {
  const service = await at.created({
    plannedStops: [
      stop('pickup', 'Zócalo', zocalo, {
        timeWindowStart: at.minutes(1),
        timeWindowEnd: at.minutes(minutes),
      }),
      stop('drop', 'Ángel', angel),
    ],
  })
  return (await at.move(at.dispatcher, service, 'dispatch')).body
}

it('a vehicle too far away is late before the window ends, with the cause, until it comes near', async () => {
  await place(8)
  const service = await waiting(10)
  await at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId })
  await predict()
  expect(await needs()).toMatchObject([
    {
      kind: 'late',
      service: { id: service.id },
      prediction: { cause: 'distance', hasWindow: true, isEstimate: true },
    },
  ])
  const [first] = await predictions()
  expect(first?.lateSince).toBe(test.clock.now().toISOString())
  test.clock.advance(60)
  await predict()
  expect((await predictions())[0]?.lateSince).toBe(first?.lateSince)
  await place(0.5)
  await predict()
  expect((await predictions())[0]?.lateSince).toBeNull()
  expect(await needs()).toEqual([])
})

it('a waiting service is late where no vehicle can be there in time', async () => {
  const service = await waiting(5)
  await predict()
  expect(await needs()).toMatchObject([{ kind: 'late', prediction: { cause: 'no_vehicle' } }])
  await place(0.3)
  await predict()
  expect(await needs()).toEqual([])
  await at.move(at.dispatcher, service, 'cancel')
  await predict()
  expect(await predictions()).toEqual([])
})

it('a waiting service is as late as the vehicle that a person reserved for it, however near another one is', async () => {
  await place(0.3)
  const { companyId, fleetId, vehicleId } = at
  const near = await test.build((tx) =>
    buildVehicle(tx, { companyId, fleetId, vehicleNumber: '204', causes: [] }),
  )
  await test.build((tx) => buildPosition(tx, near.id, zocalo))
  const service = await waiting(5)
  await predict()
  expect(await needs()).toEqual([])
  await at.upTo(['dispatch'], ['assign', { vehicleId }])
  const reserved = await at.dispatcher<{ reservedAt: string; arrivesAt: string }>(
    'POST',
    `/dispatch/services/${service.id}/reservation`,
    { body: { vehicleId, version: service.version } },
  )
  await predict()
  expect(await needs()).toMatchObject([
    {
      kind: 'late',
      service: { id: service.id },
      prediction: { cause: 'earlier_stop', isEstimate: true, arrivesAt: reserved.body.arrivesAt },
    },
  ])
  await at.dispatcher(
    'DELETE',
    `/dispatch/services/${service.id}/reservation?vehicleId=${vehicleId}&reservedAt=${reserved.body.reservedAt}`,
  )
  await predict()
  expect((await needs()).filter(({ service: { id } }) => id === service.id)).toEqual([])
})

it('without a window, the first prediction is the promise', async () => {
  await place(1)
  const service = await at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }])
  await predict()
  const [first] = await predictions()
  expect(first).toMatchObject({ serviceId: service.id, hasWindow: false, lateSince: null })
  expect(first?.promisedAt).toBe(first?.arrivesAt)
  test.clock.advance(300)
  await place(3)
  await predict()
  const [second] = await predictions()
  expect(second?.promisedAt).toBe(first?.promisedAt)
  expect(second?.lateSince).not.toBeNull()
})

it('is hidden from other companies, and from drivers of other vehicles', async () => {
  await place(8)
  const service = await waiting(10)
  await at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId })
  await predict()
  expect(await predictions(at.outsider)).toEqual([])
  expect(await needs(at.driver)).toEqual([])
  expect((await at.driver('GET', `/dispatch/predictions?fleetId=${at.fleetId}`)).status).toBe(403)
})

describe('the event of a delayed service', () => {
  const events = () =>
    test.build((tx) =>
      tx.sql<
        Pick<Event, 'status' | 'occurrences' | 'severity'> & {
          vehicleId: string
          serviceNumber: number
          detail: object
        }
      >(
        `select status, occurrences, vehicle_id as "vehicleId", service_number as "serviceNumber", detail from events.events
         where fleet_id = $1 and type = 'service_delay' order by created_at, id`,
        [at.fleetId],
      ),
    )
  /** With a vehicle, and promised in ten minutes. */
  async function assigned() {
    return (await at.move(at.dispatcher, await waiting(10), 'assign', { vehicleId: at.vehicleId })).body
  }

  it('is raised once by two workers, kept around the limit, and resolved when the vehicle is in time again', async () => {
    const service = await assigned()
    await place(12)
    await Promise.all([predict(), predict()])
    expect(await events()).toMatchObject([
      {
        ...{ status: 'active', occurrences: 1, vehicleId: at.vehicleId },
        serviceNumber: service.serviceNumber,
        detail: { cause: 'distance' },
      },
    ])
    const [late] = await predictions()
    const seconds = (prediction = late) =>
      (Date.parse(prediction?.arrivesAt ?? '') - Date.parse(prediction?.promisedAt ?? '')) / 1000
    expect(seconds()).toBeGreaterThan(delayedAfterSeconds)
    // Between both limits.
    await place(12 * ((600 + 200) / (600 + seconds())))
    await predict()
    const between = seconds((await predictions())[0])
    expect(between).toBeGreaterThan(delayedUntilSeconds)
    expect(between).toBeLessThan(delayedAfterSeconds)
    expect(await events()).toMatchObject([{ status: 'active', occurrences: 1 }])
    await place(0.5)
    await predict()
    expect(await events()).toMatchObject([{ status: 'resolved', occurrences: 1 }])
    await place(12)
    await predict()
    expect(await events()).toMatchObject([{ status: 'resolved' }, { status: 'active', occurrences: 1 }])
  })

  it('is not raised below the limit, nor without a vehicle', async () => {
    await waiting(5)
    await predict()
    expect(await needs()).toMatchObject([{ kind: 'late', prediction: { cause: 'no_vehicle' } }])
    expect(await events()).toEqual([])
  })

  it('stays closed once a person closed it, while the service is as late as before', async () => {
    await assigned()
    await place(12)
    await predict()
    await test.build((tx) =>
      tx.sql("update events.events set status = 'dismissed' where fleet_id = $1", [at.fleetId]),
    )
    await predict()
    expect(await events()).toMatchObject([{ status: 'dismissed', occurrences: 1 }])
  })

  it('is resolved when the service ended, also the last one of its fleet', async () => {
    const service = await assigned()
    await place(12)
    await predict()
    await at.move(at.dispatcher, service, 'cancel')
    await predict()
    expect(await events()).toMatchObject([{ status: 'resolved' }])
  })

  it('is resolved for a vehicle that no longer drives the service', async () => {
    const service = await assigned()
    await place(12)
    await predict()
    const { companyId, fleetId } = at
    const other = await test.build((tx) =>
      buildVehicle(tx, { companyId, fleetId, vehicleNumber: '204', causes: [] }),
    )
    await test.build((tx) =>
      buildPosition(tx, other.id, { latitude: zocalo.latitude + 12 / 111, longitude: zocalo.longitude }),
    )
    await test.build((tx) =>
      tx.sql('update services.services set assigned_vehicle_id = $2 where id = $1', [service.id, other.id]),
    )
    await predict()
    expect(await events()).toMatchObject([
      { status: 'resolved', vehicleId: at.vehicleId },
      { status: 'active', vehicleId: other.id },
    ])
  })
})
