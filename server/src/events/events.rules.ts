import {
  type EventAction,
  type EventCategory,
  type EventKind,
  type EventSeverity,
  type EventStatus,
  type EventType,
  eventSeverities,
  type foundKinds,
} from '@rumbo/contract/events.contract'
import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'

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
const ofFindings: Readonly<Record<(typeof foundKinds)[number], Classification>> = {
  // Two connections claim the device.
  device_claimed: as('gps_alarm', 'security'),
  driver_emergency: as('emergency_declared', 'security', 'critical'),
  staff_emergency: as('emergency_declared', 'security', 'critical'),
  // What a driver did without a connection no longer fitted when it arrived.
  driver_conflict: as('custom', 'driver'),
  // A card was to start its driver's shift, and the driver may not drive now.
  card_refused: as('custom', 'driver'),
  // Of each code: see severityOfCode.
  trouble_code: as('engine_fault', 'vehicle'),
  // Moved outside its allowed hours, in nobody's shift.
  out_of_hours: as('unauthorized_use', 'security'),
  // Triggers of fences have severities of their own.
  fence_dwell: as('custom', 'vehicle'),
  wrong_direction: as('custom', 'driver'),
  off_route: as('custom', 'driver'),
  missed_checkpoint: as('custom', 'driver'),
}
/**
 * Not alarms: anyone who knows a fleet's identifiers could block its vehicles from dispatch by claiming a device, a
 * conflict says nothing about the vehicle, and vehicles with a trouble code are driven for months.
 */
const harmless: readonly EventKind[] = ['device_claimed', 'driver_conflict', 'card_refused', 'trouble_code']
const classifications: Readonly<Record<EventKind, Classification>> = { ...ofKinds, ...ofFindings }
/** The event kind and severity of a device's alarm or of a finding. */
export const classify = (kind: EventKind): Classification => classifications[kind]
/** Whether an active event of this kind makes its vehicle alarmed or critical. */
export const isAlarm = (kind: EventKind): boolean =>
  !harmless.includes(kind) && classify(kind).severity !== 'info'

/** The cause an active alarm sets on its vehicle. */
export const causeOf = (severity: EventSeverity): 'critical' | 'alarmed' =>
  severity === 'critical' ? 'critical' : 'alarmed'

export const severityOrder = (severity: EventSeverity): number => eventSeverities.indexOf(severity)
export const severityOf = (order: number): EventSeverity => eventSeverities[order] ?? 'info'

export const statusAfter: Readonly<Record<EventAction, EventStatus>> = {
  acknowledge: 'acknowledged',
  resolve: 'resolved',
  dismiss: 'dismissed',
}

/** How far a trusted device clock may be ahead and behind. */
const aheadMs = 10 * minuteMs
const backMs = 366 * dayMs
/** The time of an alarm: by the device's clock if it is plausible, else the arrival time. */
export function occurredAtOf({ fixTime, receivedAt }: { fixTime: string | null; receivedAt: string }): Date {
  const received = new Date(receivedAt)
  if (fixTime === null) return received
  const ahead = Date.parse(fixTime) - received.getTime()
  return ahead > aheadMs || ahead < -backMs ? received : new Date(fixTime)
}

/** The place of an alarm; with `lastKnownAt`, the vehicle's last known place at that time, without a speed. */
export interface EventSpot {
  latitude: number
  longitude: number
  lastKnownAt: Date | null
  speedKmh: number | null
  heading: number | null
}

/** Nobody knows where. */
export const noSpot = { latitude: null, longitude: null, lastKnownAt: null, speedKmh: null, heading: null }

/** The alarm's own place takes precedence over the last known one. */
export const isBetterSpot = (
  spot: EventSpot,
  former: { latitude: number | null; lastKnownAt?: Date | null },
): boolean => spot.lastKnownAt === null || former.latitude === null || (former.lastKnownAt ?? null) !== null

/** The event for a vehicle's next service date on a day of the company's calendar; null while the date is far off. */
export function maintenanceOn(
  daysLeft: number,
): { type: 'maintenance_due' | 'maintenance_overdue'; severity: EventSeverity } | null {
  if (daysLeft < 0) return { type: 'maintenance_overdue', severity: 'warning' }
  return daysLeft <= maintenanceDaysAhead ? { type: 'maintenance_due', severity: 'info' } : null
}
