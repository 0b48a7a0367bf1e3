import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartupFailure } from '../process/startup-failure.ts'
import { migrate, pendingMigrations, readMigrations } from './migrations.ts'

let database: TestDatabase
let directory: string

beforeEach(async () => {
  database = await testDatabase({ empty: true })
  directory = mkdtempSync(join(tmpdir(), 'rumbo-migrations-'))
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  await client.query(`grant create on database ${database.name} to rumbo_owner`).finally(() => client.end())
  file(
    '0001-first.sql',
    'create schema kept; create table kept.things (name text); insert into kept.things values (1)',
  )
})
afterEach(async () => {
  rmSync(directory, { recursive: true })
  await database.close()
})

const file = (name: string, sql: string) => writeFileSync(join(directory, name), sql)
const run = () => migrate({ url: database.superuserUrl, directory })
const pending = () => pendingMigrations({ url: database.superuserUrl, directory })

async function rows(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  const result = await client.query(sql).finally(() => client.end())
  return result.rows
}

async function refusal(work: Promise<unknown>): Promise<StartupFailure> {
  const outcome = await work.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(StartupFailure)
  return outcome as StartupFailure
}

describe('migrations', () => {
  it('are applied in order, once, and owned by the owner', async () => {
    file('0002-second.sql', 'alter table kept.things add column size int')
    expect(await pending()).toEqual({ version: 0, pending: ['0001-first', '0002-second'] })
    expect(await run()).toEqual({ applied: ['0001-first', '0002-second'], version: 2 })
    expect(await run()).toEqual({ applied: [], version: 2 })
    expect(await rows("select tableowner from pg_tables where schemaname = 'kept'")).toEqual([
      { tableowner: 'rumbo_owner' },
    ])
  })

  it('run once in two concurrent starts', async () => {
    const results = await Promise.all([run(), run()])
    expect(results.map((result) => result.applied.length).sort()).toEqual([0, 1])
  })

  it('are refused by name when an applied one was changed', async () => {
    await run()
    file('0001-first.sql', 'create schema kept')
    const failure = await refusal(run())
    expect(failure.code).toBe('migration_changed')
    expect(failure.message).toContain('database/migrations/0001-first.sql')
    expect(failure.message).toContain('git checkout -- database/migrations/0001-first.sql')
    expect((await refusal(pending())).code).toBe('migration_changed')
  })

  it('are refused when one was inserted before an applied one', async () => {
    file('0003-third.sql', 'select 1')
    await run()
    file('0002-late.sql', 'select 1')
    const { message } = await refusal(run())
    expect(message).toContain('0002-late comes before 0003-third')
    expect(message).toContain('RUMBO_DATA_DIR=<empty folder> npm start')
  })

  it('are refused when the database was created with another text of a published file', async () => {
    const [published] = readMigrations()
    if (!published) throw new Error('There are no migrations.')
    file('0001-platform.sql', 'create schema kept')
    rmSync(join(directory, '0001-first.sql'))
    await run()
    file('0001-platform.sql', published.sql)
    const { message } = await refusal(run())
    expect(message).toContain('database/migrations/0001-platform.sql')
    expect(message).toContain('RUMBO_DATA_DIR=<empty folder> npm start')
  })

  it('are refused by a database of a newer version', async () => {
    file('0002-second.sql', 'select 1')
    await run()
    rmSync(join(directory, '0002-second.sql'))
    const failure = await refusal(run())
    expect(failure.code).toBe('database_newer')
    expect(failure.message).toContain('0002-second')
  })

  it('leave the version before a failed one intact, so that the old program still works', async () => {
    await run()
    file(
      '0002-broken.sql',
      "insert into kept.things values ('lost');\nalter table kept.things add column size wrong",
    )
    const failure = await refusal(run())
    expect(failure.code).toBe('migration_failed')
    expect(failure.message).toMatch(/0002-broken.*line 2/)
    expect(await rows('select name from kept.things')).toEqual([{ name: '1' }])
    rmSync(join(directory, '0002-broken.sql'))
    expect(await run()).toEqual({ applied: [], version: 1 })
  })

  it('need names that determine their order', () => {
    file('2-second.sql', 'select 1')
    expect(() => readMigrations(directory)).toThrow('2-second.sql')
  })
})
