import type { DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'
import type { KeptReadings } from '../kept-readings.ts'

/** What the IO elements of one record fill in. */
export interface TeltonikaReading extends KeptReadings {
  telemetry: DeviceTelemetry
}

export const emptyReading = (): TeltonikaReading => ({
  telemetry: {},
  extras: {},
  keptCount: 0,
  readingsLeftOut: 0,
})
