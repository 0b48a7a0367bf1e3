import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiRole } from '@rumbo/server/assembly/api-role'
import { positionPipeline } from '@rumbo/server/assembly/position-pipeline'
import type { Shared } from '@rumbo/server/assembly/shared'
import { createDispatchEngine, figureTasks, latenessTasks } from '@rumbo/server/dispatch/index'
import { recordAlarms, recordCodes, recordConditions } from '@rumbo/server/events/index'
import { buildSession } from '@rumbo/server/identity/identity.factory'
import { createRoads } from '@rumbo/server/places/index'
import { regionsOf } from '@rumbo/server/places/roads/places.roads.factory'
import { asSystem } from '@rumbo/server/platform/access/access'
import { createBus } from '@rumbo/server/platform/bus'
import { readConfiguration } from '@rumbo/server/platform/configuration/configuration'
import { createDatabase } from '@rumbo/server/platform/database/database'
import { provision } from '@rumbo/server/platform/database/provisioning'
import { createSessionLock } from '@rumbo/server/platform/database/session-lock'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { createMetrics } from '@rumbo/server/platform/metrics/metrics'
import { createProcessFigures } from '@rumbo/server/platform/metrics/process-figures'
import { createIntake, type Intake } from '@rumbo/server/telemetry/index'
import { startExternalPostgres } from '@rumbo/tools/testing/test-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { type Caller, callerOf } from './calls.ts'

const secret = 'a secret that serves this measurement only'
const appPassword = 'bench-only'
/** Access tokens are valid for an hour. */
const renewedAfterMs = 50 * 60_000

/** The product at a moment that the measurement sets. */
export interface Day {
  now(): Date
  advance(seconds: number): void
  intake: Intake
  engine: ReturnType<typeof createDispatchEngine>
  /** Jobs of the worker by name. */
  jobs: Record<string, () => unknown>
  build<Built>(work: (tx: Transaction) => Promise<Built>): Promise<Built>
  /** Calls of a person, with a session that is renewed. */
  callerFor(user: { id: string }): Promise<Caller>
  /** As superuser. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/**
 * The api role with its HTTP server, the intake and the dispatch engine in this process, on a PostgreSQL of its own with
 * its usual settings. All of them read one clock, which only `advance` moves. No roads are installed.
 */
export async function openDay(start: Date): Promise<Day> {
  const folder = mkdtempSync(join(tmpdir(), 'rumbo-bench-day-'))
  const external = await startExternalPostgres({ version: '18', user: 'superuser', database: 'rumbo_day' })
  await provision({ url: external.url, appPassword, allowUnsafeServer: true })
  const databaseUrl = external.postgres.url('rumbo_day', 'rumbo_app', appPassword)
  let current = start.getTime()
  const clock = { now: () => new Date(current) }
  const log = pino({ level: 'warn' })
  const configuration = readConfiguration({
    RUMBO_DATA_DIR: folder,
    RUMBO_PORT: '0',
    RUMBO_ROLES: 'api',
    DATABASE_URL: databaseUrl,
    RUMBO_SECRET: secret,
  })
  const figures = createProcessFigures(clock)
  const database = createDatabase({ url: databaseUrl, clock, connections: 12 })
  const bus = createBus({ url: databaseUrl, log })
  await bus.ready()
  const reporting = createSessionLock({ url: databaseUrl, name: 'rumbo.metrics', log })
  const shared: Shared = {
    ...{ configuration, databaseUrl, secret, clock, database, bus, reporting, figures },
    log: log as Shared['log'],
    machine: { state: () => null, onChange: () => () => undefined },
    metrics: createMetrics({ version: 'bench', role: 'api', isReporter: reporting.isHeld }),
  }
  const api = await startApiRole(shared)
  const intake = createIntake({
    ...{ database, clock, log, bus },
    commitAlarms: recordAlarms,
    commitCodes: recordCodes,
    commitConditions: recordConditions,
    pipeline: positionPipeline,
  })
  await intake.start()
  const roads = createRoads({ clock, routingUrl: null, regions: regionsOf() })
  const engine = createDispatchEngine({ database, roads, clock, log })
  const superuser = new pg.Pool({ connectionString: external.url, max: 2 })
  const build = <Built>(work: (tx: Transaction) => Promise<Built>) =>
    database.transaction(asSystem('bench'), work)
  const callers = new Map<string, { caller: Caller; atMs: number }>()
  return {
    now: clock.now,
    advance(seconds) {
      current += seconds * 1_000
    },
    ...{ intake, engine, build },
    jobs: {
      ...(figureTasks({ database, clock }) as Day['jobs']),
      ...(latenessTasks({ database, roads, log }) as Day['jobs']),
    },
    async callerFor(user) {
      const known = callers.get(user.id)
      if (known && current - known.atMs < renewedAfterMs) return known.caller
      const { accessToken } = await build((tx) => buildSession(tx, user, secret))
      const caller = callerOf({ httpPort: api.ready.http ?? 0 }, accessToken)
      callers.set(user.id, { caller, atMs: current })
      return caller
    },
    query: async <Row>(text: string, values: unknown[] = []) =>
      (await superuser.query(text, values)).rows as Row[],
    async close() {
      await engine.stop()
      await intake.drain()
      await api.drain()
      roads.close()
      await superuser.end()
      await bus.close()
      await database.close()
      await external.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
