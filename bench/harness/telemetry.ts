import { positionPipeline } from '@rumbo/server/assembly/position-pipeline'
import { asSystem } from '@rumbo/server/platform/access/access'
import { createDatabase, type Database } from '@rumbo/server/platform/database/database'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { createIntake, type Intake } from '@rumbo/server/telemetry/index'
import { startTestPostgres } from '@rumbo/tools/testing/test-postgres'
import { pino } from 'pino'

const log = pino({ level: 'warn' })
/** Nobody else changes a vehicle during a measurement. */
const quiet = { listen: () => () => undefined, onReconnect: () => () => undefined }

export interface TelemetryHarness {
  database: Database
  /** Not started. */
  intakeAt(now: () => Date): Intake
  asSystem<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  log: typeof log
  close(): Promise<void>
}

/** A migrated PostgreSQL of its own, filled, and the intake in this process: no sockets, no HTTP. */
export async function openTelemetryHarness(
  fill: (tx: Transaction) => Promise<void>,
): Promise<TelemetryHarness> {
  const { postgres, appPassword, templateDatabase, stop } = await startTestPostgres()
  const clock = { now: () => new Date() }
  const url = postgres.url(templateDatabase, 'rumbo_app', appPassword)
  const database = createDatabase({ url, clock, connections: 4, statementTimeoutMs: 600_000 })
  const run = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    database.transaction(asSystem('measurement'), work)
  await run(fill)
  return {
    database,
    log,
    asSystem: run,
    intakeAt: (now) =>
      createIntake({ database, clock: { now }, log, bus: quiet, pipeline: positionPipeline }),
    async close() {
      await database.close()
      await stop()
    },
  }
}
