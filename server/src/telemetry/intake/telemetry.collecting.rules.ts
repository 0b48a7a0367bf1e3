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

/**
 * Whether a device sends what it kept while it had no connection. Many send the next report only after the acknowledgement
 * of the one before: a long wait would slow them down to a fifth.
 */
export const isOfBacklog = ({ fix, receivedAt }: DeviceReport): boolean =>
  fix !== null && receivedAt.getTime() - fix.time.getTime() > backlogMs

/** Learns from the reports of the last second how long the next one should wait for others. */
export interface Collecting {
  /** A report came. `nowMs` is a time of a monotonic clock. */
  count(deviceIdentifier: string, nowMs: number): void
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
  const devices = new Set<string>()
  let devicesBefore = 0
  let startedAt = Number.NEGATIVE_INFINITY
  let usualCommitMs = 0

  return {
    count(deviceIdentifier, nowMs) {
      if (nowMs - startedAt >= windowMs) {
        devicesBefore = nowMs - startedAt >= 2 * windowMs ? 0 : devices.size
        devices.clear()
        startedAt = nowMs
      }
      if (devices.size < maxCounted) devices.add(deviceIdentifier)
    },
    recordCommit(durationMs) {
      usualCommitMs += (durationMs - usualCommitMs) * weightOfNewest
    },
    waitMs() {
      const wait = Math.min(longestWaitMs, aimedLatencyMs - 2 * usualCommitMs)
      const devicesMeanwhile = (Math.max(devices.size, devicesBefore) * wait) / windowMs
      return wait > shortestWaitMs && devicesMeanwhile >= 1 ? wait : 0
    },
  }
}
