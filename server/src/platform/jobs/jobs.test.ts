import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, asSystem } from '../access/access.ts'
import { createDatabase, type Database } from '../database/database.ts'
import { createJobs, enqueueJob, type Jobs, type JobTask, platformCrontab, platformTasks } from './jobs.ts'

const log = pino({ level: 'silent' })
const clock = { now: () => new Date() }
let base: TestDatabase
let database: Database
let running: Jobs[]

beforeEach(async () => {
  base = await testDatabase()
  database = createDatabase({ url: base.url, clock })
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.drain()))
  await database.close()
  await base.close()
})

function worker(tasks: Record<string, JobTask>, options: { deadAfterMs?: number; crontab?: string } = {}) {
  const jobs = createJobs({ url: base.url, tasks, log, pollMs: 50, ...options })
  running.push(jobs)
  return jobs
}

/** A task, and a promise of what it was first called with. */
function awaited(): { task: JobTask; called: Promise<unknown> } {
  let resolveCall: (payload: unknown) => void = () => undefined
  const called = new Promise<unknown>((resolve) => {
    resolveCall = resolve
  })
  return { called, task: async (payload) => resolveCall(payload) }
}

async function look<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: base.superuserUrl })
  await client.connect()
  const result = await client.query<Row>(sql, values).finally(() => client.end())
  return result.rows
}

const clerk: Actor = {
  userId: uuid(),
  sessionId: uuid(),
  displayName: 'Ana Robles',
  level: 'user',
  scopes: [],
  companies: { read: [], manage: [], write: [] },
  fleets: { read: [], manage: [] },
  vehicles: [],
  directories: [],
  drivesOnly: [],
  services: [],
  contacts: [],
  plans: { companies: new Map(), fleets: new Map() },
  mustChangePassword: false,
  address: '',
  requestId: '',
}

describe('jobs', () => {
  it('enqueued in a transaction run after its commit, also for a user', async () => {
    const { task, called } = awaited()
    await worker({ export: task }).start()
    await database.transaction(clerk, (tx) =>
      enqueueJob(tx, { task: 'export', payload: { list: 'vehicles' } }),
    )
    expect(await called).toEqual({ list: 'vehicles' })
  })

  it('of a failed transaction are not enqueued', async () => {
    await database
      .transaction(asSystem('test'), async (tx) => {
        await enqueueJob(tx, { task: 'export' })
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await look('select from graphile_worker.jobs')).toEqual([])
  })

  it('replace a waiting job with the same key', async () => {
    const runAt = new Date('2100-01-01T00:00:00Z')
    await database.transaction(clerk, async (tx) => {
      await enqueueJob(tx, { task: 'recompute', payload: { day: 1 }, key: 'vehicle 7', runAt })
      await enqueueJob(tx, { task: 'recompute', payload: { day: 2 }, key: 'vehicle 7', runAt })
    })
    const rows = await look<{ payload: unknown; run_at: Date }>(
      'select payload, run_at from graphile_worker._private_jobs',
    )
    expect(rows).toEqual([{ payload: { day: 2 }, run_at: runAt }])
  })

  it('cannot be accessed by users otherwise', async () => {
    const reading = database.transaction(clerk, (tx) => tx.sql('select * from graphile_worker._private_jobs'))
    await expect(reading).rejects.toThrow(/permission denied/)
  })

  it('of a dead worker are taken over, but not those of a live one', async () => {
    await database.transaction(asSystem('test'), async (tx) => {
      await enqueueJob(tx, { task: 'takeover', payload: { of: 'dead' } })
      await enqueueJob(tx, { task: 'takeover', payload: { of: 'alive' } })
    })
    await look(
      `update graphile_worker._private_jobs
          set locked_by = 'worker ' || (payload->>'of'), locked_at = now() - interval '11 seconds'`,
    )
    await look("insert into platform.job_workers values ('worker alive', now() - interval '5 seconds')")
    const { task, called } = awaited()
    const jobs = worker({ takeover: task })
    await jobs.start()
    expect(await called).toEqual({ of: 'dead' })
    await jobs.drain()
    running = []
    expect(await look('select locked_by from graphile_worker._private_jobs')).toEqual([
      { locked_by: 'worker alive' },
    ])
  })

  it('finish before the worker stops', async () => {
    let finish: () => void = () => undefined
    const finishing = new Promise<void>((resolve) => {
      finish = resolve
    })
    const begun = awaited()
    const jobs = worker({
      async slow(payload, job) {
        await begun.task(payload, job)
        await finishing
      },
    })
    await jobs.start()
    await database.transaction(asSystem('test'), (tx) => enqueueJob(tx, { task: 'slow' }))
    await begun.called
    const drained = jobs.drain()
    running = []
    finish()
    await drained
    expect(await look('select from graphile_worker.jobs')).toEqual([])
    expect(await look('select from platform.job_workers')).toEqual([])
  })

  it('delete idempotency keys after a day', async () => {
    await database.transaction(asSystem('test'), async (tx) => {
      for (const [key, age] of [
        ['old', '25 hours'],
        ['young', '23 hours'],
      ])
        await tx.sql(
          `insert into platform.idempotency_keys (key, actor_id, endpoint, request_hash, created_at)
           values ($1, $2, 'e', 'h', now() - $3::interval)`,
          [key, clerk.userId, age],
        )
    })
    await worker(platformTasks({ database, log }), { crontab: platformCrontab }).start()
    const tasks = platformTasks({ database, log })
    await tasks['platform:purge']?.({}, { id: '1', attempt: 1, signal: new AbortController().signal })
    expect(await look('select key from platform.idempotency_keys')).toEqual([{ key: 'young' }])
  })
})
