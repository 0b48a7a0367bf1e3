import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Content of `postmaster.pid`: the server running on a cluster folder. */
export interface Postmaster {
  pid: number
  isReady: boolean
}

/** Reads `postmaster.pid`; null when there is none or it is still being written. */
export function readPostmaster(clusterDir: string): Postmaster | null {
  const file = join(clusterDir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : null
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is the PostgreSQL of this cluster folder, not another one that reused its id. */
async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === clusterDir) return true
    } catch {
      // The working folder of another user's process is not readable; its command line is.
    }
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(clusterDir)
    } catch {
      return false
    }
  }
  const listed = await output('ps', ['-o', 'command=', '-p', String(pid)])
  return listed.includes(clusterDir)
}

/**
 * Stops a PostgreSQL left running by a killed start. A stale `postmaster.pid` is kept, because PostgreSQL uses it to
 * find old backends; it is removed only if its process id belongs to another program.
 * @returns the process id of the orphan, or null when there was none
 */
export async function stopOrphan(clusterDir: string, patienceMs = 20_000): Promise<number | null> {
  const found = readPostmaster(clusterDir)
  if (!found) return null
  if (await isPostmasterOf(found.pid, clusterDir)) {
    signal(found.pid, 'SIGINT')
    if (!(await hasEnded(found.pid, patienceMs))) signal(found.pid, 'SIGQUIT')
    if (!(await hasEnded(found.pid, patienceMs))) signal(found.pid, 'SIGKILL')
    await hasEnded(found.pid, patienceMs)
    return found.pid
  }
  if (isAlive(found.pid)) {
    const deadline = Date.now() + patienceMs
    while (workersIn(clusterDir) > 0 && Date.now() < deadline) await pause(50)
    if (workersIn(clusterDir) === 0) rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
  }
  return null
}

/** Number of processes whose working folder is this one (Linux; elsewhere 0). */
function workersIn(clusterDir: string): number {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readlinkSync(`/proc/${name}/cwd`) === clusterDir
    } catch {
      return false
    }
  }).length
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until the process has exited; false when it still runs after `patienceMs`. */
export async function hasEnded(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs
  while (isAlive(pid) && !isZombie(pid)) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

/** An exited process that its parent has not reaped: it holds no resources. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const watchdogSource =
  'process.stdin.resume().on("close",()=>{try{process.kill(Number(process.argv[1]),"SIGINT")}catch{}process.exit()})'

/**
 * For systems that cannot end a child with its parent: starts a small process that stops PostgreSQL when its standard
 * input closes, which happens when the parent exits.
 */
export function watchFor(pid: number): ChildProcess {
  const watchdog = spawn(process.execPath, ['-e', watchdogSource, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  watchdog.unref()
  return watchdog
}

function output(command: string, args: string[]): Promise<string> {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.on('error', () => done(''))
    child.on('close', () => done(text))
  })
}
