import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs } from '@rumbo/contract/time-units'

/** Reports that make a commit worth its fixed cost: no further ones are waited for. */
export const enoughReports = 20
/** A report waits this long for others at least, unless they came during the commit before. */
export const shortestWaitMs = 4
const longestWaitMs = 40
/** Wait and commit together, with a commit that takes twice as long as usual. */
const aimedLatencyMs = 55
const windowMs = 1_000
/** Older when it arrives, a fix was in the device's memory. */
const backlogMs = 2 * minuteMs
/** So many devices in a second are many, however many they are. */
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
   * Milliseconds that the first report of a commit should wait; 0 where it is not expected that another device
   * reports meanwhile. Devices count, not reports: one that sends its memory after each acknowledgement, record by
   * record, would only be slowed down.
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
