import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { asSystem } from '../access/access.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DurationSums } from './durations.ts'
import { createHostReader, type HostFigures } from './host-figures.ts'
import type { ProcessFigures } from './process-figures.ts'

const sampleMs = 10_000
const retentionMinutes = 61
const pulseChannel = 'rumbo_pulse'
const loopResolutionMs = 50

/** The state a process writes to `platform.processes`. */
export interface ProcessState {
  memoryBytes: number
  cpuPercent: number | null
  loopDelayMs: number | null
  /** Milliseconds since the bus delivered anything, including this process's own pulse. */
  busSilentMs: number
  gauges: Record<string, number>
}
/** One row of `platform.process_samples`. */
export interface SampleFigures {
  /** Of the interval. */
  seconds: number
  host: HostFigures
  queries: DurationSums
  calls: DurationSums
  errors: number
  people: number
  connections: number
  connectionLimit: number
}

/** For other roles' connections PostgreSQL shows only database and role; background workers have neither. */
const writeSample = `
  with state as (
    insert into platform.processes (id, roles, host, pid, started_at, seen_at, figures, active_users)
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::uuid[])
    on conflict (id) do update set seen_at = excluded.seen_at, figures = excluded.figures, active_users = excluded.active_users
  ), old as (
    delete from platform.process_samples where slot < $6::timestamptz - make_interval(mins => ${retentionMinutes})
  ), gone as (
    -- What was started again in the place of a dead process, and what nobody remembers.
    delete from platform.processes
      where id <> $1 and (seen_at < $6::timestamptz - interval '1 day'
        or (host = $3 and roles = $2 and seen_at < least($5::timestamptz, $6::timestamptz - interval '25 seconds')))
  )
  insert into platform.process_samples (slot, process_id, host, figures)
    select $9, $1, $3, $10::jsonb || jsonb_build_object(
      'connections', (select count(*) from pg_stat_activity where datid is not null and usesysid is not null),
      'connectionLimit', current_setting('max_connections')::int)
    where $10::jsonb is not null
  on conflict do nothing`

export interface Sampler {
  /** Takes a sample now; resolves when it is written or has failed. */
  sample(): Promise<void>
  /** Stops sampling and removes the process from the list, so that it does not count as down. */
  end(): Promise<void>
}

/**
 * Writes the state of this process and its machine every ten seconds to unlogged tables that every process reads.
 * Failures are logged once and have no other effect.
 */
export async function startSampler(options: {
  database: Pick<Database, 'transaction'>
  bus: Pick<Bus, 'listen' | 'publish'>
  clock: Clock
  log: Logger
  figures: ProcessFigures
  roles: readonly string[]
  /** A folder on the file system whose space is reported. */
  directory: string
  /** Default: ten seconds. */
  everyMs?: number
}): Promise<Sampler> {
  const { database, bus, clock, log, figures, everyMs = sampleMs } = options
  const id = uuid()
  const roles = [...options.roles].sort()
  const startedAt = clock.now()
  const readHost = createHostReader({ directory: options.directory })
  const loop = monitorEventLoopDelay({ resolution: loopResolutionMs })
  loop.enable()
  let busReceivedAt = performance.now()
  const silence = bus.listen(pulseChannel, () => {
    busReceivedAt = performance.now()
  })
  let before: { at: number; cpu: NodeJS.CpuUsage } | null = null
  let isFailing = false

  async function sample(): Promise<void> {
    const at = performance.now()
    const cpu = process.cpuUsage()
    const last = before
    before = { at, cpu }
    const busyMs = last ? (cpu.user + cpu.system - last.cpu.user - last.cpu.system) / 1000 : 0
    const state: ProcessState = {
      memoryBytes: process.memoryUsage.rss(),
      cpuPercent: last ? (100 * busyMs) / (at - last.at) : null,
      loopDelayMs: last ? Math.max(0, loop.percentile(99) / 1e6 - loopResolutionMs) : null,
      busSilentMs: at - busReceivedAt,
      gauges: figures.gauges(),
    }
    loop.reset()
    const host = await readHost()
    const people = figures.activePeople()
    // The first reading only starts the counters.
    const interval = last && {
      seconds: (at - last.at) / 1000,
      host,
      ...figures.take(),
      people: people.length,
    }
    const now = clock.now()
    const slot = new Date(Math.floor(now.getTime() / sampleMs) * sampleMs)
    await database.transaction(asSystem('server figures'), (tx) =>
      tx.sql(writeSample, [
        id,
        roles,
        hostname(),
        process.pid,
        startedAt,
        now,
        JSON.stringify(state),
        people,
        slot,
        interval && JSON.stringify(interval),
      ]),
    )
    await bus.publish(pulseChannel, [String(process.pid)])
  }

  let current: Promise<void> | null = null
  const tick = () => {
    current ??= sample()
      .then(() => {
        isFailing = false
      })
      .catch((error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'could not write the figures of this process')
        isFailing = true
      })
      .finally(() => {
        current = null
      })
    return current
  }
  const timer = setInterval(tick, everyMs)
  timer.unref()
  await tick()
  return {
    sample: tick,
    async end() {
      clearInterval(timer)
      silence()
      loop.disable()
      await current
      await database
        .transaction(asSystem('server figures'), (tx) =>
          tx.sql('delete from platform.processes where id = $1', [id]),
        )
        .catch(() => undefined)
    },
  }
}
