import { isHex, keep, type QueclinkReading, readField } from './queclink.fields.ts'
import type { FieldName, ModelLayout } from './queclink.layouts.ts'
import type { LocationBlock } from './queclink.location.ts'

/** Of 6 or 10 hexadecimal digits, the first two a motion state. */
const status = /^(?:1[126A]|2[12]|4[12])(?:[0-9A-F]{4}|[0-9A-F]{8})$/i
/** Signal, error rate, battery voltage and percentage, mode, motion, temperature: of trackers with a long life. */
const longLifeTail = [
  /^\d{1,2}$/,
  /^\d{1,2}$/,
  /^\d{0,5}$/,
  /^\d{1,3}$/,
  /^[01]$/,
  /^[01]?$/,
  /^(?:-?\d{1,2}\.\d)?$/,
]
const longLifeNames: readonly FieldName[] = [
  'signalStep',
  '-',
  'batteryMillivolts',
  'batteryPercent',
  '-',
  '-',
  'number:deviceTemperature',
]
const lightNames: readonly FieldName[] = ['-', '-', 'number:light', ...longLifeNames.slice(3)]

/** The fields from the country code of the cell on; a list of wireless networks may stand before it. */
export function fromCell(fields: readonly string[], at: number): string[] {
  const count = Number(fields[at])
  const isList = /^\d{1,2}$/.test(fields[at] ?? '') && /^[0-9a-f]{12}$/i.test(fields[at + 1] ?? '')
  return fields.slice(isList ? at + 1 + 5 * count : at)
}

/**
 * Where the values of the model begin after the cell: behind the reserved field, or the mask with its fields, of which the
 * satellites are stored with the position. Devices that are not listed send masks too.
 */
export function skipAppended(
  after: readonly string[],
  layout: ModelLayout,
  block: LocationBlock | undefined,
): number {
  if (!layout.hasReserved) return 4
  const text = after[4] ?? ''
  const mask = /^(?:[0-9A-F]{2}|[0-9A-F]{4})$/i.test(text) ? Number.parseInt(text, 16) : 0
  // Bit 0 the satellites, 1 the trigger, 3 the three dilutions of precision, 4 the jamming state.
  const width = (mask & 1) + ((mask >> 1) & 1) + 3 * ((mask >> 3) & 1) + ((mask >> 4) & 1)
  const isPlausible = mask < 0x20 && /^(?:\d{1,7}\.\d{1,3})?$/.test(after[5 + width] ?? '')
  if (!layout.hasAppendMask && !isPlausible) return 5
  if (mask & 1 && block?.fix && /^\d{1,2}$/.test(after[5] ?? '')) block.fix.satellites = Number(after[5])
  return 5 + width
}

/**
 * The values of periodic reports after the cell. The battery of vehicles stands before the status and that of trackers with
 * a long life at its place in a tail of seven fields; the names of the model apply where neither is found.
 * @returns the index after the values, where the expansion of GTERI begins
 */
export function readPeriodic(
  reading: QueclinkReading,
  after: readonly string[],
  start: number,
  layout: ModelLayout,
  isExpanded: boolean,
): number {
  if (!isExpanded && readLongLife(reading, after.slice(4))) return after.length
  const statusAt = layout.hasReserved ? after.findIndex((text, at) => at > start && status.test(text)) : -1
  if (statusAt > start + 1 && statusAt <= start + 8) {
    readBeforeStatus(reading, after, start, statusAt)
    const rest = isExpanded ? [] : (layout.afterStatus ?? [])
    for (const [index, name] of rest.entries()) readField(reading, name, after[statusAt + 1 + index])
    return statusAt + 1
  }
  const names = (isExpanded ? layout.expanded : undefined) ?? layout.periodic
  for (const [index, name] of names.entries()) readField(reading, name, after[start + index])
  if (layout.endsWithBattery && after.length > 4) readField(reading, 'batteryPercent', after.at(-1))
  return start + names.length
}

function readBeforeStatus(
  reading: QueclinkReading,
  after: readonly string[],
  start: number,
  statusAt: number,
): void {
  readField(reading, 'odometerKm', after[start])
  readField(reading, 'engineClock', after[start + 1])
  const inputs = after.slice(start + 2, statusAt - 1)
  for (const [index, text] of inputs.entries()) readField(reading, `analog:${index + 1}`, text)
  if (statusAt - 1 > start + 1) readField(reading, 'batteryPercent', after[statusAt - 1])
  readField(reading, 'status', after[statusAt])
}

function readLongLife(reading: QueclinkReading, tail: readonly string[]): boolean {
  if (tail.length !== longLifeTail.length) return false
  if (!longLifeTail.every((pattern, index) => pattern.test(tail[index] ?? ''))) return false
  for (const [index, name] of longLifeNames.entries()) readField(reading, name, tail[index])
  return true
}

/** GTLSA: signal, error rate, light, battery and the rest of a long-life tail. */
export function readLight(reading: QueclinkReading, after: readonly string[]): void {
  for (const [index, name] of lightNames.entries()) readField(reading, name, after[4 + index])
}

/**
 * The battery of trackers of people and goods, and of models that are not listed: the last field, where another stands
 * between it and the cell; a reserved `00` is none.
 * @param start index behind the reserved field or the mask with its satellites
 */
export function readLastField(reading: QueclinkReading, after: readonly string[], start: number): void {
  const last = after.at(-1) ?? ''
  if (after[4]?.includes('.') && reading.telemetry.odometerMetres === undefined) {
    readField(reading, 'odometerKm', after[4])
  }
  if (
    after.length < Math.max(6, start + 1) ||
    last === '00' ||
    reading.telemetry.batteryPercent !== undefined
  )
    return
  if (/^\d{1,3}$/.test(last)) readField(reading, 'batteryPercent', last)
}

/** Reports in which the GL50, GL500 and GL530 state their battery before the position, behind a reserved field. */
const batteryBefore = new Set(['FRI', 'STR', 'CTN', 'NMR', 'RTL', 'STP'])

/** Reads the battery before a position. @returns whether it stands there */
export function readBatteryBefore(
  reading: QueclinkReading,
  type: string,
  body: readonly string[],
  first: number,
): boolean {
  const [number = '', reserved = '-', battery = ''] = body.slice(Math.max(0, first - 3), first)
  if (first < 3 || !batteryBefore.has(type)) return false
  if (reserved !== '' || !/^\d{1,2}$/.test(number) || !/^\d{1,3}$/.test(battery)) return false
  readField(reading, 'batteryPercent', battery)
  return true
}

/** Wireless networks and cells alone: GTWIF ends with the battery, GTLBS states it after two types. */
export function readNetworks(reading: QueclinkReading, type: string, body: readonly string[]): void {
  if (type === 'WIF') readField(reading, 'batteryPercent', body.at(-1))
  if (type === 'LBS') readField(reading, 'batteryPercent', body[2])
  const first = type === 'WIF' ? body[1] : ''
  if (isHex(first, 12) && first.length === 12) keep(reading, 'wifi1', first)
}
