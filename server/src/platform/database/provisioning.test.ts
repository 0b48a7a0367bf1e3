import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUp } from './backup.ts'
import { pendingMigrations } from './migrations.ts'
import { provision } from './provisioning.ts'
import { restore } from './restore.ts'

let database: TestDatabase
let directory: string
let upgrades: { version: number; pending: readonly string[] }[]

beforeEach(async () => {
  database = await testDatabase({ empty: true })
  directory = mkdtempSync(join(tmpdir(), 'rumbo-migrations-'))
  upgrades = []
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
const backupFile = () => join(directory, 'before.rumbo')
const start = () =>
  provision({
    url: database.superuserUrl,
    directory,
    allowUnsafeServer: true,
    beforeUpgrade: async (version, pending) => {
      upgrades.push({ version, pending })
      await backUp({ url: database.superuserUrl, file: backupFile() })
    },
  })

it('backs up before an upgrade, and only then', async () => {
  await start()
  await start()
  expect(upgrades).toEqual([])
  file('0002-second.sql', 'alter table kept.things add column size int')
  await start()
  expect(upgrades).toEqual([{ version: 1, pending: ['0002-second'] }])
})

it('keeps the old version startable after a failed migration, with a backup that can be restored', async () => {
  await start()
  file('0002-broken.sql', 'drop table kept.things; select 1 / 0')
  await expect(start()).rejects.toMatchObject({ code: 'migration_failed' })
  rmSync(join(directory, '0002-broken.sql'))
  expect(await start()).toEqual({ applied: [], version: 1 })

  const fresh = await testDatabase({ empty: true })
  const { rows } = await restore({
    url: fresh.superuserUrl,
    file: backupFile(),
    directory,
    allowUnsafeServer: true,
  })
  expect(rows).toBeGreaterThan(0)
  await fresh.close()
})

it('changes nothing when the backup before an upgrade fails', async () => {
  await start()
  file('0002-second.sql', 'select 1')
  writeFileSync(join(directory, 'blocked'), '')
  const blocked = provision({
    url: database.superuserUrl,
    directory,
    allowUnsafeServer: true,
    beforeUpgrade: async () => {
      await backUp({ url: database.superuserUrl, file: join(directory, 'blocked', 'backup') })
    },
  })
  await expect(blocked).rejects.toThrow()
  expect(await pendingMigrations({ url: database.superuserUrl, directory })).toEqual({
    version: 1,
    pending: ['0002-second'],
  })
})
