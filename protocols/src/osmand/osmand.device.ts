import type { AlarmKind, DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'

/** The phone's side of OsmAnd, for a simulator or a load generator. */
export interface OsmandDeviceReport {
  deviceIdentifier: string
  time: Date
  latitude: number
  longitude: number
  speedKmh: number
  headingDegrees: number
  altitudeMetres?: number
  accuracyMetres?: number
  satellites?: number
  telemetry?: DeviceTelemetry
  alarm?: AlarmKind
  /** Separated by commas. */
  troubleCodes?: string
  secret?: string
}

/** The query of a report, without `?`; send it with GET, or as a form by POST. */
export function encodeOsmandQuery(report: OsmandDeviceReport): string {
  const query = new URLSearchParams({
    id: report.deviceIdentifier,
    timestamp: String(report.time.getTime()),
    lat: report.latitude.toFixed(6),
    lon: report.longitude.toFixed(6),
    speed: (report.speedKmh / 1.852).toFixed(3),
    bearing: report.headingDegrees.toFixed(1),
  })
  const telemetry = report.telemetry ?? {}
  const values: Record<string, string | number | boolean | undefined> = {
    altitude: report.altitudeMetres,
    accuracy: report.accuracyMetres,
    sat: report.satellites,
    batt: telemetry.batteryPercent,
    charge: telemetry.isCharging,
    ignition: telemetry.ignition,
    blocked: telemetry.isEngineBlocked,
    power: telemetry.powerVolts,
    fuelLevel: telemetry.fuelPercent,
    signal: telemetry.signalPercent,
    odometer: telemetry.odometerMetres,
    hours: telemetry.engineHours,
    driverUniqueId: telemetry.driverUniqueId,
    alarm: report.alarm,
    dtcs: report.troubleCodes,
    secret: report.secret,
  }
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  return query.toString()
}
