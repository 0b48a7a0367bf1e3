import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import { lockVehicle } from '../../vehicles/index.ts'
import { forgetRejected } from '../history/telemetry.partitions.repository.ts'
import {
  createLiveState,
  createPositionPublisher,
  type Intake,
  markSilentVehicles,
  type PositionUpdate,
  type VehicleState,
} from '../index.ts'
import { buildReport } from '../telemetry.factory.ts'
import { buildIntakeFleet, type IntakeFleet, type ReportingVehicle } from './telemetry.intake.factory.ts'

let test: TestApp
let fleet: IntakeFleet
let intake: Intake
let committed: VehicleState[]
let vehicle: ReportingVehicle

beforeAll(async () => {
  test = await createTestApp()
  fleet = await buildIntakeFleet(test, positionPipeline)
})
afterAll(() => test.close())

beforeEach(async () => {
  vehicle = await fleet.addVehicle()
  committed = []
  intake = await fleet.startIntake({ onCommitted: (states) => committed.push(...states) })
})
afterEach(() => intake.drain())

const report = (given: Partial<Parameters<typeof buildReport>[0]> = {}, secondsAgo = 0): DeviceReport => {
  const time = new Date(test.clock.now().getTime() - secondsAgo * 1000)
  const fix = given.fix === null ? null : { time, ...given.fix }
  return buildReport({ deviceIdentifier: vehicle.imei, receivedAt: test.clock.now(), ...given, fix })
}
const read = <Row>(text: string, values: unknown[] = []) => test.build((tx) => tx.sql<Row>(text, values))
const positions = () =>
  read<{ latitude: number; flags: number; speed_tenths: number; odometer_metres: number; levels: number }>(
    'select * from telemetry.positions where vehicle_no = $1 order by fix_time, report_hash',
    [vehicle.no],
  )
const state = async () =>
  (
    await read<{ latitude: number; as_of: Date; battery_percent: number; odometer_metres: number }>(
      'select * from telemetry.vehicle_state where vehicle_no = $1',
      [vehicle.no],
    )
  )[0]
const status = (id = vehicle.id) => test.build(async (tx) => (await lockVehicle(tx, id))?.status)
const rejected = () =>
  read<{ reason: string; detail: string | null }>(
    'select reason, detail from telemetry.rejected_reports where device_identifier = $1',
    [vehicle.imei],
  )

describe('positions', () => {
  it('are committed when the promise resolves; the vehicle moves and is active', async () => {
    expect(await status()).toBe('inactive')
    await intake.accept(report({ telemetry: { ignition: true, batteryPercent: 87 }, extras: { rssi: 21 } }))
    expect(await positions()).toMatchObject([{ latitude: 194326000, speed_tenths: 365, flags: 12 }])
    expect(await state()).toMatchObject({ latitude: 194326000, battery_percent: 87 })
    expect(await status()).toBe('active')
    expect(committed).toMatchObject([{ vehicleId: vehicle.id, latitude: 19.4326 }])
    const extras = await read<{ extras: unknown }>(
      'select extras from telemetry.position_extras where vehicle_no = $1',
      [vehicle.no],
    )
    expect(extras).toEqual([{ extras: { rssi: 21 } }])
  })

  it('repeated are acknowledged and not stored; two of one second are two', async () => {
    const first = report()
    await intake.accept(first)
    await intake.accept(first)
    await intake.accept({ ...report(), fix: first.fix })
    expect(await positions()).toHaveLength(2)
  })

  it('have the last known battery, fuel and signal, which many devices report without a fix; late ones only their own', async () => {
    await intake.accept(report({ fix: null, telemetry: { batteryPercent: 71, signalPercent: 60 } }))
    await intake.accept(report({ telemetry: { fuelPercent: 40 } }))
    await intake.accept(report({}, 60))
    const levels = (await positions()).map(({ levels }) => [
      (levels >> 16) & 255,
      (levels >> 8) & 255,
      levels & 255,
    ])
    expect(levels).toEqual([
      [255, 255, 255],
      [71, 40, 60],
    ])
  })

  it('late are stored with their mark and never move the vehicle back', async () => {
    await intake.accept(report({ fix: { latitude: 19.5 } }))
    await intake.accept(report({ fix: { latitude: 19.4 }, telemetry: { batteryPercent: 3 } }, 60))
    expect((await positions()).map((row) => [row.latitude, row.flags & 2])).toEqual([
      [194000000, 2],
      [195000000, 0],
    ])
    expect(await state()).toMatchObject({ latitude: 195000000, battery_percent: null })
  })

  it('without validity are stored with their mark and never drive the state', async () => {
    await intake.accept(report({ fix: { isValid: false, latitude: 10 } }))
    expect((await positions())[0]?.flags).toBe(1)
    expect(await state()).toMatchObject({ latitude: null })
    expect(await status()).toBe('active')
  })

  it.each([
    ['future', -11 * 60],
    ['too_old', 200 * 86_400],
  ])('with a wrong clock are rejected: %s', async (reason, secondsAgo) => {
    await intake.accept(report({}, secondsAgo))
    expect(await rejected()).toEqual([{ reason, detail: null }])
    expect(await positions()).toEqual([])
    expect(await status()).toBe('active')
  })

  it('under the identifier of a device with a secret, by a protocol that has none, are set aside', async () => {
    await test.build(async (tx) => {
      await tx.sql("update vehicles.vehicles set device_secret_hash = 'ab' where id = $1", [vehicle.id])
      tx.forgetDevices([vehicle.imei])
    })
    for (const started of [intake, await fleet.startIntake()]) {
      await expect.poll(() => started.stateOf(vehicle.imei)?.hasSecret !== false).toBe(true)
      await started.accept(report({ protocol: 'gt06', alarm: 'sos' }))
      expect(await rejected()).toEqual([{ reason: 'wrong_secret', detail: null }])
      expect([await positions(), await status()]).toEqual([[], 'inactive'])
      if (started !== intake) await started.drain()
    }
    await intake.accept(report({ protocol: 'osmand' }))
    expect(await positions()).toHaveLength(1)
  })

  it('refused long ago are forgotten', async () => {
    await intake.accept(report({}, -3600))
    await forgetRejected(test.database, test.clock.now())
    expect(await rejected()).toHaveLength(1)
    await forgetRejected(test.database, new Date(test.clock.now().getTime() + 31 * 86_400_000))
    expect(await rejected()).toEqual([])
  })

  it('measure the way between fixes, unless the device states it', async () => {
    await intake.accept(report({ fix: { latitude: 19.4 } }, 60))
    await intake.accept(report({ fix: { latitude: 19.409 } }))
    expect((await state())?.odometer_metres).toBeCloseTo(1001, -1)
    test.clock.advance(5)
    await intake.accept(report({ fix: { latitude: 19.41 }, telemetry: { odometerMetres: 123_456 } }))
    expect((await state())?.odometer_metres).toBe(123_456)
  })

  it('a heartbeat updates telemetry without a position', async () => {
    await intake.accept(report({ kind: 'status', fix: null, telemetry: { batteryPercent: 50 } }))
    expect(await positions()).toEqual([])
    expect(await state()).toMatchObject({ battery_percent: 50, latitude: null })
  })

  it('of many vehicles in both lanes keep the order of each', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => fleet.addVehicle()))
    const waits: Promise<void>[] = []
    for (let step = 0; step < 50; step += 1) {
      test.clock.advance(1)
      for (const { imei } of others)
        waits.push(intake.accept(report({ deviceIdentifier: imei, fix: { latitude: 19 + step / 1000 } })))
    }
    await Promise.all(waits)
    const rows = await read<{ n: number; latitude: number }>(
      `select (select count(*) from telemetry.positions p where p.vehicle_no = s.vehicle_no)::int as n, latitude
       from telemetry.vehicle_state s where vehicle_no = any($1)`,
      [others.map((other) => other.no)],
    )
    expect(rows).toEqual(others.map(() => ({ n: 50, latitude: 190490000 })))
    expect(intake.counters()).toMatchObject({ committedReports: 300, waitingReports: 0 })
  })
})

describe('alarms', () => {
  it('raise without a fix and once, however often the device repeats them', async () => {
    const alarm = report({ kind: 'alarm', alarm: 'sos', fix: null })
    await intake.accept(alarm)
    await intake.accept(alarm)
    expect(await status()).toBe('alarmed')
    expect(
      await read('select kind, fix_time, has_fix, is_late from telemetry.alarms where vehicle_id = $1', [
        vehicle.id,
      ]),
    ).toEqual([{ kind: 'sos', fix_time: null, has_fix: false, is_late: false }])
  })

  it('raise when late or with a wrong clock, marked so', async () => {
    await intake.accept(report())
    await intake.accept(report({ kind: 'alarm', alarm: 'crash' }, 120))
    await intake.accept(report({ kind: 'alarm', alarm: 'tow' }, -3600))
    expect(
      await read('select kind, is_late from telemetry.alarms where vehicle_id = $1 order by kind', [
        vehicle.id,
      ]),
    ).toEqual([
      { kind: 'crash', is_late: true },
      { kind: 'tow', is_late: false },
    ])
  })
})

describe('devices', () => {
  it('without a vehicle are listed and acknowledged, and known once attached', async () => {
    const unknownDevice = '999000111222333'
    await intake.accept(report({ deviceIdentifier: unknownDevice }))
    await intake.accept(report({ deviceIdentifier: unknownDevice }))
    expect(await read('select identifier, reports, latitude from telemetry.unknown_devices')).toEqual([
      { identifier: unknownDevice, reports: 2, latitude: 194326000 },
    ])
    const { id } = await fleet.addVehicle(unknownDevice)
    await expect
      .poll(async () => {
        await intake.accept(report({ deviceIdentifier: unknownDevice }))
        return status(id)
      })
      .toBe('active')
  })

  it('an invalid identifier affects no other device', async () => {
    await Promise.all([intake.accept(report({ deviceIdentifier: 'a\u0000b' })), intake.accept(report())])
    expect(await positions()).toHaveLength(1)
  })

  it('whose identifiers are equal in the database are counted as one, and delay no others', async () => {
    const unknownDevices = ['x\u0000', 'x\ufffd', 'x\ud800', 'x\udc01']
    await Promise.all(
      unknownDevices.map((deviceIdentifier) => intake.accept(report({ deviceIdentifier, fix: null }))),
    )
    expect(await read("select reports from telemetry.unknown_devices where identifier like 'x%'")).toEqual([
      { reports: 4 },
    ])
  })
})

describe('silence', () => {
  it('is noticed after ten minutes and ends with the next report', async () => {
    await intake.accept(report())
    test.clock.advance(599)
    await markSilentVehicles(test.database, test.clock.now())
    expect(await status()).toBe('active')
    test.clock.advance(2)
    await markSilentVehicles(test.database, test.clock.now())
    expect(await status()).toBe('inactive')
    await intake.accept(report())
    expect(await status()).toBe('active')
  })
})

describe('the live road', () => {
  it('carries committed positions to another process, and the snapshot holds them', async () => {
    const publisher = createPositionPublisher({ bus: test.bus })
    await intake.drain()
    intake = await fleet.startIntake({ onCommitted: publisher.publish })
    const live = createLiveState({ database: test.database, bus: test.bus })
    const received: PositionUpdate[] = []
    const end = live.start((changes) => received.push(...changes))
    await test.bus.ready()
    const at = test.clock.now().getTime()
    await intake.accept(report({ telemetry: { ignition: false, fuelPercent: 40 } }))
    await expect.poll(() => received.length).toBeGreaterThan(0)
    const expected = {
      id: vehicle.id,
      fleetId: fleet.fleetId,
      at,
      latitude: 19.4326,
      speedKmh: 36.5,
      ignition: false,
      fuelLevel: 40,
    }
    expect(received[0]).toMatchObject(expected)
    const snapshot = await live.snapshot(fleet.fleetId)
    const found = snapshot.find((one: LiveVehicle) => one.id === vehicle.id)
    expect(found).toMatchObject({
      ...expected,
      status: 'active',
      companyId: fleet.companyId,
      heading: 90,
      satellites: 9,
    })
    end()
    await publisher.close()
  })
})
