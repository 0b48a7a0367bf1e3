import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type { Effects, PipelineStep, ReportContext, VehicleState } from '../intake/telemetry.state.ts'
import {
  jumpOf,
  plausibleTelemetry,
  readingsOfReport,
  type StatedReading,
} from './telemetry.reading-judgement.rules.ts'
import { packReadings } from './telemetry.reading-packing.rules.ts'
import { type KeptReading, type KeptReadings, keptOf, latestRowOf } from './telemetry.reading-state.ts'

/** What is still stated is stored again after this time, so that the history shows that it held. */
const renewedAfterMs = 10 * minuteMs
/** With a row that is written anyway, a reading of this age is stored again too: fewer rows follow. */
const renewedAlongMs = 5 * minuteMs
/** Changes of readings that the catalogue gives no step, and of values that cannot be true, are stored so often at most. */
const unknownPauseMs = minuteMs
/** The row of the latest readings is written so often at most, and for new times alone so often. */
const latestPauseMs = 10_000
const latestRenewalMs = minuteMs
/** Names of one vehicle: devices over HTTP choose them. */
const maxNames = 400

/** Readings of the report at hand; steps run one report after another. */
const stated: StatedReading[] = []
const agreements: number[] = []
const rows: StatedReading[] = []

/** The vehicle's readings, which may be changed within this batch. */
function readingsOf(vehicle: VehicleState): KeptReadings {
  if (vehicle.ownsReadings) return vehicle.readings as KeptReadings
  const { readings } = vehicle
  const own =
    readings && 'byName' in readings ? { ...readings, byName: new Map(readings.byName) } : keptOf(readings)
  vehicle.readings = own
  vehicle.ownsReadings = true
  return own
}

const isSame = (one: ReadingValue | null, other: ReadingValue, step: number) =>
  typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) < step : one === other

/** 2: it must be stored; 1: it may be, with others; 0: the history has it. */
function dueOf(
  { name, value, isImplausible }: StatedReading,
  kept: KeptReading | undefined,
  at: number,
): 0 | 1 | 2 {
  if (!name.hasHistory) return 0
  if (!kept) return 2
  const age = at - kept.storedAt
  if (age >= renewedAfterMs) return 2
  const isMeasured = name.entry !== null && name.group !== 'other' && !isImplausible
  // The tolerance of a sum of decimals.
  const step = isMeasured && name.entry ? name.entry.step * 0.999_999 : Number.MIN_VALUE
  const hasChanged = kept.isStoredImplausible !== isImplausible || !isSame(kept.stored, value, step)
  if (hasChanged && (isMeasured || kept.isStoredImplausible !== isImplausible || age >= unknownPauseMs))
    return 2
  return age >= renewedAlongMs ? 1 : 0
}

/** The reading after a report, as if nothing of it were stored yet. */
function after(
  { name, value, isImplausible }: StatedReading,
  kept: KeptReading | undefined,
  time: number,
  agreeing: number,
): KeptReading {
  return {
    name,
    value: isImplausible ? (kept?.value ?? null) : value,
    time: isImplausible ? (kept?.time ?? Number.NEGATIVE_INFINITY) : time,
    implausible: isImplausible ? { value, time } : null,
    agreeing,
    stored: kept?.stored ?? null,
    storedAt: kept?.storedAt ?? Number.NEGATIVE_INFINITY,
    isStoredImplausible: kept?.isStoredImplausible ?? false,
  }
}

function addRow(effects: Effects, vehicleNo: number, time: number, { report }: ReportContext): void {
  if (rows.length === 0) return
  const reportHash = Number(BigInt.asIntN(32, report.reportHash))
  effects.readings.push({ vehicleNo, time, reportHash, packed: packReadings(rows) })
}

/** A late report's readings: all are stored, the latest stay. */
function storeLate(context: ReportContext, effects: Effects, vehicleNo: number, time: number): void {
  rows.length = 0
  for (const reading of stated) if (reading.name.hasHistory) rows.push(reading)
  addRow(effects, vehicleNo, time, context)
}

function lastTimeOf(kept: KeptReading | undefined): number {
  if (!kept) return Number.NEGATIVE_INFINITY
  return kept.implausible ? Math.max(kept.implausible.time, kept.time) : kept.time
}

/** Marks jumps of odometers. */
function judgeJumps({ byName }: KeptReadings, time: number): void {
  for (const [at, reading] of stated.entries()) {
    const agreeing = reading.isImplausible ? 0 : jumpOf(reading, byName.get(reading.name.name), time)
    agreements[at] = agreeing
    if (agreeing > 0) reading.isImplausible = true
  }
}

/** Compares each reading with the last one, keeps it, and collects what the history lacks in `rows`. */
function keepStated(kept: KeptReadings, time: number, context: ReportContext): void {
  const { byName } = kept
  let mustStore = false
  rows.length = 0
  for (const [at, reading] of stated.entries()) {
    const { name, value, isImplausible } = reading
    const known = byName.get(name.name)
    if (!known && byName.size >= maxNames) continue
    if (time < lastTimeOf(known)) {
      if (name.hasHistory) rows.push(reading)
      mustStore ||= name.hasHistory
      continue
    }
    const due = dueOf(reading, known, time)
    mustStore ||= due === 2
    if (due > 0) rows.push(reading)
    const isChanged = isImplausible
      ? known?.implausible?.value !== value
      : known?.value !== value || known.implausible !== null
    if (isChanged) {
      kept.hasChanged ||= name.hasHistory || !known
      context.changedReadings.push({ name, value, isImplausible, previous: known?.value ?? null, time })
    }
    byName.set(name.name, after(reading, known, time, agreements[at] ?? 0))
  }
  if (!mustStore) rows.length = 0
}

/** What is written of `rows` counts as stored. */
function markStored({ byName }: KeptReadings, time: number): void {
  for (const { name, value, isImplausible } of rows) {
    const known = byName.get(name.name)
    if (!known || time < lastTimeOf(known)) continue
    byName.set(name.name, { ...known, stored: value, storedAt: time, isStoredImplausible: isImplausible })
  }
}

/**
 * Judges the readings of a report, keeps the vehicle's latest, and collects for the history what changed.
 * Steps after it use `context.telemetry`, which has only what can be true, and may read `context.changedReadings`.
 */
export const keepReadings: PipelineStep = (context, effects) => {
  const { report, vehicle, owner, timing } = context
  context.telemetry = report.telemetry
  context.changedReadings.length = 0
  if (!vehicle || !owner || timing === 'duplicate' || timing === 'future' || timing === 'too_old') return
  readingsOfReport(report, stated)
  if (stated.length === 0) return
  const time = (report.fix?.time ?? report.receivedAt).getTime()
  // Two reports of one moment, such as a position and an alarm, are both of the present.
  const isInOrder = timing !== 'late' || time === vehicle.asOf
  const isPresent = owner === vehicle && isInOrder && !report.isDecodedAgain
  const kept = isPresent ? readingsOf(vehicle) : null
  if (kept) judgeJumps(kept, time)
  context.telemetry = plausibleTelemetry(report.telemetry, stated)
  if (!kept) {
    storeLate(context, effects, owner.vehicleNo, time)
    return
  }
  keepStated(kept, time, context)
  markStored(kept, time)
  addRow(effects, vehicle.vehicleNo, time, context)
  const receivedAt = report.receivedAt.getTime()
  if (receivedAt - kept.writtenAt < (kept.hasChanged ? latestPauseMs : latestRenewalMs)) return
  kept.writtenAt = receivedAt
  kept.hasChanged = false
  effects.latestReadings.set(vehicle.vehicleNo, vehicle)
}

/** The rows of the latest readings that a batch writes. */
export const latestRowsOf = ({ latestReadings }: Effects) =>
  [...latestReadings.values()].map((vehicle) => ({
    vehicleNo: vehicle.vehicleNo,
    ...latestRowOf(readingsOf(vehicle)),
  }))
