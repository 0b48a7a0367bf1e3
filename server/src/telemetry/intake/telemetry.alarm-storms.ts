import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs, secondMs } from '@rumbo/contract/time-units'
import { isAlarming } from '../telemetry.rules.ts'

const windowMs = secondMs
/** So many alarms of a vehicle in a second are a storm: neither people nor working sensors raise as many. */
const alarmsOfStorm = 20
/** A tracker may send what it kept as fast as it is acknowledged. */
const keptAlarmsOfStorm = 300
/** An alarm that is older than this when it arrives was kept by its tracker. */
const keptMs = 2 * minuteMs
/** Vehicles whose alarms are counted. */
const mostCounted = 10_000

export interface AlarmRates {
  /**
   * Counts the alarm of a vehicle's report, if it has one. `now` is a time of a monotonic clock.
   * @returns whether the report should be committed at once, as the first alarming one of its vehicle in a second is, and
   * whether the vehicle's sensor is faulty: it has raised a storm of alarms in this second, or in the one before
   */
  count(key: number, report: DeviceReport, now: number): { isUrgent: boolean; isStorm: boolean }
}

/** Of a report that is committed like most others. */
export const calm = { isUrgent: false, isStorm: false }

interface Window {
  since: number
  alarms: number
  /** Whether this second, and whether this one or the one before, has a storm. */
  hasStorm: boolean
  isStorm: boolean
  hasUrgent: boolean
}

const isKept = ({ fix, receivedAt }: DeviceReport) =>
  fix !== null && receivedAt.getTime() - fix.time.getTime() > keptMs

export function createAlarmRates(): AlarmRates {
  const windows = new Map<number, Window>()

  function open(key: number, last: Window | undefined, now: number): Window {
    const isStorm = last?.hasStorm === true && now - last.since < 2 * windowMs
    const window = { since: now, alarms: 0, hasStorm: false, isStorm, hasUrgent: false }
    // The first of a Map was set longest ago.
    windows.delete(key)
    windows.set(key, window)
    if (windows.size > mostCounted) windows.delete(windows.keys().next().value as number)
    return window
  }

  return {
    count(key, report, now) {
      const last = windows.get(key)
      if (report.alarm === null) {
        if (!last?.isStorm || now - last.since >= 2 * windowMs) return calm
        return { isUrgent: false, isStorm: true }
      }
      const window = last && now - last.since < windowMs ? last : open(key, last, now)
      window.alarms += 1
      window.hasStorm ||= window.alarms >= (isKept(report) ? keptAlarmsOfStorm : alarmsOfStorm)
      window.isStorm ||= window.hasStorm
      const isUrgent = !window.isStorm && !window.hasUrgent && isAlarming(report.alarm)
      window.hasUrgent ||= isUrgent
      return { isUrgent, isStorm: window.isStorm }
    },
  }
}

/** A commit with an alarm takes several statements, one without takes one. */
const stormEveryMs = 250

interface StormBatch<Queued> {
  readonly reports: { key: number; queued: Queued }[]
  /** When its first report came, in milliseconds of `performance.now()`. */
  readonly since: number
  /** Commits of earlier reports of its vehicles. */
  readonly after: Set<Promise<void>>
  readonly promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

function newBatch<Queued>(): StormBatch<Queued> {
  let settle: [() => void, (error: unknown) => void] = [() => {}, () => {}]
  const promise = new Promise<void>((...both) => {
    settle = both
  })
  const [resolve, reject] = settle
  return { reports: [], since: performance.now(), after: new Set(), promise, resolve, reject }
}

export interface StormLane<Queued> {
  /** Whether reports of this key are waiting: its next one must be added here too, to stay in order. */
  has(key: number): boolean
  /**
   * Resolves when the report is committed, four times a second at most unless many wait.
   * @param after the commits of earlier reports with the same key
   */
  enqueue(key: number, queued: Queued, after: readonly Promise<void>[]): Promise<void>
  readonly waitingReports: number
}

/**
 * Commits the reports of vehicles whose sensors raise alarms without an end, one batch after another, so that the batches
 * of other vehicles stay small.
 */
export function createStormLane<Queued>(
  commit: (queued: readonly Queued[]) => Promise<void>,
  maxInBatch: number,
): StormLane<Queued> {
  const waiting = new Map<number, number>()
  let waitingReports = 0
  const full: StormBatch<Queued>[] = []
  let forming: StormBatch<Queued> | null = null
  let isTimed = false
  let isCommitting = false

  async function settle(batch: StormBatch<Queued>): Promise<void> {
    try {
      await Promise.all(batch.after)
      await commit(batch.reports.map(({ queued }) => queued))
      batch.resolve()
    } catch (error) {
      batch.reject(error)
    }
    waitingReports -= batch.reports.length
    for (const { key } of batch.reports) {
      const left = (waiting.get(key) ?? 0) - 1
      if (left > 0) waiting.set(key, left)
      else waiting.delete(key)
    }
    isCommitting = false
    next()
  }

  /** Commits what is due, and sets the timer for the rest. */
  function next(): void {
    if (isCommitting) return
    const dueInMs = full.length > 0 || !forming ? 0 : forming.since + stormEveryMs - performance.now()
    if (dueInMs > 0) {
      if (!isTimed)
        setTimeout(() => {
          isTimed = false
          next()
        }, Math.ceil(dueInMs))
      isTimed = true
      return
    }
    const batch = full.shift() ?? forming
    if (!batch) return
    if (batch === forming) forming = null
    isCommitting = true
    void settle(batch)
  }

  return {
    has: (key) => waiting.has(key),
    enqueue(key, queued, after) {
      forming ??= newBatch()
      const batch = forming
      if (!waiting.has(key)) for (const earlier of after) batch.after.add(earlier)
      batch.reports.push({ key, queued })
      waiting.set(key, (waiting.get(key) ?? 0) + 1)
      waitingReports += 1
      if (batch.reports.length >= maxInBatch) {
        full.push(batch)
        forming = null
      }
      next()
      return batch.promise
    },
    get waitingReports() {
      return waitingReports
    },
  }
}
