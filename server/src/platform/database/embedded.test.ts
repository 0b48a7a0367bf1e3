import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, runningEmbeddedUrl, startEmbedded } from './embedded.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { asOwner, closedFolderAbove, postgresOwner } from './postgres-owner.ts'
import { isAlive, readPostmaster, watchFor } from './postmaster.ts'

let folder: string
let dataDir: string
let logged: string[]
let running: EmbeddedPostgres[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rumbo-embedded-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
  logged = []
  running = []
})
afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  rmSync(folder, { recursive: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir, log: (sentence) => logged.push(sentence) })
  running.push(postgres)
  return postgres
}

async function ask<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const result = await client.query(sql).finally(() => client.end())
  return result.rows as Row[]
}

describe('the embedded PostgreSQL', () => {
  it('keeps data over a restart, flushes commits to disk, and listens on no port', async () => {
    const first = await start()
    await ask(first.superuserUrl, 'create table kept as select 42 as answer')
    const settings = ['fsync', 'synchronous_commit', 'listen_addresses', 'server_encoding', 'TimeZone']
    const found = await ask<{ value: string }>(
      first.superuserUrl,
      settings.map((name) => `select current_setting('${name}') as value`).join(' union all '),
    )
    expect(found.map((row) => row.value)).toEqual(['on', 'on', '', 'UTF8', 'UTC'])
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    expect(runningEmbeddedUrl(dataDir)).toBeNull()

    const second = await start()
    expect(second.stoppedOrphan).toBeNull()
    expect(await ask(second.superuserUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(runningEmbeddedUrl(dataDir)).toBe(second.superuserUrl)
  })

  it('sorts and changes letter case by Spanish rules', async () => {
    const { superuserUrl } = await start()
    expect(
      await ask(
        superuserUrl,
        `select string_agg(w, ' ' order by w collate "es-x-icu") as words, lower('ÑANDÚ') as small
        from unnest(array['zorro', 'ñandú', 'Ñu', 'nube', 'oso', 'árbol']) w`,
      ),
    ).toEqual([{ words: 'árbol nube ñandú Ñu oso zorro', small: 'ñandú' }])
  })

  it('requires a password, and makes its files unreadable for other users', async () => {
    const { url } = await start()
    await expect(ask(url('rumbo', 'rumbo_superuser', 'guess'), 'select 1')).rejects.toThrow('password')
  })

  it('stops a PostgreSQL left by a killed supervisor, without data loss', async () => {
    const first = await start()
    await ask(first.superuserUrl, 'create table kept as select 42 as answer')
    await first.stop()
    running.pop()
    const owner = postgresOwner()
    const cluster = join(dataDir, 'database', 'cluster')
    const orphan = spawn(
      postgresBinaries(owner, () => folder).postgres,
      [
        '-D',
        cluster,
        '-c',
        'listen_addresses=',
        '-c',
        `unix_socket_directories=${join(dataDir, 'database', 'socket')}`,
      ],
      { cwd: '/', detached: true, stdio: 'ignore', ...asOwner(owner) },
    )
    await expect.poll(() => readPostmaster(cluster)).toEqual({ pid: orphan.pid, isReady: true })

    const second = await start()
    expect(second.stoppedOrphan).toBe(orphan.pid)
    expect(logged.join()).toContain(`process ${orphan.pid}`)
    expect(isAlive(orphan.pid ?? 0)).toBe(false)
    expect(await ask(second.superuserUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('does not touch another process that has the PID of a dead PostgreSQL', async () => {
    const first = await start()
    const file = join(dataDir, 'database', 'cluster', 'postmaster.pid')
    const left = readFileSync(file, 'utf8')
    await first.stop()
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    writeFileSync(file, left.replace(/^\d+/, String(other.pid)))
    const second = await start()
    expect(second.stoppedOrphan).toBeNull()
    expect(isAlive(other.pid ?? 0)).toBe(true)
    other.kill()
  })

  it('starts over when the first initialisation was interrupted', async () => {
    const cluster = join(dataDir, 'database', 'cluster')
    mkdirSync(cluster, { recursive: true })
    writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
    const { superuserUrl } = await start()
    expect(await ask(superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('accepts a data dir whose path is too long for a socket', async () => {
    dataDir = join(folder, 'a'.repeat(60), 'b'.repeat(60))
    const { superuserUrl } = await start()
    expect(await ask(superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('refuses a folder created by another PostgreSQL version', async () => {
    await (await start()).stop()
    running.pop()
    writeFileSync(join(dataDir, 'database', 'cluster', 'PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow(/PostgreSQL 15.*PostgreSQL 18/)
  })

  it('refuses a folder that cannot be written, naming the folder and the variable', async () => {
    writeFileSync(dataDir, '')
    await expect(start()).rejects.toMatchObject({
      code: 'data_dir_unwritable',
      message: expect.stringMatching(new RegExp(`${dataDir}.*RUMBO_DATA_DIR`)),
    })
  })
})

describe.runIf(process.getuid?.() === 0)('started by root', { meta: { needs: 'root' } }, () => {
  it('runs as another user, keeps the data in a folder that user can access, and logs it', async () => {
    chmodSync(folder, 0o700)
    const postgres = await start()
    const sentence = logged.join('\n')
    expect(sentence).toMatch(/RUMBO_DATA_DIR/)
    const home = readFileSync(join(dataDir, 'database.location'), 'utf8').trim()
    expect(sentence).toContain(home)
    expect(closedFolderAbove(home, postgresOwner())).toBeNull()
    await ask(postgres.superuserUrl, 'create table kept as select 42 as answer')
    await postgres.stop()
    const again = await start()
    expect(await ask(again.superuserUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
    await again.stop()
    rmSync(dirname(home), { recursive: true })
  })

  it('makes its own data dir accessible to that user only', async () => {
    mkdirSync(dataDir, { mode: 0o700 })
    await start()
    expect(existsSync(join(dataDir, 'database', 'cluster'))).toBe(true)
    expect(logged).toEqual([])
  })

  it('logs where the programs were copied when that user cannot access the project', () => {
    const owner = postgresOwner()
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    chownSync(closed, 0, 0)
    expect(closedFolderAbove(join(closed, 'native', 'bin', 'postgres'), owner)).toBe(closed)
    expect(closedFolderAbove(join(folder, 'open', 'postgres'), owner)).toBeNull()
  })
})

describe('the watchdog for systems without a parent-death signal', () => {
  it('ends its process when its own parent dies', async () => {
    const victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    const ended = new Promise<string | null>((done) => victim.once('exit', (_code, signal) => done(signal)))
    const watchdog = watchFor(victim.pid ?? 0)
    // What the death of this process would do.
    watchdog.stdin?.destroy()
    expect(await ended).toBe('SIGINT')
  })
})
