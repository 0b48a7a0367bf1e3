import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { hasEnded, readPostmaster } from '@rumbo/server/platform/database/postmaster'
import { childrenOf } from './processes.ts'

/** Kills the gateway and api processes with SIGKILL, so that they can neither flush nor close anything. */
export async function killServerProcesses(dataDir: string): Promise<void> {
  const lock = JSON.parse(readFileSync(join(dataDir, 'rumbo.lock'), 'utf8')) as {
    children: { pid: number }[]
  }
  await killAll(lock.children.map(({ pid }) => pid))
}

/** Kills PostgreSQL with all backends, so that none can complete its transaction. Linux only. */
export async function killPostgres(dataDir: string): Promise<void> {
  const running = readPostmaster(join(realpathSync(dataDir), 'database', 'cluster'))
  if (!running) throw new Error(`No PostgreSQL runs on ${dataDir}.`)
  await killAll([running.pid, ...childrenOf(running.pid)])
}

async function killAll(pids: readonly number[]): Promise<void> {
  if (pids.length === 0) throw new Error('There is nothing to kill.')
  for (const pid of pids) kill(pid)
  for (const pid of pids)
    if (!(await hasEnded(pid, 5_000))) throw new Error(`The process ${pid} outlived kill -9.`)
}

/** Ignores processes that have ended already, such as the backend of a killed client. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
