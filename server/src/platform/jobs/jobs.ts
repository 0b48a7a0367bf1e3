import { EventEmitter } from 'node:events'
import { Logger as LibraryLog, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'
import { asSystem } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { purgeFacts } from '../facts/pending.ts'

/**
 * Runs one job, with transactions of its own. It must be idempotent: a job is repeated after its worker died or stalled
 * for ten seconds. A job that throws is retried with growing pauses, at most 25 times.
 */
export type JobTask = (
  payload: unknown,
  job: { id: string; attempt: number; signal: AbortSignal },
) => Promise<void>

export interface Jobs {
  /** Starts running jobs; jobs of dead workers are taken over within seconds. */
  start(): Promise<void>
  /** Starts no further job, waits for running ones, and aborts their signal after five seconds. */
  drain(): Promise<void>
}

export interface JobsOptions {
  /** Connects as the application's login role. */
  url: string
  tasks: Readonly<Record<string, JobTask>>
  /** Crontab lines in UTC, such as `17 * * * * platform:purge ?fill=1d`. */
  crontab?: string
  log: Logger
  /** Number of concurrent jobs. Default: 2. */
  concurrency?: number
  /**
   * A worker without a heartbeat for this long counts as dead; heartbeats are four times as frequent. Default: 10 s.
   */
  deadAfterMs?: number
  /** Polling interval for scheduled jobs; new jobs start at once. Default: 2 s. */
  pollMs?: number
}

/**
 * Enqueues a job that exists once the transaction commits.
 * @param job.key replaces the waiting job with the same key
 * @param job.queue jobs of one queue run one at a time
 */
export async function enqueueJob(
  tx: Transaction,
  job: { task: string; payload?: unknown; key?: string; runAt?: Date; queue?: string },
): Promise<void> {
  await tx.sql('select platform.enqueue_job($1, $2::jsonb, $3, $4::timestamptz, $5)', [
    job.task,
    JSON.stringify(job.payload ?? {}),
    job.key ?? null,
    job.runAt ?? null,
    job.queue ?? null,
  ])
}

const signOfLife = `
  insert into platform.job_workers (worker, seen_at) values ($1, clock_timestamp())
  on conflict (worker) do update set seen_at = excluded.seen_at`

/** Only locks older than the limit, because a worker may lock a job before its first heartbeat. */
const takeFromTheDead = `
  with locks as (
    select locked_by from graphile_worker._private_jobs
     where locked_at < clock_timestamp() - make_interval(secs => $1)
    union
    select locked_by from graphile_worker._private_job_queues
     where locked_at < clock_timestamp() - make_interval(secs => $1)
  ), dead as (
    select array_agg(locked_by) as workers from locks
     where not exists (
       select from platform.job_workers w
        where w.worker = locks.locked_by and w.seen_at >= clock_timestamp() - make_interval(secs => $1))
  ), forgotten as (
    delete from platform.job_workers where seen_at < clock_timestamp() - interval '1 day'
  )
  select workers, graphile_worker.force_unlock_workers(workers) from dead where workers is not null`

/** Jobs on PostgreSQL. Any number of processes may run them; each cron line runs once for all processes. */
export function createJobs(options: JobsOptions): Jobs {
  const { log, deadAfterMs = 10_000 } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    options: '-c role=rumbo_system',
    max: (options.concurrency ?? 2) + 2,
    application_name: 'rumbo jobs',
  })
  // The library retries after a lost connection; the listener keeps the error from ending the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  let runner: Runner | null = null
  let worker: string | null = null
  let isDraining = false
  let beating: NodeJS.Timeout | undefined
  let restarting: NodeJS.Timeout | undefined

  const taskList: TaskList = Object.fromEntries(
    Object.entries(options.tasks).map(([name, task]) => [
      name,
      (payload, { job, abortSignal }) =>
        task(payload, { id: String(job.id), attempt: job.attempts, signal: abortSignal }),
    ]),
  )
  const libraryLog = new LibraryLog(
    () => (level, message, meta) =>
      log[level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'](
        meta?.error ? { err: meta.error } : {},
        message,
      ),
  )

  async function beat() {
    try {
      if (worker) await pool.query(signOfLife, [worker])
      const { rows } = await pool.query<{ workers: string[] }>(takeFromTheDead, [deadAfterMs / 1000])
      if (rows.length > 0) log.warn({ workers: rows[0]?.workers }, 'took over jobs of dead workers')
    } catch (error) {
      log.error({ err: error }, 'job worker could not write its heartbeat')
    }
  }

  async function begin(): Promise<void> {
    const events = new EventEmitter()
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      worker = workerPool.id
    })
    runner = await run({
      pgPool: pool,
      taskList,
      crontab: options.crontab ?? '',
      concurrency: options.concurrency ?? 2,
      pollInterval: options.pollMs ?? 2_000,
      noHandleSignals: true,
      logger: libraryLog,
      events,
    })
    const again = (error?: unknown) => {
      if (isDraining) return
      log.error({ err: error }, 'job worker stopped; restarting it')
      restarting = setTimeout(() => begin().catch(again), 1_000)
    }
    runner.promise.then(() => again(), again)
    await beat()
  }

  return {
    async start() {
      await begin()
      beating = setInterval(beat, deadAfterMs / 4)
    },
    async drain() {
      isDraining = true
      clearTimeout(restarting)
      await runner?.stop().catch(() => undefined)
      clearInterval(beating)
      if (worker)
        await pool
          .query('delete from platform.job_workers where worker = $1', [worker])
          .catch(() => undefined)
      await pool.end()
    },
  }
}

/** How long the stored answer of an idempotency key is kept. */
const idempotencyHours = 24

/** The platform's own jobs, which delete expired records. */
export function platformTasks(options: { database: Database; log: Logger }): Record<string, JobTask> {
  return {
    'platform:purge': () =>
      options.database.transaction(asSystem('purge'), async (tx) => {
        const facts = await purgeFacts(tx)
        const keys = await tx.sql(
          'delete from platform.idempotency_keys where created_at < $1::timestamptz - make_interval(hours => $2) returning key',
          [tx.now, idempotencyHours],
        )
        options.log.info({ facts, idempotencyKeys: keys.length }, 'purged')
      }),
  }
}
export const platformCrontab = '17 * * * * platform:purge ?fill=1d'
