import type { readOutlook } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { wallClock } from '@rumbo/contract/vehicles.hours'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildFleet } from '../organisation/organisation.factory.ts'
import { buildService } from '../services/services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
} from '../services/testing/services.harness.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { quarterOf } from './dispatch.outlook.rules.ts'

let test: TestApp
let at: ServicesHarness
let first: number

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
  first = quarterOf(test.clock.now()).getTime()
})

/** So many minutes after the first quarter began. */
const book = (minutes: number, fleetId = at.fleetId) =>
  test.build((tx) =>
    buildService(tx, {
      companyId: at.companyId,
      fleetId,
      requesterContactId: at.contactId,
      dispatchTime: new Date(first + minutes * 60_000).toISOString(),
    }),
  )
const look = async (call: TestCall) =>
  (await call<OutputOf<typeof readOutlook>>('GET', `/dispatch/outlook?fleetId=${at.fleetId}`)).body
const services = async () => (await look(at.viewer)).quarters.map((quarter) => quarter.services)

it('counts what is booked and not under way by its dispatch time', async () => {
  const otherId = (await test.build((tx) => buildFleet(tx, { companyId: at.companyId }))).id
  for (const minutes of [-1, -600, 0, 14.9, 15, 119.9, 120]) await book(minutes)
  await book(30, otherId)
  const assigned = await at.move(at.dispatcher, await book(45), 'dispatch')
  await at.move(at.dispatcher, assigned.body, 'assign', { vehicleId: at.vehicleId })
  await at.move(at.dispatcher, await book(60), 'cancel')
  const outlook = await look(at.viewer)
  expect(outlook.quarters[0]?.at).toBe(new Date(first).toISOString())
  expect(outlook.quarters.map((quarter) => quarter.services)).toEqual([4, 1, 0, 1, 0, 0, 0, 1])
})

it('counts as waiting only what has no vehicle and is due, and nothing that is under way', async () => {
  const late = await at.move(at.dispatcher, await book(-5), 'dispatch')
  await book(30)
  expect((await look(at.viewer)).waiting).toBe(1)
  const { body } = await at.move(at.dispatcher, late.body, 'assign', { vehicleId: at.vehicleId })
  expect((await look(at.viewer)).waiting).toBe(0)
  await at.move(at.dispatcher, body, 'confirm-pickup')
  expect([(await look(at.viewer)).waiting, await services()]).toEqual([0, [0, 0, 1, 0, 0, 0, 0, 0]])
})

it('counts the vehicles that could serve then, by status and hours', async () => {
  const { day } = wallClock(new Date(first), 'America/Mexico_City')
  const never = [{ days: [((day + 2) % 7) + 1], from: '00:00', to: '00:00' }]
  await test.build(async (tx) => {
    const build = (vehicleNumber: string, given: object) =>
      buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId, vehicleNumber, causes: [], ...given })
    await build('119', { causes: ['maintenance'] })
    await build('120', { causes: ['out_of_service'] })
    await build('121', { causes: ['silent'] })
    // Shown as alarmed and as critical: the workshop and the hand keep them all the same.
    await build('125', { causes: ['maintenance', 'alarmed'] })
    await build('126', { causes: ['out_of_service', 'critical'] })
    await build('127', { causes: ['inactive_by_hand', 'alarmed'] })
    await build('122', { causes: ['occupied'] })
    await build('123', { allowedHours: never })
    await build('124', { fleetId: (await buildFleet(tx, { companyId: at.companyId })).id })
  })
  expect((await look(at.viewer)).quarters.map(({ units }) => units)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
})

it('is nothing for another company or fleet, and not for drivers', async () => {
  await book(20)
  expect(await services()).toContain(1)
  expect((await look(at.viewer)).quarters[0]?.units).toBeGreaterThan(0)
  const neighbour = await test.build(async (tx) => {
    const user = await buildUser(tx)
    const { id: fleetId } = await buildFleet(tx, { companyId: at.companyId })
    await buildAssignment(tx, { userId: user.id, companyId: at.companyId, fleetId })
    return user
  })
  for (const call of [at.outsider, await test.as(neighbour)])
    expect(
      (await look(call)).quarters.every((quarter) => quarter.services === 0 && quarter.units === 0),
    ).toBe(true)
  expect((await at.driver('GET', `/dispatch/outlook?fleetId=${at.fleetId}`)).status).toBe(403)
})
