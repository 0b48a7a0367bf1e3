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

/** Content of `runtime.json`, which lets other programs find a running Rumbo, with the ports in use. */
export interface Runtime {
  http: number
  gateway: Record<string, number>
  pid: number
}

/** Identifies a process even if a later one reuses its id. */
interface ProcessMark {
  pid: number
  born: string
}
interface LockContent extends ProcessMark {
  children: ProcessMark[]
}

export interface DataDirLock {
  /** Records a child process; the next start ends it if it outlives this process. */
  adopt(pid: number): void
  release(): void
}

const lockFile = (dataDir: string) => join(dataDir, 'rumbo.lock')
/** Attempts at the lock: five seconds in all, while another process removes a stale one. */
const attemptsLimit = 250
const waitMs = 20
const runtimeFile = (dataDir: string) => join(dataDir, 'runtime.json')

/**
 * Locks the data dir for this process, and ends processes left running by a killed start.
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

/** Creates a folder and its parents. (Node's recursive option never returns where that is impossible, as in /proc.) */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return
    throw Object.assign(new Error(`${folder} is a file.`), { code: 'ENOTDIR' })
  }
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Creates the folder that a variable names. @throws StartupFailure where this process cannot write into it */
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

/** The id of the process that has locked the data dir; null without one. */
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

/** The generated secret of a data dir; undefined without one. */
export function storedSecret(dataDir: string): string | undefined {
  const file = secretFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** The secret of this installation, generated at the first start and readable by this user only. */
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
 * Removes the lock of a killed start. Only one start does so at a time, so that a slow one cannot remove the new lock
 * of a quicker one. Does nothing while another start is removing it, or if the lock is no longer stale.
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
    // A missing lock may be created at any moment; an existing one is removed only by the process with the removal
    // lock.
    if (!existsSync(lockFile(dataDir))) return
    const holder = readLock(lockFile(dataDir))
    if (holder && lives(holder)) return
    for (const child of holder?.children ?? [])
      if (lives(child)) {
        process.kill(child.pid, 'SIGKILL')
        log(`Ended a process left running by an earlier start (${child.pid}).`)
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

/** Start time of the process with this id, as the system prints it; null without such a process. */
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
