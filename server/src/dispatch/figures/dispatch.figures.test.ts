import type { readDispatchFigures } from '@rumbo/contract/dispatch.figures.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
} from '../../services/testing/services.harness.ts'
import { keepReleased, writeReservation } from '../reservations/dispatch.reserved.repository.ts'
import { purgeDispatch, purgeReleased, storeHour } from './dispatch.figures.actions.ts'

let test: TestApp
let at: ServicesHarness
beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})
const figures = async (call = at.viewer) =>
  (await call<OutputOf<typeof readDispatchFigures>>('GET', `/dispatch/figures?fleetId=${at.fleetId}`)).body

/** One service gets a vehicle after 60 s and loses it once; another is cancelled while it waits. */
async function someWork() {
  const service = await at.upTo(['dispatch'])
  test.clock.advance(60)
  const assigned = (await at.move(at.dispatcher, service, 'assign', { vehicleId: at.vehicleId })).body
  const back = (await at.move(at.dispatcher, assigned, 'unassign')).body
  const again = (await at.move(at.dispatcher, back, 'assign', { vehicleId: at.vehicleId })).body
  await at.move(at.dispatcher, await at.upTo(['dispatch']), 'cancel')
  test.clock.advance(540)
  await at.move(at.dispatcher, again, 'confirm-pickup')
}

it('the last hour counts what was matched, abandoned and taken back, and for how long services waited', async () => {
  await someWork()
  const { lastHour, hours } = await figures()
  expect(hours).toEqual([])
  expect(lastHour).toMatchObject({
    matched: 1,
    abandoned: 1,
    waitMedian: 60,
    waitP95: 60,
    reassignments: 100,
    offers: 0,
    rejections: 0,
    suggestions: 0,
    followed: 0,
    fairness: 0,
    decisionP95: null,
  })
  // Nine of sixty minutes with the service.
  expect(lastHour.utilisation).toBeCloseTo(0.15, 2)
})

it('of an hour without work they are empty, and not wrong', async () => {
  expect((await figures()).lastHour).toEqual({
    matched: 0,
    abandoned: 0,
    waitMedian: null,
    waitP95: null,
    arrivalMedian: null,
    arrivalP95: null,
    arrivalError: null,
    reassignments: null,
    offers: 0,
    rejections: 0,
    suggestions: 0,
    followed: 0,
    utilisation: 0,
    fairness: 0,
    decisionP95: null,
  })
})

it('are stored for each whole hour once, and removed when they are old', async () => {
  await someWork()
  test.clock.advance(3_600)
  await storeHour(test.database, test.clock)
  await storeHour(test.database, test.clock)
  // The sessions of before have ended.
  const viewer = await test.as(at.people.vera)
  const { hours } = await figures(viewer)
  expect(hours).toMatchObject([{ fleetId: at.fleetId, figures: { matched: 1, abandoned: 1 } }])
  const old = await test.build((tx) =>
    tx.sql<{ hour: Date }>(
      `insert into dispatch.hours (fleet_id, company_id, hour, figures)
       select fleet_id, company_id, $2::timestamptz - interval '401 days', figures from dispatch.hours where fleet_id = $1
       returning hour`,
      [at.fleetId, tx.now],
    ),
  )
  expect(old).toHaveLength(1)
  await purgeDispatch(test.database)
  const left = await test.build((tx) =>
    tx.sql('select from dispatch.hours where fleet_id = $1', [at.fleetId]),
  )
  expect(left).toHaveLength(1)
  expect((await figures(viewer)).hours).toHaveLength(1)
  expect((await figures(await test.as(at.people.otto))).hours).toEqual([])
  const driver = await test.as(at.people.dino)
  expect((await driver('GET', `/dispatch/figures?fleetId=${at.fleetId}`)).status).toBe(403)
})

it('a released reservation is removed after an hour, since it can be restored for some seconds only', async () => {
  const { companyId, fleetId, vehicleId } = at
  const release = ({ id }: { id: string }) =>
    test.build(async (tx) => {
      const by = { userId: at.people.ana.id }
      await writeReservation(tx, {
        ...{ companyId, fleetId, vehicleId, serviceId: id, vehicleNumber: '118' },
        ...{ reservedBy: by.userId, reservedByName: 'Ana Guerrero', reservedAt: tx.now },
        ...{ blockedSince: null, blockedReason: null },
      })
      await keepReleased(tx, { serviceId: id, vehicleId }, by)
    })
  const [first, latest] = [await at.upTo(['dispatch']), await at.upTo(['dispatch'])]
  await release(first)
  test.clock.advance(3_601)
  await release(latest)
  await purgeReleased(test.database)
  expect(
    await test.build((tx) =>
      tx.sql('select service_id as id from dispatch.released_reservations where fleet_id = $1', [fleetId]),
    ),
  ).toEqual([{ id: latest.id }])
})
