import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'

/**
 * Readings of the corpus that the catalogue leaves out: settings and states of the tracker itself, and values that only its
 * maker explains; of OsmAnd, names that its apps choose. They are kept under the decoder's name, for those who may edit the vehicle.
 */
export const uncataloguedReadings: Readonly<Partial<Record<DeviceProtocol, readonly string[]>>> = {
  gt06: ['bootReason', 'engineValues'],
  suntech: ['crashRecord', 'drivingQuality', 'scan', 'tag1Major', 'tag1Minor', 'tag1Samples'],
  teltonika: [
    'dataMode',
    'deviceSpeedKmh',
    'gnssStatus',
    'greenDrivingKind',
    'greenDrivingValue',
    'iccidPart1',
    'iccidPart2',
    'priority',
    'sleepMode',
  ],
  queclink: [
    'accessoryMac',
    'canState',
    'deviceType',
    'doorBits',
    'hardware',
    'idType',
    'ignitionOffSeconds',
    'ignitionOnSeconds',
    'indicators',
    'isObdConnected',
    'lights',
    'rangeHectometres',
    'registration',
    'report',
    'reportType',
    'tachograph',
    'wifi1',
    'wire1',
  ],
  h02: ['isTimeMissing'],
  tk103: ['flags', 'powerFlag'],
  jt808: ['tag1Mac', 'tag2Mac', 'tag3Mac', 'tag4Mac', 'tag5Mac'],
  meitrack: ['wifi'],
  osmand: [
    'activity',
    'device_bool_false_test',
    'device_bool_test',
    'device_double_test',
    'device_integer_test',
    'device_integer_twelve_test',
    'device_string_test',
    'device_very_long_double_test',
    'towing.event.trigger',
    'wifi',
  ],
}
