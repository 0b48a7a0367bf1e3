import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'

const alerts: Readonly<Record<number, AlarmKind>> = {
  1: 'overspeed',
  3: 'fault',
  5: 'geofence_exit',
  6: 'geofence_enter',
  8: 'fault',
  13: 'fault',
  14: 'low_battery',
  15: 'vibration',
  16: 'crash',
  40: 'power_restored',
  41: 'power_cut',
  42: 'sos',
  45: 'tampering',
  46: 'harsh_acceleration',
  47: 'harsh_braking',
  48: 'harsh_cornering',
  50: 'jamming',
  73: 'tampering',
  132: 'door',
}

const emergencies: Readonly<Record<number, AlarmKind>> = {
  1: 'sos',
  2: 'tow',
  3: 'power_cut',
  5: 'tampering',
  6: 'door',
  7: 'movement',
  8: 'vibration',
}

/** Null for alerts that report no danger, such as 33 and 34: ignition on and off. */
export const alarmOfAlert = (id: number): AlarmKind | null => alerts[id] ?? null

/** An emergency report is an alarm regardless of its number. */
export const alarmOfEmergency = (id: number): AlarmKind => emergencies[id] ?? 'other'

/** How a device states an alarm; null where its protocol cannot. */
export function statementOf(alarm: AlarmKind): { type: 'ALT' | 'EMG'; id: number } | null {
  const idIn = (table: Readonly<Record<number, AlarmKind>>) =>
    Object.entries(table).find(([, kind]) => kind === alarm)?.[0]
  const emergency = idIn(emergencies)
  const alert = idIn(alerts)
  if (alert !== undefined) return { type: 'ALT', id: Number(alert) }
  return emergency === undefined ? null : { type: 'EMG', id: Number(emergency) }
}
