import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import type { FieldName } from './queclink.layouts.ts'

/** How one report type is read. */
export interface ReportLayout {
  /** The last fields before the position block. */
  before?: readonly FieldName[]
  /** Fields after the cell and the reserved field; those of the model's periodic report for `periodic`. */
  after?: readonly FieldName[] | 'periodic'
  ignition?: boolean
  alarm?: AlarmKind
  /** The alarm by the report's type: the second digit of a two-digit field, or the field itself. */
  alarmOfType?: Readonly<Record<string, AlarmKind>>
  /** A readable name of the event, stored in the extras. */
  event?: string
}

const numbered: readonly FieldName[] = ['powerMillivolts', 'text:reportType', '-']
const typed: readonly FieldName[] = ['text:reportType', '-']
const odometer: readonly FieldName[] = ['odometerKm']

/** Report types by their three letters; of any other type only the position block is read. */
export const reportLayouts: Readonly<Record<string, ReportLayout>> = {
  FRI: { before: numbered, after: 'periodic' },
  ERI: { before: numbered, after: 'periodic' },
  NMR: { before: typed, after: 'periodic' },
  DOG: { before: typed, after: odometer, event: 'watchdog' },
  RTL: { before: typed, after: odometer },
  IGL: { before: typed, after: odometer },
  DIS: { before: typed, after: odometer, event: 'digitalInput' },
  SOS: { before: typed, after: odometer, alarm: 'sos' },
  SPD: { before: typed, after: odometer, alarm: 'overspeed' },
  TOW: { before: typed, after: odometer, alarm: 'tow' },
  HBM: {
    before: typed,
    after: odometer,
    alarmOfType: {
      0: 'harsh_braking',
      1: 'harsh_acceleration',
      2: 'harsh_cornering',
      3: 'harsh_braking',
      4: 'harsh_acceleration',
    },
  },
  GEO: { before: typed, after: odometer, alarmOfType: { 0: 'geofence_exit', 1: 'geofence_enter' } },
  GIN: { before: typed, after: odometer, alarm: 'geofence_enter' },
  GOT: { before: typed, after: odometer, alarm: 'geofence_exit' },
  IGN: { before: ['number:ignitionOffSeconds'], after: ['engineClock', 'odometerKm'], ignition: true },
  IGF: { before: ['number:ignitionOnSeconds'], after: ['engineClock', 'odometerKm'], ignition: false },
  VGN: {
    before: ['-', '-', 'number:ignitionOffSeconds'],
    after: ['engineClock', 'odometerKm'],
    ignition: true,
  },
  VGF: {
    before: ['-', '-', 'number:ignitionOnSeconds'],
    after: ['engineClock', 'odometerKm'],
    ignition: false,
  },
  IDN: { after: odometer, event: 'idlingBegins' },
  IDF: { before: ['text:motionState', 'number:idlingSeconds'], after: odometer, event: 'idlingEnds' },
  STR: { after: odometer, event: 'moving' },
  STP: { after: odometer, event: 'stopped' },
  LSP: { after: odometer, event: 'longStop' },
  STT: { before: ['motionState'], event: 'motionState' },
  SWG: { before: ['text:reportType'], event: 'geofenceSwitch' },
  BPL: { before: ['batteryVolts'], alarm: 'low_battery' },
  MPN: { alarm: 'power_restored' },
  MPF: { alarm: 'power_cut' },
  EPN: { alarm: 'power_restored' },
  EPF: { alarm: 'power_cut' },
  EPS: {
    before: ['powerMillivolts', 'text:reportType', '-'],
    after: odometer,
    event: 'externalPowerVoltage',
  },
  AIS: { before: ['analog:1', 'text:reportType', '-'], after: odometer, event: 'analogInput' },
  MAI: { before: ['analog:1', 'text:reportType', '-'], after: odometer, event: 'analogInput' },
  ANT: { before: ['text:antennaState'], alarmOfType: { 1: 'fault', 2: 'fault' }, event: 'antenna' },
  JDR: { alarm: 'jamming' },
  JDS: { before: ['text:reportType'], alarmOfType: { 2: 'jamming' } },
  CRA: { before: ['text:crashCounter'], alarm: 'crash' },
  LSW: { before: ['text:reportType'], alarmOfType: { 1: 'tampering' }, event: 'light' },
  TSW: { before: ['text:reportType'], alarmOfType: { 1: 'tampering' }, event: 'tamperSwitch' },
  TMP: { before: typed, after: odometer, alarm: 'other', event: 'temperature' },
  TEM: { before: ['text:reportType', 'number:deviceTemperature'], alarm: 'other', event: 'temperature' },
  FLA: {
    before: ['-', 'number:fuelBeforePercent', 'fuelPercent'],
    alarm: 'other',
    event: 'fuelLoss',
  },
  GSS: {
    before: ['text:signalState', 'number:satellitesInView', 'text:motionState', '-'],
    event: 'gnssSignal',
  },
  IDA: { before: ['driver', 'text:idType', '-'], after: odometer, event: 'driver' },
  RMD: { before: ['text:roamingState'], event: 'roaming' },
  CTN: { before: typed },
  GPJ: { before: ['-', 'text:reportType'], alarmOfType: { 3: 'jamming' }, event: 'gnssJamming' },
  SOA: { alarm: 'tampering', event: 'housingOpened' },
  DAR: {
    before: ['text:reportType', 'number:fatigueDegree', '-', '-'],
    alarmOfType: { 1: 'other' },
    event: 'driverWarning',
  },
  DOS: { before: ['text:output', 'text:outputState'], event: 'digitalOutput' },
  GES: { before: ['-', '-', '-', '-', '-'], event: 'parkingFence' },
  GCR: { before: ['-', '-', '-'], event: 'geofenceCentre' },
  LBC: { before: ['text:caller'] },
  LSA: { before: ['-', 'text:reportType', '-'], event: 'light' },
  TRI: {},
  EST: { alarm: 'overspeed' },
  BND: { event: 'simChanged' },
  PNL: { event: 'poweredOn' },
  PFL: { alarm: 'other', event: 'poweredOff' },
  PNA: { event: 'poweredOn' },
  PFA: { alarm: 'other', event: 'poweredOff' },
  STC: { event: 'chargingStopped' },
  BTC: { event: 'chargingBegins' },
}
