import type { AlarmKind, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { fnv1a64 } from '../checksum.ts'
import { kmhPerKnot } from '../coordinates.ts'
import {
  type JsonObject,
  keepLoose,
  malformed,
  numberOf,
  objectOf,
  readHeading,
  readTimestamp,
  setFix,
  setIdentifier,
  textOf,
} from './osmand.values.ts'

/** Alarms by the names of Traccar's `Position` (ALARM_…), and events its server derives; the rest is `other`. */
const alarmOfName: ReadonlyMap<string, AlarmKind> = new Map<string, AlarmKind>([
  ['sos', 'sos'],
  ['powerCut', 'power_cut'],
  ['powerOff', 'power_cut'],
  ['powerRestored', 'power_restored'],
  ['vibration', 'vibration'],
  ['tow', 'tow'],
  ['geofenceEnter', 'geofence_enter'],
  ['geofenceExit', 'geofence_exit'],
  ['overspeed', 'overspeed'],
  ['deviceOverspeed', 'overspeed'],
  ['lowBattery', 'low_battery'],
  ['lowPower', 'low_battery'],
  ['tampering', 'tampering'],
  ['bonnet', 'tampering'],
  ['gpsAntennaCut', 'fault'],
  ['fault', 'fault'],
  ['door', 'door'],
  ['hardBraking', 'harsh_braking'],
  ['hardAcceleration', 'harsh_acceleration'],
  ['hardCornering', 'harsh_cornering'],
  ['accident', 'crash'],
  ['jamming', 'jamming'],
  ['fuelLeak', 'low_fuel'],
  ['deviceFuelDrop', 'low_fuel'],
  ['movement', 'movement'],
  ['removing', 'removing'],
])

/** Attributes that another name stands for here, in the same unit. */
const extraOfAttribute: ReadonlyMap<string, string> = new Map([
  ['battery', 'batteryVolts'],
  ['coolantTemp', 'coolantTemperature'],
  ['engineLoad', 'engineLoadPercent'],
  ['throttle', 'throttlePercent'],
  ['obdSpeed', 'obdSpeedKmh'],
  ['fuel', 'fuelLitres1'],
  ['humidity', 'humidity1'],
  ['dtcs', 'troubleCodes'],
])

/** Attributes that say nothing about the vehicle. */
const omitted: ReadonlySet<string> = new Set(['raw', 'ip', 'index', 'archive', 'blocked'])
/** What a server adds to a position: it is not the same in its two messages about one. */
const addedByServer: readonly string[] = [
  'id',
  'serverTime',
  'address',
  'geofenceIds',
  'outdated',
  'deviceId',
]

const millisecondsPerHour = 3_600_000

/** Whether the JSON is a message of Traccar's position or event forwarding. */
export const isTraccarForward = (root: JsonObject): boolean =>
  objectOf(root.device) !== null && (objectOf(root.position) !== null || objectOf(root.event) !== null)

/**
 * Fills the report from `{position, device}` or `{event, position, device}`, as Traccar's forwarding writes them: speed in
 * knots, distances in metres, hours in milliseconds. Returns the secret of the query.
 */
export function readTraccarForward(
  root: JsonObject,
  query: URLSearchParams,
  report: DeviceReport,
): string | null {
  setIdentifier(report, 'device.uniqueId', textOf(objectOf(root.device)?.uniqueId) ?? '')
  const position = objectOf(root.position)
  if (position) readPosition(position, report)
  const event = objectOf(root.event)
  const isAnother = event ? readEvent(event, objectOf(position?.attributes), report) : false
  // Position and alarm event of one position count once, whichever comes first; a finding of the server is another report.
  const content = Object.entries(position ?? {}).filter(([name]) => !addedByServer.includes(name))
  const stated = [report.deviceIdentifier, content, position && !isAnother ? null : event]
  report.reportHash = fnv1a64(new TextEncoder().encode(JSON.stringify(stated)))
  return query.get('secret')
}

function readPosition(position: JsonObject, report: DeviceReport): void {
  const attributes = objectOf(position.attributes) ?? {}
  const stated = textOf(position.fixTime) ?? textOf(position.deviceTime)
  const heading = numberOf(position.course)
  const satellites = numberOf(attributes.sat)
  setFix(report, {
    time: stated === null ? report.receivedAt : readTimestamp('fixTime', stated),
    isValid: position.valid !== false,
    latitude: numberOf(position.latitude) ?? malformed('latitude'),
    longitude: numberOf(position.longitude) ?? malformed('longitude'),
    speedKmh: Math.max(0, numberOf(position.speed) ?? 0) * kmhPerKnot,
    headingDegrees: heading === null ? null : readHeading(heading),
    altitudeMetres: numberOf(position.altitude),
    // Traccar states 0 where a tracker gives no accuracy.
    accuracyMetres: numberOf(position.accuracy) || null,
    satellites: satellites === null ? null : Math.max(0, Math.round(satellites)),
  })
  readTraccarAttributes(attributes, report)
  keepLoose(report, 'source', position.protocol)
}

/** Whether the event is an alarm that the position does not state: mostly a finding of the server. */
function readEvent(event: JsonObject, attributes: JsonObject | null, report: DeviceReport): boolean {
  const type = textOf(event.type) ?? ''
  const alarm = textOf(objectOf(event.attributes)?.alarm)
  if (type === 'alarm' && alarm !== null) setNamedAlarm(alarm, report)
  if (type === 'alarm') return !(textOf(attributes?.alarm) ?? '').split(',').includes(alarm ?? '')
  const isFinding = alarmOfName.has(type)
  if (isFinding) setNamedAlarm(type, report)
  else keepLoose(report, 'event', type)
  return isFinding
}

/** Fills telemetry, alarm and extras from Traccar's `attributes`. */
export function readTraccarAttributes(attributes: JsonObject, report: DeviceReport): void {
  const { telemetry } = report
  const flags = { ignition: 'ignition', charge: 'isCharging', blocked: 'isEngineBlocked' } as const
  for (const [name, key] of Object.entries(flags))
    if (typeof attributes[name] === 'boolean') telemetry[key] = attributes[name]
  const numbers = { batteryLevel: 'batteryPercent', power: 'powerVolts', fuelLevel: 'fuelPercent' } as const
  for (const [name, key] of Object.entries({ ...numbers, odometer: 'odometerMetres' } as const)) {
    const value = numberOf(attributes[name])
    if (value !== null) telemetry[key] = value
  }
  const milliseconds = numberOf(attributes.hours)
  if (milliseconds !== null) telemetry.engineHours = milliseconds / millisecondsPerHour
  const driver = textOf(attributes.driverUniqueId)
  if (driver !== null && driver !== '') telemetry.driverUniqueId = driver.slice(0, 64)
  const alarm = textOf(attributes.alarm)
  if (alarm !== null) setNamedAlarm(alarm, report)
  const read = new Set(['hours', 'driverUniqueId', 'alarm', 'sat', 'odometer', 'charge', 'ignition'])
  for (const [name, value] of Object.entries(attributes))
    if (!read.has(name) && !omitted.has(name) && !Object.hasOwn(numbers, name))
      keepAttribute(name, value, report)
}

function keepAttribute(name: string, value: unknown, report: DeviceReport): void {
  const [, sensor] = /^temp(\d+)$/.exec(name) ?? []
  const as = sensor === undefined ? (extraOfAttribute.get(name) ?? name) : `temperature${sensor}`
  keepLoose(
    report,
    as,
    name === 'dtcs' && typeof value === 'string'
      ? value
          .trim()
          .split(/[\s,]+/)
          .join(',')
      : value,
  )
}

/** Several names are separated by commas; the first that is known counts. */
function setNamedAlarm(names: string, report: DeviceReport): void {
  const all = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const known = all.find((name) => alarmOfName.has(name))
  if (all.length === 0) return
  report.alarm = (known === undefined ? undefined : alarmOfName.get(known)) ?? 'other'
  if (all.length > 1 || known === undefined) keepLoose(report, 'alarm', all.join(','))
}
