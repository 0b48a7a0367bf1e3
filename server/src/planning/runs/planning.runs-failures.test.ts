import type { Worker } from 'node:worker_threads'
import type { PlanFigures } from '@rumbo/contract/planning.contract'
import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchPlans } from '../planning.watch.ts'
import {
  createRunsHarness,
  placeAt,
  roadsByFormula,
  roadsThatFail,
  useRunsHarness,
  workOnce,
} from './planning.runs.harness.ts'
import { createRunWatch } from './planning.runs.watch.ts'
import { claimRun, noteBegun, renewRun } from './planning.runs-claims.repository.ts'

const at = useRunsHarness()
beforeEach(async () => {
  await at.test.build((tx) => tx.sql('delete from planning.runs'))
  for (const number of ['201', '202', '203']) await at.vehicle(number)
  for (let count = 0; count < 20; count++)
    await at.order({ from: placeAt(count % 4, count % 3), to: placeAt(count % 5, -(count % 4)) })
  const { settings, content } = await at.plan()
  await at.save(content, { settings: { ...settings, pickupToleranceMinutes: null } })
})

const workers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((end) => end()))
})

/** A worker that goes on until the test is over, or it is ended. */
function startWorker(options: Partial<Parameters<typeof watchPlans>[0]> = {}): () => Promise<void> {
  const end = watchPlans({
    database: at.test.database,
    roads: roadsByFormula(at.test),
    log: pino({ level: 'silent' }),
    ...options,
  })
  workers.push(end)
  return end
}

const waitFor = (id: string, isMet: (run: PlanRun) => boolean) =>
  expect.poll(async () => isMet(await at.run(id)), { timeout: 20_000, interval: 50 }).toBe(true)
const isSearching = ({ status, content }: PlanRun) => status === 'searching' && content !== null
const isOver = ({ endedAt }: PlanRun) => endedAt !== null

const someFigures: PlanFigures = {
  orders: 0,
  unplanned: 0,
  vehicles: 0,
  metres: 0,
  workSeconds: 0,
  waitingSeconds: 0,
  lateStops: 0,
  lateSeconds: 0,
  loadShare: null,
  violations: 0,
  isEstimate: false,
}
const expireClaims = () =>
  at.test.build((tx) =>
    tx.sql("update planning.runs set claimed_until = clock_timestamp() - interval '1 second'"),
  )

describe('a run', () => {
  it('ends long before its time where it is stopped, with the best so far as its proposal', async () => {
    startWorker()
    const { body: run } = await at.begin({ seconds: 120 })
    await waitFor(run.id, isSearching)
    expect((await at.dispatcher('POST', `/plan-runs/${run.id}/stop`)).status).toBe(200)
    await waitFor(run.id, isOver)
    expect(await at.run(run.id)).toMatchObject({
      status: 'finished',
      isStopped: true,
      figures: { unplanned: 0 },
    })
  })

  it('that nobody searches yet is discarded when it is stopped, and gives way to another one', async () => {
    const { body: run } = await at.begin()
    await at.dispatcher('POST', `/plan-runs/${run.id}/stop`)
    expect(await at.run(run.id)).toMatchObject({ status: 'discarded', isStopped: true })
    expect((await at.begin()).status).toBe(202)
  })

  it('that is discarded while it is searched ends, and leaves the plan alone', async () => {
    const threads: Worker[] = []
    startWorker({ onThread: (thread) => threads.push(thread) })
    const { body: run } = await at.begin({ seconds: 120 })
    await waitFor(run.id, isSearching)
    const exited = new Promise((resolve) => threads[0]?.once('exit', resolve))
    await at.dispatcher('POST', `/plan-runs/${run.id}/discard`)
    await exited
    expect(await at.run(run.id)).toMatchObject({ status: 'discarded' })
    expect((await at.plan()).content.routes).toEqual([])
  })

  it('goes on from the best so far after its thread died', async () => {
    const threads: Worker[] = []
    startWorker({ onThread: (thread) => threads.push(thread) })
    const { body: run } = await at.begin({ seconds: 3 })
    await waitFor(run.id, isSearching)
    const before = await at.run(run.id)
    await threads[0]?.terminate()
    await waitFor(run.id, isOver)
    expect(threads).toHaveLength(2)
    const after = await at.run(run.id)
    expect(after).toMatchObject({ status: 'finished', resumed: 1, figures: { unplanned: 0 } })
    expect(after.points.length).toBeGreaterThanOrEqual(before.points.length)
    expect(after.points.at(-1)?.cost).toBeLessThanOrEqual(before.points.at(-1)?.cost ?? 0)
    expect((await at.plan()).content.routes).toEqual([])
  })

  it('ends with the best so far after its thread died again and again', async () => {
    const left = await at.order({ requiredSkills: ['grúa'] })
    startWorker({
      onThread: (thread) => {
        thread.on('message', ({ kind }: { kind: string }) => {
          if (kind === 'better') void thread.terminate()
        })
      },
    })
    const { body: run } = await at.begin({ seconds: 60 })
    await waitFor(run.id, isOver)
    expect(await at.run(run.id)).toMatchObject({
      status: 'finished',
      resumed: 3,
      figures: { unplanned: 1 },
      leftOut: [{ serviceId: left.id, code: 'undetermined' }],
    })
  })

  it('that was stopped while no worker had it names what it leaves out, for reasons that nobody determined', async () => {
    const left = await at.order({ requiredSkills: ['grúa'] })
    const first = startWorker()
    const { body: run } = await at.begin({ seconds: 60 })
    await waitFor(run.id, isSearching)
    await first()
    await at.dispatcher('POST', `/plan-runs/${run.id}/stop`)
    startWorker()
    await waitFor(run.id, isOver)
    expect(await at.run(run.id)).toMatchObject({
      status: 'finished',
      isStopped: true,
      figures: { unplanned: 1 },
      leftOut: [{ serviceId: left.id, code: 'undetermined' }],
    })
  })

  it('fails with a code and an id that is in the log where nothing was found before', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const left = await at.order({ requiredSkills: ['grúa'] })
    const { body: before } = await at.begin({ seconds: 1 })
    const endFirst = startWorker()
    await waitFor(before.id, isOver)
    await endFirst()
    const known = [expect.objectContaining({ serviceId: left.id, code: 'skills' })]
    expect((await at.run(before.id)).leftOut).toEqual(known)
    startWorker({ log, onThread: (thread) => void thread.terminate() })
    const { body: run } = await at.begin({ seconds: 5 })
    await waitFor(run.id, isOver)
    const { status, failure, leftOut } = await at.run(run.id)
    expect({ status, code: failure?.code }).toEqual({ status: 'failed', code: 'internal' })
    // What an earlier run found is still known.
    expect(leftOut).toEqual(known)
    expect(lines.join('')).toContain(failure?.errorId)
    expect((await at.begin()).status).toBe(202)
  })

  it('is taken over where its worker is gone, and only then', async () => {
    const { body: run } = await at.begin({ seconds: 2 })
    const gone = await at.test.build((tx) => claimRun(tx, uuid(), { leaseSeconds: 600 }))
    expect(gone?.id).toBe(run.id)
    startWorker()
    expect(await at.test.build((tx) => claimRun(tx, uuid(), { leaseSeconds: 600 }))).toBeNull()
    await at.test.build((tx) =>
      tx.sql(
        "update planning.runs set claimed_until = clock_timestamp() - interval '1 second' where id = $1",
        [run.id],
      ),
    )
    await waitFor(run.id, isOver)
    expect(await at.run(run.id)).toMatchObject({ status: 'finished', resumed: 1 })
  })

  it('is not claimed twice by one worker, and a claim that was taken over is worth nothing', async () => {
    const { body: run } = await at.begin()
    const first = await at.test.build((tx) => claimRun(tx, uuid(), { leaseSeconds: 600 }))
    expect(first?.id).toBe(run.id)
    await expireClaims()
    expect(
      await at.test.build((tx) => claimRun(tx, uuid(), { leaseSeconds: 600, except: [run.id] })),
    ).toBeNull()
    const second = await at.test.build((tx) => claimRun(tx, uuid(), { leaseSeconds: 600 }))
    const renew = (claim = '') =>
      at.test.build((tx) => renewRun(tx, { id: run.id, claim, leaseSeconds: 600 }))
    expect(await renew(first?.claim)).toBeNull()
    expect(await renew(second?.claim)).toEqual({ isStopped: false })
    const begun = async (claim = '', relaxed: string[] = []) => {
      await at.test.build((tx) =>
        noteBegun(tx, { id: run.id, claim }, { figuresBefore: someFigures, relaxed }),
      )
      return (await at.run(run.id)).relaxedVehicleIds
    }
    const vehicleId = uuid()
    expect(await begun(second?.claim, [vehicleId])).toEqual([vehicleId])
    expect(await begun(first?.claim)).toEqual([vehicleId])
  })

  it.each([
    ['take too long', 1],
    ['cannot be computed', 60_000],
  ])('goes on without travel times that %s', async (_, longestTravelMs) => {
    const { body: run } = await at.begin()
    if (longestTravelMs > 1) await at.test.build((tx) => tx.sql('delete from planning.travel_requests'))
    at.test.clock.advance(1)
    await createRunWatch({
      database: at.test.database,
      roads: roadsThatFail,
      log: pino({ level: 'silent' }),
      search: { seed: 1, iterations: 50 },
      longestTravelMs,
    }).pass()
    expect(await at.run(run.id)).toMatchObject({
      status: 'finished',
      figures: { unplanned: 0, isEstimate: true },
    })
  })

  it('that waits for travel times takes no place from others, and does so for a quarter of an hour at most', async () => {
    const worker = createRunWatch({
      database: at.test.database,
      roads: roadsThatFail,
      log: pino({ level: 'silent' }),
      search: { seed: 1, iterations: 50 },
      runsAtOnce: 1,
    })
    const other = await createRunsHarness(at.test)
    await other.vehicle('301')
    await other.order()
    const { body: waiting } = await at.begin()
    at.test.clock.advance(1)
    const { body: ready } = await other.begin()
    await at.test.build((tx) =>
      tx.sql('delete from planning.travel_requests where plan_id = $1', [other.planId]),
    )
    await worker.pass()
    expect([(await at.run(waiting.id)).status, (await other.run(ready.id)).status]).toEqual([
      'waiting',
      'finished',
    ])
    at.test.clock.advance(900)
    await worker.pass()
    expect(await at.run(waiting.id)).toMatchObject({ status: 'finished', figures: { isEstimate: true } })
  })

  it('says how far the travel times are that it waits for', async () => {
    const { body: run } = await at.begin()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const formula = roadsByFormula(at.test)
    startWorker({
      roads: {
        ...formula,
        table: async (...question) => {
          await answered
          return formula.table(...question)
        },
      },
      search: { seed: 1, iterations: 50 },
    })
    await waitFor(run.id, ({ status }) => status === 'travel')
    answer()
    await waitFor(run.id, isOver)
    expect(await at.run(run.id)).toMatchObject({ status: 'finished', travelShare: 1, resumed: 0 })
  })

  it('is handed to another worker when its own one ends, with the best so far', async () => {
    const first = startWorker()
    const { body: run } = await at.begin({ seconds: 4 })
    await waitFor(run.id, isSearching)
    await first()
    const between = await at.run(run.id)
    expect(between.content).not.toBeNull()
    startWorker()
    await waitFor(run.id, isOver)
    expect(await at.run(run.id)).toMatchObject({ status: 'finished', resumed: 1, figures: { unplanned: 0 } })
  })

  it('is searched by one of two workers', async () => {
    let threads = 0
    const count = { onThread: () => void threads++ }
    const { body: run } = await at.begin()
    await Promise.all([workOnce(at.test, count), workOnce(at.test, count)])
    expect(await at.run(run.id)).toMatchObject({ status: 'finished', resumed: 0 })
    expect(threads).toBe(1)
  })

  it('waits for its turn: companies with fewer runs at work come first', async () => {
    const other = await createRunsHarness(at.test)
    await other.vehicle('301')
    await other.order()
    const third = await at.test.build((tx) =>
      tx.sql<{ id: string }>('select id from planning.plans where company_id = $1', [other.companyId]),
    )
    expect(third).toHaveLength(1)
    const { body: mine } = await at.begin()
    const second = await at.dispatcher<{ id: string; version: number }>('POST', '/plans', {
      body: { fleetId: at.fleetId, date: (await at.plan()).date, name: 'Otra', copyOf: at.planId },
    })
    await at.dispatcher('POST', `/plans/${second.body.id}/runs`, {
      body: { version: second.body.version, mode: 'replan', seconds: 5 },
    })
    const { body: theirs } = await other.begin()
    const claimed = [
      await at.test.build((tx) => claimRun(tx, uuid(), { leaseSeconds: 600 })),
      await at.test.build((tx) => claimRun(tx, uuid(), { leaseSeconds: 600 })),
    ]
    expect(claimed.map((run) => run?.id)).toEqual([mine.id, theirs.id])
  })
})
