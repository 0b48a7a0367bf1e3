import type { Event } from '@rumbo/contract/events.contract'
import { describe, expect, it } from 'vitest'
import { commitConditions } from '../../assembly/commit-conditions.ts'
import { recordAlarms } from '../../events/index.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { markSilentVehicles } from '../index.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'

const harness = useIntakeHarness('test', { commitAlarms: recordAlarms, commitConditions })

const setVehicle = (columns: string) =>
  harness.test.build(async (tx) => {
    await tx.sql(`update vehicles.vehicles set ${columns} where id = $1`, [harness.vehicle.id])
    tx.forgetDevices([harness.vehicle.imei])
  })
const restart = async () => {
  await harness.intake.drain()
  harness.intake = await harness.fleet.startIntake({ commitAlarms: recordAlarms, commitConditions })
}
/** Reports a second apart each, from now on; the clock goes along. */
async function drive(speeds: readonly number[], everySeconds = 1, given: object = {}, fix: object = {}) {
  for (const speedKmh of speeds) {
    harness.test.clock.advance(everySeconds)
    await harness.intake.accept(harness.report({ ...given, fix: { speedKmh, ...fix } }))
  }
}
const found = (kind: string | null = null) =>
  harness.read<
    Pick<Event, 'kind' | 'occurrences' | 'detail' | 'status'> & { source: string; latitude: number }
  >(
    `select kind, status, source, occurrences, detail, latitude from events.events where vehicle_id = $1 and ($2::text is null or kind = $2) order by occurred_at`,
    [harness.vehicle.id, kind],
  )

describe('speeding', () => {
  it('above the vehicle’s limit is an event, once an episode, also over a restart in its middle', async () => {
    await setVehicle('speed_limit_kmh = 80')
    await restart()
    await drive([90, 97], 10)
    await restart()
    await drive([95, 99, 95], 10)
    expect(await found()).toMatchObject([
      {
        kind: 'overspeed',
        source: 'system',
        occurrences: 1,
        detail: { limitKmh: 80, maxKmh: 97, seconds: 10 },
      },
    ])
    expect(await harness.status()).toBe('alarmed')
  })

  it('is one event for two gateways that receive the vehicle’s reports', async () => {
    await setVehicle('speed_limit_kmh = 80')
    await restart()
    const other = await harness.fleet.startIntake({ commitAlarms: recordAlarms, commitConditions })
    for (const [index, intake] of [harness.intake, other, harness.intake, other].entries()) {
      harness.test.clock.advance(10)
      await intake.accept(harness.report({ fix: { speedKmh: 90 + index } }))
    }
    await other.drain()
    expect(await found()).toMatchObject([{ occurrences: 1 }])
  })

  it('is found by neither a late, nor an invalid, nor a suspect fix', async () => {
    await setVehicle('speed_limit_kmh = 80')
    await restart()
    await drive([50], 10)
    for (const secondsAgo of [600, 580, 560])
      await harness.intake.accept(harness.report({ fix: { speedKmh: 150 } }, secondsAgo))
    await drive([150, 150], 10, {}, { isValid: false })
    await drive([150, 150], 10, {}, { latitude: 25 })
    expect(await found()).toEqual([])
  })

  it('is found although the device’s clock is an hour behind', async () => {
    await setVehicle('speed_limit_kmh = 80')
    await restart()
    for (const secondsAgo of [3_600, 3_585, 3_570])
      await harness.intake.accept(harness.report({ fix: { speedKmh: 95 } }, secondsAgo))
    expect(await found()).toMatchObject([{ kind: 'overspeed', occurrences: 1 }])
  })

  it('that the device reported as well is one event', async () => {
    await setVehicle('speed_limit_kmh = 80')
    await restart()
    await drive([90])
    await drive([95], 5, { kind: 'alarm', alarm: 'overspeed' })
    await drive([95, 95], 10)
    expect(await found()).toMatchObject([{ kind: 'overspeed', source: 'device', occurrences: 1 }])
  })
})

it('harsh braking is found from speeds, unless the device reports it', async () => {
  await drive([60, 60, 45, 30, 30])
  expect(await found()).toMatchObject([{ kind: 'harsh_braking', source: 'system', occurrences: 1 }])
  await drive([30], 1, { kind: 'alarm', alarm: 'harsh_braking' })
  await drive([60, 60, 60, 45, 30, 30], 1)
  expect(await found()).toMatchObject([{ occurrences: 2 }])
})

it('low fuel and a low battery are found from reports without a fix, too', async () => {
  const telemetry = { fuelPercent: 12, batteryPercent: 9 }
  await drive([0])
  for (let minutes = 0; minutes < 3; minutes += 1) {
    harness.test.clock.advance(60)
    await harness.intake.accept(harness.report({ telemetry, fix: null }))
  }
  expect(await found()).toMatchObject([
    { kind: 'low_fuel', detail: { percent: 12 }, latitude: 19.4326 },
    { kind: 'low_battery', detail: { percent: 9 } },
  ])
})

describe('a crash', () => {
  const crash = () => drive([70, 68, 40, 15, 0], 1, { telemetry: { ignition: true } })

  it('is critical, once the vehicle stands with its ignition off', async () => {
    await crash()
    await drive([0, 0], 40, { telemetry: { ignition: false } })
    expect(await found('crash')).toMatchObject([{ kind: 'crash', detail: { fromKmh: 68, seconds: 3 } }])
    expect(await harness.status()).toBe('critical')
    await drive([0, 0], 40, { telemetry: { ignition: false } })
    expect(await found('crash')).toMatchObject([{ occurrences: 1 }])
  })

  it('is found when the vehicle falls silent after it, by one process of two, and not again', async () => {
    await crash()
    harness.test.clock.advance(605)
    const now = harness.test.clock.now()
    const check = () => markSilentVehicles(harness.test.database, now, commitConditions)
    await Promise.all([check(), check()])
    await check()
    expect(await found('crash')).toMatchObject([{ kind: 'crash', occurrences: 1 }])
    expect(await harness.status()).toBe('critical')
    await drive([0, 0], 40, { telemetry: { ignition: false } })
    expect(await found('crash')).toMatchObject([{ occurrences: 1 }])
  })

  it('is none where a vehicle falls silent without one', async () => {
    await drive([70, 50, 30, 10, 0], 4)
    harness.test.clock.advance(605)
    await markSilentVehicles(harness.test.database, harness.test.clock.now(), commitConditions)
    expect(await found()).toEqual([])
  })
})

describe('use outside the allowed hours', () => {
  // The clock begins on a Monday at 09:00 in Mexico City.
  const setHours = (from: string, to: string) =>
    setVehicle(`allowed_hours = '[{"days":[1,2,3,4,5,6,7],"from":"${from}","to":"${to}"}]'`)

  it('is one event while it goes on, and none once it was handled', async () => {
    await setHours('20:00', '22:00')
    await restart()
    await drive(
      Array.from({ length: 15 }, () => 40),
      60,
    )
    expect(await found()).toMatchObject([{ kind: 'out_of_hours', occurrences: 1 }])
    await harness.read(`update events.events set status = 'resolved'`)
    await drive(
      Array.from({ length: 15 }, () => 40),
      60,
    )
    expect(await found()).toMatchObject([{ status: 'resolved', occurrences: 1 }])
  })

  it('is another occurrence in another episode, and another event once the first was handled', async () => {
    await setHours('20:00', '22:00')
    await restart()
    const episode = () =>
      drive(
        Array.from({ length: 5 }, () => 40),
        60,
      )
    const halt = () => drive([0, 0], 16 * 60)
    await episode()
    await halt()
    await episode()
    expect(await found()).toMatchObject([{ kind: 'out_of_hours', occurrences: 2, status: 'active' }])
    await halt()
    await harness.read(`update events.events set status = 'resolved'`)
    await episode()
    await restart()
    await episode()
    expect(await found()).toMatchObject([
      { kind: 'out_of_hours', occurrences: 2, status: 'resolved' },
      { kind: 'out_of_hours', occurrences: 1, status: 'active' },
    ])
  })

  it('is none in a shift, until it ends while the vehicle moves on', async () => {
    await setHours('20:00', '22:00')
    await restart()
    const shiftId = await harness.test.build(async (tx) => {
      const { companyId, fleetId } = harness.fleet
      const { id, name } = await buildDriver(tx, { companyId })
      const vehicle = { id: harness.vehicle.id, vehicleNumber: '104' }
      return buildShift(tx, { companyId, fleetId, driver: { id, name }, vehicle, isRunning: true })
    })
    await drive(
      Array.from({ length: 5 }, () => 40),
      60,
    )
    expect(await found()).toEqual([])
    await harness.read(`update shifts.shifts set status = 'ended', ended_at = $2 where id = $1`, [
      shiftId,
      harness.test.clock.now(),
    ])
    await drive(
      Array.from({ length: 12 }, () => 40),
      60,
    )
    expect(await found()).toMatchObject([{ kind: 'out_of_hours', occurrences: 1 }])
  })

  it('is none within them, and none where only the device’s clock says so', async () => {
    await setHours('08:30', '22:00')
    await restart()
    await drive([40, 40, 40], 60)
    for (const secondsAgo of [3_400, 3_300, 3_200])
      await harness.intake.accept(harness.report({ fix: { speedKmh: 40 } }, secondsAgo))
    expect(await found()).toEqual([])
  })
})
