import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupFailure } from '../process/startup-failure.ts'
import { asOwner, type PostgresOwner } from './postgres-owner.ts'
import { hasEnded, isAlive, readPostmaster, watchFor } from './postmaster.ts'

const usualSettings: Record<string, string> = {
  listen_addresses: '',
  shared_buffers: '192MB',
  max_connections: '60',
  wal_compression: 'on',
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  // Statements are short; compiling one takes longer than running it.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The application logs refused rows itself; PostgreSQL's text could contain personal data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** The environment of PostgreSQL's programs, without our variables and the machine's locale. */
export const plainEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C', TZ: 'UTC' }

/** Folders, program, operating-system user and settings of a launch. */
export interface PostgresLaunch {
  home: string
  cluster: string
  socketDir: string
  program: string
  owner: PostgresOwner
  settings: Record<string, string>
}

export interface RunningPostgres {
  pid: number
  /** Resolves when PostgreSQL exits for any reason. */
  ended: Promise<void>
  /** Shuts PostgreSQL down cleanly and ends open connections. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on an initialised cluster and returns when it accepts connections.
 * @throws StartupFailure with PostgreSQL's own reason
 */
export async function launchPostgres(parts: PostgresLaunch): Promise<RunningPostgres> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const attempt = await launchOnce(parts, deadline)
    if ('pid' in attempt) return attempt
    // Backends of a killed server hold its shared memory for a moment.
    if (attempt.failed.includes('pre-existing shared memory') && Date.now() < deadline) {
      await pause(250)
      continue
    }
    throw new StartupFailure('database_start', `PostgreSQL did not start: ${attempt.failed}`)
  }
}

async function launchOnce(
  { home, cluster, socketDir, program, owner, settings }: PostgresLaunch,
  deadline: number,
): Promise<RunningPostgres | { failed: string }> {
  const chosen = {
    ...usualSettings,
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    ...settings,
  }
  const postgres = [
    '-D',
    cluster,
    ...Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const tie = hasSetpriv()
  const [command, args] = tie
    ? ['setpriv', ['--pdeathsig', 'INT', '--', program, ...postgres]]
    : [program, postgres]
  // Detached: a Ctrl-C in the terminal must reach the server processes first, and PostgreSQL last.
  const logFile = openLog(home)
  const child = spawn(command, args, {
    cwd: '/',
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', logFile.descriptor],
    ...asOwner(owner),
  })
  closeSync(logFile.descriptor)
  let hasExited = false
  const ended = new Promise<void>((done) => {
    child.on('error', () => {
      hasExited = true
      done()
    })
    child.on('exit', () => {
      hasExited = true
      done()
    })
  })
  const pid = child.pid
  while (!hasExited && Date.now() < deadline) {
    const found = readPostmaster(cluster)
    if (found?.pid === pid && found?.isReady) break
    await Promise.race([pause(15), ended])
  }
  if (hasExited || pid === undefined || Date.now() >= deadline) {
    if (!hasExited) child.kill('SIGQUIT')
    return { failed: `${lastLine(logFile.added())} (log: ${logFile.path})` }
  }
  const watchdog = tie ? null : watchFor(pid)
  child.unref()
  return { pid, ended, stop }

  async function stop(): Promise<void> {
    watchdog?.kill()
    if (isAlive(pid as number)) child.kill('SIGINT')
    child.ref()
    if (!(await hasEnded(pid as number, 20_000))) child.kill('SIGQUIT')
    await ended
    if (!socketDir.startsWith(home)) rmSync(socketDir, { recursive: true, force: true })
  }
}

/** Opens PostgreSQL's log for appending, after rotating a large one. */
function openLog(home: string): { descriptor: number; path: string; added(): string } {
  const path = join(home, 'postgres.log')
  let before = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (before > 10_000_000) {
    renameSync(path, `${path}.old`)
    before = 0
  }
  const descriptor = openSync(path, 'a', 0o600)
  return { descriptor, path, added: () => readFileSync(path).subarray(before).toString('utf8') }
}

let setprivFound: boolean | null = null
function hasSetpriv(): boolean {
  setprivFound ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'clear', '--', 'true'], { stdio: 'ignore' }).status === 0
  return setprivFound
}

/** The last line with a reason, without time and process number. */
export function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const errorLine =
    lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'no reason given'
  return errorLine.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '')
}
