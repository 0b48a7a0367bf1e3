import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'

const alarmNames: Readonly<Record<string, string>> = {
  accident: 'crash',
  braking: 'harsh_braking',
  acceleration: 'harsh_acceleration',
  cornering: 'harsh_cornering',
  lowBattery: 'low_battery',
  powerCut: 'power_cut',
  powerRestored: 'power_restored',
  geofenceEnter: 'geofence_enter',
  geofenceExit: 'geofence_exit',
  lowPower: 'low_battery',
}

/** Our names of readings by the names of the captures. */
const readingNames: Readonly<Record<string, string>> = {
  accessoryVoltage: 'accessoryVolts',
  adBlueLevel: 'adBluePercent',
  battery: 'batteryVolts',
  batteryTemp2: 'batteryTemperature2',
  deviceTemp: 'deviceTemperature',
  dtcs: 'troubleCodes',
  eyeTemp1: 'temperature5',
  fuel1: 'fuelRaw1',
  fuelUsed: 'fuelUsedLitres',
  in1: 'input1',
  lock2Battery: 'lock2BatteryVolts',
  serial: 'serialText',
  adc3: 'analogVolts3',
  battery2Level: 'battery2Percent',
  tag1Temp: 'temperature1',
  tagName: 'tag1Name',
  tagTemp: 'temperature9',
  temp1: 'temperature1',
  timezone: 'timeZone',
  tire1Pressure: 'tyre1PressureBar',
}

const millivolts = (volts: unknown) => (typeof volts === 'number' ? volts * 1000 : undefined)

/** The bit set that the captures state: the ignition, then the inputs. */
function inputBits({ telemetry, extras }: DeviceReport): number | undefined {
  if (extras.input1 === undefined) return undefined
  const bits = [telemetry.ignition, extras.input1, extras.input2, extras.input3]
  return bits.reduce((sum: number, isSet, index) => sum + (isSet ? 1 << index : 0), 0)
}

/** The report's value under the name of the captures, in their units. */
export function statedValue(report: DeviceReport, name: string): unknown {
  const { telemetry, extras, fix } = report
  const values: Record<string, unknown> = {
    alarm: report.alarm,
    driverUniqueId: telemetry.driverUniqueId,
    power: telemetry.powerVolts,
    ignition: telemetry.ignition,
    batteryLevel: telemetry.batteryPercent ?? extras.batteryStep,
    hours: telemetry.engineHours === undefined ? undefined : Math.round(telemetry.engineHours * 3_600_000),
    altitude: fix?.altitudeMetres,
    speed: fix === null ? undefined : fix.speedKmh / 1.852,
    course: fix?.headingDegrees,
    sat: fix?.satellites,
    satellites: fix?.satellites,
    charge: telemetry.isCharging,
    odometer: telemetry.odometerMetres,
    fuel: telemetry.fuelPercent ?? extras.fuelRaw1,
    input: inputBits(report),
    result: report.answer?.text,
    tag1Battery: millivolts(extras.tag1BatteryVolts),
  }
  return values[name] ?? extras[readingNames[name] ?? name] ?? extras[name]
}

/** The expected value of a capture in our words. */
export const wantedValue = (name: string, value: string | number | boolean) =>
  name === 'alarm' ? (alarmNames[String(value)] ?? value) : value
