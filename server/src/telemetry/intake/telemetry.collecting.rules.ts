import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs } from '@rumbo/contract/time-units'

/** A batch with this many reports does not wait for more: its commit is worth the fixed cost. */
export const enoughReports = 20
/** The shortest time a batch collects reports. One that formed during a commit may follow it at once. */
export const shortestWaitMs = 4
const longestWaitMs = 40
/** The longest a report should wait for its acknowledgement, even if its commit takes twice the usual time. */
const aimedLatencyMs = 55
const windowMs = 1_000
/** A fix that is older than this when it arrives was kept in the device's memory. */
const backlogMs = 2 * minuteMs
/** Devices are not counted beyond this: the answer would be the same. */
const maxCounted = 1_000
const weightOfNewest = 1 / 8

/** Learns from the reports of the last second how long the next one should wait for others. */
export interface Collecting {
  /**
   * A report came. `nowMs` is a time of a monotonic clock.
   * @returns whether the device sends what it kept while it had no connection: one old fix soon after another. Many send the
   * next report only after the acknowledgement of the one before: a long wait would slow them down to a fifth. An old fix
   * alone says nothing: a parked tracker repeats its last one, and a clock may be wrong by hours.
   */
  count(report: DeviceReport, nowMs: number): boolean
  /** A commit took so many milliseconds. */
  recordCommit(durationMs: number): void
  /**
   * How many milliseconds the first report of a batch should wait for others; 0 if no other device is expected to report
   * in that time. It depends on the number of devices, not of reports: a wait would only slow down a single device that
   * sends each report after the acknowledgement of the one before.
   */
  waitMs(): number
}

export function createCollecting(): Collecting {
  /** Epoch ms of the last fix of each device that reported since `startedAt`, and in the second before. */
  let fixTimes = new Map<string, number | null>()
  let fixTimesBefore: typeof fixTimes = new Map()
  let startedAt = Number.NEGATIVE_INFINITY
  let usualCommitMs = 0

  return {
    count({ deviceIdentifier, fix, receivedAt }, nowMs) {
      if (nowMs - startedAt >= windowMs) {
        fixTimesBefore = nowMs - startedAt >= 2 * windowMs ? new Map() : fixTimes
        fixTimes = new Map()
        startedAt = nowMs
      }
      const before = fixTimes.get(deviceIdentifier) ?? fixTimesBefore.get(deviceIdentifier) ?? null
      const time = fix?.time.getTime() ?? before
      if (fixTimes.size < maxCounted || fixTimes.has(deviceIdentifier)) fixTimes.set(deviceIdentifier, time)
      return time !== null && before !== null && time !== before && receivedAt.getTime() - time > backlogMs
    },
    recordCommit(durationMs) {
      usualCommitMs += (durationMs - usualCommitMs) * weightOfNewest
    },
    waitMs() {
      const wait = Math.min(longestWaitMs, aimedLatencyMs - 2 * usualCommitMs)
      const devicesMeanwhile = (Math.max(fixTimes.size, fixTimesBefore.size) * wait) / windowMs
      return wait > shortestWaitMs && devicesMeanwhile >= 1 ? wait : 0
    },
  }
}
