import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asSystem } from '@rumbo/server/platform/access/access'
import { systemClock } from '@rumbo/server/platform/clock'
import { readConfiguration } from '@rumbo/server/platform/configuration/configuration'
import { createDatabase } from '@rumbo/server/platform/database/database'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { type DatabaseAccess, startRumbo } from '@rumbo/server/supervisor'
import pg from 'pg'

export interface BenchRumbo {
  dataDir: string
  secret: string
  httpPort: number
  /** Of each device protocol. */
  ports: Record<string, number>
  maintenanceUrl: string
  /** Lines the supervisor printed. */
  messages: readonly string[]
  /** One statement as superuser, whom no row-level security holds. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Stops everything and removes the data dir. */
  close(): Promise<void>
}

export interface BenchRumboOptions {
  /** Fills the database before anything serves. */
  fill(tx: Transaction): Promise<void>
  environment?: Record<string, string>
  /** Node's arguments for the server processes. Default: the built program. */
  serverCommand?: readonly string[]
}

/** The whole product with its embedded PostgreSQL and its processes, on free ports and a data dir of its own. */
export async function openRumbo({
  fill,
  environment: given = {},
  serverCommand,
}: BenchRumboOptions): Promise<BenchRumbo> {
  const folder = mkdtempSync(join(tmpdir(), 'rumbo-bench-'))
  // Started by root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const environment = {
    PATH: process.env.PATH,
    RUMBO_DATA_DIR: dataDir,
    RUMBO_LOG_LEVEL: 'error',
    RUMBO_PORT: '0',
    RUMBO_GATEWAY_PORTS: '0',
    RUMBO_ADMIN_PASSWORD: 'Measured-and-thrown-away-1!',
    ...given,
  }
  const messages: string[] = []
  const removed = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const rumbo = await startRumbo({
      configuration: readConfiguration(environment),
      environment,
      log: (sentence) => messages.push(sentence),
      beforeServing: (access) => fillWith(access, fill),
      serverCommand,
    })
    return {
      dataDir,
      secret: rumbo.secret,
      httpPort: rumbo.runtime.http,
      ports: rumbo.runtime.gateway,
      maintenanceUrl: rumbo.maintenanceUrl,
      messages,
      query: (text, values) => asSuperuser(rumbo.maintenanceUrl, text, values),
      async close() {
        await rumbo.stop()
        removed()
      },
    }
  } catch (failure) {
    removed()
    throw failure
  }
}

async function fillWith({ databaseUrl }: DatabaseAccess, fill: (tx: Transaction) => Promise<void>) {
  const database = createDatabase({
    url: databaseUrl,
    clock: systemClock,
    connections: 1,
    statementTimeoutMs: 120_000,
  })
  await database.transaction(asSystem('bench'), fill).finally(() => database.close())
  return {}
}

async function asSuperuser<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}
