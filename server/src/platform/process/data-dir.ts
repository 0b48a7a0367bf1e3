import { execFileSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupFailure } from './startup-failure.ts'

/** Content of `runtime.json`, by which other programs find a running Rumbo. Ports are the ones in use. */
export interface Runtime {
  http: number
  gateway: Record<string, number>
  pid: number
}

/** Identifies a process even when a later one reuses its number. */
interface ProcessMark {
  pid: number
  born: string
}
interface LockContent extends ProcessMark {
  children: ProcessMark[]
}

export interface DataDirLock {
  /** Notes a process that must not outlive this one; the next start ends it if it does. */
  adopt(pid: number): void
  release(): void
}

const lockFile = (dataDir: string) => join(dataDir, 'rumbo.lock')
/** Another process that removes a stale lock has five seconds in all. */
const attemptsLimit = 250
const waitMs = 20
const runtimeFile = (dataDir: string) => join(dataDir, 'runtime.json')

/**
 * Takes the data dir for this process, and ends what an earlier, killed start left running.
 * @throws StartupFailure `already_running` (naming the address) or `data_dir_unwritable`
 */
export function lockDataDir(dataDir: string, log: (sentence: string) => void): DataDirLock {
  const mine: LockContent = { ...markOf(process.pid), children: [] }
  const draft = join(dataDir, `rumbo.lock.${process.pid}`)
  try {
    makeFolder(dataDir)
    writeFileSync(draft, JSON.stringify(mine))
  } catch (cause) {
    throw unwritable(dataDir, cause)
  }
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        linkSync(draft, lockFile(dataDir))
        break
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > attemptsLimit)
          throw unwritable(dataDir, cause)
      }
      const holder = readLock(lockFile(dataDir))
      if (holder && lives(holder)) throw alreadyRunning(dataDir, holder.pid)
      removeStale(dataDir, draft, log)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  rmSync(runtimeFile(dataDir), { force: true })
  return {
    adopt(pid) {
      mine.children = [...mine.children.filter(lives), markOf(pid)]
      writeFileSync(draft, JSON.stringify(mine))
      renameSync(draft, lockFile(dataDir))
    },
    release() {
      rmSync(runtimeFile(dataDir), { force: true })
      rmSync(lockFile(dataDir), { force: true })
    },
  }
}

/** Makes a folder and those above it. (Node's own recursion never ends where a folder cannot be, as in /proc.) */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return
    throw Object.assign(new Error(`${folder} is a file.`), { code: 'ENOTDIR' })
  }
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Makes a folder that a variable names. @throws StartupFailure where this process cannot write into it */
export function requireWritableFolder(folder: string, variable: string): void {
  const probe = join(folder, `.writable.${process.pid}`)
  try {
    makeFolder(folder)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (cause) {
    throw new StartupFailure(
      'data_dir_unwritable',
      `${variable} names ${folder}, which cannot be written (${(cause as NodeJS.ErrnoException).code ?? String(cause)}); make it writable for this user, or set ${variable} to another folder.`,
      cause,
    )
  }
}

/** The process that keeps the data dir, when one does. */
export function holderOf(dataDir: string): number | null {
  const holder = readLock(lockFile(dataDir))
  return holder && lives(holder) ? holder.pid : null
}

export function readRuntime(dataDir: string): Runtime | null {
  if (!existsSync(runtimeFile(dataDir))) return null
  return JSON.parse(readFileSync(runtimeFile(dataDir), 'utf8')) as Runtime
}

export function writeRuntime(dataDir: string, runtime: Runtime): void {
  const draft = `${runtimeFile(dataDir)}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(runtime)}\n`)
  renameSync(draft, runtimeFile(dataDir))
}

const secretFile = (dataDir: string) => join(dataDir, 'secret')

/** The generated secret of a data dir; undefined where none was made. */
export function storedSecret(dataDir: string): string | undefined {
  const file = secretFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** The secret of this installation, made at the first start and readable by this user only. */
export function installationSecret(dataDir: string): string {
  const stored = storedSecret(dataDir)
  if (stored !== undefined) return stored
  const secret = randomBytes(48).toString('base64url')
  writeFileSync(secretFile(dataDir), `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return secret
}

/** The application role's password: the same on every machine that shares the secret. */
export function applicationPassword(secret: string): string {
  return createHmac('sha256', secret).update('database role rumbo_app').digest('base64url')
}

/**
 * Removes the lock that a killed start left, one start at a time: else a slow one takes away the lock that a quicker one
 * has just made. Does nothing when it is another's turn, or when the lock is no longer stale.
 */
function removeStale(dataDir: string, draft: string, log: (sentence: string) => void): void {
  const turn = join(dataDir, 'rumbo.lock.turn')
  try {
    linkSync(draft, turn)
  } catch {
    const other = readLock(turn)
    if (other && lives(other)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
    else rmSync(turn, { force: true })
    return
  }
  try {
    // A lock that is gone may be made anew at any moment; an existing one is removed only by the process that holds the removal lock.
    if (!existsSync(lockFile(dataDir))) return
    const holder = readLock(lockFile(dataDir))
    if (holder && lives(holder)) return
    for (const child of holder?.children ?? [])
      if (lives(child)) {
        process.kill(child.pid, 'SIGKILL')
        log(`A process of an earlier start (${child.pid}) was still running; it was ended.`)
      }
    rmSync(lockFile(dataDir), { force: true })
  } finally {
    rmSync(turn, { force: true })
  }
}

function readLock(file: string): LockContent | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockContent
  } catch {
    return null
  }
}

function alreadyRunning(dataDir: string, pid: number): StartupFailure {
  const runtime = readRuntime(dataDir)
  const where = runtime ? `it answers on port ${runtime.http}` : 'it is still starting'
  return new StartupFailure(
    'already_running',
    `Rumbo already runs on ${dataDir} (process ${pid}): ${where}. Use that one, stop it first, or set RUMBO_DATA_DIR to another folder.`,
  )
}

function unwritable(dataDir: string, cause: unknown): StartupFailure {
  return new StartupFailure(
    'data_dir_unwritable',
    `The data folder ${dataDir} cannot be written (${(cause as NodeJS.ErrnoException).code ?? String(cause)}); make it writable for this user, or set RUMBO_DATA_DIR to another folder.`,
    cause,
  )
}

function markOf(pid: number): ProcessMark {
  return { pid, born: birthOf(pid) ?? 'unknown' }
}

function lives(mark: ProcessMark): boolean {
  return birthOf(mark.pid) === mark.born
}

/** When the process with this number began, in the system's own words; null when there is none. */
function birthOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z') return null
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
    } catch {
      return null
    }
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}
