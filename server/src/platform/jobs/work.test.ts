import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from '@rumbo/contract/work.contract'
import { createTestApp, type TestApp, type TestCall, testSecret } from '@rumbo/tools/testing/app'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildSession, buildUser } from '../../identity/identity.factory.ts'
import { findActor } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import { buildAssignment, buildCompany } from '../../organisation/organisation.factory.ts'
import type { FileStore } from '../files/files.ts'
import { problem } from '../problem.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { workEndpoints } from './work.endpoints.ts'
import { plainResult, startWork, type WorkIo, type WorkKind, workJob } from './work.ts'
import { purgeTask, workTask } from './work-runner.ts'

const log = pino({ level: 'silent' })
let test: TestApp
let files: FileStore
let running: Jobs[] = []

beforeAll(async () => {
  test = await createTestApp({ answers: () => workEndpoints })
  files = test.files
})
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.drain()))
  running = []
})
afterAll(() => test.close())

async function person() {
  const user = await test.build((tx) => buildUser(tx))
  return { user, call: await test.as(user) }
}

const runner = (kinds: Record<string, WorkKind>, refusesWrites?: () => boolean) =>
  workTask({
    refusesWrites,
    database: test.database,
    files,
    kinds,
    log,
    pollIntervalMs: 20,
    actorOf: (userId) => findActor({ database: test.database, assignments }, userId),
  })

/** A worker of its own, as another process would have. */
async function startWorker(
  kinds: Record<string, WorkKind>,
  {
    deadAfterMs = 10_000,
    concurrency = 2,
    refusesWrites,
  }: { deadAfterMs?: number; concurrency?: number; refusesWrites?: () => boolean } = {},
): Promise<Jobs> {
  const jobs = createJobs({
    url: test.database.pool.options.connectionString ?? '',
    log,
    pollMs: 50,
    deadAfterMs,
    concurrency,
    tasks: { [workJob]: runner(kinds, refusesWrites) },
  })
  running.push(jobs)
  await jobs.start()
  return jobs
}

async function ask(
  user: { id: string },
  kind: string,
  payload: object = {},
  companyId?: string,
): Promise<string> {
  const { accessToken } = await test.build((tx) => buildSession(tx, user, testSecret))
  const actor = { ...(await test.authenticator.actorOf(accessToken)), address: '203.0.113.7' }
  return (await test.database.transaction(actor, (tx) => startWork(tx, kind, payload, companyId))).workId
}

const read = async (call: TestCall, id: string) => (await call<Work>('GET', `/work/${id}`)).body

async function until(call: TestCall, id: string, holds: (work: Work) => boolean): Promise<Work> {
  for (;;) {
    const work = await read(call, id)
    if (holds(work)) return work
    await pause(20)
  }
}
const untilEnded = (call: TestCall, id: string) =>
  until(call, id, ({ status }) => status !== 'queued' && status !== 'running')

/** Runs until its signal is aborted. */
const endless: WorkKind = async (_payload, _actor, _database, io) => {
  for (let done = 1; ; done += 1) {
    await io.progress(done, null)
    await pause(5, undefined, { signal: io.signal })
  }
}

describe('a background task', () => {
  it('fails before its first step while the disk is full, or when the disk becomes full', async () => {
    const { user, call } = await person()
    let isFull = true
    let runs = 0
    const list: WorkKind = async () => {
      runs += 1
      throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
    }
    await startWorker({ list }, { refusesWrites: () => isFull })
    const failed = { status: 'failed', error: 'storage_full' }
    expect(await untilEnded(call, await ask(user, 'list'))).toMatchObject(failed)
    expect(runs).toBe(0)
    isFull = false
    expect(await untilEnded(call, await ask(user, 'list'))).toMatchObject(failed)
    expect(runs).toBe(1)
  })

  it('runs as its user, reports its progress, and produces a file for that user only', async () => {
    const { user, call } = await person()
    const other = await person()
    const seen: unknown[] = []
    let goOn: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await startWorker({
      list: async (payload, actor, _database, io) => {
        seen.push(payload, actor.userId, actor.address)
        await io.progress(3, 10)
        await held
        const id = await io.saveFile(
          '../lista.csv',
          'text/csv',
          Readable.from([Buffer.from('a,'), Buffer.from('b')]),
        )
        return plainResult({ id, name: 'lista.csv' })
      },
    })
    const workId = await ask(user, 'list', { search: 'x' })
    expect(await until(call, workId, ({ done }) => done > 0)).toMatchObject({
      status: 'running',
      done: 3,
      total: 10,
      result: null,
    })
    expect((await other.call('GET', `/work/${workId}`)).status).toBe(404)
    expect((await other.call('POST', `/work/${workId}/cancel`)).status).toBe(404)
    goOn()
    const ended = await untilEnded(call, workId)
    expect(ended).toMatchObject({ status: 'done', error: null, result: { fileName: 'lista.csv' } })
    expect(seen).toEqual([{ search: 'x' }, user.id, '203.0.113.7'])
    const owner = await findActor({ database: test.database, assignments }, user.id)
    const otherPerson = await findActor({ database: test.database, assignments }, other.user.id)
    const fileId = ended.result?.fileId ?? ''
    expect((await files.read(owner, fileId)).toString()).toBe('a,b')
    await expect(files.read(otherPerson, fileId)).rejects.toMatchObject({ code: 'file_not_found' })
  })

  it('runs beside at most one other of its company, without delaying other companies', async () => {
    const places = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'admin' })
      const [busy, other] = [await buildCompany(tx), await buildCompany(tx)]
      await buildAssignment(tx, { userId: user.id, companyId: busy.id })
      await buildAssignment(tx, { userId: user.id, companyId: other.id, isPrimary: false })
      return { user, busy: busy.id, other: other.id }
    })
    const call = await test.as(places.user)
    let running = 0
    let most = 0
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    await startWorker(
      {
        'list.import': async (payload) => {
          if ((payload as { companyId: string }).companyId === places.other) return plainResult(null)
          running += 1
          most = Math.max(most, running)
          await gate
          running -= 1
          return plainResult(null)
        },
      },
      { concurrency: 8 },
    )
    const start = (companyId: string) => ask(places.user, 'list.import', { companyId }, companyId)
    const works = [await start(places.busy)]
    while (works.length < 9) works.push(await start(places.busy))
    expect(await untilEnded(call, await start(places.other))).toMatchObject({ status: 'done' })
    open()
    for (const id of works) expect(await untilEnded(call, id)).toMatchObject({ status: 'done' })
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('is cancelled from any process within a second, and rolls back its changes', async () => {
    const { user, call } = await person()
    await startWorker({
      change: (payload, actor, database, io) =>
        database.transaction({ system: 'test', actor }, async (tx) => {
          await tx.sql("update identity.users set first_name = 'Half' where id = $1", [actor.userId])
          return endless(payload, actor, database, io)
        }),
    })
    const workId = await ask(user, 'change')
    await until(call, workId, ({ done }) => done > 0)
    const askedAt = performance.now()
    await call('POST', `/work/${workId}/cancel`)
    expect(await untilEnded(call, workId)).toMatchObject({ status: 'cancelled', result: null })
    expect(performance.now() - askedAt).toBeLessThan(1_000)
    const [row] = await test.build((tx) =>
      tx.sql<{ first_name: string }>('select first_name from identity.users where id = $1', [user.id]),
    )
    expect(row?.first_name).toBe('Elena')
    expect((await call<Work>('POST', `/work/${workId}/cancel`)).body).toMatchObject({ status: 'cancelled' })
  })

  it('is cancelled at once while waiting, and never runs', async () => {
    const { user, call } = await person()
    const workId = await ask(user, 'list')
    expect((await call<Work>('POST', `/work/${workId}/cancel`)).body).toMatchObject({ status: 'cancelled' })
    let runs = 0
    await runner({
      list: async () => {
        runs += 1
        return plainResult(null)
      },
    })({ workId }, { id: '1', attempt: 1, signal: new AbortController().signal })
    expect(runs).toBe(0)
    expect((await read(call, workId)).status).toBe('cancelled')
  })

  it('fails with its problem code, and with internal for unknown errors', async () => {
    const { user, call } = await person()
    await startWorker({
      refused: async () => {
        throw problem('file_unreadable')
      },
      broken: async () => {
        throw new Error('a bug')
      },
    })
    for (const [kind, error] of [
      ['refused', 'file_unreadable'],
      ['broken', 'internal'],
      ['nobody knows it', 'internal'],
    ] as const)
      expect(await untilEnded(call, await ask(user, kind))).toMatchObject({ status: 'failed', error })
  })

  it('fails as forbidden if its user lost access meanwhile', async () => {
    const { user } = await person()
    const workId = await ask(user, 'list')
    await test.build((tx) => tx.sql("update identity.users set status = 'inactive' where id = $1", [user.id]))
    await runner({ list: async () => plainResult(null) })(
      { workId },
      { id: '1', attempt: 1, signal: new AbortController().signal },
    )
    const [row] = await test.build((tx) =>
      tx.sql('select status, error from platform.works where id = $1', [workId]),
    )
    expect(row).toEqual({ status: 'failed', error: 'forbidden' })
  })

  it('restarts in another process after its own ended, and applies its changes once', async () => {
    const { user, call } = await person()
    const name = `once ${uuid()}`
    const write = (io: WorkIo, actor: Parameters<WorkKind>[1]) =>
      test.database.transaction(actor, async (tx) => {
        tx.audit({ action: 'import.done', entity: name })
        await io.settle(tx, { ...plainResult(null), added: 1 })
      })
    const job = { id: '1', attempt: 1, signal: new AbortController().signal }
    const workId = await ask(user, 'import')
    let takeOver: () => Promise<void> = async () => undefined
    const kinds: Record<string, WorkKind> = {
      import: async (_payload, actor, _database, io) => {
        await takeOver()
        await write(io, actor)
        return { ...plainResult(null), added: 1 }
      },
    }
    // While the first run is under way, another worker takes the work over and ends it.
    takeOver = async () => {
      takeOver = async () => undefined
      await runner(kinds)({ workId }, job)
    }
    await runner(kinds)({ workId }, job)
    await runner(kinds)({ workId }, job)
    expect(await read(call, workId)).toMatchObject({ status: 'done', result: { added: 1 } })
    const rows = await test.build((tx) =>
      tx.sql('select from platform.audit_entries where entity = $1', [name]),
    )
    expect(rows).toHaveLength(1)
  })

  it('is restarted when the process is stopped', async () => {
    const { user, call } = await person()
    const workId = await ask(user, 'list')
    const ending = new AbortController()
    const run = runner({ list: endless })({ workId }, { id: '1', attempt: 1, signal: ending.signal })
    await until(call, workId, ({ done }) => done > 0)
    ending.abort(new Error('the process ends'))
    await expect(run).rejects.toThrow()
    expect((await read(call, workId)).status).toBe('running')
    await startWorker({ list: async () => plainResult(null) })
    expect((await untilEnded(call, workId)).status).toBe('done')
  })

  it('fails after it crashed its process five times', async () => {
    const { user, call } = await person()
    const workId = await ask(user, 'list')
    await test.build((tx) => tx.sql('update platform.works set attempt = 5 where id = $1', [workId]))
    await runner({ list: endless })({ workId }, { id: '1', attempt: 6, signal: new AbortController().signal })
    expect(await read(call, workId)).toMatchObject({ status: 'failed', error: 'internal' })
  })

  it('is deleted after a week', async () => {
    const { user } = await person()
    const workId = await ask(user, 'list')
    test.clock.advance(7 * 86_400 + 1)
    await purgeTask({ database: test.database, files, log })(
      {},
      {
        id: '1',
        attempt: 1,
        signal: new AbortController().signal,
      },
    )
    expect(await test.build((tx) => tx.sql('select from platform.works where id = $1', [workId]))).toEqual([])
  })
})
