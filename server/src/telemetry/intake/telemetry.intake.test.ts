import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetRejected } from '../history/telemetry.partitions.repository.ts'
import {
  createLiveState,
  createPositionPublisher,
  markSilentVehicles,
  type PositionUpdate,
  type VehicleState,
} from '../index.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'

let committed: VehicleState[]
beforeEach(() => {
  committed = []
})
const harness = useIntakeHarness('file', { onCommitted: (states) => committed.push(...states) })
const { positions, read, rejected, report, state, status } = harness

describe('positions', () => {
  it('are committed when the promise resolves; the vehicle moves and is active', async () => {
    expect(await status()).toBe('inactive')
    await harness.intake.accept(report({ telemetry: { ignition: true, batteryPercent: 87 } }))
    expect(await positions()).toMatchObject([{ latitude: 194326000, speed_tenths: 365, flags: 12 }])
    expect(await state()).toMatchObject({ latitude: 194326000, battery_percent: 87 })
    expect(await status()).toBe('active')
    expect(committed).toMatchObject([{ vehicleId: harness.vehicle.id, latitude: 19.4326 }])
  })

  it('are acknowledged but not stored when repeated; two within one second are both stored', async () => {
    const first = report()
    await harness.intake.accept(first)
    await harness.intake.accept(first)
    await harness.intake.accept({ ...report(), fix: first.fix })
    expect(await positions()).toHaveLength(2)
  })

  it('have the last known battery, fuel and signal, but only their own if they are late', async () => {
    await harness.intake.accept(report({ fix: null, telemetry: { batteryPercent: 71, signalPercent: 60 } }))
    await harness.intake.accept(report({ telemetry: { fuelPercent: 40 } }))
    await harness.intake.accept(report({}, 60))
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
    await harness.intake.accept(report({ fix: { latitude: 19.5 } }))
    await harness.intake.accept(report({ fix: { latitude: 19.4 }, telemetry: { batteryPercent: 3 } }, 60))
    expect((await positions()).map((row) => [row.latitude, row.flags & 2])).toEqual([
      [194000000, 2],
      [195000000, 0],
    ])
    expect(await state()).toMatchObject({ latitude: 195000000, battery_percent: null })
  })

  it('without a valid fix are stored with their mark and never change the state', async () => {
    await harness.intake.accept(report({ fix: { isValid: false, latitude: 10 } }))
    expect((await positions())[0]?.flags).toBe(1)
    expect(await state()).toMatchObject({ latitude: null })
    expect(await status()).toBe('active')
  })

  it.each([
    ['future', -11 * 60],
    ['too_old', 200 * 86_400],
  ])('with a wrong clock are rejected: %s', async (reason, secondsAgo) => {
    await harness.intake.accept(report({}, secondsAgo))
    expect(await rejected()).toEqual([{ reason, detail: null }])
    expect(await positions()).toEqual([])
    expect(await status()).toBe('active')
  })

  it('by a protocol without secrets are rejected for a device with a secret', async () => {
    await harness.test.build(async (tx) => {
      await tx.sql("update vehicles.vehicles set device_secret_hash = 'ab' where id = $1", [
        harness.vehicle.id,
      ])
      tx.forgetDevices([harness.vehicle.imei])
    })
    for (const started of [harness.intake, await harness.fleet.startIntake()]) {
      await expect.poll(() => started.stateOf(harness.vehicle.imei)?.hasSecret !== false).toBe(true)
      await started.accept(report({ protocol: 'gt06', alarm: 'sos' }))
      expect(await rejected()).toEqual([{ reason: 'wrong_secret', detail: null }])
      expect([await positions(), await status()]).toEqual([[], 'inactive'])
      if (started !== harness.intake) await started.drain()
    }
    await harness.intake.accept(report({ protocol: 'osmand' }))
    expect(await positions()).toHaveLength(1)
  })

  it('come from a vehicle whose tracker model is known, from the first report or from the start', async () => {
    await harness.test.build(async (tx) => {
      await tx.sql("update vehicles.vehicles set gps_model = 'JM-VL03' where id = $1", [harness.vehicle.id])
      tx.forgetDevices([harness.vehicle.imei])
    })
    const modelOf = () => harness.intake.stateOf(harness.vehicle.imei)?.deviceModel
    // The change arrives with a notification.
    await expect.poll(modelOf).not.toBeNull()
    await harness.intake.accept(report())
    expect(modelOf()).toBe('JM-VL03')
    const started = await harness.fleet.startIntake()
    expect(started.stateOf(harness.vehicle.imei)?.deviceModel).toBe('JM-VL03')
    await started.drain()
  })

  it('are deleted long after they were rejected', async () => {
    await harness.intake.accept(report({}, -3600))
    await forgetRejected(harness.test.database, harness.test.clock.now())
    expect(await rejected()).toHaveLength(1)
    await forgetRejected(
      harness.test.database,
      new Date(harness.test.clock.now().getTime() + 31 * 86_400_000),
    )
    expect(await rejected()).toEqual([])
  })

  it('add the distance between fixes, unless the device reports it', async () => {
    await harness.intake.accept(report({ fix: { latitude: 19.4 } }, 60))
    await harness.intake.accept(report({ fix: { latitude: 19.409 } }))
    expect((await state())?.odometer_metres).toBeCloseTo(1001, -1)
    harness.test.clock.advance(5)
    await harness.intake.accept(report({ fix: { latitude: 19.41 }, telemetry: { odometerMetres: 123_456 } }))
    expect((await state())?.odometer_metres).toBe(123_456)
  })

  it('a heartbeat updates telemetry without a position', async () => {
    await harness.intake.accept(report({ kind: 'status', fix: null, telemetry: { batteryPercent: 50 } }))
    expect(await positions()).toEqual([])
    expect(await state()).toMatchObject({ battery_percent: 50, latitude: null })
  })

  it('of many vehicles on both write connections keep the order of each vehicle', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => harness.fleet.addVehicle()))
    const waits: Promise<void>[] = []
    for (let step = 0; step < 50; step += 1) {
      harness.test.clock.advance(1)
      for (const { imei } of others)
        waits.push(
          harness.intake.accept(report({ deviceIdentifier: imei, fix: { latitude: 19 + step / 1000 } })),
        )
    }
    await Promise.all(waits)
    const rows = await read<{ n: number; latitude: number }>(
      `select (select count(*) from telemetry.positions p where p.vehicle_no = s.vehicle_no)::int as n, latitude
       from telemetry.vehicle_state s where vehicle_no = any($1)`,
      [others.map((other) => other.no)],
    )
    expect(rows).toEqual(others.map(() => ({ n: 50, latitude: 190490000 })))
    expect(harness.intake.counters()).toMatchObject({ committedReports: 300, waitingReports: 0 })
  })
})

describe('alarms', () => {
  it('are raised without a fix, and once however often the device repeats them', async () => {
    const alarm = report({ kind: 'alarm', alarm: 'sos', fix: null })
    await harness.intake.accept(alarm)
    await harness.intake.accept(alarm)
    expect(await status()).toBe('alarmed')
    expect(
      await read('select kind, fix_time, has_fix, is_late from telemetry.alarms where vehicle_id = $1', [
        harness.vehicle.id,
      ]),
    ).toEqual([{ kind: 'sos', fix_time: null, has_fix: false, is_late: false }])
  })

  it('are raised when late or with a wrong clock, and marked', async () => {
    await harness.intake.accept(report())
    await harness.intake.accept(report({ kind: 'alarm', alarm: 'crash' }, 120))
    await harness.intake.accept(report({ kind: 'alarm', alarm: 'tow' }, -3600))
    expect(
      await read('select kind, is_late from telemetry.alarms where vehicle_id = $1 order by kind', [
        harness.vehicle.id,
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
    await harness.intake.accept(report({ deviceIdentifier: unknownDevice }))
    await harness.intake.accept(report({ deviceIdentifier: unknownDevice }))
    expect(await read('select identifier, reports, latitude from telemetry.unknown_devices')).toEqual([
      { identifier: unknownDevice, reports: 2, latitude: 194326000 },
    ])
    const { id } = await harness.fleet.addVehicle(unknownDevice)
    await expect
      .poll(async () => {
        await harness.intake.accept(report({ deviceIdentifier: unknownDevice }))
        return status(id)
      })
      .toBe('active')
  })

  it('that a company expects are marked, and the limit of unknown devices leaves them', async () => {
    const expected = '999000111222444'
    await harness.test.build(async (tx) => {
      await tx.sql('delete from telemetry.unknown_devices')
      await tx.sql(
        `insert into telemetry.expected_devices (identifier, company_id, added_at)
         select $1, company_id, $3 from vehicles.vehicles where id = $2`,
        [expected, harness.vehicle.id, tx.now],
      )
      await tx.sql(
        `insert into telemetry.unknown_devices (identifier, protocol, reports, first_seen_at, last_seen_at)
         select 'flood-' || number, 'gt06', 1, $1, $1::timestamptz + number * interval '1 millisecond'
         from generate_series(1, 2005) as number`,
        [tx.now],
      )
    })
    const before = new Date(harness.test.clock.now().getTime() - 60_000)
    await harness.intake.accept(report({ deviceIdentifier: expected, receivedAt: before }))
    expect(
      await read('select is_expected, count(*)::int from telemetry.unknown_devices group by 1 order by 1'),
    ).toEqual([
      { is_expected: false, count: 2001 },
      { is_expected: true, count: 1 },
    ])
    // They are newer than what the next tests report.
    await read('delete from telemetry.unknown_devices')
  })

  it('an invalid identifier affects no other device', async () => {
    await Promise.all([
      harness.intake.accept(report({ deviceIdentifier: 'a\u0000b' })),
      harness.intake.accept(report()),
    ])
    expect(await positions()).toHaveLength(1)
  })

  it('whose identifiers are equal in the database are counted as one, and delay no others', async () => {
    const unknownDevices = ['x\u0000', 'x\ufffd', 'x\ud800', 'x\udc01']
    await Promise.all(
      unknownDevices.map((deviceIdentifier) =>
        harness.intake.accept(report({ deviceIdentifier, fix: null })),
      ),
    )
    expect(await read("select reports from telemetry.unknown_devices where identifier like 'x%'")).toEqual([
      { reports: 4 },
    ])
  })
})

describe('a missing report', () => {
  it('is detected after ten minutes, until the next report', async () => {
    await harness.intake.accept(report())
    harness.test.clock.advance(599)
    await markSilentVehicles(harness.test.database, harness.test.clock.now())
    expect(await status()).toBe('active')
    harness.test.clock.advance(2)
    await markSilentVehicles(harness.test.database, harness.test.clock.now())
    expect(await status()).toBe('inactive')
    await harness.intake.accept(report())
    expect(await status()).toBe('active')
  })
})

describe('the live stream', () => {
  it('delivers committed positions to another process and includes them in the snapshot', async () => {
    const publisher = createPositionPublisher({ bus: harness.test.bus })
    await harness.intake.drain()
    harness.intake = await harness.fleet.startIntake({ onCommitted: publisher.publish })
    const live = createLiveState({ database: harness.test.database, bus: harness.test.bus })
    const received: PositionUpdate[] = []
    const end = live.start((changes) => received.push(...changes))
    await harness.test.bus.ready()
    const at = harness.test.clock.now().getTime()
    await harness.intake.accept(report({ telemetry: { ignition: false, fuelPercent: 40 } }))
    await expect.poll(() => received.length).toBeGreaterThan(0)
    const expected = {
      id: harness.vehicle.id,
      fleetId: harness.fleet.fleetId,
      at,
      latitude: 19.4326,
      speedKmh: 36.5,
      ignition: false,
      fuelLevel: 40,
    }
    expect(received[0]).toMatchObject(expected)
    const snapshot = await live.snapshot(harness.fleet.fleetId)
    const found = snapshot.find((one: LiveVehicle) => one.id === harness.vehicle.id)
    expect(found).toMatchObject({
      ...expected,
      status: 'active',
      companyId: harness.fleet.companyId,
      heading: 90,
      satellites: 9,
      standSince: null,
    })
    received.length = 0
    harness.test.clock.advance(300)
    await harness.intake.accept(report({ telemetry: { ignition: false }, fix: { speedKmh: 0 } }))
    await expect.poll(() => received[0]?.standSince).toBe(at)
    const [later] = (await live.snapshot(harness.fleet.fleetId)).filter(({ id }) => id === harness.vehicle.id)
    expect(later?.standSince).toBe(at)
    end()
    await publisher.close()
  })
})
