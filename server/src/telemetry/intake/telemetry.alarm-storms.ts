import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { secondMs } from '@rumbo/contract/time-units'
import { isAlarming } from '../telemetry.rules.ts'

const windowMs = secondMs
/** So many alarms of a vehicle in a second are a storm: people and trackers in order raise fewer. */
const alarmsOfStorm = 20
/** Vehicles whose alarms are counted. */
const mostCounted = 10_000

export interface AlarmRates {
  /**
   * Counts the alarm of a vehicle's report, if it has one.
   * @returns whether it should be committed at once, as the first alarm of its vehicle in a second is, and whether the
   * vehicle's sensor is faulty: it has raised 20 alarms in this second, or in the one before
   */
  count(key: number, report: DeviceReport, now: number): { isUrgent: boolean; isStorm: boolean }
}

/** Of a report that is committed like most others. */
export const calm = { isUrgent: false, isStorm: false }

export function createAlarmRates(): AlarmRates {
  const windows = new Map<number, { since: number; alarms: number; isStorm: boolean }>()
  return {
    count(key, { alarm }, now) {
      const last = windows.get(key)
      if (alarm === null) {
        if (!last?.isStorm || now - last.since >= 2 * windowMs) return calm
        return { isUrgent: false, isStorm: true }
      }
      if (last && now - last.since < windowMs) {
        last.alarms += 1
        last.isStorm ||= last.alarms >= alarmsOfStorm
        return { isUrgent: false, isStorm: last.isStorm }
      }
      const isStorm = last !== undefined && last.alarms >= alarmsOfStorm && now - last.since < 2 * windowMs
      // The first of a Map was set longest ago.
      windows.delete(key)
      windows.set(key, { since: now, alarms: 1, isStorm })
      if (windows.size > mostCounted) windows.delete(windows.keys().next().value as number)
      return { isUrgent: !isStorm && isAlarming(alarm), isStorm }
    },
  }
}

/** A commit with an alarm takes several statements, one without takes one. */
const stormEveryMs = 250

interface StormBatch<Queued> {
  reports: { key: number; queued: Queued }[]
  /** Commits of earlier reports of its vehicles. */
  after: Set<Promise<void>>
  promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

function newBatch<Queued>(): StormBatch<Queued> {
  const batch = { reports: [], after: new Set() } as unknown as StormBatch<Queued>
  batch.promise = new Promise<void>((resolve, reject) => {
    batch.resolve = resolve
    batch.reject = reject
  })
  return batch
}

export interface StormLane<Queued> {
  /** Whether reports of this key are waiting: its next one must be added here too, to stay in order. */
  has(key: number): boolean
  /**
   * Resolves when the report is committed, four times a second at most.
   * @param after the commits of earlier reports with the same key
   */
  enqueue(key: number, queued: Queued, after: readonly Promise<void>[]): Promise<void>
  readonly waitingReports: number
}

/** Commits the reports of vehicles whose sensors raise alarms without an end, so that the batches of others stay small. */
export function createStormLane<Queued>(
  commit: (queued: readonly Queued[]) => Promise<void>,
  maxInBatch: number,
): StormLane<Queued> {
  const waiting = new Map<number, number>()
  let waitingReports = 0
  let forming = newBatch<Queued>()
  let timer: NodeJS.Timeout | undefined
  let committing: Promise<void> = Promise.resolve()

  async function settle(batch: StormBatch<Queued>): Promise<void> {
    try {
      await Promise.all(batch.after)
      await commit(batch.reports.map(({ queued }) => queued))
      batch.resolve()
    } catch (error) {
      batch.reject(error)
    } finally {
      waitingReports -= batch.reports.length
      for (const { key } of batch.reports) {
        const left = (waiting.get(key) ?? 0) - 1
        if (left > 0) waiting.set(key, left)
        else waiting.delete(key)
      }
    }
  }

  function commitForming(): void {
    clearTimeout(timer)
    timer = undefined
    const batch = forming
    forming = newBatch()
    committing = committing.then(() => settle(batch))
  }

  return {
    has: (key) => waiting.has(key),
    enqueue(key, queued, after) {
      const batch = forming
      if (!waiting.has(key)) for (const earlier of after) batch.after.add(earlier)
      batch.reports.push({ key, queued })
      waiting.set(key, (waiting.get(key) ?? 0) + 1)
      waitingReports += 1
      if (batch.reports.length >= maxInBatch) commitForming()
      else timer ??= setTimeout(commitForming, stormEveryMs)
      return batch.promise
    },
    get waitingReports() {
      return waitingReports
    },
  }
}
