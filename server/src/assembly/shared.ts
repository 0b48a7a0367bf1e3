import { type Bus, createBus } from '../platform/bus.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Configuration } from '../platform/configuration/configuration.ts'
import { createDatabase, type Database } from '../platform/database/database.ts'
import { createSessionLock, type SessionLock } from '../platform/database/session-lock.ts'
import type { Machine } from '../platform/machine/machine-state.ts'
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts'
import { createProcessFigures, type ProcessFigures } from '../platform/metrics/process-figures.ts'
import { requireWritableFolder } from '../platform/process/data-dir.ts'
import type { Log } from '../platform/process/logging.ts'
import { StartupFailure } from '../platform/process/startup-failure.ts'
import { productVersion } from '../platform/process/version.ts'

/** Dependencies shared by all roles of a process. */
export interface Shared {
  configuration: Configuration
  databaseUrl: string
  secret: string
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  /** The supervisor's view of this machine. */
  machine: Machine
  metrics: Metrics
  /** Held by the one api process that reports the metrics of the installation. */
  reporting: SessionLock
  /** Figures of this process for the server panel. */
  figures: ProcessFigures
}

/** A started role: what it reports to the supervisor, and how to stop it. */
export interface RunningRole {
  ready: { http?: number; gateway?: Record<string, number> }
  /** Accepts no new work, and finishes what is in progress. */
  drain(): Promise<void>
}

/** Opens database, bus and metrics of a process. @throws StartupFailure where the supervisor's variables are missing */
export async function openShared(configuration: Configuration, log: Log, machine: Machine): Promise<Shared> {
  const { databaseUrl, secret } = configuration
  if (!databaseUrl || !secret) {
    throw new StartupFailure(
      'configuration',
      'A server process needs DATABASE_URL and RUMBO_SECRET; start it with npm start or npm run serve.',
    )
  }
  if (configuration.sharedDir !== null) requireWritableFolder(configuration.sharedDir, 'RUMBO_FILES_DIR')
  const figures = createProcessFigures(systemClock)
  const database = createDatabase({
    url: databaseUrl,
    clock: systemClock,
    connections: configuration.databaseConnections,
    onQuery: figures.query,
  })
  const bus = createBus({ url: databaseUrl, log })
  await bus.ready()
  const reporting = createSessionLock({ url: databaseUrl, name: 'rumbo.metrics', log })
  const metrics = createMetrics({
    version: productVersion,
    role: configuration.roles.join('+'),
    isReporter: reporting.isHeld,
  })
  metrics.watchPool(database.pool)
  return {
    configuration,
    databaseUrl,
    secret,
    clock: systemClock,
    log,
    database,
    bus,
    machine,
    metrics,
    reporting,
    figures,
  }
}

export async function closeShared({ database, bus }: Shared): Promise<void> {
  await bus.close()
  await database.close()
}
