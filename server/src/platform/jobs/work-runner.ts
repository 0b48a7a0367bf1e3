import type { Readable } from 'node:stream'
import { query } from '@rumbo/database'
import type { Logger } from 'pino'
import { type Actor, asSystem } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import type { FileStore } from '../files/files.ts'
import { problemOf } from '../http/problems.ts'
import { Problem } from '../problem.ts'
import type { JobTask } from './jobs.ts'
import { ownWorkHint, WorkFailure, type WorkIo, type WorkKind, type WorkResult } from './work.ts'

export interface WorkRunnerOptions {
  database: Database
  files: FileStore
  kinds: Readonly<Record<string, WorkKind>>
  /** The person with current access. @throws Problem where the account is no longer active */
  actorOf(userId: string): Promise<Actor>
  log: Logger
  /** Whether the disk is full and nothing may be written; a work that starts then fails. */
  refusesWrites?: () => boolean
  /** Interval of writing progress and checking for a cancellation. Default: 300 ms. */
  pollIntervalMs?: number
}

interface WorkRow {
  id: string
  kind: string
  payload: unknown
  created_by: string
  address: string
  request_id: string
  attempt: number
}

/** The run was cancelled, or taken over by another worker. */
class Superseded extends Error {}

/** Number of runs without a result after which the work fails. */
const maxAttempts = 5

/** The job that runs every long work. */
export function workTask(options: WorkRunnerOptions): JobTask {
  const { database, log } = options
  return async (payload, job) => {
    const { workId } = payload as { workId: string }
    const row = await begin(database, workId)
    if (!row) return
    if (row.attempt > maxAttempts) return end(database, row, { status: 'failed', error: 'internal' })
    if (options.refusesWrites?.()) return end(database, row, { status: 'failed', error: 'storage_full' })
    const run = watch(options, row, job.signal)
    try {
      const kind = options.kinds[row.kind]
      if (!kind) throw new Error(`No handler is registered for the work kind ${row.kind}.`)
      const actor = await options.actorOf(row.created_by)
      const acting = { ...actor, address: row.address, requestId: row.request_id }
      const result = await kind(row.payload, acting, database, run.ioOf(acting))
      await run.close()
      await end(database, row, { status: 'done', result })
    } catch (error) {
      await run.close()
      if (run.isCancelled() || error instanceof Superseded) {
        await end(database, row, { status: 'cancelled' })
        return
      }
      const { code } = problemOf(error instanceof Error ? error : new Error(String(error)))
      // Another worker repeats it from the start.
      if (job.signal.aborted || code === 'unavailable') throw error
      if (error instanceof WorkFailure) {
        log.warn({ err: error, kind: row.kind, workId }, 'work was refused')
        return await end(database, row, { status: 'failed', error: error.code })
      }
      if (!(error instanceof Problem)) log.error({ err: error, kind: row.kind, workId }, 'work failed')
      const isShutOut = error instanceof Problem && error.status === 401
      await end(database, row, { status: 'failed', error: isShutOut ? 'forbidden' : code })
    }
  }
}

/** Claims the work for this run; undefined where it has ended. */
async function begin(database: Database, workId: string): Promise<WorkRow | undefined> {
  return database.transaction(asSystem('begin work'), async (tx) => {
    const [row] = await tx.sql<WorkRow>(
      `update platform.works
          set status = 'running', attempt = attempt + 1, done = 0, total = null, started_at = coalesce(started_at, $2)
        where id = $1 and status in ('queued', 'running')
        returning id, kind, payload, created_by, address, request_id, attempt`,
      [workId, tx.now],
    )
    if (row) tx.stale(ownWorkHint(row.created_by))
    return row
  })
}

/** Writes the result unless another run or `settle` already has. */
async function end(
  database: Database,
  row: WorkRow,
  outcome: { status: 'done' | 'failed' | 'cancelled'; result?: WorkResult; error?: string },
): Promise<void> {
  await database.transaction(asSystem('end work'), async (tx) => {
    await tx.run(
      query
        .updateTable('platform.works')
        .set({
          status: outcome.status,
          error: outcome.error ?? null,
          ended_at: tx.now,
          result: outcome.result ? JSON.stringify(outcome.result) : undefined,
        })
        .where('id', '=', row.id)
        .where('status', '=', 'running')
        .where('attempt', '=', row.attempt),
    )
    tx.stale(ownWorkHint(row.created_by))
  })
}

/** Writes progress and reads cancellation with one statement per interval, however often the work reports. */
function watch(options: WorkRunnerOptions, row: WorkRow, jobSignal: AbortSignal) {
  const { database, files, log } = options
  const cancelling = new AbortController()
  const signal = AbortSignal.any([jobSignal, cancelling.signal])
  let latest: { done: number; total: number | null } | null = null
  let isCancelled = false
  let looking: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    const progress = latest
    latest = null
    const [found] = await database.transaction(asSystem('watch work'), async (tx) => {
      const isMine = 'where id = $1 and attempt = $2'
      if (progress) tx.stale(ownWorkHint(row.created_by))
      return progress
        ? tx.sql<{ is_asked: boolean }>(
            `update platform.works set done = $3, total = $4 ${isMine} and status = 'running' returning cancel_asked_at is not null as is_asked`,
            [row.id, row.attempt, progress.done, progress.total],
          )
        : tx.sql<{ is_asked: boolean }>(
            `select cancel_asked_at is not null as is_asked from platform.works ${isMine}`,
            [row.id, row.attempt],
          )
    })
    if (found?.is_asked) {
      isCancelled = true
      cancelling.abort(new Superseded('cancelled'))
    } else if (!found && !progress) cancelling.abort(new Superseded('taken over'))
  }
  const ticking = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error: unknown) => log.warn({ err: error }, 'could not write the progress of a work'))
  }, options.pollIntervalMs ?? 300)

  return {
    isCancelled: () => isCancelled,
    async close() {
      clearInterval(ticking)
      await looking
    },
    ioOf: (actor: Actor): WorkIo => ({
      signal,
      isCancelled: () => isCancelled,
      async progress(done, total) {
        signal.throwIfAborted()
        latest = { done, total }
      },
      readFile: (fileId) => files.read(actor, fileId),
      saveFile: (name, contentType, content: Buffer | Readable) =>
        files.save(actor, { name, contentType, content: until(signal, content) }),
      settle: (tx, result) => settle(tx, row, result),
    }),
  }
}

async function* until(signal: AbortSignal, content: Buffer | Readable): AsyncGenerator<Buffer> {
  for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
    signal.throwIfAborted()
    yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
  }
}

async function settle(tx: Transaction, row: WorkRow, result: WorkResult): Promise<void> {
  const settled = await tx.sql(
    `update platform.works set status = 'done', result = $3::jsonb, done = coalesce(total, done), ended_at = $4
      where id = $1 and attempt = $2 and status = 'running' and cancel_asked_at is null returning id`,
    [row.id, row.attempt, JSON.stringify(result), tx.now],
  )
  if (settled.length === 0) throw new Superseded('the work was settled by another run, or cancelled')
  tx.stale(ownWorkHint(row.created_by))
}

const retentionDays = 7

/** Deletes works after a week and expired files. */
export function purgeTask(options: { database: Database; files: FileStore; log: Logger }): JobTask {
  return async () => {
    const works = await options.database.transaction(asSystem('purge works'), (tx) =>
      tx.sql(
        'delete from platform.works where created_at < $1::timestamptz - make_interval(days => $2) returning id',
        [tx.now, retentionDays],
      ),
    )
    const files = await options.files.purge()
    options.log.info({ works: works.length, files }, 'purged long work')
  }
}
export const workCrontab = '23 * * * * work:purge ?fill=1d'
