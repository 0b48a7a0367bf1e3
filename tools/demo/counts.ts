import { silentAfterMs } from '@rumbo/contract/telemetry.freshness'
import { dayMs, hourMs, minuteMs } from '@rumbo/contract/time-units'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import type { StoredPositions } from '@rumbo/server/telemetry/history/telemetry.history.factory'
import { type FleetCounts, insertCounts } from '@rumbo/server/vehicles/status/vehicles.counts.repository'
import { manualCausesAfter, type StatusCause, statusOf } from '@rumbo/server/vehicles/vehicles.rules'
import { allVehicles } from './vehicles.ts'

/** One hour more than the week that the control panel compares with, in milliseconds. */
const backMs = 7 * dayMs + hourMs

/** Every minute of the last hour and every tenth minute before, as the product stores them. */
function timesBefore(now: Date): number[] {
  const until = Math.floor(now.getTime() / minuteMs) * minuteMs
  const times: number[] = []
  for (let at = Math.ceil((until - backMs) / (10 * minuteMs)) * 10 * minuteMs; at < until - hourMs; ) {
    times.push(at)
    at += 10 * minuteMs
  }
  for (let at = until - hourMs; at < until; at += minuteMs) times.push(at)
  return times
}

/** The time of the newest fix at each of `times`, null before the first. Both lists are sorted. */
function lastFixTimes(fixTimes: readonly number[], times: readonly number[]): (number | null)[] {
  let next = 0
  return times.map((time) => {
    while (next < fixTimes.length && (fixTimes[next] ?? 0) <= time) next += 1
    return next === 0 ? null : (fixTimes[next - 1] ?? null)
  })
}

interface AlarmTime {
  vehicleId: string
  isCritical: boolean
  fromMs: number
  toMs: number
}

/** The periods in which an unacknowledged alarm set its vehicle to alarmed or critical. */
async function findAlarms(tx: Transaction): Promise<AlarmTime[]> {
  const rows = await tx.sql<{ vehicleId: string; severity: number; from: Date; to: Date | null }>(
    `select vehicle_id as "vehicleId", severity, occurred_at as "from",
       coalesce(acknowledged_at, resolved_at, dismissed_at) as "to" from events.events where is_alarm`,
  )
  return rows.map(({ vehicleId, severity, from, to }) => ({
    vehicleId,
    isCritical: severity === 2,
    fromMs: from.getTime(),
    toMs: to?.getTime() ?? Number.POSITIVE_INFINITY,
  }))
}

/** Counts the vehicles of each fleet by status over the driven week, from their reports, alarms and manual status. */
export function createCounts(now: Date) {
  const times = timesBefore(now)
  const fixTimesByVehicle = new Map<number, (number | null)[]>()
  return {
    add(index: number, positions: StoredPositions) {
      fixTimesByVehicle.set(index, lastFixTimes(positions.fixTime, times))
    },
    /** Call it after the past events are written. */
    async write(
      tx: Transaction,
      companyId: string,
      vehicles: readonly { vehicleId: string; fleetId: string }[],
    ): Promise<void> {
      const alarms = await findAlarms(tx)
      const rows = new Map<string, FleetCounts>()
      for (const [index, { status: manual }] of allVehicles().entries()) {
        const vehicle = vehicles[index]
        if (!vehicle) continue
        const { vehicleId, fleetId } = vehicle
        const own = alarms.filter((alarm) => alarm.vehicleId === vehicleId)
        for (const [at, timeMs] of times.entries()) {
          const fixTimeMs = fixTimesByVehicle.get(index)?.[at] ?? null
          const causes: StatusCause[] = [
            ...manualCausesAfter(manual, []),
            ...(fixTimeMs === null || timeMs - fixTimeMs > silentAfterMs ? (['silent'] as const) : []),
            ...own.flatMap(({ isCritical, fromMs, toMs }): StatusCause[] =>
              fromMs <= timeMs && timeMs < toMs ? [isCritical ? 'critical' : 'alarmed'] : [],
            ),
          ]
          const status = statusOf(causes)
          const key = `${fleetId} ${timeMs}`
          const row = rows.get(key) ?? { fleetId, companyId, at: new Date(timeMs), counts: {} }
          row.counts[status] = (row.counts[status] ?? 0) + 1
          rows.set(key, row)
        }
      }
      await insertCounts(tx, [...rows.values()])
    },
  }
}
