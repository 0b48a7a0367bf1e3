import { createRecent } from '@rumbo/contract/recent'
import type { DeviceReport, DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'
import {
  isImpossible,
  nameOfRaw,
  readingNameLimit,
  reportReadingLimit,
} from '@rumbo/contract/telemetry.reading-bounds'
import { leftOutName } from '@rumbo/contract/telemetry.readings.catalogue'
import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { isPlausibleReading, type ReadingName, readingOf } from '@rumbo/contract/telemetry.readings.rules'
import type { KeptReading } from './telemetry.reading-state.ts'

/** A reading as a report states it. */
export interface StatedReading {
  name: ReadingName
  value: ReadingValue
  isImplausible: boolean
}

const maxTextLength = 500
/** Of one report, packed: texts are as long as devices choose. */
const maxBytes = 8_192
/** Of a reading without its texts: no number, index and value are longer. */
const headBytes = 14

interface NameOfReport {
  name: ReadingName
  /** What this may be the raw value of. */
  base: ReadingName | null
}
const remembered = createRecent<NameOfReport>(5_000)

function nameOf(stated: string): NameOfReport {
  const known = remembered.get(stated)
  if (known) return known
  const itself = readingOf(stated)
  const base = itself.entry ? null : nameOfRaw(stated)
  const found = { name: itself, base: base === null || base === '' ? null : readingOf(base) }
  remembered.set(stated, found)
  return found
}

/**
 * `temperature1Raw` is the reading `temperature1` with a value that cannot be true, and so is `cabinTempRaw` where
 * `keepPlausible` would have taken that value out: an app may name what it measures so itself.
 */
const isRawOf = ({ name, entry }: ReadingName, value: unknown) => entry !== null || isImpossible(name, value)

/** Objects of the last reports, used again: one for each reading of a report. */
const pool: StatedReading[] = []

/** Bytes so far, and readings for which there was no room, of the report at hand: one runs after another. */
let usedBytes = 0
let leftOut = 0

const bytesOf = ({ name, entry }: ReadingName, value: ReadingValue) =>
  headBytes +
  (entry ? 0 : Buffer.byteLength(name)) +
  (typeof value === 'string' ? Buffer.byteLength(value) : 0)

function push(to: StatedReading[], name: ReadingName, value: ReadingValue, isImplausible: boolean): void {
  const bytes = bytesOf(name, value)
  if (usedBytes + bytes > maxBytes) {
    leftOut += 1
    return
  }
  usedBytes += bytes
  let reading = pool[to.length]
  if (reading) {
    reading.name = name
    reading.value = value
    reading.isImplausible = isImplausible
  } else {
    reading = { name, value, isImplausible }
    pool[to.length] = reading
  }
  to.push(reading)
}

function add(stated: string, given: unknown, to: StatedReading[]): void {
  if (stated.length > readingNameLimit || to.length >= reportReadingLimit) {
    leftOut += 1
    return
  }
  const { name: itself, base } = nameOf(stated)
  const isRaw = base !== null && isRawOf(base, given)
  const name = isRaw ? base : itself
  if (name.name === leftOutName) {
    leftOut += 1
    return
  }
  if (typeof given === 'number') {
    // JSON has only finite numbers.
    const value = Number.isFinite(given) ? given : String(given)
    push(to, name, value, isRaw || !isPlausibleReading(name, given))
  } else if (typeof given === 'boolean') push(to, name, given, isRaw)
  else if (typeof given === 'string' && (given !== '' || name.entry?.mayBeNone))
    push(to, name, given.slice(0, maxTextLength), isRaw)
}

/** A device that charges its battery has one. */
const emptyBatteryVolts = 0.5

/** What contradicts something else in the same report cannot be true. */
function compareWithin(telemetry: DeviceTelemetry, readings: readonly StatedReading[]): void {
  if (telemetry.isCharging !== true) return
  const battery = readings.find(({ name }) => name.name === 'batteryVolts')
  if (battery && typeof battery.value === 'number' && !battery.isImplausible) {
    // A battery just deeply discharged may be at 0 %: it has volts.
    if (battery.value > emptyBatteryVolts) return
    battery.isImplausible = true
  }
  for (const reading of readings)
    if (reading.name.name === 'batteryPercent' && reading.value === 0) reading.isImplausible = true
}

/**
 * The readings that a report states, those that cannot be true marked: at most 250 and 8 KB. A device cannot state how many
 * of its readings were left out.
 * @param to emptied first; its objects are used again for the next report
 * @returns how many were left out, here or by the decoder
 */
export function readingsOfReport(
  { telemetry, extras, readingsLeftOut = 0 }: DeviceReport,
  to: StatedReading[],
): number {
  to.length = 0
  usedBytes = 0
  leftOut = readingsLeftOut
  for (const name in telemetry) add(name, telemetry[name as keyof DeviceTelemetry], to)
  for (const name in extras) add(name, extras[name], to)
  compareWithin(telemetry, to)
  return leftOut
}

const leftOutReading = readingOf(leftOutName)

/** How many readings of a report were left out, as a reading. */
export const leftOutOf = (count: number): StatedReading => ({
  name: leftOutReading,
  value: count,
  isImplausible: false,
})

const jumpingNames: ReadonlySet<string> = new Set(['odometerMetres', 'obdOdometerMetres'])
const fastestMetresPerSecond = 90
/** What odometers of different devices and clocks may differ by. */
const toleratedMetres = 10_000

const isNear = (before: number, after: number, milliseconds: number) =>
  Math.abs(after - before) <= toleratedMetres + (fastestMetresPerSecond * Math.max(0, milliseconds)) / 1000

/** A device that was replaced counts from elsewhere: so many readings in a row that agree are believed. */
const believedAfter = 3

/**
 * Whether no vehicle can have driven from the odometer so far to the stated one, and it is not confirmed yet.
 * @returns how many stated values in a row agree about it; 0 for a plausible one
 */
export function jumpOf(
  { name, value }: StatedReading,
  kept: KeptReading | undefined,
  keptMs: number,
  timeMs: number,
): number {
  if (!jumpingNames.has(name.name) || typeof value !== 'number' || typeof kept?.value !== 'number') return 0
  if (isNear(kept.value, value, timeMs - keptMs)) return 0
  const { implausible } = kept
  const agrees =
    implausible !== null &&
    typeof implausible.value === 'number' &&
    isNear(implausible.value, value, timeMs - implausible.time)
  const agreeing = agrees ? kept.agreeing + 1 : 1
  return agreeing >= believedAfter ? 0 : agreeing
}

/** Telemetry without what cannot be true; the same object where all of it can. */
export function plausibleTelemetry(
  telemetry: DeviceTelemetry,
  readings: readonly StatedReading[],
): DeviceTelemetry {
  let plausible: DeviceTelemetry | null = null
  for (const { name, isImplausible } of readings) {
    if (!isImplausible || !(name.name in telemetry)) continue
    plausible ??= { ...telemetry }
    delete plausible[name.name as keyof DeviceTelemetry]
  }
  return plausible ?? telemetry
}
