import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchDatabase } from './database-watch.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

it('logs once that the database does not answer, and that it is back', async () => {
  const lines: string[] = []
  const watch = watchDatabase({ url: database.url, log: (line) => lines.push(line), everyMs: 20 })
  const admin = new pg.Client({
    connectionString: database.superuserUrl.replace(`/${database.name}?`, '/postgres?'),
  })
  await admin.connect()
  const allow = (isAllowed: boolean) =>
    admin.query(`alter database ${database.name} with allow_connections ${isAllowed}`)
  try {
    await allow(false)
    await vi.waitFor(() => expect(watch.isAnswering()).toBe(false), 20_000)
    expect(lines).toEqual([expect.stringMatching(/^The database does not answer \(.+\); retrying[.]$/)])
    await allow(true)
    await vi.waitFor(() => expect(watch.isAnswering()).toBe(true), 20_000)
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^The database answers again after \d+ s[.]$/)])
  } finally {
    watch.end()
    await admin.end()
  }
})
