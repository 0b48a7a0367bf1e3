/**
 * Meanings of fields: `mv:` millivolts of the vehicle's supply, `volts:` of the backup battery, `-` ignored.
 * Any other word is the key of the value in the extras.
 */
export type FieldName =
  | '-'
  | 'powerMillivolts'
  | 'batteryVolts'
  | 'batteryMillivolts'
  | 'batteryPercent'
  | 'isCharging'
  | 'odometerKm'
  | 'engineClock'
  | 'status'
  | 'inputs'
  | 'outputs'
  | 'fuelPercent'
  | 'signalStep'
  | 'motionState'
  | 'externalPower'
  | 'driver'
  | 'switchMillivolts'
  | `text:${string}`
  | `number:${string}`
  | `analog:${number}`

/** How a family of models arranges the fields around its position block. */
export interface ModelLayout {
  /** A vehicle identification number stands before the device's name. */
  hasVin?: boolean
  /** A mask follows the cell: bit 0 satellites, bit 1 trigger of the fix; then their fields. */
  hasAppendMask?: boolean
  /** Fields after the cell (and after the reserved field or mask) of periodic reports. */
  periodic: readonly FieldName[]
  /** The same of GTERI where it differs. */
  expanded?: readonly FieldName[]
  /** The field after the cell: reserved in vehicles' trackers, the first of `periodic` in others. */
  hasReserved: boolean
  /** The last field of periodic reports is the battery's level. */
  endsWithBattery?: boolean
  /** A tracker of people and goods: without ignition and supply, its battery in every report. */
  isAsset?: boolean
  /** The length of an accessory's raw data stands before them in GTERI. */
  hasRawLength?: boolean
  /** What follows the status in periodic reports. */
  afterStatus?: readonly FieldName[]
  /** GTINF from the fix time on. */
  information: readonly FieldName[]
  /** The digital fuel sensors of GTERI are counted, each with two fields before its value. */
  hasFuelSensorCount?: boolean
}

const analog = (count: number) =>
  Array.from({ length: count }, (_, index): FieldName => `analog:${index + 1}`)

const vehicle: ModelLayout = {
  hasReserved: true,
  periodic: ['odometerKm', 'engineClock', ...analog(2), 'batteryPercent', 'status'],
  information: ['-', ...analog(2), 'inputs', 'outputs', 'text:timeZone'],
}
const oneInputWhenExpanded: ModelLayout = {
  ...vehicle,
  expanded: ['odometerKm', 'engineClock', ...analog(1), 'batteryPercent', 'status'],
}
const oneInput: ModelLayout = {
  ...oneInputWhenExpanded,
  periodic: ['odometerKm', 'engineClock', ...analog(1), 'batteryPercent', 'status'],
}
/** GV200: three analog inputs, then the digital ones and the outputs; no battery. */
const threeInputs: ModelLayout = {
  ...vehicle,
  periodic: ['odometerKm', 'engineClock', ...analog(3), 'inputs', 'outputs'],
  information: [...analog(3), 'inputs', 'outputs', 'text:timeZone'],
}
const engineReader: ModelLayout = {
  ...vehicle,
  hasVin: true,
  afterStatus: ['number:rpm', 'number:fuelConsumption', 'fuelPercent'],
}
const masked: ModelLayout = {
  ...vehicle,
  hasAppendMask: true,
  periodic: ['odometerKm', 'engineClock', ...analog(3), 'batteryPercent', 'status'],
  information: ['-', ...analog(3), 'inputs', 'outputs', 'text:timeZone'],
}
const asset: ModelLayout = {
  hasReserved: false,
  isAsset: true,
  endsWithBattery: true,
  periodic: ['odometerKm'],
  information: ['batteryPercent', '-', 'number:deviceTemperature'],
}
const longLife: ModelLayout = {
  ...asset,
  endsWithBattery: false,
  periodic: ['signalStep', '-', 'batteryMillivolts', 'batteryPercent', '-', '-'],
}
/** GL320M: mileage and battery directly after the cell. */
const mileageAndBattery: ModelLayout = {
  ...asset,
  endsWithBattery: false,
  periodic: ['odometerKm', 'batteryPercent'],
}
const wireless: ModelLayout = { ...vehicle, hasRawLength: true }

/** Model and layout by the first digits of the protocol version: two, or six in newer devices (`80....`). */
const models: Readonly<Record<string, readonly [string, ModelLayout]>> = {
  '02': ['GL200', asset],
  '04': ['GV200', threeInputs],
  '06': ['GV300', vehicle],
  '08': ['GMT100', oneInput],
  '07': ['GL100', asset],
  '09': ['GV50', vehicle],
  '0F': ['GV55', vehicle],
  '10': ['GV55', vehicle],
  '11': ['GL500', asset],
  '1A': ['GL300', asset],
  '1F': ['GV500', engineReader],
  '21': ['GL300', asset],
  '24': ['GMT100', oneInput],
  '25': ['GV300', vehicle],
  '27': ['GV300W', vehicle],
  '28': ['GL300VC', asset],
  '2C': ['GL300W', asset],
  '2D': ['GV500VC', engineReader],
  '2F': ['GV55', vehicle],
  '30': ['GL300', asset],
  '31': ['GV65', oneInputWhenExpanded],
  '35': ['GV200', threeInputs],
  '36': ['GV500', engineReader],
  '38': ['GV65', oneInputWhenExpanded],
  '3F': ['GMT100', oneInput],
  '40': ['GL500', asset],
  '41': ['GV75W', vehicle],
  '42': ['GT501', asset],
  '44': ['GL530', asset],
  '45': ['GB100', vehicle],
  '4F': ['GV56', vehicle],
  '50': ['GV55W', vehicle],
  '52': ['GL50', asset],
  '55': ['GL50B', asset],
  '5E': ['GV500MAP', engineReader],
  '6E': ['GV310LAU', masked],
  '74': ['GV350CEU', masked],
  BD: ['CV200', vehicle],
  C2: ['GV600M', wireless],
  C3: ['GL320M', mileageAndBattery],
  DC: ['GV600MG', wireless],
  DE: ['GL500M', longLife],
  DF: ['CV100', vehicle],
  F1: ['GV350M', { ...oneInput, hasFuelSensorCount: true }],
  F5: ['GL300M', asset],
  F8: ['GV800W', vehicle],
  FC: ['GV600W', oneInput],
  '802004': ['GV58LAU', masked],
  '802005': ['GV355CEU', masked],
  '80201E': ['GV30CEU', masked],
  '802021': ['CV200', vehicle],
}

/** The model of a protocol version such as `060228` or `8020050402`; an unknown one is read as a vehicle's tracker. */
export function modelOf(version: string): { model: string | null; layout: ModelLayout } {
  const upper = version.toUpperCase()
  const known = models[upper.slice(0, upper.length >= 8 ? 6 : 2)]
  return known ? { model: known[0], layout: known[1] } : { model: null, layout: vehicle }
}
