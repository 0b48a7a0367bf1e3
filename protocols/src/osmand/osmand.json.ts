import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import {
  type JsonObject,
  keepLoose,
  malformed,
  numberOf,
  objectOf,
  readHeading,
  readTimestamp,
  setAlarm,
  setFix,
  setIdentifier,
  textOf,
} from './osmand.values.ts'

/** Fills the report from the JSON of Traccar Client; the query may carry the secret. Returns the secret. */
export function readOsmandJson(
  root: JsonObject,
  query: URLSearchParams,
  report: DeviceReport,
): string | null {
  const { telemetry } = report
  setIdentifier(report, 'device_id', textOf(root.device_id) ?? query.get('id') ?? '')

  const location = objectOf(root.location)
  const coords = objectOf(location?.coords)
  if (location && coords) {
    const stated = textOf(location.timestamp)
    const speedMetresPerSecond = numberOf(coords.speed)
    const heading = numberOf(coords.heading)
    const accuracyMetres = numberOf(coords.accuracy)
    setFix(report, {
      time: stated === null ? report.receivedAt : readTimestamp('timestamp', stated),
      isValid: true,
      latitude: numberOf(coords.latitude) ?? malformed('latitude'),
      longitude: numberOf(coords.longitude) ?? malformed('longitude'),
      speedKmh: speedMetresPerSecond === null ? 0 : Math.max(0, speedMetresPerSecond) * 3.6,
      headingDegrees: heading === null ? null : readHeading(heading),
      altitudeMetres: numberOf(coords.altitude),
      accuracyMetres: accuracyMetres === null ? null : Math.max(0, accuracyMetres),
      satellites: null,
    })
  }
  const odometerMetres = numberOf(location?.odometer)
  if (odometerMetres !== null) telemetry.odometerMetres = odometerMetres
  const battery = objectOf(location?.battery)
  const level = numberOf(battery?.level)
  if (level !== null && level >= 0) telemetry.batteryPercent = Math.round(level * 100)
  if (typeof battery?.is_charging === 'boolean') telemetry.isCharging = battery.is_charging
  const alarm = textOf(location?.alarm)
  if (alarm !== null) setAlarm(report, alarm)
  keep('motion', location?.is_moving)
  keep('event', location?.event)
  keep('activity', objectOf(location?.activity)?.type)
  for (const [name, value] of Object.entries(objectOf(location?.extras) ?? {})) keep(name, value)
  return textOf(root.secret) ?? query.get('secret')

  function keep(name: string, value: unknown): void {
    keepLoose(report, name, value)
  }
}
