import { cpus, hostname, totalmem, uptime } from 'node:os'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readServerStatus, ServerService } from '@rumbo/contract/monitoring.status.contract'
import { serverThresholds } from '@rumbo/contract/monitoring.status-levels'
import { dayMs } from '@rumbo/contract/time-units'
import { asSystem } from '../platform/access/access.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { CertificateFacts } from '../platform/machine/certificate.ts'
import { mergeDurations, quantileMs } from '../platform/metrics/durations.ts'
import { productVersion } from '../platform/process/version.ts'
import { findProcesses, findSamples, readBacklog } from './monitoring.status.repository.ts'
import {
  channelService,
  currentSlots,
  databaseService,
  figuresOf,
  historyOf,
  isAlive,
  jobsService,
  liveStreamService,
  noFigures,
  serviceOfRole,
} from './monitoring.status.rules.ts'

export interface StatusOptions {
  database: Pick<Database, 'transaction'>
  clock: Clock
  certificate: () => Promise<CertificateFacts>
  channels: { email: boolean; sms: boolean }
  /** Returns the status of services of other domains, such as map engines; called at each reading. */
  services?: () => readonly ServerService[] | Promise<readonly ServerService[]>
}

const math = { merge: mergeDurations, quantileMs }
/** Readings are shared between the panels of several people. */
const cachedMs = 2_000

const certificateStateOf = ({ source, error }: CertificateFacts) =>
  source === 'none' ? 'none' : error === null ? 'read' : 'unreadable'

/** Counts whole days only: what ends tonight has 0 days left. */
export const daysLeftOf = (validTo: Date | null, now: Date): number | null =>
  validTo && Math.floor((validTo.getTime() - now.getTime()) / dayMs)

async function read(options: StatusOptions): Promise<OutputOf<typeof readServerStatus>> {
  const now = options.clock.now()
  const rows = await options.database
    .transaction(
      asSystem('server status'),
      async (tx) => ({
        processes: await findProcesses(tx),
        samples: await findSamples(tx),
        backlog: await readBacklog(tx),
      }),
      { readOnly: true },
    )
    .catch(() => null)
  const { processes = [], samples = [], backlog = null } = rows ?? {}
  const host = hostname()
  const alive = processes.filter((process) => isAlive(process, now))
  const slots = [...new Set(samples.map((sample) => sample.slot.getTime()))].slice(-currentSlots)
  const recent = samples.filter(({ slot }) => slot.getTime() >= (slots[0] ?? 0))
  // An old sample does not describe the present.
  const isFresh = (slots.at(-1) ?? 0) > now.getTime() - currentSlots * 10_000
  const current = isFresh ? figuresOf(recent, host, math) : noFigures()
  const machine = recent.findLast((sample) => sample.host === host)?.figures.host
  const certificate = await options.certificate()
  const worker = serviceOfRole('worker', processes, now)
  const others = await Promise.resolve(options.services?.() ?? []).catch((): ServerService[] => [
    { name: 'maps', part: null, state: 'down', since: null, reason: 'unreachable', figures: {} },
  ])
  return {
    at: now.toISOString(),
    version: productVersion,
    uptimeSeconds: Math.round(process.uptime()),
    hostUptimeSeconds: Math.round(uptime()),
    current: {
      ...current,
      // A person may be active in several processes.
      activeUsers: rows && new Set(alive.flatMap((one) => one.activeUsers)).size,
    },
    memory: {
      usedBytes: machine?.memoryUsedBytes ?? process.memoryUsage.rss(),
      totalBytes: machine?.memoryTotalBytes ?? totalmem(),
    },
    disk:
      machine && machine.diskUsedBytes !== null && machine.diskTotalBytes !== null
        ? { usedBytes: machine.diskUsedBytes, totalBytes: machine.diskTotalBytes }
        : null,
    database: { bytes: backlog?.databaseBytes ?? null, maxConnections: backlog?.maxConnections ?? null },
    cpus: cpus().length,
    certificateState: certificateStateOf(certificate),
    certificateDays: daysLeftOf(certificate.validTo, now),
    services: [
      serviceOfRole('api', processes, now),
      serviceOfRole('gateway', processes, now),
      worker,
      databaseService(backlog),
      liveStreamService(processes, now),
      jobsService(worker, backlog),
      channelService('email', options.channels.email, backlog),
      channelService('sms', options.channels.sms, backlog),
      ...others,
    ],
    processes: processes.map(({ roles, pid, host: its, startedAt, seenAt, figures, ...one }) => ({
      roles,
      pid,
      host: its,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      isAlive: isAlive({ ...one, seenAt }, now),
      memoryBytes: figures.memoryBytes,
      cpuPercent: figures.cpuPercent,
      loopDelayMs: figures.loopDelayMs,
    })),
    history: historyOf(samples, host, math),
    thresholds: serverThresholds,
  }
}

/** The status of the server; concurrent calls, and calls within two seconds, share one reading. */
export function createStatusReader(options: StatusOptions): () => Promise<OutputOf<typeof readServerStatus>> {
  let cached: { at: number; answer: ReturnType<typeof read> } | null = null
  return () => {
    const now = options.clock.now().getTime()
    if (!cached || Math.abs(now - cached.at) >= cachedMs) cached = { at: now, answer: read(options) }
    return cached.answer
  }
}
