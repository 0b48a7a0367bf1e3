import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import { lockVehicle } from '../../vehicles/index.ts'
import type { Intake } from '../index.ts'
import { buildReport } from '../telemetry.factory.ts'
import { buildIntakeFleet, type IntakeFleet, type ReportingVehicle } from './telemetry.intake.factory.ts'

let test: TestApp
let fleet: IntakeFleet
let intake: Intake
let vehicle: ReportingVehicle

beforeAll(async () => {
  test = await createTestApp()
  fleet = await buildIntakeFleet(test, positionPipeline)
})
afterAll(() => test.close())

beforeEach(async () => {
  vehicle = await fleet.addVehicle()
  intake = await fleet.startIntake()
})
afterEach(() => intake.drain())

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

describe('failures', () => {
  it('acknowledges nothing while the disk is full, and stores it once there is room', async () => {
    let isFull = true
    let refusals = 0
    const careful = await fleet.startIntake({
      refusesWrites() {
        refusals += 1
        return isFull
      },
    })
    let isAcknowledged = false
    const accepting = careful.accept(report()).then(() => {
      isAcknowledged = true
    })
    await expect.poll(() => refusals).toBeGreaterThan(2)
    expect(isAcknowledged).toBe(false)
    expect(await positions()).toEqual([])
    isFull = false
    await accepting
    expect(await positions()).toHaveLength(1)
    await careful.drain()
  })

  it.each([
    ['half a character', { note: 'half \ud800' }],
    ['NUL in a name', { 'no\u0000te': 1 }],
    ['half a character in a name', { 'no\udc00te': 1 }],
  ])('only the report with %s is rejected', async (_what, extras) => {
    const good = Array.from({ length: 6 }, (_, second) => report({}, second + 1))
    await Promise.all(
      [...good.slice(0, 3), report({ extras }), ...good.slice(3)].map((one) => intake.accept(one)),
    )
    expect(await positions()).toHaveLength(6)
    expect(await rejected()).toMatchObject([{ reason: 'data_error' }])
  })

  it('only the row the database refuses is rejected and acknowledged, and its alarm is still raised', async () => {
    const bad = report({ extras: { note: 'nul \u0000 here' }, kind: 'alarm', alarm: 'sos' })
    const good = Array.from({ length: 20 }, (_, second) => report({}, second + 1))
    await Promise.all([...good.slice(0, 9), bad, ...good.slice(9)].map((one) => intake.accept(one)))
    expect(await positions()).toHaveLength(20)
    expect(await rejected()).toMatchObject([{ reason: 'data_error' }])
    expect(await status()).toBe('alarmed')
  })

  it('a step that throws puts its report aside and no other', async () => {
    await intake.drain()
    intake = await fleet.startIntake({
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

  it('a commit whose connection is lost is retried until it succeeds, and only then acknowledged', async () => {
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

  it('too many waiting reports are refused, unacknowledged, and logged as overload once a minute', async () => {
    await intake.drain()
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) })
    intake = await fleet.startIntake({ maxWaitingReports: 3, log })
    const accepted = [1, 2, 3].map((second) => intake.accept(report({}, second)))
    await expect(intake.accept(report())).rejects.toThrow(/3 reports wait for their commit.*unacknowledged/)
    await expect(intake.accept(report())).rejects.not.toThrow(/stopping/)
    await Promise.all(accepted)
    expect(logged).toEqual([
      'too many reports wait for their commit: further reports are refused until the database catches up',
    ])
    expect(intake.counters().overloadedReports).toBe(2)
    await intake.drain()
    await expect(intake.accept(report())).rejects.toThrow(/stopping/)
    expect(intake.counters().overloadedReports).toBe(2)
  })

  it('another process that knew more is not overwritten', async () => {
    await intake.accept(report({}, 30))
    const second = await fleet.startIntake()
    await second.accept(report({ fix: { latitude: 19.434 } }))
    await intake.accept(report({ fix: { latitude: 19.431 } }, 10))
    expect(await state()).toMatchObject({ latitude: 194340000 })
    await second.drain()
  })
})
