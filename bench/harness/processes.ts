import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readPostmaster } from '@rumbo/server/platform/database/postmaster'

/** Unit of CPU time in /proc: hundredths of a second. */
const ticksASecond = 100

export type MeasuredProcess = 'gateway' | 'api' | 'worker' | 'database'
/** CPU seconds of each process since its start; the database includes all backends, also ended ones. */
export type CpuSeconds = Record<MeasuredProcess, number>

interface Stat {
  parent: number
  ownTicks: number
  endedChildrenTicks: number
}

function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const at = (index: number) => fields[index] ?? 0
    return { parent, ownTicks: at(11) + at(12), endedChildrenTicks: at(13) + at(14) }
  } catch {
    return null
  }
}

/** Child processes, from /proc. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent)
}

/** Processes of the server by role. */
function serverProcesses(dataDir: string): Map<string, number> {
  const lock = JSON.parse(readFileSync(join(dataDir, 'rumbo.lock'), 'utf8')) as {
    children: { pid: number }[]
  }
  const byRole = new Map<string, number>()
  for (const { pid } of lock.children) {
    const role = /(?:^|\0)RUMBO_ROLES=(\w+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1]
    if (role) byRole.set(role, pid)
  }
  return byRole
}

/** Of a server process, to send it a signal. */
export const pidOf = (dataDir: string, role: 'gateway' | 'api' | 'worker'): number | undefined =>
  serverProcesses(dataDir).get(role)

const secondsOf = (pid: number | undefined) => (pid ? (statOf(pid)?.ownTicks ?? 0) : 0) / ticksASecond

export function readCpu(dataDir: string): CpuSeconds {
  const byRole = serverProcesses(dataDir)
  const postmaster = readPostmaster(join(realpathSync(dataDir), 'database', 'cluster'))
  if (!postmaster) throw new Error(`No PostgreSQL runs on ${dataDir}.`)
  const ended = (statOf(postmaster.pid)?.endedChildrenTicks ?? 0) / ticksASecond
  const backends = [postmaster.pid, ...childrenOf(postmaster.pid)]
  return {
    gateway: secondsOf(byRole.get('gateway')),
    api: secondsOf(byRole.get('api')),
    worker: secondsOf(byRole.get('worker')),
    database: backends.reduce((sum, pid) => sum + secondsOf(pid), ended),
  }
}

/** Kilobytes of memory the gateway holds. */
export const gatewayMemory = (dataDir: string): number => memoryOf(serverProcesses(dataDir).get('gateway'))

function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN)
}

/** What a program and the processes it started have used: seconds of CPU, and kilobytes of memory held now. */
export function usageOf(pid: number): { processes: number; cpuSeconds: number; kilobytes: number } {
  const pids = [pid, ...childrenOf(pid)]
  return {
    processes: pids.length,
    cpuSeconds: pids.reduce((sum, each) => sum + secondsOf(each), 0),
    kilobytes: pids.reduce((sum, each) => sum + memoryOf(each), 0),
  }
}
