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
export const readingAudiences = ['all', 'staff', 'editors'] as const
export type ReadingAudience = (typeof readingAudiences)[number]

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
  yesOrNo(3, 'isEngineBlocked', 'vehicle', everyProtocol),
  amount(4, 'batteryPercent', 'supply', percent, everyProtocol),
  amount(5, 'powerVolts', 'supply', ['V', 0, 100, 2, 0.2], 'GJTQSPKOM'),
  amount(6, 'fuelPercent', 'fuel', percent, 'GJTQPKOM'),
  amount(7, 'signalPercent', 'network', ['%', 0, 100, 0, 20], 'GJTQPOM'),
  amount(8, 'odometerMetres', 'vehicle', metres, everyProtocol),
  amount(9, 'engineHours', 'vehicle', ['h', 0, 200_000, 2, 0.1], 'GJTQSOM'),
  text(10, 'driverUniqueId', 'driver', 'GJTQSPOM', staff),

  amount(11, 'temperature#', 'sensors', celsius, 'GJTQSPKOM'),
  amount(12, 'humidity#', 'sensors', ['%', 0, 100, 1, 1], 'GJTQOM'),
  amount(13, 'sensor#BatteryVolts', 'sensors', cellVolts, 'GTQ'),
  yesOrNo(14, 'sensor#Magnet', 'sensors', 'T'),
  yesOrNo(15, 'sensor#Movement', 'sensors', 'T'),
  yesOrNo(16, 'sensor#LowBattery', 'sensors', 'T'),
  amount(17, 'sensor#Pitch', 'sensors', ['°', -360, 360, 0, 5], 'T'),
  text(18, 'sensor#Id', 'sensors', 'GQ', editors),
  amount(19, 'light', 'sensors', ['lx', 0, 200_000, 0, 20], 'JQ'),
  amount(20, 'deviceTemperature', 'sensors', ['°C', -100, 250, 1, 1], 'JQO'),
  amount(21, 'batteryTemperature#', 'sensors', ['°C', -100, 250, 1, 1], 'GK'),
  amount(22, 'tyre#PressureBar', 'tyres', ['bar', 0, 20, 2, 0.1], 'J'),
  amount(23, 'tyre#Temperature', 'tyres', ['°C', -100, 250, 1, 1], 'J'),

  amount(24, 'fuelPercent#', 'fuel', percent, 'QP'),
  amount(25, 'fuelLitres#', 'fuel', litres, 'GJTQSO'),
  amount(26, 'fuelRaw#', 'fuel', [null, -1e9, 1e9, 2, 5], 'GJQSKO'),
  amount(27, 'fuelUsedLitres', 'fuel', ['L', 0, 1e8, 2, 1], 'GJTQOM'),
  amount(28, 'tripFuelLitres', 'fuel', ['L', 0, 100_000, 2, 0.5], 'J'),
  amount(29, 'idleFuelLitres', 'fuel', ['L', 0, 1e8, 2, 1], 'Q'),
  amount(30, 'fuelConsumption', 'fuel', [null, 0, 1_000, 2, 1], 'JQP'),
  amount(31, 'fuelConsumptionMean', 'fuel', [null, 0, 1_000, 2, 0.5], 'P'),
  amount(32, 'fuelLitresPerHour', 'fuel', ['L/h', 0, 2_000, 2, 1], 'TQ'),
  amount(33, 'fuelTemperature', 'fuel', ['°C', -100, 250, 1, 1], 'JQ'),
  amount(34, 'fuelBeforePercent', 'fuel', percent, 'Q'),
  amount(35, 'adBluePercent', 'fuel', percent, 'TQ'),
  amount(36, 'adBlueLitres', 'fuel', litres, 'T'),

  text(37, 'vin', 'engine', 'GJTQKO', editors),
  text(38, 'troubleCodes', 'engine', 'GJTQPO', { mayBeNone: true }),
  amount(39, 'rpm', 'engine', ['1/min', 0, 20_000, 0, 100], 'GJTQPOM'),
  amount(40, 'engineLoadPercent', 'engine', load, 'GJTQPO'),
  amount(41, 'throttlePercent', 'engine', load, 'GJTQPOM'),
  amount(42, 'pedalPercent', 'engine', load, 'J'),
  amount(43, 'obdSpeedKmh', 'engine', ['km/h', 0, 400, 1, 5], 'GJTQPOM'),
  amount(44, 'obdOdometerMetres', 'engine', metres, 'GJTOM'),
  amount(45, 'tripMetres', 'engine', metres, 'JTO'),
  amount(46, 'coolantTemperature', 'engine', ['°C', -100, 250, 1, 1], 'GJTQPOM'),
  amount(47, 'intakeTemperature', 'engine', ['°C', -100, 250, 1, 1], 'GJM'),
  amount(48, 'ambientTemperature', 'engine', ['°C', -100, 250, 1, 1], 'JQ'),
  amount(49, 'oilTemperature', 'engine', ['°C', -100, 250, 1, 1], 'J'),
  amount(50, 'intakePressureKpa', 'engine', ['kPa', 0, 1_000, 1, 5], 'J'),
  amount(51, 'intakeFlow', 'engine', ['g/s', 0, 10_000, 2, 5], 'J'),
  amount(52, 'axleWeight#', 'engine', ['kg', 0, 100_000, 0, 20], 'TQO'),
  amount(53, 'drivingHours', 'engine', ['h', 0, 200_000, 2, 0.1], 'Q'),
  amount(54, 'idleHours', 'engine', ['h', 0, 200_000, 2, 0.1], 'Q'),
  amount(55, 'drivingTime', 'engine', [null, 0, 1e9, 2, 1], 'P', latestOnly),

  amount(56, 'batteryVolts', 'supply', cellVolts, 'GJTQSKOM'),
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
  yesOrNo(75, 'doorsLocked', 'doors', 'J'),
  yesOrNo(76, 'armed', 'doors', 'G'),

  yesOrNo(77, 'input#', 'inputs', 'GTQSOM'),
  yesOrNo(78, 'output#', 'inputs', 'GTQSOM'),
  amount(79, 'analogVolts#', 'inputs', ['V', -1_000, 1_000, 3, 0.1], 'GTQM'),
  amount(80, 'analogPercent#', 'inputs', load, 'Q'),
  amount(81, 'analogRaw#', 'inputs', [null, -1e9, 1e9, 2, 5], 'JOM'),

  text(82, 'lock#Id', 'locks', 'J', editors),
  text(83, 'lock#Card', 'locks', 'J', staff),
  amount(84, 'lock#BatteryVolts', 'locks', cellVolts, 'J'),
  amount(85, 'lock#BatteryPercent', 'locks', percent, 'J'),
  yesOrNo(86, 'lock#Locked', 'locks', 'JM'),
  text(87, 'lockCard', 'locks', 'J', staff),
  text(88, 'driverCard', 'driver', 'JT', staff),
  text(89, 'driverName', 'driver', 'J', staff),

  yesOrNo(90, 'motion', 'motion', 'GJTO'),
  text(91, 'motionState', 'motion', 'Q'),
  amount(92, 'steps', 'motion', [null, 0, 1e9, 0, 100], 'G'),
  amount(93, 'axisX', 'motion', ['mg', -32_768, 32_767, 0, 200], 'T', staff),
  amount(94, 'axisY', 'motion', ['mg', -32_768, 32_767, 0, 200], 'T', staff),
  amount(95, 'axisZ', 'motion', ['mg', -32_768, 32_767, 0, 200], 'T', staff),
  text(96, 'tilt', 'motion', 'J', staff),

  amount(97, 'satellites', 'network', [null, 0, 64, 0, 5], 'J', staff),
  amount(98, 'hdop', 'network', [null, 0, 100, 1, 2], 'TQPOM', staff),
  amount(99, 'pdop', 'network', [null, 0, 100, 1, 2], 'T', staff),
  amount(100, 'rssi', 'network', ['dBm', -200, 255, 0, 20], 'S', staff),
  amount(101, 'signalStep', 'network', [null, 0, 255, 0, 2], 'T', staff),
  text(102, 'networkTechnology', 'network', 'G', staff),
  text(103, 'iccid', 'network', 'GJQH', editors),
  text(104, 'imsi', 'network', 'G', editors),
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
  text(115, 'serialText', 'message', 'GJTS', editors),
  amount(116, 'alarmBits', 'message', plain, 'J', latestOnly),
  amount(121, leftOutName, 'message', [null, 0, 1e6, 0, 1], everyProtocol, latestOnly),

  text(119, 'tag#Name', 'sensors', 'M', staff),
  amount(120, 'tag#BatteryPercent', 'sensors', percent, 'M', staff),

  text(122, 'mediaFile', 'message', 'GM', staff),
  yesOrNo(123, 'isMilOn', 'engine', 'Q'),
  amount(124, 'videoAlarm', 'message', plain, 'J', latestOnly),
  amount(125, 'assistantAlarm', 'message', plain, 'J', latestOnly),
  text(126, 'alarmTime', 'message', 'G', latestOnly),
  amount(127, 'idlingSeconds', 'engine', ['s', 0, 1e9, 0, 60], 'Q'),
  amount(128, 'runTime', 'message', ['s', 0, 1e10, 0, 60], 'M', latestOnly),
  text(129, 'eventInformation', 'message', 'M', latestOnly),
  text(130, 'eventData', 'message', 'S', latestOnly),
  text(131, 'eventModifier', 'message', 'S', latestOnly),
  amount(132, 'sensor#BatteryPercent', 'sensors', percent, 'Q'),
  amount(133, 'battery#Percent', 'supply', percent, 'M'),
  text(134, 'driver#Card', 'driver', 'Q', staff),
  text(135, 'driver#Name', 'driver', 'Q', staff),

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
