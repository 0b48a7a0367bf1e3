import { asSystem } from '../platform/access/access.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { deliveryCounters } from '../platform/deliveries/runner.ts'
import type { CertificateFacts } from '../platform/machine/certificate.ts'
import { samplesBy } from '../platform/metrics/definitions.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { findLastBackups } from './monitoring.metrics.repository.ts'
import { daysLeftOf } from './monitoring.status.actions.ts'
import { findProcesses, findSamples, type ProcessRow, readBacklog } from './monitoring.status.repository.ts'
import { isAlive } from './monitoring.status.rules.ts'

export interface InstallationMetricsOptions {
  metrics: Pick<Metrics, 'read'>
  database: Pick<Database, 'transaction'>
  clock: Clock
  certificate: () => Promise<CertificateFacts>
  /** Services that are not final, by status. */
  countServices: (tx: Transaction) => Promise<Readonly<Record<string, number>>>
  /** Facts that wait for a listener. */
  countFacts: (tx: Transaction) => Promise<{ pending: number; failing: number }>
}

/** A scrape reads each metric separately, so readings are shared for this long. */
const cachedMs = 1_000

/** Registers the installation metrics, which are read from the database. */
export function registerInstallationMetrics(options: InstallationMetricsOptions): void {
  const { metrics, database, clock, certificate, countServices, countFacts } = options
  const read = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    sharedFor(cachedMs, () => database.transaction(asSystem('metrics'), work, { readOnly: true }))
  const backlog = read(readBacklog)
  const backups = read(findLastBackups)
  const processes = read(findProcesses)
  const samples = read(findSamples)
  const facts = read(countFacts)
  const services = read(countServices)

  metrics.read('rumbo_facts', async () => samplesBy('state', { ...(await facts()) }))
  metrics.read('rumbo_services', async () => samplesBy('status', await services()))
  metrics.read('rumbo_jobs', async () => {
    const { jobsWaiting: waiting, jobsRunning: running, jobsFailed: failed } = await backlog()
    return samplesBy('state', { waiting, running, failed })
  })
  metrics.read('rumbo_job_oldest_seconds', async () => one((await backlog()).oldestJobSeconds))
  metrics.read('rumbo_database_bytes', async () => one((await backlog()).databaseBytes))
  metrics.read('rumbo_deliveries_total', async () =>
    (await processes()).flatMap(({ host, pid, figures: { gauges } }) =>
      deliveryCounters.flatMap(({ name, channel, status }) => {
        const value = gauges?.[name]
        return value === undefined ? [] : [{ labels: { worker: `${host}:${pid}`, channel, status }, value }]
      }),
    ),
  )
  metrics.read('rumbo_deliveries_waiting', async () =>
    Object.entries((await backlog()).deliveries).flatMap(([channel, { waiting: all, late }]) =>
      Object.entries({ all, late }).map(([state, value]) => ({ labels: { channel, state }, value })),
    ),
  )
  metrics.read('rumbo_process_up', async () =>
    (await processes()).map((row) => ({
      labels: processLabels(row),
      value: Number(isAlive(row, clock.now())),
    })),
  )
  metrics.read('rumbo_process_memory_bytes', async () =>
    (await processes()).map((row) => ({ labels: processLabels(row), value: row.figures.memoryBytes })),
  )
  metrics.read('rumbo_disk_bytes', async () => {
    const latest = new Map((await samples()).map(({ host, figures }) => [host, figures.host]))
    return [...latest].flatMap(([host, { diskTotalBytes: size, diskUsedBytes: used }]) =>
      size === null || used === null
        ? []
        : Object.entries({ size, free: size - used }).map(([what, value]) => ({
            labels: { host, what },
            value,
          })),
    )
  })
  metrics.read('rumbo_certificate_days', async () =>
    one(daysLeftOf((await certificate()).validTo, clock.now())),
  )
  metrics.read('rumbo_backup_age_seconds', async () => {
    const { completeAt } = await backups()
    return one(completeAt && (clock.now().getTime() - completeAt.getTime()) / 1_000)
  })
  metrics.read('rumbo_backup_bytes', async () => one((await backups()).bytes))
  metrics.read('rumbo_backup_failed', async () => {
    const { hasFailed } = await backups()
    return one(hasFailed === null ? null : Number(hasFailed))
  })
}

/** The only series of a metric without labels; none without a value. */
const one = (value: number | null) => (value === null ? [] : [{ labels: {}, value }])

const processLabels = ({ roles, host, pid }: ProcessRow) => ({
  process_role: roles.join('+'),
  host,
  pid: String(pid),
})

function sharedFor<Result>(milliseconds: number, read: () => Promise<Result>): () => Promise<Result> {
  let known: { at: number; result: Promise<Result> } | null = null
  return () => {
    const now = performance.now()
    if (!known || now - known.at >= milliseconds) known = { at: now, result: read() }
    return known.result
  }
}
