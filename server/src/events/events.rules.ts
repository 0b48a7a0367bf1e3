import {
  type EventAction,
  type EventCategory,
  type EventKind,
  type EventSeverity,
  type EventStatus,
  type EventType,
  eventSeverities,
} from '@rumbo/contract/events.contract'
import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'

/** An alarm repeated within this time of the last one, while its event is open, is the same event. */
const sameEventMs = 10 * minuteMs
/** `maintenance_due` is raised this many days ahead. */
export const maintenanceDaysAhead = 7

interface Classification {
  type: EventType
  category: EventCategory
  severity: EventSeverity
}
const as = (
  type: EventType,
  category: EventCategory,
  severity: EventSeverity = 'warning',
): Classification => ({ type, category, severity })

const ofKinds: Readonly<Record<AlarmKind, Classification>> = {
  sos: as('emergency_declared', 'security', 'critical'),
  crash: as('crash_detected', 'vehicle', 'critical'),
  power_cut: as('gps_alarm', 'security'),
  power_restored: as('gps_alarm', 'system', 'info'),
  vibration: as('gps_alarm', 'security'),
  tow: as('unauthorized_use', 'security'),
  geofence_enter: as('geofence_entry', 'vehicle'),
  geofence_exit: as('geofence_exit', 'vehicle'),
  overspeed: as('speeding', 'driver'),
  low_battery: as('low_battery', 'vehicle'),
  tampering: as('gps_alarm', 'security'),
  door: as('gps_alarm', 'security'),
  harsh_braking: as('harsh_braking', 'driver'),
  harsh_acceleration: as('harsh_acceleration', 'driver'),
  harsh_cornering: as('gps_alarm', 'driver'),
  jamming: as('gps_alarm', 'security'),
  low_fuel: as('low_fuel', 'vehicle'),
  movement: as('unauthorized_use', 'security'),
  removing: as('gps_alarm', 'security'),
  fault: as('engine_fault', 'vehicle'),
  other: as('gps_alarm', 'system'),
}
/**
 * Two connections claim the device. No alarm: otherwise anybody who knows the identifiers of a fleet could take its
 * vehicles away from dispatch.
 */
const deviceClaimed = as('gps_alarm', 'security')
/** What an alarm of a device, or a finding about it, is in the record of events. */
export const classify = (kind: EventKind): Classification =>
  kind === 'device_claimed' ? deviceClaimed : ofKinds[kind]
/** Whether such an event makes its vehicle alarmed or critical while it is active. */
export const isAlarm = (kind: EventKind): boolean =>
  kind !== 'device_claimed' && classify(kind).severity !== 'info'

/** What an active alarm makes of its vehicle. */
export const causeOf = (severity: EventSeverity): 'critical' | 'alarmed' =>
  severity === 'critical' ? 'critical' : 'alarmed'

export const severityOrder = (severity: EventSeverity): number => eventSeverities.indexOf(severity)
export const severityOf = (order: number): EventSeverity => eventSeverities[order] ?? 'info'

export const statusAfter: Readonly<Record<EventAction, EventStatus>> = {
  acknowledge: 'acknowledged',
  resolve: 'resolved',
  dismiss: 'dismissed',
}

/** How far a device's clock may be ahead and behind to be believed. */
const aheadMs = 10 * minuteMs
const backMs = 366 * dayMs
/** When an alarm happened: by the device's clock where it can be believed, else when it arrived. */
export function occurredAtOf({ fixTime, receivedAt }: { fixTime: string | null; receivedAt: string }): Date {
  const received = new Date(receivedAt)
  if (fixTime === null) return received
  const ahead = Date.parse(fixTime) - received.getTime()
  return ahead > aheadMs || ahead < -backMs ? received : new Date(fixTime)
}

/** An event that may take in another occurrence. */
export interface OpenAlarm {
  vehicleId: string
  kind: EventKind
  occurredAt: Date
  lastOccurredAt: Date
}
/** Whether an alarm at this time is the open event once more. A late one counts by its own time. */
export const isSameEvent = (
  open: OpenAlarm,
  alarm: { vehicleId: string; kind: AlarmKind; at: Date },
): boolean =>
  open.vehicleId === alarm.vehicleId &&
  open.kind === alarm.kind &&
  alarm.at.getTime() <= open.lastOccurredAt.getTime() + sameEventMs &&
  alarm.at.getTime() >= open.occurredAt.getTime() - sameEventMs

/** Where an alarm happened; with `lastKnownAt` it is where the vehicle was last known to be, without a speed. */
export interface EventSpot {
  latitude: number
  longitude: number
  lastKnownAt: Date | null
  speedKmh: number | null
  heading: number | null
}

/** A place of the alarm's own stands before one that was only known before it. */
export const isBetterSpot = (
  spot: EventSpot,
  former: { latitude: number | null; lastKnownAt?: Date | null },
): boolean => spot.lastKnownAt === null || former.latitude === null || (former.lastKnownAt ?? null) !== null

/** What a vehicle's next service date asks for on a day of its company's calendar; null while it is far. */
export function maintenanceOn(
  daysLeft: number,
): { type: 'maintenance_due' | 'maintenance_overdue'; severity: EventSeverity } | null {
  if (daysLeft < 0) return { type: 'maintenance_overdue', severity: 'warning' }
  return daysLeft <= maintenanceDaysAhead ? { type: 'maintenance_due', severity: 'info' } : null
}
