import { dayMs, hourMs, minuteMs } from '@rumbo/contract/time-units'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { asSystem } from '../../platform/access/access.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { readPositions } from '../index.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'
import { closeDays, mergeLatePositions } from './telemetry.closing.actions.ts'
import { forgetHistory } from './telemetry.jobs.ts'
import { dropOldPartitions } from './telemetry.keeper.ts'

const log = pino({ level: 'silent' })
const harness = useIntakeHarness('test')
const { fixAt, history, nowMs, read, times } = harness

const tables = async () =>
  (
    await read<{ n: string }>(
      "select relname as n from pg_class where relname ~ '^positions_[0-9]{8}$' order by 1",
    )
  ).map(({ n }) => n)
const close = () => closeDays(harness.test.database, harness.test.clock.now(), { log })

describe('closing a day', () => {
  it('keeps every position once and in order through each step, then drops its partition', async () => {
    const start = nowMs()
    const reports = Array.from({ length: 300 }, (_, at) => fixAt(start + at * 20_000))
    harness.test.clock.advance(6_000)
    await Promise.all(
      reports.map((one) => harness.intake.accept({ ...one, receivedAt: harness.test.clock.now() })),
    )
    const before = (await history()).positions
    expect(before.fixTime).toHaveLength(300)
    harness.test.clock.advance(2 * 86_400)
    expect(await close()).toEqual(['2026-02-27', '2026-02-28'])
    harness.test.clock.advance(2 * 86_400)
    expect((await close()).at(-1)).toBe('2026-03-02')
    expect((await history()).positions).toEqual(before)
    expect((await tables())[0]).toBe('positions_20260227')
    await dropOldPartitions({
      url: harness.test.superuserUrl.replace(/:[^:@]*@/, ':test-only@'),
      now: harness.test.clock.now(),
      log,
    })
    expect((await tables())[0]).toBe('positions_20260303')
    expect((await history()).positions).toEqual(before)
    await harness.intake.drain()
    harness.intake = await harness.fleet.startIntake()
    expect((await tables())[0]).toBe('positions_20260303')
  })

  it('pages through open and closed days without gap or repetition', async () => {
    const start = nowMs()
    for (let day = 0; day < 6; day += 1) {
      await Promise.all(
        Array.from({ length: 50 }, (_, at) => harness.intake.accept(fixAt(nowMs() + at * minuteMs - hourMs))),
      )
      harness.test.clock.advance(86_400)
    }
    await close()
    const all = (await history()).positions
    expect(all.fixTime).toHaveLength(300)
    const paged: number[] = []
    let after: { fixTime: number; reportHash: bigint } | undefined
    for (;;) {
      const { positions, hasMore } = await harness.test.database.transaction(asSystem('test'), (tx) =>
        readPositions(tx, harness.vehicle.no, { fromMs: start - dayMs, toMs: nowMs(), after, limit: 37 }),
      )
      paged.push(...positions.fixTime)
      after = { fixTime: positions.fixTime.at(-1) ?? 0, reportHash: positions.reportHash.at(-1) ?? 0n }
      if (!hasMore) break
    }
    expect(paged).toEqual(all.fixTime)
  })

  it('adds late points to the hour, each once however often it is sent', async () => {
    const start = nowMs()
    const first = fixAt(start)
    await harness.intake.accept(first)
    harness.test.clock.advance(5 * 86_400)
    await harness.intake.accept(fixAt(nowMs()))
    await close()
    const late = fixAt(start + 60_000)
    await harness.intake.accept({ ...late, receivedAt: harness.test.clock.now() })
    await harness.intake.accept({ ...first, receivedAt: harness.test.clock.now() })
    expect((await times()).slice(0, 2)).toEqual([start, start + 60_000])
    expect(await mergeLatePositions(harness.test.database)).toBe(1)
    await harness.intake.accept({ ...late, receivedAt: harness.test.clock.now() })
    await mergeLatePositions(harness.test.database)
    expect(await times()).toEqual([start, start + 60_000, nowMs()])
    expect(await read('select 1 from telemetry.positions_late')).toEqual([])
    expect(await mergeLatePositions(harness.test.database)).toBe(0)
  })

  it('points before the first open day are stored as history within the retention period', async () => {
    await harness.intake.accept(fixAt(nowMs() - 100 * dayMs))
    await mergeLatePositions(harness.test.database)
    expect(await times()).toEqual([nowMs() - 100 * dayMs])
  })

  it('is repeated after an interruption, without losing or duplicating points that arrive late', async () => {
    const start = nowMs()
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => harness.intake.accept(fixAt(start + at * 10_000))),
    )
    harness.test.clock.advance(5 * 86_400)
    const aborted = new AbortController()
    aborted.abort()
    expect(
      await closeDays(harness.test.database, harness.test.clock.now(), { log, signal: aborted.signal }),
    ).toEqual([])
    const late: Promise<void>[] = []
    const closing = close()
    for (let at = 0; at < 200; at += 1) {
      late.push(harness.intake.accept(fixAt(start + at * 10_000 + 5_000)))
      if (at % 20 === 0) await late.at(-1)
      if (at % 50 === 0) await mergeLatePositions(harness.test.database)
    }
    await Promise.all([...late, closing])
    await mergeLatePositions(harness.test.database)
    const found = await times()
    expect(found).toHaveLength(240)
    expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b))
  })

  it('completes an interrupted detach', async () => {
    await harness.intake.accept(fixAt(nowMs()))
    harness.test.clock.advance(5 * 86_400)
    await close()
    const reader = new pg.Client({ connectionString: harness.test.superuserUrl })
    await reader.connect()
    await reader.query('begin; select count(*) from telemetry.positions')
    const keeper = new pg.Client({
      connectionString: harness.test.superuserUrl,
      options: '-c role=rumbo_owner',
    })
    await keeper.connect()
    const detach = keeper.query(
      'alter table telemetry.positions detach partition telemetry.positions_20260302 concurrently',
    )
    const caught = detach.catch((error: Error) => error)
    await expect
      .poll(async () => (await read('select 1 from pg_inherits where inhdetachpending')).length)
      .toBe(1)
    // Inserts go on meanwhile.
    await harness.intake.accept(fixAt(nowMs()))
    await read(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like '%detach%concurrently%' and pid <> pg_backend_pid()",
    ).catch(() => undefined)
    await reader.query('rollback')
    await reader.end()
    await caught
    await keeper.end()
    await dropOldPartitions({
      url: harness.test.superuserUrl.replace(/:[^:@]*@/, ':test-only@'),
      now: harness.test.clock.now(),
      log,
    })
    expect(await tables()).not.toContain('positions_20260302')
    expect(await times()).toHaveLength(2)
  })
})

describe('retention', () => {
  it('deletes what is older than the retention of a company, and nothing of another', async () => {
    const other = await harness.test.build(async (tx) => {
      const company = await buildCompany(tx)
      await tx.sql('update organisation.companies set history_days = 3650 where id = $1', [company.id])
      const fleet = await buildFleet(tx, { companyId: company.id })
      return buildVehicle(tx, { companyId: company.id, fleetId: fleet.id, imei: '861999999999999' })
    })
    const [{ no } = { no: 0 }] = await read<{ no: number }>(
      'select vehicle_no as no from vehicles.vehicles where id = $1',
      [other.id],
    )
    await harness.intake.drain()
    harness.intake = await harness.fleet.startIntake()
    const old = nowMs() - 100 * dayMs
    await harness.intake.accept(fixAt(old))
    await harness.intake.accept(fixAt(old, { deviceIdentifier: '861999999999999' }))
    await mergeLatePositions(harness.test.database)
    harness.test.clock.advance(100 * 86_400)
    await forgetHistory(harness.test.database, harness.test.clock.now())
    expect(await times()).toEqual([])
    expect(await times(no)).toEqual([old])
  })
})
