import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { RefusalReason } from './gateway.counters.ts'
import type { RefusalNotice } from './gateway.options.ts'

/** Gathers refused connections, so that a storm of them is told in a line a minute. */
export interface Refusals {
  note(protocol: DeviceProtocol, reason: RefusalReason, nowMilliseconds: number, detail?: string): void
  /** Tells what was gathered for a minute. */
  sweep(nowMilliseconds: number): void
}

const minuteMilliseconds = 60_000

export function createRefusals(options: {
  onRefusals?: ((notice: RefusalNotice) => void) | undefined
  openConnections(): number
}): Refusals {
  const gathered = new Map<string, { notice: RefusalNotice; toldAt: number }>()
  return {
    note(protocol, reason, nowMilliseconds, detail) {
      const key = `${protocol} ${reason}`
      const known = gathered.get(key) ?? {
        notice: { protocol, reason, refused: 0, detail: null, openConnections: 0 },
        toldAt: Number.NEGATIVE_INFINITY,
      }
      gathered.set(key, known)
      known.notice.refused++
      known.notice.detail = detail ?? null
      tellWhenDue(known, nowMilliseconds)
    },
    sweep(nowMilliseconds) {
      for (const known of gathered.values()) tellWhenDue(known, nowMilliseconds)
    },
  }

  function tellWhenDue(known: { notice: RefusalNotice; toldAt: number }, nowMilliseconds: number): void {
    if (known.notice.refused === 0 || nowMilliseconds - known.toldAt < minuteMilliseconds) return
    known.toldAt = nowMilliseconds
    options.onRefusals?.({ ...known.notice, openConnections: options.openConnections() })
    known.notice.refused = 0
  }
}
