import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import { asSystem } from '../../platform/access/access.ts'
import { columnsOf } from '../history/telemetry.history.rules.ts'
import { recomputeDirtyDays } from '../history/telemetry.recompute.actions.ts'
import { type Intake, readPositions, type VehicleState } from '../index.ts'
import type { buildReport } from '../telemetry.factory.ts'
import { foldPositions, readDerived } from '../testing/state-fold.testing.ts'
import { buildIntakeFleet, type IntakeFleet, type ReportingVehicle } from './telemetry.intake.factory.ts'

const log = pino({ level: 'silent' })
let test: TestApp
let fleet: IntakeFleet
let intake: Intake
let vehicle: ReportingVehicle
let committed: VehicleState[]
let startMs: number

beforeEach(async () => {
  test = await createTestApp()
  fleet = await buildIntakeFleet(test, positionPipeline)
  vehicle = await fleet.addVehicle()
  committed = []
  intake = await fleet.startIntake({ onCommitted: (states) => committed.push(...states) })
  startMs = test.clock.now().getTime() - hourMs
})
afterEach(async () => {
  await intake.drain()
  await test.close()
})

type Given = Partial<Parameters<typeof buildReport>[0]>
/** The fix of a minute, 500 m to the north of the one before; `far` is 500 km away. */
const fixOf = (minute: number, isFar = false, imei = vehicle.imei, given: Given = {}): DeviceReport =>
  fleet.fixAt(imei, startMs + minute * minuteMs, {
    ...given,
    fix: { latitude: (isFar ? 24 : 19) + minute * 0.0045, speedKmh: 30 },
  })
const derived = (no = vehicle.no) => test.build((tx) => readDerived(tx, no))
const read = <Row>(text: string, values: unknown[] = []) => test.build((tx) => tx.sql<Row>(text, values))
const stored = (no = vehicle.no) =>
  test.database.transaction(asSystem('test'), (tx) =>
    readPositions(tx, no, { fromMs: 0, toMs: 8e15, limit: 1_000 }),
  )
/** The minutes of the fixes that a route, a page or a file of history has. */
const shownMinutes = async (no = vehicle.no) =>
  columnsOf((await stored(no)).positions).time.map((time) => (time - startMs) / minuteMs)
async function settle() {
  for (let rounds = 0; (await recomputeDirtyDays(test.database, log)) > 0; rounds += 1)
    if (rounds > 5) throw new Error('The dirty days do not come to an end.')
}

describe('a position that implies an impossible speed', () => {
  it('is stored with its mark and listed, but not in live data, distance or history', async () => {
    for (const minute of [0, 1]) await intake.accept(fixOf(minute))
    const before = await derived()
    await intake.accept(fixOf(2, true, vehicle.imei, { telemetry: { batteryPercent: 41 } }))
    const after = await derived()
    expect(after.state).toMatchObject({ ...before.state, suspectFixes: 1, suspectAt: startMs + 2 * minuteMs })
    expect(after.trips).toEqual(before.trips)
    expect(after.days).toMatchObject([{ records: 3, metres: before.days[0]?.metres }])
    expect(committed.at(-1)).toMatchObject({ asOf: startMs + minuteMs, batteryPercent: 41 })
    expect((await stored()).positions.flags.map((flags) => flags & 65)).toEqual([0, 0, 64])
    expect(await shownMinutes()).toEqual([0, 1])
    expect(await read('select reason from telemetry.rejected_reports')).toEqual([{ reason: 'jump' }])
    await intake.accept(fixOf(3))
    expect(await shownMinutes()).toEqual([0, 1, 3])
    expect(await derived()).toEqual(await test.build((tx) => foldPositions(tx, vehicle.no)))
    expect((await derived()).state).toMatchObject({ odometerMetres: 1501, suspectFixes: 0 })
  })

  it('becomes the position of the vehicle after three consistent fixes, without adding distance', async () => {
    for (const minute of [0, 1]) await intake.accept(fixOf(minute))
    for (const minute of [2, 3]) await intake.accept(fixOf(minute, true))
    expect(committed.at(-1)?.latitude).toBeCloseTo(19.0045, 4)
    await intake.accept(fixOf(4, true))
    expect(committed.at(-1)?.latitude).toBeCloseTo(24.018, 4)
    await intake.accept(fixOf(5, true))
    expect((await derived()).state).toMatchObject({ odometerMetres: 1001, asOf: startMs + 5 * minuteMs })
    expect((await derived()).days).toMatchObject([{ records: 6, metres: 1001 }])
    expect(await shownMinutes()).toEqual([0, 1, 4, 5])
    expect(await derived()).toEqual(await test.build((tx) => foldPositions(tx, vehicle.no)))
  })

  it('is not confirmed by its own repetition', async () => {
    for (const minute of [0, 1]) await intake.accept(fixOf(minute))
    const far = fixOf(2, true)
    for (let time = 0; time < 4; time += 1) await intake.accept(far)
    await settle()
    expect((await derived()).state).toMatchObject({ asOf: startMs + minuteMs, suspectFixes: 1 })
    expect((await derived()).days).toMatchObject([{ records: 3 }])
  })

  it('counts towards the same confirmation on every gateway, also after a restart', async () => {
    const others = [await fleet.startIntake()]
    for (const minute of [0, 1]) await intake.accept(fixOf(minute))
    await intake.accept(fixOf(2, true))
    await others[0]?.accept(fixOf(3, true))
    others.push(await fleet.startIntake())
    await others[1]?.accept(fixOf(4, true))
    expect((await derived()).state).toMatchObject({ asOf: startMs + 4 * minuteMs, suspectFixes: 0 })
    await Promise.all(others.map((other) => other.drain()))
  })
})

describe('late positions', () => {
  const jumps = [4, 10, 11, 12, 13, 14]
  const drive = (imei: string) =>
    Array.from({ length: 30 }, (_, minute) => fixOf(minute, jumps.includes(minute), imei))
  const inOrder = async () => {
    const ordered = await fleet.addVehicle()
    for (const fix of drive(ordered.imei)) await intake.accept(fix)
    return ordered
  }

  it('are checked and marked by the same rule', async () => {
    const ordered = await inOrder()
    const expected = await shownMinutes(ordered.no)
    expect(expected).toEqual([
      0,
      1,
      2,
      3,
      5,
      6,
      7,
      8,
      9,
      12,
      13,
      14,
      17,
      ...Array.from({ length: 12 }, (_, at) => at + 18),
    ])
    const late = await fleet.addVehicle()
    const all = drive(late.imei)
    await intake.accept(all.at(-1) as DeviceReport)
    // What was stored while the device was out of reach: two batches, the later one first.
    await Promise.all(all.slice(15, -1).map((fix) => intake.accept(fix)))
    await Promise.all(all.slice(0, 15).map((fix) => intake.accept(fix)))
    await settle()
    expect(await shownMinutes(late.no)).toEqual(expected)
    const [a, b] = [await derived(ordered.no), await derived(late.no)]
    expect([b.trips, b.stays, b.days]).toEqual([a.trips, a.stays, a.days])
    expect(b.wronglyMarked).toEqual((await test.build((tx) => foldPositions(tx, late.no))).wronglyMarked)
  })

  it('can turn a jump into a trip', async () => {
    await intake.accept(fixOf(0))
    // 500 km in a minute, until the fixes of the way between come, whose clocks were right.
    const way = (minute: number, latitude: number) =>
      fleet.fixAt(vehicle.imei, startMs + minute * minuteMs, { fix: { latitude, speedKmh: 100 } })
    await intake.accept(way(2, 19.12))
    expect(await shownMinutes()).toEqual([0])
    await intake.accept(way(1, 19.04))
    await settle()
    expect(await shownMinutes()).toEqual([0, 1])
    await intake.accept(way(1.9, 19.09))
    await settle()
    expect(await derived()).toEqual(await test.build((tx) => foldPositions(tx, vehicle.no)))
  })
})
