import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commitConditions } from '../../assembly/commit-conditions.ts'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import { recordAlarms } from '../../events/index.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'

const harness = useIntakeHarness('file')
const { positions, read, rejected, report, state, status } = harness

describe('failures', () => {
  it('acknowledges nothing while the disk is full, and stores the reports once there is space', async () => {
    let isFull = true
    let refusals = 0
    const careful = await harness.fleet.startIntake({
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
  ])('a reading with %s rejects no report', async (_what, extras) => {
    const good = Array.from({ length: 6 }, (_, second) => report({}, second + 1))
    await Promise.all(
      [...good.slice(0, 3), report({ extras }), ...good.slice(3)].map((one) => harness.intake.accept(one)),
    )
    expect(await positions()).toHaveLength(7)
    expect(await rejected()).toEqual([])
  })

  it('only the row the database refuses is rejected and acknowledged, and its alarm is still raised', async () => {
    const owner = new pg.Client({ connectionString: harness.test.superuserUrl })
    await owner.connect()
    await owner.query(`create function telemetry.refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = 'data_exception'; end $$;
      create trigger refuse before insert on telemetry.positions for each row when (new.altitude = 4321)
        execute function telemetry.refuse()`)
    const bad = report({ fix: { altitudeMetres: 4_321 }, kind: 'alarm', alarm: 'sos' })
    const good = Array.from({ length: 20 }, (_, second) => report({}, second + 1))
    await Promise.all([...good.slice(0, 9), bad, ...good.slice(9)].map((one) => harness.intake.accept(one)))
    expect(await positions()).toHaveLength(20)
    expect(await rejected()).toMatchObject([{ reason: 'data_error' }])
    expect(await status()).toBe('alarmed')
    await owner.query('drop trigger refuse on telemetry.positions; drop function telemetry.refuse()')
    await owner.end()
  })

  it('a finding that the database refuses stops neither positions nor alarms, and is logged once an episode', async () => {
    const owner = new pg.Client({ connectionString: harness.test.superuserUrl })
    await owner.connect()
    await owner.query(`create function events.refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = 'data_exception'; end $$;
      create trigger refuse before insert on events.events for each row when (new.kind = 'overspeed')
        execute function events.refuse()`)
    onTestFinished(async () => {
      await owner.query(
        'drop trigger if exists refuse on events.events; drop function if exists events.refuse()',
      )
      await owner.end()
    })
    await read('update vehicles.vehicles set speed_limit_kmh = 80 where id = $1', [harness.vehicle.id])
    const logged: { msg: string; found: string[] }[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
    await harness.intake.drain()
    harness.intake = await harness.fleet.startIntake({ commitAlarms: recordAlarms, commitConditions, log })
    const drive = async (speedKmh: number, given: object = {}) => {
      harness.test.clock.advance(10)
      await harness.intake.accept(report({ fix: { speedKmh }, ...given }))
    }
    await drive(90)
    await drive(95, { kind: 'alarm', alarm: 'sos' })
    await drive(97)
    const again = [95, 40, 40, 40, 40, 95, 95, 95]
    for (const speedKmh of again) await drive(speedKmh)
    const stored = await positions()
    expect(stored.map(({ speed_tenths }) => speed_tenths / 10)).toEqual([90, 95, 97, ...again])
    expect(await rejected()).toEqual([])
    expect((await state())?.as_of.getTime()).toBe(harness.nowMs())
    expect(await status()).toBe('critical')
    expect(logged).toMatchObject(
      Array.from({ length: 2 }, () => ({
        msg: 'what was found in a report was refused by the database; the report was stored without it',
        found: ['overspeed'],
      })),
    )
    const kinds = () => read('select kind from events.events where vehicle_id = $1', [harness.vehicle.id])
    expect(await kinds()).toEqual([{ kind: 'sos' }])
    await owner.query('drop trigger refuse on events.events')
    for (const speedKmh of again) await drive(speedKmh)
    expect(await kinds()).toContainEqual({ kind: 'overspeed' })
  })

  it('a step that throws rejects its report only', async () => {
    await harness.intake.drain()
    harness.intake = await harness.fleet.startIntake({
      pipeline: [
        ...positionPipeline,
        ({ report: { extras } }) => {
          if (extras.boom) throw new Error('boom')
        },
      ],
    })
    await Promise.all([
      harness.intake.accept(report({ extras: { boom: true } })),
      harness.intake.accept(report({}, 1)),
    ])
    expect(await rejected()).toEqual([{ reason: 'pipeline_error', detail: 'boom' }])
  })

  it('a commit whose connection is lost is retried until it succeeds, and only then acknowledged', async () => {
    await harness.intake.accept(report({}, 5))
    const blocker = new pg.Client({ connectionString: harness.test.superuserUrl })
    await blocker.connect()
    await blocker.query('begin; lock table telemetry.positions in access exclusive mode')
    let isAcknowledged = false
    const alarm = harness.intake.accept(report({ kind: 'alarm', alarm: 'sos' })).then(() => {
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
    await expect.poll(() => harness.intake.counters().repeatedCommits).toBeGreaterThan(0)
    expect(isAcknowledged).toBe(false)
    await blocker.query('rollback')
    await alarm
    await blocker.end()
    expect(await positions()).toHaveLength(2)
    expect(
      await read('select id from telemetry.alarms where vehicle_id = $1', [harness.vehicle.id]),
    ).toHaveLength(1)
  })

  it('after a drain nothing is accepted, and what was accepted is committed', async () => {
    const accepted = harness.intake.accept(report())
    await harness.intake.drain()
    await accepted
    await expect(harness.intake.accept(report())).rejects.toThrow(/unacknowledged/)
    expect(await positions()).toHaveLength(1)
  })

  it('too many waiting reports are refused, unacknowledged, and logged as overload once a minute', async () => {
    await harness.intake.drain()
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) })
    harness.intake = await harness.fleet.startIntake({ maxWaitingReports: 3, log })
    const accepted = [1, 2, 3].map((second) => harness.intake.accept(report({}, second)))
    await expect(harness.intake.accept(report())).rejects.toThrow(
      /3 reports wait for their commit.*unacknowledged/,
    )
    await expect(harness.intake.accept(report())).rejects.not.toThrow(/stopping/)
    await Promise.all(accepted)
    expect(logged).toEqual([
      'too many reports wait for their commit: further reports are refused until the database catches up',
    ])
    expect(harness.intake.counters().overloadedReports).toBe(2)
    await harness.intake.drain()
    await expect(harness.intake.accept(report())).rejects.toThrow(/stopping/)
    expect(harness.intake.counters().overloadedReports).toBe(2)
  })

  it('newer state of another process is not overwritten', async () => {
    await harness.intake.accept(report({}, 30))
    const second = await harness.fleet.startIntake()
    await second.accept(report({ fix: { latitude: 19.434 } }))
    await harness.intake.accept(report({ fix: { latitude: 19.431 } }, 10))
    expect(await state()).toMatchObject({ latitude: 194340000 })
    await second.drain()
  })
})
