import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import { recomputeDirtyDays } from '../history/telemetry.recompute.actions.ts'
import type { Intake, VehicleState } from '../index.ts'
import type { buildReport } from '../telemetry.factory.ts'
import { createFaultyCommits, type FaultyCommits } from '../testing/faulty-commits.testing.ts'
import { foldPositions, readDerived } from '../testing/state-fold.testing.ts'
import { buildIntakeFleet, type IntakeFleet, type ReportingVehicle } from './telemetry.intake.factory.ts'

// Several gateways on one database: whichever takes a report, everything derived is as if one had taken them all.

const log = pino({ level: 'silent' })
/** Thirteen fixes, a minute and 500.4 m apart: 6,005 m. */
const lineFixes = 13

let test: TestApp
let fleet: IntakeFleet
let faulty: FaultyCommits
let a: Intake
let b: Intake
let vehicle: ReportingVehicle
let startMs: number
let published: VehicleState[]

beforeEach(async () => {
  test = await createTestApp()
  fleet = await buildIntakeFleet(test, positionPipeline)
  vehicle = await fleet.addVehicle()
  faulty = createFaultyCommits(test.database)
  published = []
  a = await fleet.startIntake({
    database: faulty.database,
    onCommitted: (states) => published.push(...states),
  })
  b = await fleet.startIntake()
  startMs = test.clock.now().getTime() - hourMs
})
afterEach(async () => {
  faulty.release()
  await Promise.all([a.drain(), b.drain()])
  await test.close()
})

type Given = Partial<Parameters<typeof buildReport>[0]>
/** The fix of a minute on a line to the north, at 30 km/h. */
const fixOf = (minute: number, imei = vehicle.imei, given: Given = {}): DeviceReport =>
  fleet.fixAt(imei, startMs + minute * minuteMs, {
    ...given,
    fix: { latitude: 19 + minute * 0.0045, speedKmh: 30, ...given.fix },
  })
const line = (imei = vehicle.imei) => Array.from({ length: lineFixes }, (_, minute) => fixOf(minute, imei))
const derived = (no = vehicle.no) => test.build((tx) => readDerived(tx, no))
const fold = (no = vehicle.no) => test.build((tx) => foldPositions(tx, no))
const read = <Row>(text: string, values: unknown[] = []) => test.build((tx) => tx.sql<Row>(text, values))
const dirtyDays = () => read('select 1 from telemetry.dirty_days')
async function settle() {
  for (let rounds = 0; (await recomputeDirtyDays(test.database, log)) > 0; rounds += 1)
    if (rounds > 5) throw new Error('The dirty days do not come to an end.')
}
async function expectLine(no = vehicle.no) {
  const found = await derived(no)
  expect(found.state).toMatchObject({ odometerMetres: 6005, tripMetres: 6005 })
  expect(found.days).toMatchObject([{ records: lineFixes, metres: 6005 }])
  expect(found.trips).toHaveLength(1)
  expect(found).toEqual(await fold(no))
}

describe('used one after the other', () => {
  it('a device that moves to another gateway keeps its odometer, trip and day', async () => {
    const fixes = line()
    for (const fix of fixes.slice(0, 6)) await a.accept(fix)
    for (const fix of fixes.slice(6)) await b.accept(fix)
    expect(await dirtyDays()).toEqual([])
    await expectLine()
    expect(b.counters()).toMatchObject({ refusedStates: 1, repeatedCommits: 0, committedReports: 7 })
  })

  it('alternating fix by fix', async () => {
    for (const [at, fix] of line().entries()) await (at % 2 === 0 ? a : b).accept(fix)
    expect(await dirtyDays()).toEqual([])
    await expectLine()
  })

  it('in batches with refused and accepted vehicles', async () => {
    const other = await fleet.addVehicle()
    const stayed = await fleet.addVehicle()
    const all = [vehicle, other, stayed]
    for (const { imei } of all) await a.accept(fixOf(0, imei))
    // `stayed` reports to A alone; the other two changed at B what A knows of them.
    for (let minute = 1; minute < lineFixes; minute += 1) {
      const through = minute % 3 === 0 ? a : b
      await Promise.all([
        ...[vehicle, other].map(({ imei }) =>
          through.accept(fixOf(minute, imei, minute === 9 ? { kind: 'alarm', alarm: 'sos' } : {})),
        ),
        a.accept(fixOf(minute, stayed.imei)),
      ])
    }
    for (const { no } of all) await expectLine(no)
    expect(await dirtyDays()).toEqual([])
    const alarms = await read<{ vehicle_id: string }>('select vehicle_id from telemetry.alarms')
    expect(alarms.map(({ vehicle_id }) => vehicle_id).toSorted()).toEqual([vehicle.id, other.id].toSorted())
    expect(published.at(-1)).toMatchObject({ asOf: startMs + 12 * minuteMs })
  })
})

describe('a gateway that was paused', () => {
  it('writes nothing from outdated state, and publishes no older positions', async () => {
    const fixes = line()
    for (const fix of fixes.slice(0, 3)) await a.accept(fix)
    faulty.hold()
    const stale = fixes.slice(3, 6).map((fix) => a.accept(fix))
    await faulty.heldUp()
    // The device got no acknowledgement: it connects to the other gateway and sends them again.
    for (const fix of fixes.slice(3)) await b.accept(fix)
    published.length = 0
    faulty.release()
    await Promise.all(stale)
    await settle()
    await expectLine()
    expect(published.every(({ asOf }) => asOf === startMs + 12 * minuteMs)).toBe(true)
  })

  it('assigns reports of a device that was moved meanwhile to its new vehicle', async () => {
    const next = await fleet.addVehicle()
    await a.accept(fixOf(0))
    faulty.hold()
    const stale = a.accept(fixOf(60))
    await faulty.heldUp()
    // No notice reaches the gateway.
    await test.build(async (tx) => {
      const moved = new Date(startMs + 30 * minuteMs)
      await tx.sql('update vehicles.vehicles set imei = null, updated_at = $2 where id = $1', [
        vehicle.id,
        moved,
      ])
      await tx.sql('update vehicles.vehicles set imei = $2, updated_at = $3 where id = $1', [
        next.id,
        vehicle.imei,
        moved,
      ])
    })
    faulty.release()
    await stale
    expect((await derived(vehicle.no)).state).toMatchObject({ asOf: startMs })
    expect((await derived(next.no)).state).toMatchObject({ asOf: startMs + 60 * minuteMs })
  })

  it('does not change a vehicle that was archived meanwhile', async () => {
    await a.accept(fixOf(0))
    faulty.hold()
    const stale = a.accept(fixOf(1))
    await faulty.heldUp()
    await read('update vehicles.vehicles set archived_at = now() where id = $1', [vehicle.id])
    faulty.release()
    await stale
    expect((await derived()).state).toMatchObject({ asOf: startMs })
    expect(await read('select reports from telemetry.unknown_devices')).toEqual([{ reports: 1 }])
  })
})

describe('a gateway that missed that a vehicle changed', () => {
  it.each([
    ['its speed limit', 'speed_limit_kmh = 60', { speedLimitKmh: 60 }],
    [
      'its allowed hours',
      `allowed_hours = '[{"days":[1],"from":"08:00","to":"18:00"}]'`,
      { allowedHours: [{ days: [1], from: '08:00', to: '18:00' }] },
    ],
    ['the model of its device', `gps_model = 'FMC130'`, { deviceModel: 'FMC130' }],
  ])('%s: computes with it from the next report on', async (_what, change, expected) => {
    await a.accept(fixOf(0))
    // No notice reaches the gateway.
    await read(`update vehicles.vehicles set ${change} where id = $1`, [vehicle.id])
    await a.accept(fixOf(1))
    expect(a.stateOf(vehicle.imei)).toMatchObject({ ...expected, asOf: startMs + minuteMs })
    expect(a.counters()).toMatchObject({ refusedStates: 1, committedReports: 2 })
  })

  it('a change of nothing that it reads refuses nothing', async () => {
    await a.accept(fixOf(0))
    await read(
      `update vehicles.vehicles set speed_limit_kmh = speed_limit_kmh, notes_general = 'Nueva' where id = $1`,
      [vehicle.id],
    )
    await a.accept(fixOf(1))
    expect(a.counters()).toMatchObject({ refusedStates: 0 })
  })
})

describe('used concurrently', () => {
  it('two gateways with batches of the same vehicles in opposite order do not block each other', async () => {
    const vehicles = [vehicle, ...(await Promise.all(Array.from({ length: 23 }, () => fleet.addVehicle())))]
    await Promise.all(vehicles.map(({ imei }) => a.accept(fixOf(0, imei))))
    for (let minute = 1; minute < lineFixes; minute += 2)
      await Promise.all([
        ...vehicles.map(({ imei }) => a.accept(fixOf(minute, imei))),
        ...vehicles.toReversed().map(({ imei }) => b.accept(fixOf(minute + 1, imei))),
      ])
    await settle()
    for (const { no } of vehicles) {
      const found = await derived(no)
      expect(found.state).toMatchObject({ odometerMetres: 6005 })
      expect(found).toEqual(await fold(no))
    }
    expect([a.counters().repeatedCommits, b.counters().repeatedCommits]).toEqual([0, 0])
  })
})

describe('a gateway writes carefully', () => {
  it('after another one wrote states of its vehicles, for half a minute', async () => {
    await a.accept(fixOf(0))
    await b.accept(fixOf(1))
    faulty.ways.splice(0)
    await a.accept(fixOf(2))
    expect(faulty.ways.splice(0)).toEqual(['quick', 'careful', 'careful', 'careful'])
    await a.accept(fixOf(3))
    test.clock.advance(31)
    await a.accept(fixOf(4))
    expect(faulty.ways).toEqual(['careful', 'quick'])
  })

  it('only once where a row of another table was there already', async () => {
    let isTaken = true
    const c = await fleet.startIntake({
      database: faulty.database,
      async commitAlarms(tx) {
        if (isTaken) {
          isTaken = false
          await tx.sql(
            'insert into telemetry.vehicle_state select * from telemetry.vehicle_state where vehicle_no = $1',
            [vehicle.no],
          )
        }
        return []
      },
    })
    await c.accept(fixOf(0))
    faulty.ways.splice(0)
    await c.accept(fixOf(1, vehicle.imei, { kind: 'alarm', alarm: 'sos' }))
    await c.accept(fixOf(2))
    expect(faulty.ways).toEqual(['quick', 'careful', 'quick'])
    expect(await read('select from telemetry.rejected_reports')).toEqual([])
    await c.drain()
  })
})

describe('a commit with a lost response', () => {
  const sos: Given = { kind: 'alarm', alarm: 'sos' }

  it.each([
    ['alone', false, {}],
    ['alone, with an alarm', false, sos],
    ['with another gateway in between', true, {}],
    ['with another gateway in between, with an alarm', true, sos],
  ])('counts once: %s', async (_what, isBetween, given) => {
    const fixes = line()
    await Promise.all(fixes.slice(0, 3).map((fix) => a.accept(fix)))
    faulty.loseNextAnswer(async () => {
      if (isBetween) await b.accept(fixes[6] as DeviceReport)
    })
    await Promise.all([3, 4, 5].map((minute) => a.accept(fixOf(minute, vehicle.imei, given))))
    if (!isBetween) await a.accept(fixes[6] as DeviceReport)
    for (const fix of fixes.slice(7)) await a.accept(fix)
    await settle()
    await expectLine()
    expect(a.counters().repeatedCommits).toBe(1)
    expect(await read('select kind from telemetry.alarms')).toHaveLength(given === sos ? 3 : 0)
  })

  it('a position is stored once, also where the state knows nothing of it', async () => {
    const fix = fixOf(1)
    for (const one of [fixOf(0), fix]) await a.accept(one)
    await read('update telemetry.vehicle_state set as_of = $2 where vehicle_no = $1', [
      vehicle.no,
      new Date(startMs),
    ])
    b.forget([vehicle.imei])
    await b.accept(fix)
    expect(b.counters()).toMatchObject({ committedReports: 1, repeatedCommits: 0, rejectedReports: 0 })
    expect((await derived()).state).toMatchObject({ asOf: startMs + minuteMs })
    expect(await read('select from telemetry.positions where vehicle_no = $1', [vehicle.no])).toHaveLength(2)
  })

  it('also counts fixes without movement once', async () => {
    await a.accept(fixOf(0))
    faulty.loseNextAnswer(async () => undefined)
    const invalid: Given = { fix: { isValid: false } }
    const sameMoment = fixOf(0)
    await Promise.all([a.accept(fixOf(1, vehicle.imei, invalid)), a.accept(sameMoment)])
    await settle()
    expect((await derived()).days).toMatchObject([{ records: 3 }])
  })
})

describe('writers interleaved at random', () => {
  /** The same draws for a seed. */
  function drawsOf(seed: number) {
    let state = seed
    return (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }

  /** Nine minutes of driving, then nine of standing, so that trips end. */
  function stopAndGo(minute: number): Given {
    const ofRound = ((minute % 18) + 18) % 18
    const driven = Math.floor(minute / 18) * 9 + Math.min(ofRound, 9)
    return { fix: { latitude: 19 + driven * 0.0045, speedKmh: ofRound < 9 ? 30 : 0 } }
  }

  it.each([
    [1, false],
    [7, false],
    [20_261_122, false],
    [1, true],
    [7, true],
    [20_261_122, true],
  ])('leave what the stored positions say: seed %i, jumps %s', async (seed, hasJumps) => {
    const draw = drawsOf(seed)
    const vehicles = [vehicle, await fleet.addVehicle(), await fleet.addVehicle()]
    const c = await fleet.startIntake()
    const gateways = [a, b, c]
    const sent = new Map(vehicles.map(({ imei }) => [imei, [] as DeviceReport[]]))
    let waiting: Promise<void>[] = []
    let isHeld = false
    for (let turn = 0; turn < 240; turn += 1) {
      // So that gateways presume again that no other one writes.
      if (turn % 5 === 0) test.clock.advance(31)
      const { imei } = vehicles[draw(vehicles.length)] as ReportingVehicle
      const before = sent.get(imei) ?? []
      const kind = draw(10)
      // A place no vehicle comes to so fast: once, or often enough to be believed.
      const isFar = hasJumps && (before.length % 11 === 4 || before.length % 23 > 17)
      const given: Given = isFar ? { fix: { latitude: 25 } } : stopAndGo(before.length)
      const fix =
        kind === 0 && before.length > 0
          ? (before[draw(before.length)] as DeviceReport)
          : kind === 1
            ? fixOf(before.length - 3.5, imei, stopAndGo(before.length - 3.5))
            : fixOf(before.length, imei, given)
      if (kind > 1) before.push(fix)
      if (kind === 2 && !isHeld) {
        faulty.hold()
        isHeld = true
      } else if (kind === 3 && isHeld) {
        faulty.release()
        isHeld = false
      } else if (kind === 4) faulty.loseNextAnswer(async () => undefined)
      const through = gateways[draw(gateways.length)] as Intake
      waiting.push(through.accept(fix))
      if (!isHeld && draw(3) > 0) {
        await Promise.all(waiting)
        waiting = []
      }
      if (draw(40) === 0) await recomputeDirtyDays(test.database, log)
    }
    faulty.release()
    await Promise.all(waiting)
    await settle()
    for (const { no } of vehicles) {
      const [found, expected] = [await derived(no), await fold(no)]
      // A meter: points that come late do not turn it back, also where they change what is believed.
      if (hasJumps) expected.state.odometerMetres = found.state.odometerMetres ?? null
      expect(found).toEqual(expected)
    }
    await c.drain()
  })
})
