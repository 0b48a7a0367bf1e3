import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import type { Fact } from '../platform/facts/fact.ts'

export interface AlarmReported {
  alarmId: string
  vehicleId: string
  kind: AlarmKind
  /** ISO 8601; null for an alarm without a fix. */
  fixTime: string | null
  receivedAt: string
  latitude: number | null
  longitude: number | null
  /** Reported after a newer position of the vehicle was known. */
  isLate: boolean
}

/** `alarm.reported`: emitted once per alarm, however often its device repeats it. */
export const alarmReported = (
  alarm: AlarmReported,
  place: { companyId: string; fleetId: string },
): Fact<'alarm.reported', AlarmReported> => ({
  kind: 'alarm.reported',
  id: alarm.alarmId,
  companyId: place.companyId,
  fleetId: place.fleetId,
  payload: alarm,
  occurredAt: new Date(alarm.fixTime ?? alarm.receivedAt),
})
