import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { positionRowColumns } from '../history/telemetry.positions.rules.ts'
import { recomputeDirtyDays } from '../history/telemetry.recompute.actions.ts'
import { buildReport } from '../telemetry.factory.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'
import { stateColumns } from './telemetry.state-columns.ts'

const log = pino({ level: 'silent' })
const harness = useIntakeHarness('test')
const { fixAt, history, nowMs, read, times } = harness

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
    const start = nowMs() - 2 * dayMs
    let latitude = 19
    return Array.from({ length: 2 * 1440 - 60 }, (_, at) => {
      const phase = Math.floor(at / 47) % 3
      const speedKmh = phase === 0 ? 0 : phase === 1 ? 40 : at % 7 === 0 ? 0 : 70
      latitude += speedKmh / 60 / 111.2
      return buildReport({
        deviceIdentifier: imei,
        receivedAt: harness.test.clock.now(),
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
    while ((await recomputeDirtyDays(harness.test.database, log)) > 0) {
      rounds += 1
      if (rounds > 5) throw new Error('The dirty days do not come to an end.')
    }
  }

  it('result in the same trips, stays and days in any order', async () => {
    const ordered = harness.vehicle
    const mixed = await harness.fleet.addVehicle()
    const blocks = await harness.fleet.addVehicle()
    const inOrder = twoDays(ordered.imei)
    const singly = 360
    for (const one of inOrder.slice(0, singly)) await harness.intake.accept(one)
    // The rest an hour at a time, as of a device that was out of reach: still in order.
    for (let from = singly; from < inOrder.length; from += 60)
      await Promise.all(inOrder.slice(from, from + 60).map((one) => harness.intake.accept(one)))
    expect(await read('select 1 from telemetry.dirty_days')).toEqual([])
    const expected = await segments(ordered.no)
    expect(expected.trips.length).toBeGreaterThan(15)
    expect(expected.stays.length).toBeGreaterThan(15)
    expect(expected.days).toHaveLength(3)
    await Promise.all(shuffled(twoDays(mixed.imei)).map((one) => harness.intake.accept(one)))
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
      await Promise.all(all.slice(from, to).map((one) => harness.intake.accept(one)))
      if (from !== 900) await settle()
    }
    await settle()
    expect(await segments(blocks.no)).toEqual(expected)
  }, 60_000)

  it('do not revert the state of the gateway: it reads the recomputed state and continues from it', async () => {
    await harness.intake.accept(fixAt(nowMs() - 600_000, { fix: { speedKmh: 0 } }))
    harness.test.clock.advance(1)
    await harness.intake.accept(fixAt(nowMs(), { fix: { speedKmh: 0 } }))
    await harness.intake.accept(fixAt(nowMs() - 300_000, { fix: { speedKmh: 0 } }))
    await settle()
    harness.test.clock.advance(60)
    await harness.intake.accept(fixAt(nowMs(), { fix: { speedKmh: 0 } }))
    await settle()
    harness.test.clock.advance(60)
    await harness.intake.accept(fixAt(nowMs(), { fix: { speedKmh: 0 } }))
    await settle()
    expect(await read('select records from telemetry.days')).toEqual([{ records: 5 }])
    expect(await read('select as_of from telemetry.vehicle_state')).toEqual([{ as_of: new Date(nowMs()) }])
  })
})

describe('a device that moved to another vehicle', () => {
  it('adds stored points from before to the former vehicle, as history only', async () => {
    const former = harness.vehicle
    await harness.intake.accept(fixAt(nowMs()))
    harness.test.clock.advance(3_600)
    const imei = former.imei
    await harness.test.build((tx) =>
      tx.sql('update vehicles.vehicles set imei = null, updated_at = $2 where id = $1', [
        former.id,
        harness.test.clock.now(),
      ]),
    )
    const next = await harness.fleet.addVehicle('861000000008888')
    await harness.test.build((tx) =>
      tx.sql('update vehicles.vehicles set imei = $2, updated_at = $3 where id = $1', [
        next.id,
        imei,
        harness.test.clock.now(),
      ]),
    )
    await harness.test.build(async (tx) => tx.forgetDevices([imei, '861000000008888']))
    harness.test.clock.advance(60)
    // The hint that devices moved has arrived.
    await expect.poll(() => harness.intake.stateOf(imei)).toBeUndefined()
    await harness.intake.accept(fixAt(nowMs()))
    await harness.intake.accept(fixAt(nowMs() - 1_800_000))
    await harness.intake.accept(fixAt(nowMs() - 1_900_000, { fix: { speedKmh: 400 } }))
    await harness.intake.accept(fixAt(nowMs() - 200 * dayMs))
    // A clock without a date: whose the place was is not known, so nobody is shown it.
    await harness.intake.accept(fixAt(0))
    // Admins see the rejected reports of their vehicles.
    const listed = `select reason, vehicle_no, fix_time is not null and report ->> 'fix' is not null as has_fix
      from telemetry.rejected_reports order by reason, vehicle_no`
    expect(await read(listed)).toEqual([
      { reason: 'speed', vehicle_no: former.no, has_fix: true },
      { reason: 'too_old', vehicle_no: former.no, has_fix: true },
      { reason: 'too_old', vehicle_no: next.no, has_fix: false },
    ])
    expect(await times(former.no)).toHaveLength(3)
    expect(await times(next.no)).toEqual([nowMs()])
    expect(await read('select vehicle_no from telemetry.dirty_days')).toEqual([{ vehicle_no: former.no }])
  })
})

describe('suspect fixes', () => {
  it.each([
    ['null_island', { latitude: 0, longitude: 0 }],
    ['speed', { speedKmh: 400 }],
    ['coordinates', { latitude: 91 }],
  ])('are marked, counted and listed, and never move the vehicle: %s', async (reason, fix) => {
    await harness.intake.accept(
      buildReport({ deviceIdentifier: harness.vehicle.imei, receivedAt: harness.test.clock.now(), fix }),
    )
    await harness.intake.accept(
      buildReport({ deviceIdentifier: harness.vehicle.imei, receivedAt: harness.test.clock.now(), fix }),
    )
    expect((await history()).positions.flags).toEqual([1, 1])
    expect(await read('select reason from telemetry.rejected_reports')).toEqual([{ reason }])
    expect(await read('select latitude from telemetry.vehicle_state')).toEqual([{ latitude: null }])
    expect(harness.intake.counters().rejected).toEqual({ gt06: { [reason]: 2 } })
  })
})

describe('the state of the fleet', () => {
  it('is in memory before the first report', async () => {
    await harness.intake.accept(fixAt(nowMs(), { telemetry: { ignition: true } }))
    await harness.intake.drain()
    harness.intake = await harness.fleet.startIntake()
    expect(harness.intake.stateOf(harness.vehicle.imei)).toMatchObject({
      ...{ vehicleId: harness.vehicle.id, asOf: nowMs(), ignition: true, protocol: 'gt06' },
      movement: { at: nowMs(), standSince: nowMs(), day: '2026-03-02', sums: { records: 1 } },
    })
    expect(harness.intake.counters().knownDevices).toBe(1)
  })
})

it('rows of a batch have their fields in the order in which they are encoded', async () => {
  const fieldsOf = async (type: string) =>
    (
      await read(
        `select attname from pg_attribute where attrelid = ('telemetry.' || $1)::regclass and attnum > 0 order by attnum`,
        [type],
      )
    ).map((row) => (row as { attname: string }).attname)
  expect(await fieldsOf('batch_vehicle')).toEqual([
    'vehicle_no',
    'state_version',
    ...stateColumns.map(({ name }) => name),
  ])
  expect(await fieldsOf('batch_position')).toEqual(positionRowColumns.map(({ name }) => name))
})
