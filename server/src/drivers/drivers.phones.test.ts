import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment } from '../organisation/organisation.factory.ts'
import { followDrivers } from '../services/index.ts'
import {
  createServicesHarness,
  type ServicesHarness,
  servicesAnswers,
} from '../services/testing/services.harness.ts'
import { buildDriver, buildShift } from '../shifts/shifts.factory.ts'
import { driverEndpoints, withDriverPhones } from './index.ts'

let test: TestApp
let at: ServicesHarness
let ivan: TestCall
let rosa: TestCall
/** Reports that went on to the intake of devices. */
let others: string[]

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database, clock, files }) => [
      ...servicesAnswers({ clock, database }),
      ...driverEndpoints({
        database,
        clock,
        files,
        trackerHost: '127.0.0.1',
        shiftLinks: { driversChanged: followDrivers },
        costChanged: async () => undefined,
      }),
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  others = []
  at = await createServicesHarness(test)
  const { companyId, fleetId, vehicleId } = at
  const users = await test.build(async (tx) => {
    const person = async () => {
      const user = await buildUser(tx, { level: 'user' })
      await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
      return { user, driver: await buildDriver(tx, { companyId, userId: user.id }) }
    }
    const [onDuty, offDuty] = [await person(), await person()]
    const vehicle = { id: vehicleId, vehicleNumber: '118' }
    await buildShift(tx, { companyId, fleetId, driver: onDuty.driver, vehicle, isRunning: true })
    return [onDuty.user, offDuty.user] as const
  })
  ivan = await test.as(users[0])
  rosa = await test.as(users[1])
})

const keyOf = async (call: TestCall) =>
  (await call<{ identifier: string; isPublic: boolean }>('POST', '/driver/phone-key')).body
const report = (deviceIdentifier: string, more: object = {}): DeviceReport => ({
  protocol: 'osmand',
  deviceIdentifier,
  kind: 'position',
  fix: {
    time: test.clock.now(),
    isValid: true,
    latitude: 19.43,
    longitude: -99.13,
    speedKmh: 20,
    headingDegrees: 90,
    altitudeMetres: null,
    accuracyMetres: 8,
    satellites: null,
    ...more,
  },
  telemetry: {},
  alarm: null,
  answer: null,
  extras: {},
  receivedAt: test.clock.now(),
  reportHash: 1n,
})
const accept = (...reports: DeviceReport[]) => {
  const intake = withDriverPhones(test.database, {
    accept: async ({ deviceIdentifier }) => void others.push(deviceIdentifier),
  })
  return Promise.all(reports.map((one) => intake.accept(one)))
}
const stored = async () =>
  (
    await test.superuser.query('select latitude, fix_at from telemetry.phone_fixes where vehicle_id = $1', [
      at.vehicleId,
    ])
  ).rows

it('a tracker app reports for the vehicle of its driver’s running shift', async () => {
  const { identifier, isPublic } = await keyOf(ivan)
  expect([identifier.length > 20, isPublic]).toEqual([true, false])
  const clockAhead = new Date(test.clock.now().getTime() + 3_600_000)
  await accept(report(identifier), report(identifier, { time: clockAhead, latitude: 19.44 }))
  const rows = await stored()
  expect(rows.map(({ latitude }) => latitude).sort()).toEqual([19.43, 19.44])
  for (const { fix_at } of rows) expect(fix_at.getTime()).toBe(test.clock.now().getTime())
  expect(others).toEqual([])
})

it('what it reports before the shift, off duty or without a fix is forgotten', async () => {
  const { identifier } = await keyOf(ivan)
  const early = new Date(test.clock.now().getTime() - 86_400_000)
  await accept(
    report(identifier, { time: early }),
    report(identifier, { isValid: false }),
    report((await keyOf(rosa)).identifier),
  )
  expect(await stored()).toEqual([])
})

it('a new identifier ends the former one, and unknown ones have no effect', async () => {
  const former = await keyOf(ivan)
  await keyOf(ivan)
  await accept(report(former.identifier), report('phone-guessed'), report('device-7'))
  expect(await stored()).toEqual([])
  expect(others).toEqual(['device-7'])
})

it('only drivers get an identifier', async () => {
  expect((await at.dispatcher('POST', '/driver/phone-key')).status).toBe(403)
})
