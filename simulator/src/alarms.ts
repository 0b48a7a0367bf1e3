import type { AlarmKind, DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'

/** Alarms that befall a fleet: how often among ten, and from which speed on. Every protocol tells those without a list. */
const befalling: readonly {
  kind: AlarmKind
  weight: number
  fromKmh: number
  protocols?: readonly DeviceProtocol[]
}[] = [
  { kind: 'overspeed', weight: 3, fromKmh: 20 },
  {
    kind: 'harsh_braking',
    weight: 2,
    fromKmh: 20,
    protocols: ['gt06', 'suntech', 'teltonika', 'queclink', 'osmand'],
  },
  { kind: 'power_cut', weight: 2, fromKmh: 0 },
  {
    kind: 'low_battery',
    weight: 2,
    fromKmh: 0,
    protocols: ['gt06', 'suntech', 'gps103', 'queclink', 'jt808', 'osmand'],
  },
  { kind: 'sos', weight: 1, fromKmh: 0 },
]

/**
 * An alarm that the protocol can tell and that fits a vehicle of this speed.
 * @param lot 0 inclusive to 1 exclusive
 */
export function alarmFor(protocol: DeviceProtocol, speedKmh: number, lot: number): AlarmKind {
  const fitting = befalling.filter(({ kind }) => canSendAlarm(protocol, kind) && fits(kind, speedKmh))
  let left = lot * fitting.reduce((sum, { weight }) => sum + weight, 0)
  for (const { kind, weight } of fitting) {
    left -= weight
    if (left < 0) return kind
  }
  return 'sos'
}

/** Whether the simulated devices of a protocol have a word for the alarm, of those that befall a fleet. */
export function canSendAlarm(protocol: DeviceProtocol, kind: AlarmKind): boolean {
  const known = befalling.find((each) => each.kind === kind)
  return known !== undefined && (known.protocols?.includes(protocol) ?? true)
}

/** Whether the alarm can be true of a vehicle at this speed. */
export const fits = (kind: AlarmKind, speedKmh: number): boolean =>
  speedKmh >= (befalling.find((each) => each.kind === kind)?.fromKmh ?? 0)
