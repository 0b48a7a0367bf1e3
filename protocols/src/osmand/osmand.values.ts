import { type AlarmKind, alarmKinds, type DeviceReport } from '@rumbo/contract/device-report.contract'

/** A value of the request that cannot be read; its message names the value. */
export class MalformedValue extends Error {}

export function malformed(name: string): never {
  throw new MalformedValue(`The value of ${name} cannot be read.`)
}

/** Sets who reports; longer than 64 characters is no identifier. */
export function setIdentifier(report: DeviceReport, name: string, value: string): void {
  if (value.length > 64) malformed(name)
  report.deviceIdentifier = value.trim()
}

/** Phones state -1 when they do not know. */
export function readHeading(degrees: number): number | null {
  return degrees >= 0 && degrees <= 360 ? degrees : null
}

/** Keeps our own kinds; any other word is `other` and stays readable in the extras. */
export function setAlarm(report: DeviceReport, value: string): void {
  if (value === '') return
  report.alarm = alarmKinds.find((kind: AlarmKind) => kind === value) ?? 'other'
  if (report.alarm === 'other') report.extras.alarm = value.slice(0, 512)
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
