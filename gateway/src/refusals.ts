import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type { RefusalReason } from './gateway.counters.ts'
import type { RefusalNotice } from './gateway.options.ts'

/** Collects refused connections, so that many of them are logged once a minute. */
export interface Refusals {
  note(protocol: DeviceProtocol, reason: RefusalReason, nowMilliseconds: number, detail?: string): void
  /** Sends the notices that are a minute old. */
  sweep(nowMilliseconds: number): void
}

export function createRefusals(options: {
  onRefusals?: ((notice: RefusalNotice) => void) | undefined
  openConnections(): number
}): Refusals {
  const collected = new Map<string, { notice: RefusalNotice; notifiedAt: number }>()
  return {
    note(protocol, reason, nowMilliseconds, detail) {
      const key = `${protocol} ${reason}`
      const known = collected.get(key) ?? {
        notice: { protocol, reason, refused: 0, detail: null, openConnections: 0 },
        notifiedAt: Number.NEGATIVE_INFINITY,
      }
      collected.set(key, known)
      known.notice.refused++
      known.notice.detail = detail ?? null
      notifyWhenDue(known, nowMilliseconds)
    },
    sweep(nowMilliseconds) {
      for (const known of collected.values()) notifyWhenDue(known, nowMilliseconds)
    },
  }

  function notifyWhenDue(
    known: { notice: RefusalNotice; notifiedAt: number },
    nowMilliseconds: number,
  ): void {
    if (known.notice.refused === 0 || nowMilliseconds - known.notifiedAt < minuteMs) return
    known.notifiedAt = nowMilliseconds
    options.onRefusals?.({ ...known.notice, openConnections: options.openConnections() })
    known.notice.refused = 0
  }
}
