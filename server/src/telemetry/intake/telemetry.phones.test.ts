import { expect, it } from 'vitest'
import { useIntakeHarness } from '../testing/intake.harness.ts'
import { insertPhoneFixes } from './telemetry.phones.repository.ts'
import { takeInPhones } from './telemetry.phones.ts'

const harness = useIntakeHarness('file')
const { positions, report, state, read } = harness

const phoneFix = (latitude: number, secondsAgo = 0) =>
  harness.test.build((tx) =>
    insertPhoneFixes(tx, harness.vehicle.id, [
      {
        fixAt: new Date(tx.now.getTime() - secondsAgo * 1000),
        latitude,
        longitude: -99.1332,
        speedKmh: 20,
        heading: null,
        accuracyMetres: 8,
      },
    ]),
  )
const takeIn = () => takeInPhones(harness.test.database, harness.intake)
const waiting = () => read('select id from telemetry.phone_fixes where vehicle_id = $1', [harness.vehicle.id])
const latitude = async () => (await state())?.latitude

it('a phone moves the vehicle only while its tracker has been silent for 60 s', async () => {
  await harness.intake.accept(report())
  harness.test.clock.advance(30)
  await phoneFix(19.44)
  expect(await takeIn()).toBe(0)
  expect(await latitude()).toBe(194326000)
  expect(await positions()).toHaveLength(1)

  harness.test.clock.advance(40)
  await phoneFix(19.4331)
  expect(await takeIn()).toBe(1)
  expect(await latitude()).toBe(194331000)
  harness.test.clock.advance(10)
  await phoneFix(19.4332)
  expect(await takeIn()).toBe(1)
  expect(await latitude()).toBe(194332000)

  harness.test.clock.advance(10)
  await harness.intake.accept(report({ fix: { latitude: 19.4334 } }))
  await phoneFix(19.45)
  expect(await takeIn()).toBe(0)
  expect(await latitude()).toBe(194334000)
  expect(await waiting()).toEqual([])
})

it('fixes wait until the intake has committed them, and are taken in once by two processes', async () => {
  await phoneFix(19.4331)
  await expect(
    takeInPhones(harness.test.database, {
      accept: async () => {
        throw new Error('The intake is stopping')
      },
      forget: () => undefined,
    }),
  ).rejects.toThrow()
  expect(await waiting()).toHaveLength(1)
  const taken = await Promise.all([takeIn(), takeIn()])
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await positions()).toHaveLength(1)
})

it('late fixes of a phone without a connection are history, and do not move the vehicle back', async () => {
  await phoneFix(19.4335)
  expect(await takeIn()).toBe(1)
  await phoneFix(19.4331, 50)
  expect(await takeIn()).toBe(1)
  expect(await latitude()).toBe(194335000)
  expect(await positions()).toHaveLength(2)
})

it('a phone alone moves a vehicle without a tracker, until it gets one', async () => {
  const setTracker = (imei: string | null) =>
    harness.test.build(async (tx) => {
      await tx.sql('update vehicles.vehicles set imei = $2 where id = $1', [harness.vehicle.id, imei])
      tx.forgetDevices([harness.vehicle.imei])
    })
  await setTracker(null)
  await phoneFix(19.4331)
  expect(await takeIn()).toBe(1)
  expect(await latitude()).toBe(194331000)

  await setTracker(harness.vehicle.imei)
  harness.test.clock.advance(10)
  await harness.intake.accept(report({ fix: { latitude: 19.4333 } }))
  await phoneFix(19.45)
  expect(await takeIn()).toBe(0)

  await setTracker(null)
  harness.test.clock.advance(70)
  await phoneFix(19.4336)
  expect(await takeIn()).toBe(1)
  expect(await latitude()).toBe(194336000)
  expect(await positions()).toHaveLength(3)
  expect(await harness.rejected()).toEqual([])
})

it('fixes for a vehicle that is archived are forgotten', async () => {
  await phoneFix(19.4331)
  await harness.test.build((tx) =>
    tx.sql('update vehicles.vehicles set archived_at = $2 where id = $1', [harness.vehicle.id, tx.now]),
  )
  expect(await takeIn()).toBe(0)
  expect(await waiting()).toEqual([])
})
