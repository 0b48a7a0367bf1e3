import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../database/postmaster.ts'
import {
  applicationPassword,
  holderOf,
  installationSecret,
  lockDataDir,
  readRuntime,
  writeRuntime,
} from './data-dir.ts'

let dataDir: string
let logged: string[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rumbo-data-'))
  logged = []
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const lock = () => lockDataDir(dataDir, (sentence) => logged.push(sentence))
const lockFile = () => join(dataDir, 'rumbo.lock')

describe('the lock of a data dir', () => {
  it('is held by one process, and free after its release', () => {
    const first = lock()
    expect(holderOf(dataDir)).toBe(process.pid)
    expect(lock).toThrow(`process ${process.pid}`)
    first.release()
    expect(holderOf(dataDir)).toBeNull()
    lock().release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('is taken over from a dead process, also if another process has its PID', () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, born: 'long ago', children: [] }))
    writeRuntime(dataDir, { http: 8080, gateway: {}, pid: process.pid })
    expect(holderOf(dataDir)).toBeNull()
    const taken = lock()
    expect(readRuntime(dataDir)).toBeNull()
    taken.release()
  })

  it('is taken over when it is incomplete', () => {
    writeFileSync(lockFile(), '{"pid":')
    lock().release()
  })

  it('ends the processes left by an earlier start, and no others', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    const ended = new Promise((done) => child.once('exit', (_code, signal) => done(signal)))
    const earlier = lock()
    earlier.adopt(child.pid ?? 0)
    const left = JSON.parse(readFileSync(lockFile(), 'utf8')) as { children: { pid: number; born: string }[] }
    earlier.release()
    const children = [...left.children, { pid: other.pid, born: 'another time' }]
    writeFileSync(lockFile(), JSON.stringify({ pid: 1, born: 'long ago', children }))

    lock().release()
    expect(await ended).toBe('SIGKILL')
    expect(isAlive(other.pid ?? 0)).toBe(true)
    expect(logged).toHaveLength(1)
    other.kill()
  })

  it('is acquired by exactly one of several processes that find it stale', async () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: 1, born: 'long ago', children: [] }))
    const script = `
      const { lockDataDir } = await import(${JSON.stringify(fileURLToPath(new URL('data-dir.ts', import.meta.url)))})
      process.stdin.once('data', () => {
        try { lockDataDir(${JSON.stringify(dataDir)}, () => {}); console.log('taken') }
        catch (failure) { console.log(failure.code) }
      })
      console.log('waiting')`
    const racers = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    const next = (racer: (typeof racers)[number]) =>
      new Promise<string>((done) =>
        racer.stdout.once('data', (chunk: Buffer) => done(chunk.toString().trim())),
      )
    expect(await Promise.all(racers.map(next))).toEqual(Array(4).fill('waiting'))
    const outcomes = Promise.all(racers.map(next))
    for (const racer of racers) racer.stdin.write('go\n')
    expect((await outcomes).sort()).toEqual([...Array(3).fill('already_running'), 'taken'])
    for (const racer of racers) racer.kill()
  })
})

describe('an invalid data dir', () => {
  it.runIf(process.platform === 'linux')(
    'is refused and not tried for ever',
    { meta: { needs: 'Linux' } },
    () => {
      expect(() => lockDataDir('/proc/rumbo/data', () => {})).toThrow(/\/proc\/rumbo\/data.*RUMBO_DATA_DIR/)
    },
  )
})

describe('secrets', () => {
  it('are generated once, readable by this user only, with a separate password for the application', () => {
    const secret = installationSecret(dataDir)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(installationSecret(dataDir)).toBe(secret)
    expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
    expect(applicationPassword(secret)).toBe(applicationPassword(secret))
    expect(applicationPassword(secret)).not.toContain(secret)
  })
})
