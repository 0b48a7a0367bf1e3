import type { DeviceReport } from '@rumbo/contract/device-report.contract'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../assembly/position-pipeline.ts'
import { buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { lockVehicle } from '../vehicles/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import {
  createIntake,
  createLiveState,
  createPositionPublisher,
  type Intake,
  noticeSilence,
  type PositionNews,
  type VehicleState,
} from './index.ts'
import { buildReport } from './telemetry.factory.ts'
import { forgetRejected } from './telemetry.partitions.repository.ts'

const log = pino({ level: 'silent' })
let test: TestApp
let intake: Intake
let committed: VehicleState[]
let companyId: string
let fleetId: string
let vehicle: { id: string; imei: string; no: number }
let sequence = 0

beforeAll(async () => {
  test = await createTestApp()
  const place = await test.build(async (tx) => {
    const company = await buildCompany(tx)
    return { companyId: company.id, fleetId: (await buildFleet(tx, { companyId: company.id })).id }
  })
  companyId = place.companyId
  fleetId = place.fleetId
})
afterAll(() => test.close())

beforeEach(async () => {
  vehicle = await addVehicle()
  intake = await startIntake()
})
afterEach(() => intake.drain())

async function addVehicle() {
  sequence += 1
  const imei = `86000000000${String(sequence).padStart(4, '0')}`
  return test.build(async (tx) => {
    const { id } = await buildVehicle(tx, { companyId, fleetId, imei })
    const [row] = await tx.sql<{ no: number }>(
      'select vehicle_no as no from vehicles.vehicles where id = $1',
      [id],
    )
    return { id, imei, no: row?.no ?? 0 }
  })
}

async function startIntake(extra: Partial<Parameters<typeof createIntake>[0]> = {}): Promise<Intake> {
  committed = []
  const started = createIntake({
    database: test.database,
    clock: test.clock,
    log,
    bus: test.bus,
    pipeline: positionPipeline,
    onCommitted: (states) => committed.push(...states),
    ...extra,
  })
  await started.start()
  await test.bus.ready()
  return started
}

const report = (given: Partial<Parameters<typeof buildReport>[0]> = {}, secondsAgo = 0): DeviceReport => {
  const time = new Date(test.clock.now().getTime() - secondsAgo * 1000)
  const fix = given.fix === null ? null : { time, ...given.fix }
  return buildReport({ deviceIdentifier: vehicle.imei, receivedAt: test.clock.now(), ...given, fix })
}
const read = <Row>(text: string, values: unknown[] = []) => test.build((tx) => tx.sql<Row>(text, values))
const positions = () =>
  read<{ latitude: number; flags: number; speed_tenths: number; odometer_metres: number }>(
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
  ])('of a clock that is wrong are put aside: %s', async (reason, secondsAgo) => {
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
    for (const started of [intake, await startIntake()]) {
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
    await intake.accept(report({ telemetry: { odometerMetres: 123_456 } }))
    expect((await state())?.odometer_metres).toBe(123_456)
  })

  it('a heartbeat updates telemetry without a position', async () => {
    await intake.accept(report({ kind: 'status', fix: null, telemetry: { batteryPercent: 50 } }))
    expect(await positions()).toEqual([])
    expect(await state()).toMatchObject({ battery_percent: 50, latitude: null })
  })

  it('of many vehicles in both lanes keep the order of each', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, addVehicle))
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
  const facts = () =>
    read<{ payload: { kind: string; fixTime: string | null } }>(
      "select payload from platform.outbox where kind = 'alarm.reported' and payload->>'vehicleId' = $1",
      [vehicle.id],
    )

  it('raise without a fix and once, however often the device repeats them', async () => {
    const alarm = report({ kind: 'alarm', alarm: 'sos', fix: null })
    await intake.accept(alarm)
    await intake.accept(alarm)
    expect(await status()).toBe('alarmed')
    expect(await facts()).toMatchObject([{ payload: { kind: 'sos', fixTime: null } }])
    expect(
      await read('select has_fix, is_late from telemetry.alarms where vehicle_id = $1', [vehicle.id]),
    ).toEqual([{ has_fix: false, is_late: false }])
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
    const stranger = '999000111222333'
    await intake.accept(report({ deviceIdentifier: stranger }))
    await intake.accept(report({ deviceIdentifier: stranger }))
    expect(await read('select identifier, reports, latitude from telemetry.unknown_devices')).toEqual([
      { identifier: stranger, reports: 2, latitude: 194326000 },
    ])
    const { id } = await test.build((tx) => buildVehicle(tx, { companyId, fleetId, imei: stranger }))
    await expect
      .poll(async () => {
        await intake.accept(report({ deviceIdentifier: stranger }))
        return status(id)
      })
      .toBe('active')
  })

  it('rubbish as identifier harms nobody', async () => {
    await Promise.all([intake.accept(report({ deviceIdentifier: 'a\u0000b' })), intake.accept(report())])
    expect(await positions()).toHaveLength(1)
  })

  it('whose identifiers the database cannot tell apart are counted as one, and hold up nobody', async () => {
    const strangers = ['x\u0000', 'x\ufffd', 'x\ud800', 'x\udc01']
    await Promise.all(
      strangers.map((deviceIdentifier) => intake.accept(report({ deviceIdentifier, fix: null }))),
    )
    expect(await read("select reports from telemetry.unknown_devices where identifier like 'x%'")).toEqual([
      { reports: 4 },
    ])
  })
})

describe('failures', () => {
  it.each([
    ['half a character', { note: 'half \ud800' }],
    ['NUL in a name', { 'no\u0000te': 1 }],
    ['half a character in a name', { 'no\udc00te': 1 }],
  ])('a report with %s is put aside alone', async (_what, extras) => {
    const good = Array.from({ length: 6 }, (_, second) => report({}, second + 1))
    await Promise.all(
      [...good.slice(0, 3), report({ extras }), ...good.slice(3)].map((one) => intake.accept(one)),
    )
    expect(await positions()).toHaveLength(6)
    expect(await rejected()).toMatchObject([{ reason: 'data_error' }])
  })

  it('a row the database refuses is put aside alone, acknowledged, and its alarm still raises', async () => {
    const bad = report({ extras: { note: 'nul \u0000 here' }, kind: 'alarm', alarm: 'sos' })
    const good = Array.from({ length: 20 }, (_, second) => report({}, second + 1))
    await Promise.all([...good.slice(0, 9), bad, ...good.slice(9)].map((one) => intake.accept(one)))
    expect(await positions()).toHaveLength(20)
    expect(await rejected()).toMatchObject([{ reason: 'data_error' }])
    expect(await status()).toBe('alarmed')
  })

  it('a step that throws puts its report aside and no other', async () => {
    await intake.drain()
    intake = await startIntake({
      pipeline: [
        ...positionPipeline,
        ({ report: { extras } }) => {
          if (extras.boom) throw new Error('boom')
        },
      ],
    })
    await Promise.all([intake.accept(report({ extras: { boom: true } })), intake.accept(report({}, 1))])
    expect(await rejected()).toEqual([{ reason: 'pipeline_error', detail: 'boom' }])
  })

  it('a commit whose connection is lost is repeated until it holds, and only then acknowledged', async () => {
    await intake.accept(report({}, 5))
    const blocker = new pg.Client({ connectionString: test.superuserUrl })
    await blocker.connect()
    await blocker.query('begin; lock table telemetry.positions in access exclusive mode')
    let isAcknowledged = false
    const alarm = intake.accept(report({ kind: 'alarm', alarm: 'sos' })).then(() => {
      isAcknowledged = true
    })
    const waitingBackend = () =>
      blocker.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    await expect.poll(async () => (await waitingBackend()).rowCount).toBe(1)
    await blocker.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    await expect.poll(() => intake.counters().repeatedCommits).toBeGreaterThan(0)
    expect(isAcknowledged).toBe(false)
    await blocker.query('rollback')
    await alarm
    await blocker.end()
    expect(await positions()).toHaveLength(2)
    expect(await read('select id from telemetry.alarms where vehicle_id = $1', [vehicle.id])).toHaveLength(1)
  })

  it('after a drain nothing is accepted, and what was accepted is committed', async () => {
    const accepted = intake.accept(report())
    await intake.drain()
    await accepted
    await expect(intake.accept(report())).rejects.toThrow(/unacknowledged/)
    expect(await positions()).toHaveLength(1)
  })

  it('too many waiting reports are refused, unacknowledged', async () => {
    await intake.drain()
    intake = await startIntake({ mostWaiting: 3 })
    const accepted = [1, 2, 3].map((second) => intake.accept(report({}, second)))
    await expect(intake.accept(report())).rejects.toThrow(/unacknowledged/)
    await Promise.all(accepted)
  })

  it('another process that knew more is not overwritten', async () => {
    await intake.accept(report({}, 30))
    const second = createIntake({
      database: test.database,
      clock: test.clock,
      log,
      bus: test.bus,
      pipeline: positionPipeline,
    })
    await second.start()
    await second.accept(report({ fix: { latitude: 19.9 } }))
    await intake.accept(report({ fix: { latitude: 19.1 } }, 10))
    expect(await state()).toMatchObject({ latitude: 199000000 })
    await second.drain()
  })
})

describe('silence', () => {
  it('is noticed after ten minutes and ends with the next report', async () => {
    await intake.accept(report())
    test.clock.advance(599)
    await noticeSilence(test.database, test.clock.now())
    expect(await status()).toBe('active')
    test.clock.advance(2)
    await noticeSilence(test.database, test.clock.now())
    expect(await status()).toBe('inactive')
    await intake.accept(report())
    expect(await status()).toBe('active')
  })
})

describe('the live road', () => {
  it('carries committed positions to another process, and the snapshot holds them', async () => {
    const publisher = createPositionPublisher({ bus: test.bus })
    await intake.drain()
    intake = await startIntake({ onCommitted: publisher.publish })
    const live = createLiveState({ database: test.database, bus: test.bus })
    const heard: PositionNews[] = []
    const end = live.start((changes) => heard.push(...changes))
    await test.bus.ready()
    const at = test.clock.now().getTime()
    await intake.accept(report({ telemetry: { ignition: false, fuelPercent: 40 } }))
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    const expected = {
      id: vehicle.id,
      fleetId,
      at,
      latitude: 19.4326,
      speedKmh: 36.5,
      ignition: false,
      fuelLevel: 40,
    }
    expect(heard[0]).toMatchObject(expected)
    const snapshot = await live.snapshot(fleetId)
    const found = snapshot.find((one: LiveVehicle) => one.id === vehicle.id)
    expect(found).toMatchObject({ ...expected, status: 'active', companyId, heading: 90, satellites: 9 })
    end()
    await publisher.close()
  })
})
