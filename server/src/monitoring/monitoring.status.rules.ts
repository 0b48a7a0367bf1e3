import {
  processSilentSeconds,
  type ServerFigure,
  type ServerFigures,
  type ServerService,
  serverFigures,
} from '@rumbo/contract/monitoring.status.contract'
import type { ServerLevel } from '@rumbo/contract/monitoring.status-levels'
import { levelOfMeasure } from '@rumbo/contract/monitoring.status-levels'
import type { DurationSums } from '../platform/metrics/durations.ts'
import type { Backlog, ProcessRow, SampleRow } from './monitoring.status.repository.ts'

/** Merging and quantiles, injected because rules must not import platform. */
export interface DurationMath {
  merge(all: readonly DurationSums[]): DurationSums
  quantileMs(sums: DurationSums, share: number): number | null
}

const figureNames = Object.keys(serverFigures.shape) as ServerFigure[]
/** The current state is computed from the last minute. */
export const currentSlots = 6

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}
const last = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100
const percent = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  part === null || part === undefined || !whole ? null : (100 * part) / whole

/** Aggregates the samples of one slot, or of consecutive slots. */
export function figuresOf(samples: readonly SampleRow[], host: string, math: DurationMath): ServerFigures {
  const own = samples.filter((sample) => sample.host === host)
  // Prefers this machine's figures; another machine's are used only if this one reports none.
  const hosts = (own.length > 0 ? own : samples).map(({ figures }) => figures.host)
  const all = samples.map(({ figures }) => figures)
  const queries = math.merge(all.map((figures) => figures.queries))
  const calls = math.merge(all.map((figures) => figures.calls))
  const errors = all.reduce((sum, figures) => sum + figures.errors, 0)
  const slots = new Map(samples.map((sample) => [sample.slot.getTime(), sample.figures.seconds]))
  const seconds = [...slots.values()].reduce((sum, one) => sum + one, 0)
  const latest = Math.max(...slots.keys())
  const people = samples.filter((sample) => sample.slot.getTime() === latest)
  const found: ServerFigures = {
    cpuPercent: mean(hosts.map((one) => one.cpuPercent)),
    memoryPercent: last(hosts.map((one) => percent(one.memoryUsedBytes, one.memoryTotalBytes))),
    diskPercent: last(hosts.map((one) => percent(one.diskUsedBytes, one.diskTotalBytes))),
    networkInPerSecond: mean(hosts.map((one) => one.networkInPerSecond)),
    networkOutPerSecond: mean(hosts.map((one) => one.networkOutPerSecond)),
    connections: last(all.map((figures) => figures.connections)),
    connectionsPercent: last(all.map((figures) => percent(figures.connections, figures.connectionLimit))),
    queryMeanMs: queries.count > 0 ? queries.totalMs / queries.count : null,
    queryP95Ms: math.quantileMs(queries, 0.95),
    responseP50Ms: math.quantileMs(calls, 0.5),
    responseP95Ms: math.quantileMs(calls, 0.95),
    requestsPerSecond: seconds > 0 ? calls.count / seconds : null,
    errorPercent: percent(errors, calls.count),
    activeUsers: people.reduce((sum, { figures }) => sum + figures.people, 0),
  }
  for (const name of figureNames) found[name] = rounded(found[name])
  return found
}

export const noFigures = (): ServerFigures =>
  Object.fromEntries(figureNames.map((name) => [name, null])) as ServerFigures

/** The hour as columns, with a value per slot. */
export function historyOf(
  samples: readonly SampleRow[],
  host: string,
  math: DurationMath,
): { time: number[] } & Record<ServerFigure, (number | null)[]> {
  const bySlot = new Map<number, SampleRow[]>()
  for (const sample of samples) {
    const slot = sample.slot.getTime()
    const others = bySlot.get(slot)
    if (others) others.push(sample)
    else bySlot.set(slot, [sample])
  }
  const figures = [...bySlot.values()].map((ofSlot) => figuresOf(ofSlot, host, math))
  const columns = Object.fromEntries(
    figureNames.map((name) => [name, figures.map((one) => one[name])]),
  ) as Record<ServerFigure, (number | null)[]>
  return { time: [...bySlot.keys()], ...columns }
}

export const isAlive = (process: Pick<ProcessRow, 'seenAt'>, now: Date): boolean =>
  now.getTime() - process.seenAt.getTime() <= processSilentSeconds * 1000

const time = (at: Date) => at.toISOString()
const service = (
  name: ServerService['name'],
  state: ServerService['state'],
  more: Partial<Omit<ServerService, 'name' | 'state'>> = {},
): ServerService => ({ name, part: null, state, since: null, reason: null, figures: {}, ...more })

const earliest = (dates: readonly Date[]) => new Date(Math.min(...dates.map((date) => date.getTime())))
const latest = (dates: readonly Date[]) => new Date(Math.max(...dates.map((date) => date.getTime())))

/** A role is `up` if all its processes are alive, `degraded` if some are, `down` if none is, `off` without any. */
export function serviceOfRole(
  role: 'api' | 'gateway' | 'worker',
  processes: readonly ProcessRow[],
  now: Date,
): ServerService {
  const those = processes.filter((process) => process.roles.includes(role))
  const alive = those.filter((process) => isAlive(process, now))
  const figures = { processes: alive.length }
  if (those.length === 0) return service(role, 'off', { figures })
  if (alive.length === 0)
    return service(role, 'down', {
      since: time(latest(those.map((process) => process.seenAt))),
      reason: 'silent',
      figures,
    })
  const since = time(earliest(alive.map((process) => process.startedAt)))
  return alive.length < those.length
    ? service(role, 'degraded', { since, reason: 'some_silent', figures })
    : service(role, 'up', { since, figures })
}

/** Pulses are sent every ten seconds. */
const busSilentMs = 25_000
export function liveStreamService(processes: readonly ProcessRow[], now: Date): ServerService {
  const api = serviceOfRole('api', processes, now)
  const alive = processes.filter((process) => process.roles.includes('api') && isAlive(process, now))
  const figures = { viewers: alive.reduce((sum, one) => sum + (one.figures.gauges.viewers ?? 0), 0) }
  if (alive.length === 0) return { ...api, name: 'live_stream', figures }
  return alive.some((process) => process.figures.busSilentMs > busSilentMs)
    ? service('live_stream', 'degraded', { since: api.since, reason: 'bus_lost', figures })
    : service('live_stream', 'up', { since: api.since, figures })
}

const stateOfLevel = (level: ServerLevel | null) => (level === 'green' || level === null ? 'up' : 'degraded')

export function databaseService(backlog: Backlog | null): ServerService {
  if (!backlog) return service('database', 'down', { reason: 'unreachable' })
  const { connections, maxConnections, databaseSince } = backlog
  const level = levelOfMeasure('connectionsPercent', percent(connections, maxConnections))
  return service('database', stateOfLevel(level === 'amber' ? 'green' : level), {
    since: time(databaseSince),
    reason: level === 'red' ? 'connections' : null,
    figures: { connections, maxConnections },
  })
}

const jobsLateSeconds = 60
export function jobsService(worker: ServerService, backlog: Backlog | null): ServerService {
  if (!backlog) return service('jobs', 'down', { reason: 'unreachable' })
  const { jobsWaiting, jobsFailed, oldestJobSeconds } = backlog
  const figures = {
    waiting: jobsWaiting,
    failed: jobsFailed,
    oldestSeconds: Math.max(0, Math.round(oldestJobSeconds)),
  }
  if (jobsWaiting > 0 && (worker.state === 'down' || worker.state === 'off'))
    return service('jobs', 'down', { reason: 'nobody_works', figures })
  return oldestJobSeconds > jobsLateSeconds
    ? service('jobs', 'degraded', { reason: 'waiting_long', figures })
    : service('jobs', 'up', { figures })
}

export function channelService(
  name: 'email' | 'sms',
  isConfigured: boolean,
  backlog: Backlog | null,
): ServerService {
  if (!isConfigured) return service(name, 'off', { reason: 'not_configured' })
  if (!backlog) return service(name, 'degraded', { reason: 'unreachable' })
  const { failed, waiting, late, isBroken } = backlog.deliveries[name]
  const figures = { failed, waiting }
  if (isBroken) return service(name, 'degraded', { reason: 'receiver_fails', figures })
  if (name === 'email' && backlog.isMailboxFailing)
    return service(name, 'degraded', { reason: 'mailbox_fails', figures })
  if (failed > 0) return service(name, 'degraded', { reason: 'deliveries_failed', figures })
  return late > 0
    ? service(name, 'degraded', { reason: 'deliveries_wait', figures })
    : service(name, 'up', { figures })
}
