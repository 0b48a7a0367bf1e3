import type { DeviceReport, DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'

/** What the IO elements of one record fill in. */
export interface TeltonikaReading {
  telemetry: DeviceTelemetry
  extras: DeviceReport['extras']
  extraCount: number
}

/** More keys than this are left out of a record. */
const maxExtras = 60

export function keep(reading: TeltonikaReading, name: string, value: string | number | boolean): void {
  if (reading.extraCount >= maxExtras) return
  reading.extraCount++
  reading.extras[name] = value
}
