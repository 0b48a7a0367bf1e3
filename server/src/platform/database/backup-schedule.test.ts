import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@rumbo/tools/testing/test-database'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { lastDue, makeScheduledBackup, startBackupSchedule } from './backup-schedule.ts'

let base: TestDatabase
let directory: string
let clock = new Date('2026-03-02T09:00:00Z')
const lines: string[] = []

beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.close())
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rumbo-backups-'))
  lines.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(directory, { recursive: true, force: true })
})

const options = () => ({
  url: base.superuserUrl,
  directory,
  at: { hour: 3, minute: 15 },
  keep: 2,
  log: (line: string) => void lines.push(line),
  now: () => clock,
})

async function records() {
  const client = new pg.Client({ connectionString: base.superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ file: string; bytes: string | null; error: string | null }>(
    'select file, bytes, error from platform.backups order by id',
  )
  await client.query('truncate platform.backups')
  await client.end()
  return rows
}

describe('a scheduled backup', () => {
  it('is recorded, and deletes the oldest backups beyond the limit, but no other files', async () => {
    writeFileSync(join(directory, 'before-upgrade-from-26.rumbo'), '')
    writeFileSync(join(directory, 'scheduled-2026-02-01T00-00-00-000Z.rumbo.unfinished'), '')
    for (const hour of [1, 2, 3]) {
      clock = new Date(`2026-03-0${hour}T09:00:00Z`)
      await makeScheduledBackup(options())
    }
    expect(readdirSync(directory).sort()).toEqual([
      'before-upgrade-from-26.rumbo',
      'scheduled-2026-03-02T09-00-00-000Z.rumbo',
      'scheduled-2026-03-03T09-00-00-000Z.rumbo',
    ])
    const made = await records()
    expect(made).toHaveLength(3)
    for (const { bytes, error } of made) expect([Number(bytes) > 0, error]).toEqual([true, null])
  })

  it('is recorded with its reason when it fails, and keeps the earlier ones', async () => {
    await makeScheduledBackup(options())
    const before = readdirSync(directory)
    clock = new Date('2026-03-05T09:00:00Z')
    // A folder in the place of the file: the backup cannot get its name.
    mkdirSync(join(directory, 'scheduled-2026-03-05T09-00-00-000Z.rumbo'))
    await expect(makeScheduledBackup(options())).rejects.toThrow()
    expect(readdirSync(directory)).toEqual(expect.arrayContaining(before))
    expect((await records()).at(-1)).toMatchObject({
      bytes: null,
      error: expect.stringMatching(/EISDIR|ENOTEMPTY|directory/),
    })
  })

  it.each([
    ['2026-03-02T03:14:59', '2026-03-01T03:15:00'],
    ['2026-03-02T03:15:00', '2026-03-02T03:15:00'],
    ['2026-03-01T00:00:00', '2026-02-28T03:15:00'],
  ])('was last due, at %s, at %s', (now, due) => {
    expect(lastDue(new Date(now), { hour: 3, minute: 15 })).toEqual(new Date(due))
  })

  it('is made after the start if it was missed, and is not repeated', async () => {
    clock = new Date('2026-03-06T09:00:00Z')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const end = startBackupSchedule(options())
    vi.advanceTimersByTime(5 * 60_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('Backed up')]), { timeout: 50_000 })
    end()
    expect(await records()).toHaveLength(1)
  })
})
