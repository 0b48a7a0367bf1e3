import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { calm, createAlarmRates, createStormLane } from './telemetry.alarm-storms.ts'
import { createCollecting, enoughReports, shortestWaitMs } from './telemetry.collecting.rules.ts'
import type { VehicleState } from './telemetry.state.ts'

/** A report with the live state of its vehicle; null for a device without a vehicle. */
export interface QueuedReport {
  report: DeviceReport
  vehicle: VehicleState | null
  /** Whether an earlier batch with this report was refused for a stale state. */
  isRepeated?: boolean
}

export interface Lanes {
  /**
   * Resolves when the report's batch is committed; all reports of a batch share one promise. Reports with the same key
   * are committed in the order in which they came.
   * @param key a whole number, such as the vehicle's
   */
  enqueue(key: number, queued: QueuedReport): Promise<void>
  readonly waitingReports: number
}

interface Batch {
  queued: QueuedReport[]
  /** When its first report came, in milliseconds of `performance.now()`. */
  since: number
  isUrgent: boolean
  /** Whether a device sends its backlog: it may wait for the acknowledgement before its next report. */
  hasBacklog: boolean
  promise: Promise<void>
  resolve(): void
  reject(error: Error): void
}

interface Lane {
  forming: Batch
  full: Batch[]
  committing: Promise<void> | null
}

const maxInBatch = 2_000
/** More reports than this are worth a commit of each lane, at the same time. */
const maxTogether = 128
/** Timers may fire this much early. */
const earlyMs = 1

function newBatch(): Batch {
  const batch = { queued: [] as QueuedReport[], since: 0, isUrgent: false, hasBacklog: false } as Batch
  batch.promise = new Promise<void>((resolve, reject) => {
    batch.resolve = resolve
    batch.reject = reject
  })
  return batch
}

const isReady = ({ committing, full, forming }: Lane) =>
  committing === null && (full.length > 0 || forming.queued.length > 0)

/** The commits after which every report that was added to a lane so far is stored. */
const waitingIn = ({ committing, full, forming }: Lane): Promise<void>[] => [
  ...(committing ? [committing] : []),
  ...[...full, ...(forming.queued.length > 0 ? [forming] : [])].map(({ promise }) => promise),
]

/**
 * Collects reports into batches and commits them, those of one lane one after another. While a lane commits, its next
 * batch forms. A batch that is small waits up to 40 ms for others, if such are expected (`telemetry.collecting.rules.ts`),
 * and lanes with few reports commit together: a commit of one report costs nearly as much as one of twenty. A batch
 * with a vehicle's first alarm in a second does not wait, and one with a report of a vehicle's backlog, after its first one, waits 4 ms only.
 * The reports of a vehicle with a faulty sensor are committed apart (`telemetry.alarm-storms.ts`).
 * @param commit rejects only when the process shuts down: the batch then stays unacknowledged
 */
export function createLanes(
  count: number,
  commit: (queued: readonly QueuedReport[]) => Promise<void>,
): Lanes {
  const lanes = Array.from(
    { length: count },
    (): Lane => ({
      forming: newBatch(),
      full: [],
      committing: null,
    }),
  )
  const collecting = createCollecting()
  const alarms = createAlarmRates()
  const storms = createStormLane(commit, maxInBatch)
  let waiting = 0
  let timer: NodeJS.Timeout | undefined

  /** Of the lanes that could commit now. */
  const readyReports = () =>
    lanes.reduce((sum, lane) => sum + (isReady(lane) ? lane.forming.queued.length : 0), 0)

  /** Commits what is due, and sets the timer for the rest. */
  function next(isAfterCommit: boolean): void {
    clearTimeout(timer)
    timer = undefined
    const now = performance.now()
    const ready = lanes.filter(isReady)
    const reports = readyReports()
    const collectMs = reports < enoughReports ? collecting.waitMs() : 0
    const waitMs = isAfterCommit ? collectMs : Math.max(collectMs, shortestWaitMs)
    const dueAt = ({ since, hasBacklog }: Batch) =>
      since + (hasBacklog ? Math.min(waitMs, shortestWaitMs) : waitMs)
    const due = ready.filter(
      ({ full, forming }) => full.length > 0 || forming.isUrgent || now >= dueAt(forming) - earlyMs,
    )
    if (due.length > 0 && reports <= maxTogether && ready.every(({ full }) => full.length === 0))
      void settle(ready, now)
    else for (const lane of due) void settle([lane], now)
    const nextAt = Math.min(...lanes.filter(isReady).map(({ forming }) => dueAt(forming)))
    if (nextAt < Number.POSITIVE_INFINITY) timer = setTimeout(next, Math.max(1, nextAt - now), false)
  }

  async function settle(committing: readonly Lane[], startedAt: number): Promise<void> {
    const batches = committing.map((lane) => {
      const batch = lane.full.shift() ?? lane.forming
      lane.committing = batch.promise
      if (batch === lane.forming) lane.forming = newBatch()
      return batch
    })
    const [only, ...others] = batches
    const queued = others.length > 0 ? batches.flatMap((batch) => batch.queued) : (only?.queued ?? [])
    try {
      await commit(queued)
      collecting.recordCommit(performance.now() - startedAt)
      for (const batch of batches) batch.resolve()
    } catch (error) {
      for (const batch of batches) batch.reject(error instanceof Error ? error : new Error(String(error)))
    } finally {
      waiting -= queued.length
      for (const lane of committing) lane.committing = null
      next(true)
    }
  }

  return {
    enqueue(key, queued) {
      const lane = lanes[key % count] as Lane
      const batch = lane.forming
      const now = performance.now()
      const { isUrgent, isStorm } = queued.vehicle ? alarms.count(key, queued.report, now) : calm
      if (isStorm || storms.has(key)) return storms.enqueue(key, queued, waitingIn(lane))
      if (batch.queued.length === 0) batch.since = now
      const isOfBacklog = collecting.count(queued.report, now) && queued.vehicle !== null
      batch.isUrgent ||= isUrgent
      const isFirstOfBacklog = !batch.hasBacklog && isOfBacklog
      batch.hasBacklog ||= isFirstOfBacklog
      batch.queued.push(queued)
      waiting += 1
      const isFull = batch.queued.length >= maxInBatch
      if (isFull) {
        lane.full.push(batch)
        lane.forming = newBatch()
      }
      if (lane.committing) return batch.promise
      const isSooner = isFull || batch.isUrgent || isFirstOfBacklog || timer === undefined
      if (isSooner || readyReports() === enoughReports) next(false)
      return batch.promise
    },
    get waitingReports() {
      return waiting + storms.waitingReports
    },
  }
}
