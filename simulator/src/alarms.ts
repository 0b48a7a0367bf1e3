import type { AlarmKind, DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'

/** Random alarms: their weight of ten, and the lowest speed at which they occur. Without a list, all protocols have a code for it. */
const randomAlarms: readonly {
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
    protocols: ['gt06', 'suntech', 'teltonika', 'queclink', 'meitrack', 'osmand'],
  },
  { kind: 'power_cut', weight: 2, fromKmh: 0 },
  {
    kind: 'low_battery',
    weight: 2,
    fromKmh: 0,
    protocols: ['gt06', 'suntech', 'gps103', 'queclink', 'jt808', 'meitrack', 'osmand'],
  },
  { kind: 'sos', weight: 1, fromKmh: 0 },
]

/**
 * Chooses an alarm that the protocol has a code for and that is plausible at this speed.
 * @param chance 0 inclusive to 1 exclusive
 */
export function alarmFor(protocol: DeviceProtocol, speedKmh: number, chance: number): AlarmKind {
  const possible = randomAlarms.filter(
    ({ kind }) => canSendAlarm(protocol, kind) && isPlausible(kind, speedKmh),
  )
  let left = chance * possible.reduce((sum, { weight }) => sum + weight, 0)
  for (const { kind, weight } of possible) {
    left -= weight
    if (left < 0) return kind
  }
  return 'sos'
}

/** Whether the protocol has a code for this random alarm. */
export function canSendAlarm(protocol: DeviceProtocol, kind: AlarmKind): boolean {
  const known = randomAlarms.find((each) => each.kind === kind)
  return known !== undefined && (known.protocols?.includes(protocol) ?? true)
}

/** Whether the alarm can occur at this speed. */
export const isPlausible = (kind: AlarmKind, speedKmh: number): boolean =>
  speedKmh >= (randomAlarms.find((each) => each.kind === kind)?.fromKmh ?? 0)
