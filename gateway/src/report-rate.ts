import { createRecent } from '@rumbo/contract/recent'
import { minuteMs } from '@rumbo/contract/time-units'
import type { GatewayLimits } from './gateway.options.ts'

/**
 * Limits what comes from one address about each device within a minute. Anyone may report about a device without a secret, so
 * what others send about it must not count against the device itself.
 */
export interface ReportRate {
  /**
   * Counts the reports of a request, if none of their devices had sent what it may before; else it counts none. A request
   * that began within the limit passes whole, so that no request is too long to ever pass.
   * @param deviceIdentifiers of each report
   * @returns 0, or the milliseconds until all of the devices may send again
   */
  admit(remoteAddress: string, deviceIdentifiers: readonly string[], nowMilliseconds: number): number
  /** Takes admitted reports out of the count again: the sender was asked to repeat the request. */
  giveBack(remoteAddress: string, deviceIdentifiers: readonly string[]): void
}

/** Remembers the devices that sent last, of which anyone may invent some: at most twice `maxPeers`. */
export function createReportRate({
  maxHttpReportsPerMinute,
  maxPeers,
}: Pick<GatewayLimits, 'maxHttpReportsPerMinute' | 'maxPeers'>): ReportRate {
  const rates = createRecent<{ since: number; count: number }>(maxPeers)
  const keyOf = (remoteAddress: string, deviceIdentifier: string) => `${remoteAddress} ${deviceIdentifier}`

  function pauseOf(key: string, now: number): number {
    const rate = rates.get(key)
    if (!rate || rate.count < maxHttpReportsPerMinute) return 0
    const age = now - rate.since
    // A clock that was set back must not refuse a device until it is where it was.
    return age >= 0 && age < minuteMs ? minuteMs - age : 0
  }

  function count(key: string, now: number): void {
    const rate = rates.get(key)
    if (!rate) {
      rates.set(key, { since: now, count: 1 })
      return
    }
    if (now < rate.since || now - rate.since >= minuteMs) Object.assign(rate, { since: now, count: 0 })
    rate.count += 1
  }

  return {
    admit(remoteAddress, deviceIdentifiers, now) {
      const keys = deviceIdentifiers.map((deviceIdentifier) => keyOf(remoteAddress, deviceIdentifier))
      let pauseMs = 0
      for (const key of new Set(keys)) pauseMs = Math.max(pauseMs, pauseOf(key, now))
      if (pauseMs === 0) for (const key of keys) count(key, now)
      return pauseMs
    },
    giveBack(remoteAddress, deviceIdentifiers) {
      for (const deviceIdentifier of deviceIdentifiers) {
        const rate = rates.get(keyOf(remoteAddress, deviceIdentifier))
        if (rate && rate.count > 0) rate.count -= 1
      }
    },
  }
}
