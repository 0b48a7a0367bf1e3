import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  formatMigrationList,
  migrationListPath,
  parseMigrationList,
} from '@rumbo/server/platform/database/migration-list'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationListProblems, readMigrationListState, renewedMigrationList } from './migration-list.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rumbo-migration-list-'))
  mkdirSync(join(root, 'database', 'migrations'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, sql: string) => writeFileSync(join(root, 'database/migrations', file), sql)
const remove = (file: string) => rmSync(join(root, 'database/migrations', file))
const list = () => readFileSync(join(root, migrationListPath), 'utf8')
const problems = () => migrationListProblems(readMigrationListState(root))
/** As `npm run generate` does. */
const generate = () =>
  writeFileSync(
    join(root, migrationListPath),
    formatMigrationList(renewedMigrationList(readMigrationListState(root))),
  )

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
function commit(): void {
  git('add', '-A')
  git('commit', '-q', '-m', 'A change')
}
/** Two migrations on the main branch, and a branch that adds a third. */
function publish(): void {
  git('init', '-q', '-b', 'main')
  write('0001-first.sql', 'select 1')
  write('0002-second.sql', 'select 2')
  generate()
  commit()
  git('checkout', '-q', '-b', 'own')
}

describe('the list of migrations', () => {
  it('is in the format of sha256sum and holds for the project', () => {
    const state = readMigrationListState(new URL('../..', import.meta.url).pathname)
    expect(state.listed.length).toBeGreaterThanOrEqual(26)
    expect(migrationListProblems(state)).toEqual([])
    expect(parseMigrationList(formatMigrationList(state.files))).toEqual(state.files)
    expect(() => parseMigrationList('<<<<<<< HEAD')).toThrow('<<<<<<< HEAD')
  })

  it('adds new files by one command, and updates them while only the branch has them', () => {
    publish()
    write('0003-third.sql', 'select 3')
    expect(problems()).toEqual([
      `database/migrations/0003-third.sql is not listed in ${migrationListPath}: run npm run generate.`,
    ])
    generate()
    commit()
    expect(problems()).toEqual([])
    write('0003-third.sql', 'select 3 + 3')
    expect(problems()[0]).toContain('0003-third.sql was changed after it was listed')
    generate()
    expect(problems()).toEqual([])
    remove('0003-third.sql')
    expect(problems()[0]).toContain('lists 0003-third.sql, which is not in database/migrations')
    generate()
    expect(problems()).toEqual([])
  })

  it('is sorted after two branches added to it', () => {
    publish()
    write('0004-fourth.sql', 'select 4')
    write('0003-third.sql', 'select 3')
    generate()
    const ordered = list()
    const lines = ordered.trimEnd().split('\n')
    writeFileSync(join(root, migrationListPath), `${[...lines, lines[3]].reverse().join('\n')}\n`)
    expect(problems()).toEqual([
      `0004-fourth.sql is listed more than once in ${migrationListPath}: run npm run generate.`,
    ])
    generate()
    expect(list()).toBe(ordered)
  })

  it.each(['with history', 'without history'])('does not change published migrations, %s', (history) => {
    publish()
    if (history === 'without history') rmSync(join(root, '.git'), { recursive: true })
    const before = list()

    write('0001-first.sql', 'select 11')
    expect(problems()[0]).toContain('database/migrations/0001-first.sql')
    expect(() => generate()).toThrow('git checkout main -- database/migrations/0001-first.sql')
    remove('0001-first.sql')
    expect(problems()[0]).toContain('0001-first.sql')
    expect(() => generate()).toThrow('0001-first.sql is a published migration and was removed')
    write('0001-first.sql', 'select 1')
    expect(problems()).toEqual([])
    expect(list()).toBe(before)
  })

  it('refuses a published line that was changed together with its file, committed or not', () => {
    publish()
    write('0001-first.sql', 'select 11')
    const { files } = readMigrationListState(root)
    writeFileSync(join(root, migrationListPath), formatMigrationList(files))
    expect(problems()[0]).toContain('0001-first.sql is a published migration and was changed')
    commit()
    expect(problems()[0]).toContain('0001-first.sql is a published migration and was changed')
    expect(() => generate()).toThrow('0001-first.sql')
  })

  it('refuses a published line that was removed', () => {
    publish()
    writeFileSync(join(root, migrationListPath), `${list().split('\n')[1]}\n`)
    expect(problems()[0]).toContain(
      `The line of 0001-first.sql in ${migrationListPath} was changed or removed`,
    )
    generate()
    expect(problems()).toEqual([])
  })
})
