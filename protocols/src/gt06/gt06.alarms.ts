import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'

/** Makers whose meaning of some alarm codes differs. */
export type Gt06Maker = 'concox' | 'seeworld' | 'locawatch'

const alarmOfMaker: Readonly<Record<Gt06Maker, ReadonlyMap<number, AlarmKind>>> = {
  concox: new Map<number, AlarmKind>([
    [0x09, 'tow'],
    // Switched on.
    [0x0c, 'other'],
    [0x18, 'tampering'],
    [0x32, 'removing'],
  ]),
  seeworld: new Map<number, AlarmKind>([
    [0x28, 'harsh_cornering'],
    [0x29, 'crash'],
  ]),
  locawatch: new Map<number, AlarmKind>([
    [0x18, 'crash'],
    [0x19, 'harsh_acceleration'],
  ]),
}

export const isMaker = (value: unknown): value is Gt06Maker =>
  typeof value === 'string' && Object.hasOwn(alarmOfMaker, value)

/** Alarms by alarm byte. Models differ; these are the meanings most of them share, of models that are not known. */
const alarmOfCode: ReadonlyMap<number, AlarmKind> = new Map<number, AlarmKind>([
  [0x01, 'sos'],
  [0x02, 'power_cut'],
  [0x03, 'vibration'],
  [0x04, 'geofence_enter'],
  [0x05, 'geofence_exit'],
  [0x06, 'overspeed'],
  [0x09, 'vibration'],
  // Opened housing of trackers with a light sensor.
  [0x0c, 'tampering'],
  [0x0e, 'low_battery'],
  [0x0f, 'low_battery'],
  [0x13, 'tampering'],
  [0x14, 'door'],
  [0x15, 'low_battery'],
  [0x17, 'jamming'],
  [0x18, 'removing'],
  [0x19, 'low_battery'],
  [0x1a, 'harsh_braking'],
  [0x1b, 'harsh_cornering'],
  [0x25, 'tampering'],
  [0x26, 'harsh_acceleration'],
  [0x27, 'harsh_braking'],
  [0x28, 'harsh_braking'],
  [0x29, 'harsh_acceleration'],
  [0x2a, 'harsh_cornering'],
  [0x2b, 'harsh_cornering'],
  [0x2c, 'crash'],
  [0x2e, 'harsh_cornering'],
  [0x30, 'harsh_braking'],
  [0x32, 'tampering'],
  [0x93, 'crash'],
  [0x107, 'jamming'],
  [0x10b, 'jamming'],
])

/** Bits 3 to 5 of the status byte. */
const alarmOfStatus: Readonly<Record<number, AlarmKind>> = {
  1: 'vibration',
  2: 'power_cut',
  3: 'low_battery',
  4: 'sos',
  7: 'removing',
}

/** The alarm of a code of 1 or more; `other` for an undocumented one. */
export function alarmFromCode(code: number, maker: Gt06Maker | null = null): AlarmKind {
  return (maker ? alarmOfMaker[maker].get(code) : undefined) ?? alarmOfCode.get(code) ?? 'other'
}

/**
 * The alarm of a status block. The status bits take precedence: all models that set bits 3 to 5 agree on their meaning,
 * while several put another value in the alarm byte.
 */
export function alarmFromStatus(
  status: number,
  code: number,
  maker: Gt06Maker | null = null,
): AlarmKind | null {
  const bits = (status >> 3) & 7
  const fromBits = alarmOfStatus[bits]
  if (fromBits && bits <= 4) return fromBits
  const isIgnitionCode = code === 0xfe || code === 0xff
  if (code > 0 && !isIgnitionCode) {
    const fromCode = alarmFromCode(code, maker)
    return fromCode === 'other' ? (fromBits ?? 'other') : fromCode
  }
  return fromBits ?? null
}
