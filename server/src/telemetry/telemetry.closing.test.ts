import type { DeviceReport } from '@rumbo/contract/device-report.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../assembly/position-pipeline.ts'
import { buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { asSystem } from '../platform/access.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { createIntake, type Intake, readPositions } from './index.ts'
import { closeDays, mergeLatePositions } from './telemetry.closing.actions.ts'
import { buildReport } from './telemetry.factory.ts'
import { forgetHistory } from './telemetry.jobs.ts'
import { dropOldPartitions } from './telemetry.keeper.ts'
import { recomputeDirtyDays } from './telemetry.recompute.actions.ts'

const log = pino({ level: 'silent' })
const dayMs = 86_400_000
let test: TestApp
let intake: Intake
let companyId: string
let fleetId: string
let vehicle: { id: string; imei: string; no: number }
let sequence = 0

beforeEach(async () => {
  test = await createTestApp()
  await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    fleetId = (await buildFleet(tx, { companyId })).id
  })
  vehicle = await addVehicle()
  intake = await startIntake()
})
afterEach(async () => {
  await intake.drain()
  await test.close()
})

async function addVehicle(imei = `86100000000${String(++sequence).padStart(4, '0')}`) {
  return test.build(async (tx) => {
    const { id } = await buildVehicle(tx, { companyId, fleetId, imei })
    const [row] = await tx.sql<{ no: number }>(
      'select vehicle_no as no from vehicles.vehicles where id = $1',
      [id],
    )
    return { id, imei, no: row?.no ?? 0 }
  })
}
async function startIntake(): Promise<Intake> {
  const started = createIntake({
    database: test.database,
    clock: test.clock,
    log,
    bus: test.bus,
    pipeline: positionPipeline,
  })
  await started.start()
  await test.bus.ready()
  return started
}
const now = () => test.clock.now().getTime()
/** A fix of some seconds after a moment, north by a metre a second. */
const fixAt = (time: number, given: Partial<Parameters<typeof buildReport>[0]> = {}): DeviceReport =>
  buildReport({
    deviceIdentifier: vehicle.imei,
    receivedAt: test.clock.now(),
    ...given,
    fix: { time: new Date(time), latitude: 19 + (time % 100_000_000) / 1e10, ...given.fix },
  })
const read = <Row>(text: string, values: unknown[] = []) => test.build((tx) => tx.sql<Row>(text, values))
const history = (no = vehicle.no, fromMs = 0, limit = 100_000) =>
  test.database.transaction(asSystem('test'), (tx) =>
    readPositions(tx, no, { fromMs, toMs: now() + dayMs, limit }),
  )
const times = async (no = vehicle.no) => (await history(no)).positions.fixTime
const tables = async () =>
  (
    await read<{ n: string }>(
      "select relname as n from pg_class where relname ~ '^positions_[0-9]{8}$' order by 1",
    )
  ).map(({ n }) => n)
const close = () => closeDays(test.database, test.clock.now(), { log })

describe('closing a day', () => {
  it('keeps every position, once, in order, through each step; then drops its partition', async () => {
    const start = now()
    const reports = Array.from({ length: 300 }, (_, at) => fixAt(start + at * 20_000))
    test.clock.advance(6_000)
    await Promise.all(reports.map((one) => intake.accept({ ...one, receivedAt: test.clock.now() })))
    const before = (await history()).positions
    expect(before.fixTime).toHaveLength(300)
    test.clock.advance(2 * 86_400)
    expect(await close()).toEqual(['2026-02-27', '2026-02-28'])
    test.clock.advance(2 * 86_400)
    expect((await close()).at(-1)).toBe('2026-03-02')
    expect((await history()).positions).toEqual(before)
    expect((await tables())[0]).toBe('positions_20260227')
    await dropOldPartitions({
      url: test.superuserUrl.replace(/:[^:@]*@/, ':test-only@'),
      now: test.clock.now(),
      log,
    })
    expect((await tables())[0]).toBe('positions_20260303')
    expect((await history()).positions).toEqual(before)
    await intake.drain()
    intake = await startIntake()
    expect((await tables())[0]).toBe('positions_20260303')
  })

  it('pages through open and closed days without gap or repetition', async () => {
    const start = now()
    for (let day = 0; day < 6; day += 1) {
      await Promise.all(
        Array.from({ length: 50 }, (_, at) => intake.accept(fixAt(now() + at * 60_000 - 3_600_000))),
      )
      test.clock.advance(86_400)
    }
    await close()
    const all = (await history()).positions
    expect(all.fixTime).toHaveLength(300)
    const paged: number[] = []
    let after: { fixTime: number; reportHash: bigint } | undefined
    for (;;) {
      const { positions, hasMore } = await test.database.transaction(asSystem('test'), (tx) =>
        readPositions(tx, vehicle.no, { fromMs: start - dayMs, toMs: now(), after, limit: 37 }),
      )
      paged.push(...positions.fixTime)
      after = { fixTime: positions.fixTime.at(-1) ?? 0, reportHash: positions.reportHash.at(-1) ?? 0n }
      if (!hasMore) break
    }
    expect(paged).toEqual(all.fixTime)
  })

  it('takes points that come later into the hour, each once however often it is sent', async () => {
    const start = now()
    const first = fixAt(start)
    await intake.accept(first)
    test.clock.advance(5 * 86_400)
    await intake.accept(fixAt(now()))
    await close()
    const late = fixAt(start + 60_000)
    await intake.accept({ ...late, receivedAt: test.clock.now() })
    await intake.accept({ ...first, receivedAt: test.clock.now() })
    expect((await times()).slice(0, 2)).toEqual([start, start + 60_000])
    expect(await mergeLatePositions(test.database)).toBe(1)
    await intake.accept({ ...late, receivedAt: test.clock.now() })
    await mergeLatePositions(test.database)
    expect(await times()).toEqual([start, start + 60_000, now()])
    expect(await read('select 1 from telemetry.positions_late')).toEqual([])
    expect(await mergeLatePositions(test.database)).toBe(0)
  })

  it('points of before the first open day are history, within what the company keeps', async () => {
    await intake.accept(fixAt(now() - 100 * dayMs))
    await mergeLatePositions(test.database)
    expect(await times()).toEqual([now() - 100 * dayMs])
  })

  it('an interrupted one is done again, and nothing is lost or doubled while late points keep coming', async () => {
    const start = now()
    await Promise.all(Array.from({ length: 40 }, (_, at) => intake.accept(fixAt(start + at * 10_000))))
    test.clock.advance(5 * 86_400)
    const aborted = new AbortController()
    aborted.abort()
    expect(await closeDays(test.database, test.clock.now(), { log, signal: aborted.signal })).toEqual([])
    const late: Promise<void>[] = []
    const closing = close()
    for (let at = 0; at < 200; at += 1) {
      late.push(intake.accept(fixAt(start + at * 10_000 + 5_000)))
      if (at % 20 === 0) await late.at(-1)
      if (at % 50 === 0) await mergeLatePositions(test.database)
    }
    await Promise.all([...late, closing])
    await mergeLatePositions(test.database)
    const found = await times()
    expect(found).toHaveLength(240)
    expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b))
  })

  it('a detach that was interrupted is finished', async () => {
    await intake.accept(fixAt(now()))
    test.clock.advance(5 * 86_400)
    await close()
    const reader = new pg.Client({ connectionString: test.superuserUrl })
    await reader.connect()
    await reader.query('begin; select count(*) from telemetry.positions')
    const keeper = new pg.Client({ connectionString: test.superuserUrl, options: '-c role=rumbo_owner' })
    await keeper.connect()
    const detach = keeper.query(
      'alter table telemetry.positions detach partition telemetry.positions_20260302 concurrently',
    )
    const caught = detach.catch((error: Error) => error)
    await expect
      .poll(async () => (await read('select 1 from pg_inherits where inhdetachpending')).length)
      .toBe(1)
    // Inserts go on meanwhile.
    await intake.accept(fixAt(now()))
    await read(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like '%detach%concurrently%' and pid <> pg_backend_pid()",
    ).catch(() => undefined)
    await reader.query('rollback')
    await reader.end()
    await caught
    await keeper.end()
    await dropOldPartitions({
      url: test.superuserUrl.replace(/:[^:@]*@/, ':test-only@'),
      now: test.clock.now(),
      log,
    })
    expect(await tables()).not.toContain('positions_20260302')
    expect(await times()).toHaveLength(2)
  })
})

describe('retention', () => {
  it('forgets what a company no longer keeps, and nothing of another', async () => {
    const other = await test.build(async (tx) => {
      const company = await buildCompany(tx)
      await tx.sql('update organisation.companies set history_days = 3650 where id = $1', [company.id])
      const fleet = await buildFleet(tx, { companyId: company.id })
      return buildVehicle(tx, { companyId: company.id, fleetId: fleet.id, imei: '861999999999999' })
    })
    const [{ no } = { no: 0 }] = await read<{ no: number }>(
      'select vehicle_no as no from vehicles.vehicles where id = $1',
      [other.id],
    )
    await intake.drain()
    intake = await startIntake()
    const old = now() - 100 * dayMs
    await intake.accept(fixAt(old))
    await intake.accept(fixAt(old, { deviceIdentifier: '861999999999999' }))
    await mergeLatePositions(test.database)
    test.clock.advance(100 * 86_400)
    await forgetHistory(test.database, test.clock.now())
    expect(await times()).toEqual([])
    expect(await times(no)).toEqual([old])
  })
})

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
        fix: { time: new Date(start + at * 60_000), latitude: latitude > 60 ? 60 : latitude, speedKmh },
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
    const mixed = await addVehicle()
    const blocks = await addVehicle()
    for (const one of twoDays(ordered.imei)) await intake.accept(one)
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

  it('do not turn back what the gateway knows: it reads the state computed anew and goes on', async () => {
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
  it('tells stored points of before to the former vehicle, as history only', async () => {
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
    const next = await addVehicle('861000000008888')
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
    intake = await startIntake()
    expect(intake.stateOf(vehicle.imei)).toMatchObject({
      ...{ vehicleId: vehicle.id, asOf: now(), ignition: true, protocol: 'gt06' },
      movement: { at: now(), standSince: now(), day: '2026-03-02', sums: { records: 1 } },
    })
    expect(intake.counters().knownDevices).toBe(1)
  })
})
