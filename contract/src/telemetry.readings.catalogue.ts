import type { DeviceProtocol } from './telemetry.device-report.contract.ts'

export const readingKinds = ['number', 'boolean', 'text'] as const
export type ReadingKind = (typeof readingKinds)[number]

/** In the order in which they are shown; `other` has those no entry of the catalogue describes. */
export const readingGroups = [
  'vehicle',
  'sensors',
  'fuel',
  'engine',
  'supply',
  'doors',
  'inputs',
  'driver',
  'locks',
  'tyres',
  'motion',
  'network',
  'message',
  'other',
] as const
export type ReadingGroup = (typeof readingGroups)[number]

/** Who may read it: every reader of the vehicle, those who are no guests, or only those who may edit the vehicle. */
export type ReadingAudience = 'all' | 'staff' | 'editors'

/** What is known of a reading that devices send, or of a family of them that differ by an index from 1. */
export interface ReadingEntry {
  /** How it is stored; never changed, and never given to another entry. */
  number: number
  /** As devices' decoders name it; `#` stands for the index of a family. */
  pattern: string
  kind: ReadingKind
  group: ReadingGroup
  unit: string | null
  /** Of plausible values, both ends inclusive. */
  min: number
  max: number
  /** Decimals that are kept. */
  digits: number
  /** The history keeps a number once it differs by so much from the last one kept, in `unit`. */
  step: number
  protocols: readonly DeviceProtocol[]
  audience: ReadingAudience
  /** False for what differs in each message, such as its number: only the latest is kept. */
  hasHistory: boolean
  /** An empty text states that there are none; of other readings it states nothing. */
  mayBeNone: boolean
}

const letters: Readonly<Record<string, DeviceProtocol>> = {
  G: 'gt06',
  J: 'jt808',
  T: 'teltonika',
  Q: 'queclink',
  S: 'suntech',
  H: 'h02',
  P: 'gps103',
  K: 'tk103',
  O: 'osmand',
  M: 'meitrack',
}
const everyProtocol = 'GJTQSHPKOM'
const protocolsOf = (by: string) => [...by].flatMap((letter) => letters[letter] ?? [])

type Options = Partial<Pick<ReadingEntry, 'audience' | 'hasHistory' | 'mayBeNone'>>
type Measure = readonly [unit: string | null, min: number, max: number, digits: number, step: number]

const entry = (
  number: number,
  pattern: string,
  kind: ReadingKind,
  group: ReadingGroup,
  [unit, min, max, digits, step]: Measure,
  by: string,
  options: Options,
): ReadingEntry => ({
  number,
  pattern,
  kind,
  group,
  unit,
  min,
  max,
  digits,
  step,
  protocols: protocolsOf(by),
  audience: 'all',
  hasHistory: true,
  mayBeNone: false,
  ...options,
})
const noMeasure: Measure = [null, 0, 0, 0, 0]
const yesOrNo = (number: number, pattern: string, group: ReadingGroup, by: string, options: Options = {}) =>
  entry(number, pattern, 'boolean', group, noMeasure, by, options)
const text = (number: number, pattern: string, group: ReadingGroup, by: string, options: Options = {}) =>
  entry(number, pattern, 'text', group, noMeasure, by, options)
const amount = (
  number: number,
  pattern: string,
  group: ReadingGroup,
  measure: Measure,
  by: string,
  options: Options = {},
) => entry(number, pattern, 'number', group, measure, by, options)

const percent: Measure = ['%', 0, 100, 1, 1]
const load: Measure = ['%', 0, 100, 1, 5]
/** Of the air, a load or an engine. */
const celsius: Measure = ['°C', -100, 250, 2, 0.2]
const cellVolts: Measure = ['V', 0, 100, 3, 0.05]
const litres: Measure = ['L', 0, 10_000, 2, 0.5]
const metres: Measure = ['m', 0, 2_147_483_647, 0, 1_000]
const plain: Measure = [null, -1e20, 1e20, 3, 0.001]
const staff: Options = { audience: 'staff' }
const editors: Options = { audience: 'editors' }
const latestOnly: Options = { audience: 'editors', hasHistory: false }

/** How many readings of a report were left out, since they were too many or too long. Stated by Rumbo, not by devices. */
export const leftOutName = 'readingsLeftOut'

/**
 * Every reading with a meaning, by the names of docs/protocols/readings.md. `step` keeps noise out of the history: an
 * odometer of every position is in the positions.
 */
export const readingCatalogue: readonly ReadingEntry[] = [
  yesOrNo(1, 'ignition', 'vehicle', everyProtocol),
  yesOrNo(2, 'isCharging', 'supply', 'GJTQPO'),
  yesOrNo(3, 'isEngineBlocked', 'vehicle', 'GJTQSHKO'),
  amount(4, 'batteryPercent', 'supply', percent, 'GJTQSHPKO'),
  amount(5, 'powerVolts', 'supply', ['V', 0, 100, 2, 0.2], 'GJTQSPKO'),
  amount(6, 'fuelPercent', 'fuel', percent, 'GJTQPKO'),
  amount(7, 'signalPercent', 'network', ['%', 0, 100, 0, 20], 'GJTQPO'),
  amount(8, 'odometerMetres', 'vehicle', metres, everyProtocol),
  amount(9, 'engineHours', 'vehicle', ['h', 0, 200_000, 2, 0.1], 'GJTQSO'),
  text(10, 'driverUniqueId', 'driver', 'GJTQSPO', staff),

  amount(11, 'temperature#', 'sensors', celsius, 'GJTQSPKO'),
  amount(12, 'humidity#', 'sensors', ['%', 0, 100, 1, 1], 'GJTO'),
  amount(13, 'sensor#BatteryVolts', 'sensors', cellVolts, 'GT'),
  yesOrNo(14, 'sensor#Magnet', 'sensors', 'T'),
  yesOrNo(15, 'sensor#Movement', 'sensors', 'T'),
  yesOrNo(16, 'sensor#LowBattery', 'sensors', 'T'),
  amount(17, 'sensor#Pitch', 'sensors', ['°', -360, 360, 0, 5], 'T'),
  text(18, 'sensor#Id', 'sensors', 'G', editors),
  amount(19, 'light', 'sensors', ['lx', 0, 200_000, 0, 20], 'J'),
  amount(20, 'deviceTemperature', 'sensors', ['°C', -100, 250, 1, 1], 'JQ'),
  amount(21, 'batteryTemperature#', 'sensors', ['°C', -100, 250, 1, 1], 'GK'),
  amount(22, 'tyre#PressureBar', 'tyres', ['bar', 0, 20, 2, 0.1], 'J'),
  amount(23, 'tyre#Temperature', 'tyres', ['°C', -100, 250, 1, 1], 'J'),

  amount(24, 'fuelPercent#', 'fuel', percent, 'P'),
  amount(25, 'fuelLitres#', 'fuel', litres, 'GJTQS'),
  amount(26, 'fuelRaw#', 'fuel', [null, -1e9, 1e9, 2, 5], 'GJQSK'),
  amount(27, 'fuelUsedLitres', 'fuel', ['L', 0, 1e8, 2, 1], 'GJTQ'),
  amount(28, 'tripFuelLitres', 'fuel', ['L', 0, 100_000, 2, 0.5], 'J'),
  amount(29, 'idleFuelLitres', 'fuel', ['L', 0, 1e8, 2, 1], 'Q'),
  amount(30, 'fuelConsumption', 'fuel', [null, 0, 1_000, 2, 1], 'JQP'),
  amount(31, 'fuelConsumptionMean', 'fuel', [null, 0, 1_000, 2, 0.5], 'P'),
  amount(32, 'fuelLitresPerHour', 'fuel', ['L/h', 0, 2_000, 2, 1], 'T'),
  amount(33, 'fuelTemperature', 'fuel', ['°C', -100, 250, 1, 1], 'J'),
  amount(34, 'fuelBeforePercent', 'fuel', percent, 'Q'),
  amount(35, 'adBluePercent', 'fuel', percent, 'TQ'),
  amount(36, 'adBlueLitres', 'fuel', litres, 'T'),

  text(37, 'vin', 'engine', 'GJTQKO', editors),
  text(38, 'troubleCodes', 'engine', 'GJTQPO', { mayBeNone: true }),
  amount(39, 'rpm', 'engine', ['1/min', 0, 20_000, 0, 100], 'GJTQPO'),
  amount(40, 'engineLoadPercent', 'engine', load, 'GJTPO'),
  amount(41, 'throttlePercent', 'engine', load, 'GJTQPO'),
  amount(42, 'pedalPercent', 'engine', load, 'J'),
  amount(43, 'obdSpeedKmh', 'engine', ['km/h', 0, 400, 1, 5], 'GJTQPO'),
  amount(44, 'obdOdometerMetres', 'engine', metres, 'GJT'),
  amount(45, 'tripMetres', 'engine', metres, 'JT'),
  amount(46, 'coolantTemperature', 'engine', ['°C', -100, 250, 1, 1], 'GJTQPO'),
  amount(47, 'intakeTemperature', 'engine', ['°C', -100, 250, 1, 1], 'GJ'),
  amount(48, 'ambientTemperature', 'engine', ['°C', -100, 250, 1, 1], 'GJ'),
  amount(49, 'oilTemperature', 'engine', ['°C', -100, 250, 1, 1], 'GJ'),
  amount(50, 'intakePressureKpa', 'engine', ['kPa', 0, 1_000, 1, 5], 'J'),
  amount(51, 'intakeFlow', 'engine', ['g/s', 0, 10_000, 2, 5], 'J'),
  amount(52, 'axleWeight#', 'engine', ['kg', 0, 100_000, 0, 20], 'TQ'),
  amount(53, 'drivingHours', 'engine', ['h', 0, 200_000, 2, 0.1], 'Q'),
  amount(54, 'idleHours', 'engine', ['h', 0, 200_000, 2, 0.1], 'Q'),
  text(55, 'drivingTime', 'engine', 'P', latestOnly),

  amount(56, 'batteryVolts', 'supply', cellVolts, 'GJTQSKO'),
  amount(57, 'chargeVolts', 'supply', cellVolts, 'G'),
  amount(58, 'batteryStep', 'supply', [null, 0, 100, 0, 1], 'GK'),
  amount(59, 'batteryMilliamperes', 'supply', ['mA', -100_000, 100_000, 0, 50], 'T'),
  yesOrNo(60, 'hasExternalPower', 'supply', 'Q'),
  amount(61, 'packPercent', 'supply', percent, 'K'),
  amount(62, 'packVolts', 'supply', ['V', 0, 2_000, 2, 0.2], 'K'),
  amount(63, 'leastCellVolts', 'supply', cellVolts, 'K'),
  amount(64, 'mostCellVolts', 'supply', cellVolts, 'K'),
  amount(65, 'accessoryVolts', 'supply', cellVolts, 'Q'),

  yesOrNo(66, 'door', 'doors', 'GTP'),
  text(67, 'doors', 'doors', 'T'),
  yesOrNo(68, 'doorFrontLeft', 'doors', 'T'),
  yesOrNo(69, 'doorFrontRight', 'doors', 'T'),
  yesOrNo(70, 'doorRearLeft', 'doors', 'T'),
  yesOrNo(71, 'doorRearRight', 'doors', 'T'),
  yesOrNo(72, 'doorTrunk', 'doors', 'T'),
  yesOrNo(73, 'doorRoof', 'doors', 'T'),
  yesOrNo(74, 'doorHood', 'doors', 'T'),
  yesOrNo(75, 'doorsLocked', 'doors', 'GJ'),
  yesOrNo(76, 'armed', 'doors', 'GJ'),

  yesOrNo(77, 'input#', 'inputs', 'GTQSOM'),
  yesOrNo(78, 'output#', 'inputs', 'GTQSOM'),
  amount(79, 'analogVolts#', 'inputs', ['V', -1_000, 1_000, 3, 0.1], 'GTQO'),
  amount(80, 'analogPercent#', 'inputs', load, 'Q'),
  amount(81, 'analogRaw#', 'inputs', [null, -1e9, 1e9, 2, 5], 'JM'),

  text(82, 'lock#Id', 'locks', 'J', editors),
  text(83, 'lock#Card', 'locks', 'J', staff),
  amount(84, 'lock#BatteryVolts', 'locks', cellVolts, 'J'),
  amount(85, 'lock#BatteryPercent', 'locks', percent, 'J'),
  yesOrNo(86, 'lock#Locked', 'locks', 'J'),
  text(87, 'lockCard', 'locks', 'J', staff),
  text(88, 'driverCard', 'driver', 'J', staff),
  text(89, 'driverName', 'driver', 'J', staff),

  yesOrNo(90, 'motion', 'motion', 'GJTO'),
  text(91, 'motionState', 'motion', 'Q'),
  amount(92, 'steps', 'motion', [null, 0, 1e9, 0, 100], 'G'),
  amount(93, 'axisX', 'motion', ['mg', -32_768, 32_767, 0, 200], 'T', staff),
  amount(94, 'axisY', 'motion', ['mg', -32_768, 32_767, 0, 200], 'T', staff),
  amount(95, 'axisZ', 'motion', ['mg', -32_768, 32_767, 0, 200], 'T', staff),
  text(96, 'tilt', 'motion', 'J', staff),

  amount(97, 'satellites', 'network', [null, 0, 64, 0, 5], 'J', staff),
  amount(98, 'hdop', 'network', [null, 0, 100, 1, 2], 'TQP', staff),
  amount(99, 'pdop', 'network', [null, 0, 100, 1, 2], 'TQP', staff),
  amount(100, 'rssi', 'network', ['dBm', -200, 255, 0, 20], 'TS', staff),
  amount(101, 'signalStep', 'network', [null, 0, 255, 0, 2], 'TS', staff),
  text(102, 'networkTechnology', 'network', 'GJQH', staff),
  text(103, 'iccid', 'network', 'GJQH', editors),
  text(104, 'imsi', 'network', 'GJQH', editors),
  text(105, 'timeZone', 'network', 'JQ', staff),
  text(106, 'tag#Id', 'sensors', 'JTS', editors),
  amount(107, 'tag#Rssi', 'sensors', ['dBm', -200, 255, 0, 10], 'JTS', staff),
  amount(108, 'tag#BatteryVolts', 'sensors', cellVolts, 'JTS', staff),

  amount(109, 'eventCode', 'message', [null, -1e12, 1e12, 0, 1], 'GTSM', latestOnly),
  text(110, 'event', 'message', 'QPO', latestOnly),
  yesOrNo(111, 'isStored', 'message', 'QS', latestOnly),
  text(112, 'badFix', 'message', everyProtocol, latestOnly),
  text(113, 'model', 'message', 'GJQSH', editors),
  text(114, 'firmware', 'message', 'GJQSH', editors),
  text(115, 'serialText', 'message', 'GJTQS', editors),
  amount(116, 'alarmBits', 'message', plain, 'J', latestOnly),
  amount(121, leftOutName, 'message', [null, 0, 1e6, 0, 1], everyProtocol, latestOnly),

  text(119, 'tag#Name', 'sensors', 'M', staff),
  amount(120, 'tag#BatteryPercent', 'sensors', percent, 'M', staff),

  amount(117, 'io#', 'other', plain, 'T', staff),
  amount(118, 'assigned#', 'other', plain, 'S', staff),
]

/**
 * Names of what describes a message or where it was sent from, and parts of it that were not understood: only the latest
 * is kept, for those who may edit the vehicle.
 */
export const messageParts: ReadonlySet<string> = new Set(
  'index header cell cells mcc mnc lac operatorCode body data rest payload text type status reason mode tripText tripState'.split(
    ' ',
  ),
)
