import {
  type AlarmKind,
  alarmKinds,
  type DeviceFix,
  type DeviceReport,
} from '@rumbo/contract/telemetry.device-report.contract'
import { readingNameLimit, reportReadingLimit } from '@rumbo/contract/telemetry.reading-bounds'
import { readingNameOf } from './osmand.names.ts'

/** A value of the request that cannot be read; its message names the value. */
export class MalformedValue extends Error {}

export function malformed(name: string): never {
  throw new MalformedValue(`The value of ${name} cannot be read.`)
}

/** Sets the device identifier: at most 64 characters, without control characters. */
export function setIdentifier(report: DeviceReport, name: string, value: string): void {
  const identifier = value.trim()
  if (identifier.length > 64 || /[\p{Cc}\p{Cs}]/u.test(identifier)) malformed(name)
  report.deviceIdentifier = identifier
}

export type JsonObject = Record<string, unknown>

export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
}

/** JSON of a value; null for what is nested deeper than can be written. */
export function writtenAs(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

const maxExtraLength = 256
/** Reports without room for another reading: counting names anew for each of a long request would take long. */
const full = new WeakSet<DeviceReport>()

function hasRoom(report: DeviceReport): boolean {
  if (full.has(report)) return false
  if (Object.keys(report.extras).length < reportReadingLimit) return true
  full.add(report)
  return false
}

/** Codes of SAE J2012 stand apart by commas with us, by blanks elsewhere. */
const wordsOf = (name: string, value: string) =>
  (name === 'troubleCodes' ? value.trim().replace(/[\s,;]+/g, ',') : value).slice(0, maxExtraLength)

/** Keeps a value no field of a report holds, under our name of it; counts it where there are too many. */
export function keepExtra(report: DeviceReport, stated: string, value: string | number | boolean): void {
  const { extras } = report
  if (stated === '') return
  const name = readingNameOf(stated)
  if (stated.length > readingNameLimit || !(Object.hasOwn(extras, name) || hasRoom(report))) {
    report.readingsLeftOut = (report.readingsLeftOut ?? 0) + 1
    return
  }
  extras[name] = typeof value === 'string' ? wordsOf(name, value) : value
}

/** Keeps a value of JSON that is a number, a text or true or false. */
export function keepLoose(report: DeviceReport, name: string, value: unknown): void {
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  if (typeof value === 'boolean' || typeof value === 'string' || isNumber) keepExtra(report, name, value)
}

/** Sets the fix. If its coordinates are out of range, the report is kept without a fix and with the reason. */
export function setFix(report: DeviceReport, fix: DeviceFix): void {
  const isPlace = Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180
  if (isPlace) report.fix = fix
  else report.extras.badFix = 'coordinates'
}

/** Phones state -1 when they do not know. */
export function readHeading(degrees: number): number | null {
  return degrees >= 0 && degrees <= 360 ? degrees : null
}

/** Keeps our own kinds; any other word is `other` and stays readable in the extras. */
export function setAlarm(report: DeviceReport, value: string): void {
  if (value === '') return
  report.alarm = alarmKinds.find((kind: AlarmKind) => kind === value) ?? 'other'
  if (report.alarm === 'other') keepExtra(report, 'alarm', value)
}

/** Seconds or milliseconds since 1970, ISO 8601, or `yyyy-MM-dd HH:mm:ss` in UTC. */
export function readTimestamp(name: string, value: string): Date {
  const text = value.trim()
  const isNumber = /^\d+(\.\d+)?$/.test(text)
  const written = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
  const milliseconds = isNumber
    ? Number(text) * (Number(text) < 100_000_000_000 ? 1000 : 1)
    : Date.parse(written)
  const time = new Date(milliseconds)
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 ? malformed(name) : time
}
