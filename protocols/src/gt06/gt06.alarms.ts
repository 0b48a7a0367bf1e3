import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'

/** Code of the alarm byte. Models differ; these are the meanings most of them share. */
const alarmOfCode: Readonly<Record<number, AlarmKind>> = {
  1: 'sos',
  2: 'power_cut',
  3: 'vibration',
  4: 'geofence_enter',
  5: 'geofence_exit',
  6: 'overspeed',
  9: 'tow',
  14: 'low_battery',
  15: 'low_battery',
  19: 'tampering',
  20: 'door',
  21: 'low_battery',
  23: 'jamming',
  24: 'tampering',
  25: 'low_battery',
  37: 'tampering',
  41: 'harsh_acceleration',
  42: 'harsh_cornering',
  43: 'harsh_cornering',
  44: 'crash',
  48: 'harsh_braking',
  147: 'crash',
}

/** Bits 3 to 5 of the status byte. */
const alarmOfStatus: Readonly<Record<number, AlarmKind>> = {
  1: 'vibration',
  2: 'power_cut',
  3: 'low_battery',
  4: 'sos',
  7: 'removing',
}

/** The alarm a code of 1 or more stands for; `other` for one no known model documents. */
export function alarmFromCode(code: number): AlarmKind {
  return alarmOfCode[code] ?? 'other'
}

/**
 * The alarm of a status block. The status bits win: several models repeat in the alarm byte
 * a value of another meaning, while bits 3 to 5 agree among all that set them.
 */
export function alarmFromStatus(status: number, code: number): AlarmKind | null {
  const bits = (status >> 3) & 7
  const fromBits = alarmOfStatus[bits]
  if (fromBits && bits <= 4) return fromBits
  const isIgnitionCode = code === 0xfe || code === 0xff
  if (code > 0 && !isIgnitionCode) return alarmOfCode[code] ?? fromBits ?? 'other'
  return fromBits ?? null
}
