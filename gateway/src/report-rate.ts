import { createRecent } from '@rumbo/contract/recent'
import { minuteMs } from '@rumbo/contract/time-units'
import type { GatewayLimits } from './gateway.options.ts'

/** Limits the reports of each device within a minute. */
export interface ReportRate {
  /**
   * Counts a report.
   * @returns 0 where the device may send it, else the milliseconds until it may send again
   */
  pauseOf(deviceIdentifier: string, nowMilliseconds: number): number
}

/** Remembers the devices that sent last, of which anyone may invent some: at most twice `maxPeers`. */
export function createReportRate({
  maxHttpReportsPerMinute,
  maxPeers,
}: Pick<GatewayLimits, 'maxHttpReportsPerMinute' | 'maxPeers'>): ReportRate {
  const rates = createRecent<{ since: number; count: number }>(maxPeers)
  return {
    pauseOf(deviceIdentifier, nowMilliseconds) {
      let rate = rates.get(deviceIdentifier)
      if (!rate || nowMilliseconds - rate.since >= minuteMs) {
        rate = { since: nowMilliseconds, count: 0 }
        rates.set(deviceIdentifier, rate)
      }
      if (rate.count >= maxHttpReportsPerMinute) return rate.since + minuteMs - nowMilliseconds
      rate.count += 1
      return 0
    },
  }
}
