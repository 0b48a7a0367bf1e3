import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'

/** Green driving: 1 acceleration, 2 braking, 3 cornering. */
const drivingAlarms: readonly (AlarmKind | null)[] = [
  null,
  'harsh_acceleration',
  'harsh_braking',
  'harsh_cornering',
]

/** Zones state 0 for out and 1 for in; 2 and 3 are the end and the start of a zone's overspeed. */
const zoneAlarms: readonly (AlarmKind | null)[] = ['geofence_exit', 'geofence_enter', null, 'overspeed']

/** Of records sent as an alarm by the device's owner. */
const panicPriority = 2

/**
 * The alarm a record was made for; null when it was made for none. Only the element that caused the record counts:
 * the others stand in every record.
 * @param eventId the element that caused the record, 0 for none
 * @param value what the record states for it; undefined when it does not
 */
export function alarmOf(eventId: number, value: number | undefined, priority: number): AlarmKind | null {
  if (eventId === 0) return priority >= panicPriority ? 'sos' : null
  switch (eventId) {
    case 1:
    case 2:
    case 3:
    case 4:
      // A wired button: any input may be one, and only the setting "panic" distinguishes it from a switch.
      return priority >= panicPriority && value !== 0 ? 'sos' : null
    case 236:
      return value === 0 ? null : 'sos'
    case 246:
      return value === 0 ? null : 'tow'
    case 247:
      return value === 0 ? null : 'crash'
    case 249:
    case 318:
      return value === 0 ? null : 'jamming'
    case 252:
      return value === 0 ? 'power_restored' : 'power_cut'
    case 253:
      return drivingAlarms[value ?? 0] ?? null
    case 255:
      return 'overspeed'
    case 281:
      return 'fault'
    default:
      if (isZone(eventId)) return zoneAlarms[value ?? 0] ?? null
      return priority >= panicPriority ? 'other' : null
  }
}

function isZone(id: number): boolean {
  return (id >= 155 && id <= 159) || (id >= 61 && id <= 65) || id === 175
}
