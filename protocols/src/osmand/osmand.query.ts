import type { DeviceFix, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { readingNameOf } from './osmand.names.ts'
import { readTraccarAttributes } from './osmand.traccar.ts'
import {
  keepExtra,
  malformed,
  objectOf,
  readHeading,
  readTimestamp,
  setAlarm,
  setFix,
  setIdentifier,
} from './osmand.values.ts'

/** Values of the parameters, before it is known whether they form a fix. */
interface Draft {
  report: DeviceReport
  fix: DeviceFix
  latitude: number | null
  longitude: number | null
  secret: string | null
}

type ParameterReader = (draft: Draft, value: string, name: string) => void

const kmhOfKnot = 1.852

const readHeadingParameter: ParameterReader = (draft, value, name) => {
  draft.fix.headingDegrees = readHeading(readNumber(name, value))
}

/** Joins repeated cells or networks of a request with `;`. */
const keepListed: ParameterReader = ({ report }, value, name) => {
  const known = report.extras[name]
  keepExtra(report, name, known === undefined ? value : `${known};${value}`)
}

const readerOfParameter = new Map<string, ParameterReader>([
  ['id', ({ report }, value, name) => setIdentifier(report, name, value)],
  ['deviceid', ({ report }, value, name) => setIdentifier(report, name, value)],
  [
    'secret',
    (draft, value) => {
      draft.secret = value
    },
  ],
  [
    'lat',
    (draft, value, name) => {
      draft.latitude = readNumber(name, value)
    },
  ],
  [
    'lon',
    (draft, value, name) => {
      draft.longitude = readNumber(name, value)
    },
  ],
  [
    'location',
    (draft, value, name) => {
      const parts = value.split(',')
      draft.latitude = readNumber(name, parts[0])
      draft.longitude = readNumber(name, parts[1])
    },
  ],
  [
    'timestamp',
    ({ fix }, value, name) => {
      fix.time = readTimestamp(name, value)
    },
  ],
  [
    'valid',
    ({ fix }, value) => {
      fix.isValid = readFlag(value)
    },
  ],
  [
    'speed',
    ({ fix }, value, name) => {
      fix.speedKmh = Math.max(0, readNumber(name, value)) * kmhOfKnot
    },
  ],
  ['bearing', readHeadingParameter],
  ['heading', readHeadingParameter],
  [
    'altitude',
    ({ fix }, value, name) => {
      fix.altitudeMetres = readNumber(name, value)
    },
  ],
  [
    'accuracy',
    ({ fix }, value, name) => {
      fix.accuracyMetres = Math.max(0, readNumber(name, value))
    },
  ],
  [
    'sat',
    ({ fix }, value, name) => {
      fix.satellites = Math.max(0, Math.round(readNumber(name, value)))
    },
  ],
  [
    'charge',
    ({ report }, value) => {
      report.telemetry.isCharging = readFlag(value)
    },
  ],
  [
    'ignition',
    ({ report }, value) => {
      report.telemetry.ignition = readFlag(value)
    },
  ],
  [
    'blocked',
    ({ report }, value) => {
      report.telemetry.isEngineBlocked = readFlag(value)
    },
  ],
  [
    'driverUniqueId',
    ({ report }, value) => {
      report.telemetry.driverUniqueId = value.slice(0, 64)
    },
  ],
  ['alarm', ({ report }, value) => setAlarm(report, value)],
  ['attributes', ({ report }, value) => readAttributeText(report, value)],
  ['cell', keepListed],
  ['wifi', keepListed],
])

const numberParameters = [
  ['power', 'powerVolts'],
  ['fuelLevel', 'fuelPercent'],
  ['signal', 'signalPercent'],
  ['odometer', 'odometerMetres'],
  ['hours', 'engineHours'],
] as const

/** Some apps send a fraction, always with a decimal point: 0.98 is 98 %, but 1 is 1 %. */
readerOfParameter.set('batt', ({ report }, value, name) => {
  const number = readNumber(name, value)
  const isShare = value.includes('.') && number <= 1
  report.telemetry.batteryPercent = isShare ? Math.round(number * 100) : number
})

for (const [name, key] of numberParameters) {
  readerOfParameter.set(name, ({ report }, value) => {
    report.telemetry[key] = readNumber(name, value)
  })
}

/** Fills the report from the parameters; unknown ones become extras. Returns the secret. */
export function readOsmandQuery(query: URLSearchParams, report: DeviceReport): string | null {
  const fix: DeviceFix = {
    time: report.receivedAt,
    isValid: true,
    latitude: 0,
    longitude: 0,
    speedKmh: 0,
    headingDegrees: null,
    altitudeMetres: null,
    accuracyMetres: null,
    satellites: null,
  }
  const draft: Draft = { report, fix, latitude: null, longitude: null, secret: null }
  for (const [name, value] of query) {
    const read = readerOfParameter.get(name)
    if (read) read(draft, value, name)
    else keepExtra(report, name, readLooseValue(name, value))
  }
  const { latitude, longitude } = draft
  if (latitude !== null && longitude !== null) setFix(report, { ...fix, latitude, longitude })
  else if (latitude !== null || longitude !== null) malformed(latitude === null ? 'lat' : 'lon')
  return draft.secret
}

/** JSON of another server's template, such as Traccar's `{attributes}`. */
function readAttributeText(report: DeviceReport, value: string): void {
  let attributes: unknown = null
  try {
    attributes = JSON.parse(value)
  } catch {
    malformed('attributes')
  }
  readTraccarAttributes(objectOf(attributes) ?? malformed('attributes'), report)
}

function readNumber(name: string, value: string | undefined): number {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : malformed(name)
}

function readFlag(value: string): boolean {
  return value === 'true' || value === '1'
}

/** Digits of a name that is no number here stay a text unless nothing of them is lost: `007` may be an identifier. */
function readLooseValue(name: string, value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  const isNumber = readingOf(readingNameOf(name)).entry?.kind === 'number'
  return isNumber || String(number) === value ? number : value
}
