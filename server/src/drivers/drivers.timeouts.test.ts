import { createTestApp, type TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { buildDriver, buildShift } from '../shifts/shifts.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { runShiftTimeouts } from './drivers.timeouts.actions.ts'

let test: TestApp
let companyId: string
let fleetId: string
let vehicle: { id: string; vehicleNumber: string }
let driver: { id: string; name: string }

beforeAll(async () => {
  test = await createTestApp({ answers: () => [] })
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.build(async (tx) => {
    // Of other tests.
    await tx.sql("update shifts.shifts set status = 'ended', ended_at = started_at where status = 'running'")
    companyId = (await buildCompany(tx)).id
    fleetId = (await buildFleet(tx, { companyId })).id
    vehicle = await buildVehicle(tx, { companyId, fleetId, causes: [] })
    driver = await buildDriver(tx, { companyId, firstName: 'Iván', lastName: 'Mora' })
  })
})

const run = () => runShiftTimeouts(test.database)
const later = (minutes: number) => test.clock.advance(minutes * 60)
const running = (hours = 8) =>
  test.build((tx) => buildShift(tx, { companyId, fleetId, driver, vehicle, hours, isRunning: true }))
const write = (text: string, values: unknown[]) => test.build((tx) => tx.sql(text, values))
const end = (id: string) =>
  write("update shifts.shifts set status = 'ended', ended_at = ends_at where id = $1", [id])
const events = () =>
  test.build((tx) =>
    tx.sql<{ status: string; occurrences: number; vehicleId: string; detail: object; isAlarm: boolean }>(
      `select status, occurrences, vehicle_id as "vehicleId", detail, is_alarm as "isAlarm" from events.events
       where fleet_id = $1 and type = 'driver_shift_timeout' order by created_at, id`,
      [fleetId],
    ),
  )

it('a running shift past its end is one event, by two workers at once and however long it lasts', async () => {
  await running()
  later(8 * 60 + 10)
  await run()
  expect(await events()).toEqual([])
  later(6)
  await Promise.all([run(), run()])
  later(30)
  await run()
  expect(await events()).toEqual([
    {
      ...{ status: 'active', occurrences: 1, vehicleId: vehicle.id, isAlarm: false },
      detail: { driverName: 'Iván Mora', reason: 'past_end', minutes: 16 },
    },
  ])
})

it('is resolved when the shift ends, or when its end is moved, after which it may be raised again', async () => {
  const id = await running()
  later(8 * 60 + 20)
  await run()
  await write("update shifts.shifts set ends_at = ends_at + interval '1 hour' where id = $1", [id])
  await run()
  expect(await events()).toMatchObject([{ status: 'resolved' }])
  later(60)
  await run()
  expect(await events()).toMatchObject([{ status: 'resolved' }, { status: 'active' }])
  await end(id)
  await run()
  expect((await events()).map(({ status }) => status)).toEqual(['resolved', 'resolved'])
})

it('is not raised again for a shift whose event a person closed', async () => {
  await running()
  later(8 * 60 + 20)
  await run()
  await write(
    "update events.events set status = 'dismissed', dismissed_by_id = gen_random_uuid() where fleet_id = $1",
    [fleetId],
  )
  later(10)
  await run()
  expect(await events()).toMatchObject([{ status: 'dismissed', occurrences: 1 }])
})

it('a shift longer than the time on duty that the fleet allows in a day is one, before its planned end', async () => {
  await write(
    `insert into shifts.company_limits (company_id, day_minutes, needs_licence, updated_at) values ($1, 600, false, now())`,
    [companyId],
  )
  await running(14)
  later(9 * 60)
  await run()
  expect(await events()).toEqual([])
  later(61)
  await run()
  expect(await events()).toMatchObject([{ detail: { reason: 'too_long', minutes: 1 } }])
})

it('the limit of the fleet counts before that of its company', async () => {
  await write(
    `insert into shifts.company_limits (company_id, day_minutes, needs_licence, updated_at) values ($1, 60, false, now())`,
    [companyId],
  )
  await write(
    `insert into shifts.fleet_limits (fleet_id, company_id, day_minutes, needs_licence, updated_at) values ($1, $2, null, false, now())`,
    [fleetId, companyId],
  )
  await running(14)
  later(10 * 60)
  await run()
  expect(await events()).toEqual([])
})
