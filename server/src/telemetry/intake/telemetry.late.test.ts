import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import { asSystem } from '../../platform/access/access.ts'
import { recomputeDirtyDays } from '../history/telemetry.recompute.actions.ts'
import { type Intake, readPositions } from '../index.ts'
import { buildReport } from '../telemetry.factory.ts'
import { buildIntakeFleet, type IntakeFleet, type ReportingVehicle } from './telemetry.intake.factory.ts'

const log = pino({ level: 'silent' })
let test: TestApp
let fleet: IntakeFleet
let intake: Intake
let vehicle: ReportingVehicle

beforeEach(async () => {
  test = await createTestApp()
  fleet = await buildIntakeFleet(test, positionPipeline)
  vehicle = await fleet.addVehicle()
  intake = await fleet.startIntake()
})
afterEach(async () => {
  await intake.drain()
  await test.close()
})

const now = () => test.clock.now().getTime()
const fixAt = (time: number, given: Partial<Parameters<typeof buildReport>[0]> = {}): DeviceReport =>
  fleet.fixAt(vehicle.imei, time, given)
const read = <Row>(text: string, values: unknown[] = []) => test.build((tx) => tx.sql<Row>(text, values))
const history = (no = vehicle.no, fromMs = 0, limit = 100_000) =>
  test.database.transaction(asSystem('test'), (tx) =>
    readPositions(tx, no, { fromMs, toMs: now() + dayMs, limit }),
  )
const times = async (no = vehicle.no) => (await history(no)).positions.fixTime

describe('late points', () => {
  const segments = async (no: number) => ({
    trips: await read(
      'select started_at, ended_at, start_latitude, end_latitude, distance_metres, max_speed_tenths, moving_seconds from telemetry.trips where vehicle_no = $1 order by 1',
      [no],
    ),
    stays: await read(
      'select started_at, ended_at, latitude, idle_seconds from telemetry.stays where vehicle_no = $1 order by 1',
      [no],
    ),
    days: await read(
      'select day, records, distance_metres, moving_seconds, idle_seconds, engine_seconds, max_speed_tenths, first_at, last_at from telemetry.days where vehicle_no = $1 order by 1',
      [no],
    ),
  })
  /** Two days of driving with stops, a fix each minute. */
  function twoDays(imei: string): DeviceReport[] {
    const start = now() - 2 * dayMs
    let latitude = 19
    return Array.from({ length: 2 * 1440 - 60 }, (_, at) => {
      const phase = Math.floor(at / 47) % 3
      const speedKmh = phase === 0 ? 0 : phase === 1 ? 40 : at % 7 === 0 ? 0 : 70
      latitude += speedKmh / 60 / 111.2
      return buildReport({
        deviceIdentifier: imei,
        receivedAt: test.clock.now(),
        telemetry: { ignition: phase !== 0 || at % 2 === 0 },
        fix: { time: new Date(start + at * minuteMs), latitude: latitude > 60 ? 60 : latitude, speedKmh },
      })
    })
  }
  /** The same shuffle each time. */
  function shuffled<Item>(items: readonly Item[]): Item[] {
    let state = 42
    const draw = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state
    }
    return items
      .map((item) => ({ item, order: draw() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ item }) => item)
  }
  async function settle() {
    let rounds = 0
    while ((await recomputeDirtyDays(test.database, log)) > 0) {
      rounds += 1
      if (rounds > 5) throw new Error('The dirty days do not come to an end.')
    }
  }

  it('in any order end in the same trips, stays and days as in order', async () => {
    const ordered = vehicle
    const mixed = await fleet.addVehicle()
    const blocks = await fleet.addVehicle()
    const inOrder = twoDays(ordered.imei)
    const singly = 360
    for (const one of inOrder.slice(0, singly)) await intake.accept(one)
    // The rest an hour at a time, as of a device that was out of reach: still in order.
    for (let from = singly; from < inOrder.length; from += 60)
      await Promise.all(inOrder.slice(from, from + 60).map((one) => intake.accept(one)))
    expect(await read('select 1 from telemetry.dirty_days')).toEqual([])
    const expected = await segments(ordered.no)
    expect(expected.trips.length).toBeGreaterThan(15)
    expect(expected.stays.length).toBeGreaterThan(15)
    expect(expected.days).toHaveLength(3)
    await Promise.all(shuffled(twoDays(mixed.imei)).map((one) => intake.accept(one)))
    await settle()
    expect(await segments(mixed.no)).toEqual(expected)
    // A device that sends what it stored after what is new, while the days are being computed.
    const all = twoDays(blocks.imei)
    for (const [from, to] of [
      [0, 300],
      [900, 1_400],
      [300, 900],
      [2_000, 2_820],
      [1_400, 2_000],
    ] as const) {
      await Promise.all(all.slice(from, to).map((one) => intake.accept(one)))
      if (from !== 900) await settle()
    }
    await settle()
    expect(await segments(blocks.no)).toEqual(expected)
  }, 60_000)

  it('do not revert the state of the gateway: it reads the recomputed state and continues from it', async () => {
    await intake.accept(fixAt(now() - 600_000, { fix: { speedKmh: 0 } }))
    test.clock.advance(1)
    await intake.accept(fixAt(now(), { fix: { speedKmh: 0 } }))
    await intake.accept(fixAt(now() - 300_000, { fix: { speedKmh: 0 } }))
    await settle()
    test.clock.advance(60)
    await intake.accept(fixAt(now(), { fix: { speedKmh: 0 } }))
    await settle()
    test.clock.advance(60)
    await intake.accept(fixAt(now(), { fix: { speedKmh: 0 } }))
    await settle()
    expect(await read('select records from telemetry.days')).toEqual([{ records: 5 }])
    expect(await read('select as_of from telemetry.vehicle_state')).toEqual([{ as_of: new Date(now()) }])
  })
})

describe('a device that moved to another vehicle', () => {
  it('adds stored points from before to the former vehicle, as history only', async () => {
    const former = vehicle
    await intake.accept(fixAt(now()))
    test.clock.advance(3_600)
    const imei = former.imei
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set imei = null, updated_at = $2 where id = $1', [
        former.id,
        test.clock.now(),
      ]),
    )
    const next = await fleet.addVehicle('861000000008888')
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set imei = $2, updated_at = $3 where id = $1', [
        next.id,
        imei,
        test.clock.now(),
      ]),
    )
    await test.build(async (tx) => tx.forgetDevices([imei, '861000000008888']))
    test.clock.advance(60)
    // The hint that devices moved has arrived.
    await expect.poll(() => intake.stateOf(imei)).toBeUndefined()
    await intake.accept(fixAt(now()))
    await intake.accept(fixAt(now() - 1_800_000))
    expect(await times(former.no)).toHaveLength(2)
    expect(await times(next.no)).toEqual([now()])
    expect(await read('select vehicle_no from telemetry.dirty_days')).toEqual([{ vehicle_no: former.no }])
  })
})

describe('fixes that are not believed', () => {
  it.each([
    ['null_island', { latitude: 0, longitude: 0 }],
    ['speed', { speedKmh: 400 }],
    ['coordinates', { latitude: 91 }],
  ])('are marked, counted and listed, and never move the vehicle: %s', async (reason, fix) => {
    await intake.accept(buildReport({ deviceIdentifier: vehicle.imei, receivedAt: test.clock.now(), fix }))
    await intake.accept(buildReport({ deviceIdentifier: vehicle.imei, receivedAt: test.clock.now(), fix }))
    expect((await history()).positions.flags).toEqual([1, 1])
    expect(await read('select reason from telemetry.rejected_reports')).toEqual([{ reason }])
    expect(await read('select latitude from telemetry.vehicle_state')).toEqual([{ latitude: null }])
    expect(intake.counters().rejected).toEqual({ gt06: { [reason]: 2 } })
  })
})

describe('the state of the fleet', () => {
  it('is in memory before the first report', async () => {
    await intake.accept(fixAt(now(), { telemetry: { ignition: true } }))
    await intake.drain()
    intake = await fleet.startIntake()
    expect(intake.stateOf(vehicle.imei)).toMatchObject({
      ...{ vehicleId: vehicle.id, asOf: now(), ignition: true, protocol: 'gt06' },
      movement: { at: now(), standSince: now(), day: '2026-03-02', sums: { records: 1 } },
    })
    expect(intake.counters().knownDevices).toBe(1)
  })
})
