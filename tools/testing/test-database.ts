import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type {} from './global-setup.ts'

export interface TestDatabase {
  name: string
  /** Connects as `rumbo_app`, which has no rights before `set role`. */
  url: string
  /** Connects as superuser, exempt from row-level security: for set-up and assertions. */
  superuserUrl: string
  /** Drops the database and closes its open connections. */
  close(): Promise<void>
}

/**
 * Creates a database for one test file: a clone of the migrated template, in about 30 ms.
 * @param options `empty`: without any table
 */
export async function testDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const { maintenanceUrl, appUrl, superuserUrl, templateDatabase } = inject('rumboPostgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = options.empty ? 'template0' : templateDatabase
  // file_copy takes a quarter of the time of the default, wal_log.
  await maintain(maintenanceUrl, `create database ${name} template ${template} strategy file_copy`)
  const of = (url: string) => url.replace('/DATABASE?', `/${name}?`)
  return {
    name,
    url: of(appUrl),
    superuserUrl: of(superuserUrl),
    close: () => maintain(maintenanceUrl, `drop database if exists ${name} with (force)`),
  }
}

async function maintain(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
