import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** What `postmaster.pid` says about the server that keeps a cluster folder. */
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

/** Whether the process truly is the PostgreSQL of this cluster folder, and not one that took over its number. */
async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === clusterDir) return true
    } catch {
      // Another user's process hides its working folder; its command line is open.
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
 * Ends a PostgreSQL that a killed start left behind. A stale `postmaster.pid` stays, since PostgreSQL reads
 * from it whether old backends still hold its memory; only one whose number now belongs to another program goes.
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

/** How many processes work inside the folder (Linux; elsewhere 0). */
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

/** Waits until the process is gone; false when it outlives the patience. */
export async function hasEnded(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs
  while (isAlive(pid) && !isZombie(pid)) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

/** A dead child whose parent has not looked yet: it holds nothing any more. */
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
 * For systems that cannot tie a child's life to its parent's: a small process that sees its standard input
 * close when the parent dies, however it dies, and then asks PostgreSQL to stop.
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
