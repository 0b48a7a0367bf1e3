import type {
  AlarmKind,
  DeviceReport,
  DeviceTelemetry,
} from '@rumbo/contract/telemetry.device-report.contract'
import { wirelessName } from './osmand.names.ts'
import {
  type JsonObject,
  keepLoose,
  malformed,
  numberOf,
  readHeading,
  readTimestamp,
  setFix,
  setIdentifier,
  textOf,
} from './osmand.values.ts'

/** Readings by their parameters, the first stated one counts; what one unit of the parameter is. */
const readings: readonly (readonly [key: NumberKey, unit: number, parameters: readonly string[]])[] = [
  ['batteryPercent', 1, ['battery.level']],
  ['powerVolts', 1, ['external.powersource.voltage']],
  ['fuelPercent', 1, ['fuel.level', 'can.fuel.level']],
  ['signalPercent', 1, ['gsm.signal.level']],
  ['odometerMetres', 1000, ['vehicle.mileage', 'can.vehicle.mileage']],
  ['engineHours', 1, ['engine.motorhours', 'can.engine.motorhours']],
]
type NumberKey = Exclude<
  keyof DeviceTelemetry,
  'ignition' | 'isCharging' | 'isEngineBlocked' | 'driverUniqueId'
>

const flags = [
  ['ignition', 'engine.ignition.status'],
  ['isCharging', 'battery.charging.status'],
  ['isEngineBlocked', 'engine.blocked.status'],
] as const

const driverParameters = ['driver.id', 'driver.card.id', 'ibutton.code', 'rfid.code']

/** Other parameters that have a name here, in the same unit. */
const extraOfParameter: ReadonlyMap<string, string> = new Map([
  ['battery.voltage', 'batteryVolts'],
  ['can.engine.rpm', 'rpm'],
  ['engine.rpm', 'rpm'],
  ['can.engine.coolant.temperature', 'coolantTemperature'],
  ['can.engine.load.level', 'engineLoadPercent'],
  ['can.throttle.pedal.level', 'throttlePercent'],
  ['can.vehicle.speed', 'obdSpeedKmh'],
  ['vehicle.vin', 'vin'],
  ['can.dtc', 'troubleCodes'],
  ['fuel.volume', 'fuelLitres1'],
  ['can.fuel.volume', 'fuelLitres1'],
  ['position.hdop', 'hdop'],
])

/** Numbered parameters, whose number follows a dot or a `#`. */
const numbered: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(?:refrigerator\.)?sensor\.temperature[.#](\d+)$/, 'temperature'],
  [/^sensor\.humidity[.#](\d+)$/, 'humidity'],
  [/^can\.axle\.weight[.#](\d+)$/, 'axleWeight'],
]

/** Alarms by words of a parameter that is true; the first that fits. */
const alarmOfWords: readonly (readonly [pattern: RegExp, alarm: AlarmKind])[] = [
  [/^alarm\.event\.trigger$|\b(?:sos|panic)\b/, 'sos'],
  [/\bcrash\b|\bcollision\b/, 'crash'],
  [/\bharsh\.braking\b/, 'harsh_braking'],
  [/\bharsh\.acceleration\b/, 'harsh_acceleration'],
  [/\bharsh\.cornering\b/, 'harsh_cornering'],
  [/\bjamming\b/, 'jamming'],
  [/\btowing\b/, 'tow'],
  [/\boverspeed(?:ing)?\b/, 'overspeed'],
  [/\bgeofence\.(?:event\.)?enter\b/, 'geofence_enter'],
  [/\bgeofence\.(?:event\.)?exit\b/, 'geofence_exit'],
  [/\b(?:external\.powersource|power)\.(?:cut|off|disconnect)/, 'power_cut'],
  [/\bbattery\.(?:low|voltage\.limit\.lower)\b/, 'low_battery'],
  [/\btamper(?:ing)?\b|\bcase\.open/, 'tampering'],
  [/\bshock\b|\bvibration\b/, 'vibration'],
  [/\bantenna\.cut\b/, 'fault'],
  [/\bfuel\.(?:theft|drain)\b/, 'low_fuel'],
]
/** A parameter that is an alarm at all: an event, or the state of an alarm. */
const isAlarmName = (name: string): boolean =>
  /\.event(?:\.|$)|\.alarm(?:\.|$)|^alarm\.|\.cut\.status$|limit\.lower\.status$/.test(name) &&
  !/^alarm\.mode\b|\.(?:enum|level|type|code)$/.test(name)

/** Whether the JSON is a message of flespi. */
export const isFlespi = (root: JsonObject): boolean => Object.hasOwn(root, 'ident')

/**
 * Fills the report from one message of flespi, a flat object of parameters: km/h, kilometres, hours, seconds since 1970.
 * Returns the secret of the query.
 */
export function readFlespi(message: JsonObject, query: URLSearchParams, report: DeviceReport): string | null {
  setIdentifier(report, 'ident', textOf(message.ident) ?? '')
  readFix(message, report)
  const { telemetry } = report
  const read = new Set<string>(['ident', 'timestamp'])
  for (const [key, parameter] of flags) {
    read.add(parameter)
    if (typeof message[parameter] === 'boolean') telemetry[key] = message[parameter]
  }
  for (const [key, unit, parameters] of readings) {
    const stated = parameters.find((name) => numberOf(message[name]) !== null)
    if (stated !== undefined) telemetry[key] = (numberOf(message[stated]) ?? 0) * unit
    if (stated !== undefined) read.add(stated)
  }
  const driver = driverParameters
    .map((name) => textOf(message[name]))
    .find((text) => text && !/^0+$/.test(text))
  if (driver) telemetry.driverUniqueId = driver.slice(0, 64)
  setAlarm(message, report)
  keepParameters(message, read, report)
  return query.get('secret')
}

function readFix(message: JsonObject, report: DeviceReport): void {
  const latitude = message['position.latitude']
  const longitude = message['position.longitude']
  if (latitude === undefined || latitude === null || longitude === undefined || longitude === null) return
  const stated = textOf(message['position.timestamp']) ?? textOf(message.timestamp)
  const heading = numberOf(message['position.direction'])
  const satellites = numberOf(message['position.satellites'])
  const accuracy = numberOf(message['position.accuracy'])
  setFix(report, {
    time: stated === null ? report.receivedAt : readTimestamp('timestamp', stated),
    isValid: message['position.valid'] !== false,
    latitude: numberOf(latitude) ?? malformed('position.latitude'),
    longitude: numberOf(longitude) ?? malformed('position.longitude'),
    speedKmh: Math.max(0, numberOf(message['position.speed']) ?? 0),
    headingDegrees: heading === null ? null : readHeading(heading),
    altitudeMetres: numberOf(message['position.altitude']),
    accuracyMetres: accuracy === null ? null : Math.max(0, accuracy),
    satellites: satellites === null ? null : Math.max(0, Math.round(satellites)),
  })
}

function setAlarm(message: JsonObject, report: DeviceReport): void {
  const names = Object.keys(message).filter((name) => message[name] === true && isAlarmName(name))
  for (const [pattern, alarm] of alarmOfWords) {
    if (!names.some((name) => pattern.test(name))) continue
    report.alarm = alarm
    return
  }
  if (names.some((name) => name.startsWith('alarm.'))) report.alarm = 'other'
}

/** Named parameters come first, since a report keeps a limited number. */
function keepParameters(message: JsonObject, read: ReadonlySet<string>, report: DeviceReport): void {
  const others: string[] = []
  for (const [parameter, value] of Object.entries(message)) {
    if (read.has(parameter) || driverParameters.includes(parameter)) continue
    const name = extraOfParameter.get(parameter) ?? numberedName(parameter)
    if (name !== null) keepLoose(report, name, Array.isArray(value) ? value.join(',') : value)
    else others.push(parameter)
  }
  for (const parameter of others)
    if (!/^(?:position|channel|device|protocol|server|peer)\b/.test(parameter))
      keepLoose(report, parameter, message[parameter])
}

/** Sensors by radio: `ble.sensor.temperature.1`. */
const wireless = /^ble\.sensor\.(temperature|humidity)[.#]([1-9]\d?)$/

function numberedName(parameter: string): string | null {
  const [, kind, sensor] = wireless.exec(parameter) ?? []
  if (kind && sensor) return wirelessName(kind, sensor)
  for (const [pattern, name] of numbered) {
    const number = pattern.exec(parameter)?.[1]
    if (number !== undefined) return `${name}${number}`
  }
  return null
}
