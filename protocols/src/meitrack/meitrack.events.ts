import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'

/** Events that are alarms, by code (vendor's GPRS protocol, 1.3 or 1.5: event codes). */
const alarmOfEvent: ReadonlyMap<number, AlarmKind> = new Map([
  [1, 'sos'],
  [17, 'low_battery'],
  [18, 'low_battery'],
  [19, 'overspeed'],
  [20, 'geofence_enter'],
  [21, 'geofence_exit'],
  [22, 'power_restored'],
  [23, 'power_cut'],
  [28, 'fault'],
  [36, 'tow'],
  [44, 'jamming'],
  [50, 'other'],
  [51, 'other'],
  [53, 'low_fuel'],
  [54, 'low_fuel'],
  [58, 'tampering'],
  [78, 'crash'],
  [79, 'other'],
  [81, 'removing'],
  [90, 'harsh_cornering'],
  [91, 'harsh_cornering'],
  [129, 'harsh_braking'],
  [130, 'harsh_acceleration'],
  [135, 'other'],
])

/** Codes of the device side; the first code of a kind that the maker names so. */
const eventOfAlarm: Readonly<Partial<Record<AlarmKind, number>>> = Object.fromEntries(
  [...alarmOfEvent].reverse().map(([event, alarm]) => [alarm, event]),
)

/** The alarm an event is; null for reports in the course of things, such as 35, by interval. */
export const alarmOf = (event: number): AlarmKind | null => alarmOfEvent.get(event) ?? null

/** The event of an alarm; null where the protocol has no code. */
export const eventOf = (alarm: AlarmKind): number | null => eventOfAlarm[alarm] ?? null

/** Events by name: what a decoder does more with than to raise an alarm. */
export const meitrackEvents = {
  ignitionOn: 3,
  ignitionOff: 11,
  reply: 34,
  interval: 35,
  card: 37,
  photo: 39,
} as const
