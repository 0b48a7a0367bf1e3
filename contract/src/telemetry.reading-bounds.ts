import type { DeviceFix, DeviceReport, DeviceTelemetry } from './telemetry.device-report.contract.ts'

/** Characters of the name of a reading. */
export const readingNameLimit = 60
/** Readings that are kept of one report: devices over HTTP choose what they send. */
export const reportReadingLimit = 250

interface Bound {
  min: number
  max: number
}

const percent: Bound = { min: 0, max: 100 }
/** Of the air, a load or an engine, in degrees Celsius. */
const celsius: Bound = { min: -100, max: 250 }

/** What a reading can be at all; a value outside is an error of sensor or decoder. */
const telemetryBounds: Readonly<Partial<Record<keyof DeviceTelemetry, Bound>>> = {
  batteryPercent: percent,
  fuelPercent: percent,
  signalPercent: percent,
  powerVolts: { min: 0, max: 100 },
  /** Two million kilometres. */
  odometerMetres: { min: 0, max: 2_147_483_647 },
  engineHours: { min: 0, max: 200_000 },
}
const fixBounds: Readonly<Partial<Record<keyof DeviceFix, Bound>>> = {
  satellites: { min: 0, max: 64 },
  altitudeMetres: { min: -500, max: 20_000 },
  accuracyMetres: { min: 0, max: 1_000_000 },
}
/** Of values no field holds, by their names; the first that fits. */
const extraBounds: readonly (readonly [name: RegExp, bound: Bound])[] = [
  [/temp(?:erature)?\d*$|celsius\d*$/i, celsius],
  [/humidity\d*$/i, percent],
  [/^[hp]dop$/, { min: 0, max: 100 }],
  [/batteryVolts\d*$/i, { min: 0, max: 100 }],
  [/Percent\d*$/, percent],
  [/^rpm$/i, { min: 0, max: 20_000 }],
]

const boundOfField = new Map<string, Bound>(Object.entries({ ...telemetryBounds, ...fixBounds }))

/** The bound of each name met so far; devices over HTTP choose names, so it has a limit. */
const boundOfExtra = new Map<string, Bound | null>()
const maxNames = 2_000

function boundOf(name: string): Bound | null {
  const known = boundOfExtra.get(name)
  if (known !== undefined) return known
  const bound = extraBounds.find(([pattern]) => pattern.test(name))?.[1] ?? null
  if (boundOfExtra.size < maxNames) boundOfExtra.set(name, bound)
  return bound
}

const rawSuffix = 'Raw'
/** The name under which a reading is kept whose value cannot be true. */
export const rawNameOf = (name: string): string => `${name}${rawSuffix}`
/** The inverse of `rawNameOf`: `temperature1` for `temperature1Raw`; null for a name without that ending. */
export const nameOfRaw = (stated: string): string | null =>
  stated.endsWith(rawSuffix) ? stated.slice(0, -rawSuffix.length) : null

/** Whether `keepPlausible` takes a value of this name out. Names that an app chose have bounds too, by their endings. */
export function isImpossible(name: string, value: unknown): boolean {
  const bound = boundOfField.get(name) ?? boundOf(name)
  return bound !== null && isOutside(value, bound)
}

const isOutside = (value: unknown, { min, max }: Bound): value is number =>
  typeof value === 'number' && !(value >= min && value <= max)

/**
 * Takes readings that cannot be true out of a report; what was stated stays among the extras, under the reading's name
 * with `Raw` behind it. Values that are only beyond what a certain sensor can measure get that name from their decoder.
 */
export function keepPlausible(report: DeviceReport): DeviceReport {
  const { telemetry, fix, extras } = report
  for (const name in extras) {
    const bound = boundOf(name)
    const value = extras[name]
    if (!bound || !isOutside(value, bound)) continue
    delete extras[name]
    extras[rawNameOf(name)] = value
  }
  for (const name in telemetryBounds) {
    const key = name as keyof DeviceTelemetry
    const bound = telemetryBounds[key]
    const value = telemetry[key]
    if (!bound || value === undefined || !isOutside(value, bound)) continue
    delete telemetry[key]
    extras[rawNameOf(name)] = value
  }
  if (!fix) return report
  for (const name of ['satellites', 'altitudeMetres', 'accuracyMetres'] as const) {
    const bound = fixBounds[name]
    const value = fix[name]
    if (!bound || !isOutside(value, bound)) continue
    fix[name] = null
    extras[rawNameOf(name)] = value
  }
  return report
}
