import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'

/** Codes of `BO01`. 4 is a speed below a limit. */
const codes: Readonly<Record<string, AlarmKind>> = {
  0: 'power_cut',
  1: 'crash',
  2: 'sos',
  3: 'vibration',
  4: 'other',
  5: 'overspeed',
  6: 'geofence_exit',
}

export const alarmOfCode = (code: string): AlarmKind => codes[code] ?? 'other'

/** The code of an alarm; null where `BO01` has none. */
export const codeOfAlarm = (alarm: AlarmKind): string | null =>
  Object.entries(codes).find(([, kind]) => kind === alarm)?.[0] ?? null

/** Kinds of `BQ81`; 2 is idling, 5 a temperature. */
const drivingCodes: Readonly<Record<string, AlarmKind>> = {
  0: 'low_battery',
  1: 'overspeed',
  3: 'harsh_acceleration',
  4: 'harsh_braking',
}

export const alarmOfDriving = (code: string | undefined): AlarmKind => drivingCodes[code ?? ''] ?? 'other'

/** Each in three forms: on demand, from satellites, from cells. */
const typeAlarms: readonly [AlarmKind, readonly string[]][] = [
  ['movement', ['ZC11', 'DW31', 'DW51']],
  ['low_battery', ['ZC12', 'DW32', 'DW52']],
  ['power_cut', ['ZC13', 'DW33', 'DW53']],
  ['removing', ['ZC17', 'DW37', 'DW57']],
  ['sos', ['ZC25', 'DW3E', 'DW5E']],
  ['tampering', ['ZC26', 'DW3F', 'DW5F']],
  ['low_battery', ['ZC27', 'DW40', 'DW60']],
]

/** The alarm a command word of the comma variant is, or null. */
export const alarmOfType = (type: string): AlarmKind | null =>
  typeAlarms.find(([, types]) => types.includes(type))?.[0] ?? null

/** Command words of the comma variant that say ignition on or off. */
export const ignitionOfType = (type: string): boolean | null => {
  if (['ZC15', 'DW35', 'DW55', 'ZC29', 'DW42', 'DW62'].includes(type)) return true
  return ['ZC16', 'DW36', 'DW56'].includes(type) ? false : null
}
