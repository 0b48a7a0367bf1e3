import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { VehicleState } from './telemetry.state.ts'

/** A report with the live state of its vehicle; null for a device without a vehicle. */
export interface QueuedReport {
  report: DeviceReport
  vehicle: VehicleState | null
  /** Whether an earlier batch with this report was refused for a stale state. */
  isRepeated?: boolean
}

export interface Lane {
  /** Resolves when the report's batch is committed; all reports of a batch share one promise. */
  enqueue(queued: QueuedReport): Promise<void>
  readonly waitingReports: number
}

interface Batch {
  queued: QueuedReport[]
  promise: Promise<void>
  resolve(): void
  reject(error: Error): void
}

const maxInBatch = 2_000
const longestWaitMs = 4

function newBatch(): Batch {
  const batch = { queued: [] as QueuedReport[] } as Batch
  batch.promise = new Promise<void>((resolve, reject) => {
    batch.resolve = resolve
    batch.reject = reject
  })
  return batch
}

/**
 * Collects reports into batches and commits them one after another.
 * A batch is committed when it is full or 4 ms old; while another one is being committed, it accepts more reports.
 * @param commit rejects only when the process shuts down: the batch then stays unacknowledged
 */
export function createLane(commit: (queued: readonly QueuedReport[]) => Promise<void>): Lane {
  let forming = newBatch()
  const full: Batch[] = []
  let waiting = 0
  let isCommitting = false
  let timer: NodeJS.Timeout | undefined

  function next(): void {
    clearTimeout(timer)
    timer = undefined
    if (isCommitting) return
    let batch = full.shift()
    if (!batch) {
      if (forming.queued.length === 0) return
      batch = forming
      forming = newBatch()
    }
    isCommitting = true
    void settle(batch)
  }

  async function settle(batch: Batch): Promise<void> {
    try {
      await commit(batch.queued)
      batch.resolve()
    } catch (error) {
      batch.reject(error instanceof Error ? error : new Error(String(error)))
    } finally {
      waiting -= batch.queued.length
      isCommitting = false
      next()
    }
  }

  return {
    enqueue(queued) {
      const batch = forming
      batch.queued.push(queued)
      waiting += 1
      if (batch.queued.length >= maxInBatch) {
        full.push(batch)
        forming = newBatch()
        next()
      } else if (!isCommitting && timer === undefined) {
        timer = setTimeout(next, longestWaitMs)
      }
      return batch.promise
    },
    get waitingReports() {
      return waiting
    },
  }
}
