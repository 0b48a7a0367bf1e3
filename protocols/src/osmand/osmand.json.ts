import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import {
  keepExtra,
  malformed,
  readHeading,
  readTimestamp,
  setAlarm,
  setFix,
  setIdentifier,
} from './osmand.values.ts'

type JsonObject = Record<string, unknown>

/** Fills the report from a JSON body; the query may carry the secret. Returns the secret. Throws on malformed JSON. */
export function readOsmandJson(text: string, query: URLSearchParams, report: DeviceReport): string | null {
  const root = objectOf(JSON.parse(text)) ?? malformed('body')
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
    const isNumber = typeof value === 'number' && Number.isFinite(value)
    if (typeof value === 'boolean' || typeof value === 'string' || isNumber) keepExtra(report, name, value)
  }
}

function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
}
