import type { OutputOf } from '@rumbo/contract/endpoint'
import type { listRoutesAhead, readVehicleRoute } from '@rumbo/contract/planning.ahead.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildGuestVehicle } from '../../organisation/organisation.factory.ts'
import {
  createPublishingApp,
  createPublishingHarness,
  type PublishingHarness,
} from '../testing/planning.publishing.harness.ts'

let test: TestApp
let at: PublishingHarness
beforeAll(async () => {
  test = await createPublishingApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createPublishingHarness(test)
  return () => at.stopEngine()
})

const ahead = async (call: TestCall = at.viewer) =>
  (await call<OutputOf<typeof listRoutesAhead>>('GET', `/plans/ahead?fleetId=${at.fleetId}`)).body.items
const route = (vehicleId = at.vehicleId, call: TestCall = at.viewer) =>
  call<OutputOf<typeof readVehicleRoute> & Problem>('GET', `/vehicles/${vehicleId}/route`)
/** Publishes a route of vehicle 118 with these services one after the other. */
const publish = async (...services: Service[]) => {
  const plan = await at.plan([at.routeOf(services.flatMap((service) => at.visitsOf(service)))])
  await at.publish(plan)
  return plan
}
const dispatch = async (service: Service, vehicleId = at.vehicleId) => {
  const sent = await at.move(at.dispatcher, await at.read(service), 'dispatch')
  return (await at.move(at.dispatcher, sent.body, 'assign', { vehicleId })).body
}

it('counts the services that are left, and names the one whose stop comes next', async () => {
  const [one, two, three] = [await at.order(1, 2), await at.order(3, 4), await at.order(5, 6)]
  await publish(two, one, three)
  expect(await ahead()).toEqual([
    { vehicleId: at.vehicleId, services: 3, underWay: 0, currentServiceId: null },
  ])
  const begun = await dispatch(two)
  expect(await ahead()).toEqual([
    { vehicleId: at.vehicleId, services: 3, underWay: 1, currentServiceId: two.id },
  ])
  await at.move(at.dispatcher, (await at.move(at.dispatcher, begun, 'confirm-pickup')).body, 'complete')
  expect(await ahead()).toEqual([
    { vehicleId: at.vehicleId, services: 2, underWay: 0, currentServiceId: null },
  ])
  // What somebody gave to another vehicle is that one's, beside its plan.
  await dispatch(one, at.rosasVehicleId)
  expect(await ahead()).toEqual([
    { vehicleId: at.vehicleId, services: 1, underWay: 0, currentServiceId: null },
  ])
})

it('lists the stops that are left in their order, with planned and predicted times and the plan', async () => {
  const [one, two] = [await at.order(1, 2), await at.order(3, 4)]
  const plan = await publish(two, one)
  const { status, body } = await route()
  expect(status).toBe(200)
  expect(body.plans).toEqual([{ id: plan.id, name: plan.name, date: plan.date }])
  expect(body.stops.map(({ serviceId, stopType, address }) => [serviceId, stopType, address])).toEqual([
    [two.id, 'pickup', 'Bodega 3'],
    [two.id, 'drop', 'Calle 4'],
    [one.id, 'pickup', 'Bodega 1'],
    [one.id, 'drop', 'Calle 2'],
  ])
  expect(body.stops[0]).toMatchObject({
    planId: plan.id,
    serviceNumber: two.serviceNumber,
    serviceStatus: 'created',
    predictedArrival: null,
    obstacle: null,
  })
  await at.runPredictions()
  const predicted = (await route()).body.stops
  for (const stop of predicted) expect(Date.parse(stop.predictedArrival ?? '')).toBeGreaterThan(0)
  expect(predicted.map(({ plannedArrival }) => plannedArrival)).toEqual(
    predicted.map(({ plannedArrival }) => plannedArrival).toSorted(),
  )
  // A stop that was left is left out.
  await at.move(at.dispatcher, await dispatch(two), 'confirm-pickup')
  expect((await route()).body.stops.map(({ address }) => address)).toEqual(['Calle 4', 'Bodega 1', 'Calle 2'])
  expect((await route(at.rosasVehicleId)).body).toMatchObject({ plans: [], stops: [] })
})

it('says nothing of a plan that was withdrawn, nor of one of tomorrow', async () => {
  const one = await at.order(1, 2)
  const plan = await publish(one)
  await at.withdraw(plan)
  expect(await ahead()).toEqual([])
  expect((await route()).body.stops).toEqual([])

  await at.publish({ ...plan, version: plan.version })
  await test.build((tx) =>
    tx.sql(
      `update planning.plans set from_at = $2::timestamptz + interval '20 hours', until_at = $2::timestamptz + interval '44 hours'
       where id = $1`,
      [plan.id, tx.now],
    ),
  )
  await test.build((tx) =>
    tx.sql(
      `update planning.published_stops set arrives_at = $2::timestamptz + interval '25 hours' where plan_id = $1`,
      [plan.id, tx.now],
    ),
  )
  expect(await ahead()).toEqual([])
  expect((await route()).body.stops).toEqual([])
})

it('is for those who may read plans: not for drivers, guests and other companies', async () => {
  await publish(await at.order(1, 2))
  expect((await route(at.vehicleId, at.outsider)).body.code).toBe('vehicle_not_found')
  expect((await route(at.vehicleId, at.ivan)).status).toBe(403)
  const guest = await test.build(async (tx) => {
    const user = await buildUser(tx, { level: 'guest' })
    const { companyId, fleetId, vehicleId } = at
    await buildGuestVehicle(tx, { userId: user.id, companyId, fleetId, vehicleId })
    return user
  })
  const asGuest = await test.as(guest)
  expect((await route(at.vehicleId, asGuest)).status).toBe(403)
  for (const call of [at.outsider, at.ivan, asGuest])
    expect(JSON.stringify((await call('GET', `/plans/ahead?fleetId=${at.fleetId}`)).body)).not.toContain(
      at.vehicleId,
    )
  expect((await route(uuid())).body.code).toBe('vehicle_not_found')
  expect((await at.viewer('GET', '/vehicles/x/route')).status).toBe(422)
  expect((await at.viewer('GET', '/plans/ahead')).status).toBe(422)
})
