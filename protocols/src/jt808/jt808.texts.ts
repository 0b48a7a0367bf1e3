import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { readPrintable } from '../bytes.ts'
import type { Jt808Reading } from './jt808.reading.ts'

type Extras = DeviceReport['extras']

/**
 * `$OBD-RT,` or `A$OBD-RT,`: volts, rpm, km/h, throttle, load, coolant, litres now and on average, km of the trip and of
 * the vehicle, litres of the trip and in all. False for another text.
 */
export function readDiagnosticText(
  bytes: Uint8Array,
  from: number,
  end: number,
  { telemetry, extras }: Jt808Reading,
): boolean {
  const text = readPrintable(bytes, from, end)
  const start = text?.indexOf('$OBD-RT,') ?? -1
  if (!text || start < 0) return false
  const values = text.slice(start).trim().split(',')
  const keep = (name: string, index: number) => {
    const value = values[index]
    const number = value === undefined || value === '' ? Number.NaN : Number(value)
    if (Number.isFinite(number)) extras[name] = number
  }
  const volts = Number(values[1])
  if (volts > 0) telemetry.powerVolts = volts
  keep('rpm', 2)
  keep('obdSpeedKmh', 3)
  keep('throttlePercent', 4)
  keep('engineLoadPercent', 5)
  if (Number(values[6]) > 0) keep('coolantTemperature', 6)
  keep('fuelUsedLitres', 12)
  return true
}

/** `*M00,45,11386…`: the battery in hundredths of a volt as the third to fifth digit behind. */
export function readBatteryText(bytes: Uint8Array, from: number, end: number, extras: Extras): void {
  const text = readPrintable(bytes, from, end)
  const digits = text ? /^\*M\d{2},\d+,\d{2}(\d{3})/.exec(text)?.[1] : undefined
  if (digits !== undefined) extras.batteryVolts = Number(digits) / 100
}
