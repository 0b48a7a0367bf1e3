import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { rawNameOf, reportReadingLimit } from '@rumbo/contract/telemetry.reading-bounds'

/** The extras of a report while it is read: of a long message no more are kept than the server keeps of any report. */
export interface KeptReadings {
  extras: DeviceReport['extras']
  /** A name that is stated twice counts twice. */
  keptCount: number
  /** How many there was no room for. */
  readingsLeftOut: number
}

/** Keeps a reading under its name while there is room; else counts it. */
export function keepReading(
  readings: KeptReadings,
  name: string,
  value: DeviceReport['extras'][string],
): void {
  if (readings.keptCount >= reportReadingLimit) {
    readings.readingsLeftOut++
    return
  }
  readings.keptCount++
  readings.extras[name] = value
}

/** In degrees Celsius, what thermometers on one wire (DS18B20 and relatives) can measure. */
const oneWire = { min: -55, max: 125 }

/** The name of a sensor's value: where the sensor cannot have measured it, that of an implausible one. */
export const nameWithin = (name: string, value: number, { min, max } = oneWire): string =>
  value >= min && value <= max ? name : rawNameOf(name)
