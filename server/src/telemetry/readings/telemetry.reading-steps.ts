import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import {
  type ChangedReading,
  type Effects,
  noChanges,
  type PipelineStep,
  type ReportContext,
  type VehicleState,
} from '../intake/telemetry.state.ts'
import {
  jumpOf,
  leftOutOf,
  plausibleTelemetry,
  readingsOfReport,
  type StatedReading,
} from './telemetry.reading-judgement.rules.ts'
import { collectLate } from './telemetry.reading-late.rules.ts'
import { packReadings } from './telemetry.reading-packing.rules.ts'
import {
  addedCharacters,
  copyOf,
  type KeptReading,
  type KeptReadings,
  keepAt,
  keptOf,
  keptSince,
  latestRowOf,
  placeFor,
} from './telemetry.reading-state.ts'

/** What is still stated is stored again after this time, so that the history shows that it held. */
const renewedAfterMs = 10 * minuteMs
/** With a row that is written anyway, a reading of this age is stored again too: fewer rows follow. */
const renewedAlongMs = 5 * minuteMs
/** Changes of readings that the catalogue gives no step, and of values that cannot be true, are stored so often at most. */
const unknownPauseMs = minuteMs
/** The row of the latest readings is written so often at most; those who read it add what the history has since. */
const latestPauseMs = minuteMs

/** Readings of the report at hand; steps run one report after another. */
const stated: StatedReading[] = []
/** Of these, the ones that do not merely hold on, with what is known of each and what becomes of it. */
const open: StatedReading[] = []
const places: number[] = []
const knowns: (KeptReading | undefined)[] = []
/** When each was last stated as a plausible value, and when at all; -Infinity before the first time. */
const knownTimes: number[] = []
const lastTimes: number[] = []
const agreements: number[] = []
const dues: number[] = []
const rows: StatedReading[] = []
/** Whether one of `rows` must be stored. */
let mustStore = false
/** Epoch ms of the report whose readings were compared last. */
let comparedAt = 0

/** The vehicle's readings, which may be changed within this batch. */
export function readingsOf(vehicle: VehicleState): KeptReadings {
  if (vehicle.ownsReadings) return vehicle.readings as KeptReadings
  const { readings } = vehicle
  const own = readings && 'places' in readings ? copyOf(readings) : keptOf(readings)
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

/** Whether a report states again what the vehicle's history has, so that only its time is new. */
function holdsOn(
  { name, value, isImplausible }: StatedReading,
  known: KeptReading,
  knownTime: number,
  time: number,
): boolean {
  if (known.value !== value || isImplausible || known.implausible !== null || time < knownTime) return false
  if (!name.hasHistory) return true
  return known.stored === value && !known.isStoredImplausible && time - known.storedAt < renewedAlongMs
}

/** Compares a reading with the last one at its place, and marks a jump of an odometer. What only holds on gets its time. */
function compareAt(kept: KeptReadings, place: number, reading: StatedReading, time: number): void {
  const known = kept.readings[place]
  const knownTime = known ? (kept.times[place] as number) : Number.NEGATIVE_INFINITY
  if (known && holdsOn(reading, known, knownTime, time)) {
    kept.times[place] = time
    return
  }
  const agreeing = reading.isImplausible ? 0 : jumpOf(reading, known, knownTime, time)
  if (agreeing > 0) reading.isImplausible = true
  const lastTime = Math.max(knownTime, known?.implausible?.time ?? Number.NEGATIVE_INFINITY)
  const due = time < lastTime && reading.name.hasHistory ? 2 : dueOf(reading, known, time)
  if (due > 0) rows.push(reading)
  mustStore ||= due === 2
  const at = open.length
  open[at] = reading
  places[at] = place
  knowns[at] = known
  knownTimes[at] = knownTime
  lastTimes[at] = lastTime
  agreements[at] = agreeing
  dues[at] = due
}

/**
 * Compares the report's readings with the last ones, without those that the vehicle has no room for, and collects in
 * `rows` what the history lacks. How many were left out is compared last, when all of them are known.
 * @param leftOut how many the report's own limits left out
 */
function compareWithKept(kept: KeptReadings, time: number, leftOut: number): void {
  const given = stated.length
  let count = 0
  let place = -1
  let added = 0
  mustStore = false
  rows.length = 0
  open.length = 0
  comparedAt = time
  for (let from = 0; from < given; from += 1) {
    const reading = stated[from] as StatedReading
    place = placeFor(kept, reading.name, reading.value, place + 1, added)
    if (place < 0) continue
    added += addedCharacters(kept, place, reading.value)
    stated[count] = reading
    count += 1
    compareAt(kept, place, reading, time)
  }
  stated.length = count
  const lost = leftOut + given - count
  if (lost > 0) {
    const mark = leftOutOf(lost)
    compareAt(kept, placeFor(kept, mark.name, mark.value, -1, 0), mark, time)
  }
  if (!mustStore) rows.length = 0
}

/** Replaces the last readings by those of the report that are not older. */
function keepOpen(kept: KeptReadings, time: number): void {
  const isStored = rows.length > 0
  for (let at = 0; at < open.length; at += 1) {
    const known = knowns[at]
    if (time < (lastTimes[at] as number)) continue
    const { name, value, isImplausible } = open[at] as StatedReading
    const isNew = isStored && (dues[at] as number) > 0
    const reading: KeptReading = {
      name,
      value: isImplausible ? (known?.value ?? null) : value,
      implausible: isImplausible ? { value, time } : null,
      agreeing: agreements[at] as number,
      stored: isNew ? value : (known?.stored ?? null),
      storedAt: isNew ? time : (known?.storedAt ?? Number.NEGATIVE_INFINITY),
      isStoredImplausible: isNew ? isImplausible : (known?.isStoredImplausible ?? false),
    }
    keepAt(kept, places[at] as number, reading, isImplausible ? (knownTimes[at] as number) : time)
  }
}

/** What the report at hand changes of the last readings; only for steps of the same report. */
function changesOfReport(): ChangedReading[] {
  const time = comparedAt
  const changes: ChangedReading[] = []
  for (let at = 0; at < open.length; at += 1) {
    const known = knowns[at]
    const { name, value, isImplausible } = open[at] as StatedReading
    if (time < (lastTimes[at] as number)) continue
    const isChanged = isImplausible
      ? known?.implausible?.value !== value
      : known?.value !== value || known.implausible !== null
    if (isChanged) changes.push({ name, value, isImplausible, previous: known?.value ?? null, time })
  }
  return changes
}

function addRow(effects: Effects, vehicleNo: number, time: number, { report }: ReportContext): void {
  if (rows.length === 0) return
  const reportHash = Number(BigInt.asIntN(32, report.reportHash))
  effects.readings.push({ vehicleNo, time, reportHash, packed: packReadings(rows) })
}

/**
 * Judges the readings of a report, keeps the vehicle's latest, and collects for the history what changed.
 * Steps after it use `context.telemetry`, which has only what can be true, and may call `context.changedReadings`.
 */
export const keepReadings: PipelineStep = (context, effects, companyOf) => {
  const { report, vehicle, owner, timing } = context
  context.telemetry = report.telemetry
  context.changedReadings = noChanges
  if (!vehicle || !owner || timing === 'duplicate' || timing === 'future' || timing === 'too_old') return
  const leftOut = readingsOfReport(report, stated)
  if (stated.length === 0 && leftOut === 0) return
  const time = (report.fix?.time ?? report.receivedAt).getTime()
  // Two reports of one moment, such as a position and an alarm, are both of the present.
  const isInOrder = timing !== 'late' || time === vehicle.asOf
  const isPresent = owner === vehicle && isInOrder && !report.isDecodedAgain
  const kept = isPresent ? readingsOf(vehicle) : null
  if (kept) compareWithKept(kept, time, leftOut)
  context.telemetry = plausibleTelemetry(report.telemetry, stated)
  if (!kept) {
    collectLate(vehicle, readingsOf, stated, rows)
    addRow(effects, owner.vehicleNo, time, context)
    return
  }
  context.changedReadings = changesOfReport
  keepOpen(kept, time)
  addRow(effects, vehicle.vehicleNo, time, context)
  const receivedAt = report.receivedAt.getTime()
  if (receivedAt - kept.writtenAt < latestPauseMs) return
  kept.writtenAt = receivedAt
  vehicle.readings = keptSince(kept, receivedAt - companyOf(vehicle.companyId).historyDays * dayMs)
  effects.latestReadings.set(vehicle.vehicleNo, vehicle)
}

/** The rows of the latest readings that a batch writes. */
export const latestRowsOf = ({ latestReadings }: Effects) =>
  [...latestReadings.values()].map((vehicle) => ({
    vehicleNo: vehicle.vehicleNo,
    ...latestRowOf(readingsOf(vehicle)),
  }))
